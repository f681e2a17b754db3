/** Marks a database file as one of ours (`pragma application_id`): the letters "fctl". */
export const applicationId = 0x66_63_74_6c

/** What leads from each layout to the next; the number of those done is kept as `pragma user_version`. */
export const migrations: readonly string[] = [
  `
  create table settings (name text primary key, value blob not null) strict, without rowid;

  create table environments (id text primary key, name text not null, created_at text not null) strict;

  create table keys (
    id text primary key,
    environment_id text not null references environments (id),
    name text not null,
    hash text not null unique,
    prefix text not null,
    created_at text not null,
    revoked_at text
  ) strict;

  create table forms (
    id text primary key,
    environment_id text not null references environments (id),
    name text not null,
    created_at text not null,
    deleted_at text,
    form text not null
  ) strict;
  create index forms_by_environment on forms (environment_id, created_at);

  create table responses (
    form_id text not null references forms (id),
    id text not null,
    environment_id text not null references environments (id),
    created_at text not null,
    finished integer not null,
    seq integer not null,
    record text not null,
    primary key (form_id, id)
  ) strict;
  -- With \`finished\` leading, the ten newest complete responses are ten steps, however many partials came since.
  create index responses_by_form on responses (form_id, finished, created_at, id);
  create index responses_by_environment on responses (environment_id, finished, created_at, id);

  create table uploads (
    id text primary key,
    form_id text not null references forms (id),
    response_id text not null,
    question_id text not null,
    name text not null,
    content_type text not null,
    bytes blob not null
  ) strict;
  `,
  `
  create table kept_replies (
    environment_id text not null references environments (id),
    key text not null,
    request_hash text not null,
    body text not null,
    at text not null,
    primary key (environment_id, key)
  ) strict, without rowid;
  create index kept_replies_by_age on kept_replies (at);
  `,
]
