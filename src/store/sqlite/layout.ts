import { Failure } from '../../failure/failure.ts'
import type { Database, Select } from './database.ts'

/** Creates the tables in an empty database and stores the folder's secret. */
export function layOut(database: Database, secret: Uint8Array): void {
  database.script(`pragma application_id = ${applicationId}`)
  beDurable(database)
  migrate(database)
  database.change(`insert into settings (name, value) values ('secret', ?)`, [secret])
}

/** Checks that a database is ours and brings it to the layout of this program. */
export function bringUpToDate(database: Database, folder: string): void {
  const refuse = (reason: string): Failure => Failure.of('store-unusable', { path: folder, reason })
  if (pragma(database, 'application_id') !== applicationId)
    throw refuse('its formctl.db belongs to another program')
  const version = pragma(database, 'user_version')
  if (version > migrations.length)
    throw refuse(
      `a newer formctl has written to it (layout ${version}; this one knows up to ${migrations.length}), so use that one`,
    )
  beDurable(database)
  if (version < migrations.length) migrate(database)
}

// FULL: with NORMAL, two of three power cuts lost responses that had been acknowledged.
function beDurable(database: Database): void {
  database.one('pragma journal_mode = wal')
  database.script('pragma synchronous = full; pragma foreign_keys = on')
}

function migrate(database: Database): void {
  database.write(() => {
    // Read again inside the transaction: another process may have migrated meanwhile.
    for (const step of migrations.slice(pragma(database, 'user_version'))) database.script(step)
    database.script(`pragma user_version = ${migrations.length}`)
  })
}

const pragma = (database: Database, name: 'application_id' | 'user_version'): number =>
  Object.values(database.one(`pragma ${name}` as Select<Record<string, number>>) ?? {})[0] ?? 0

/** Marks a database file as one of ours (`pragma application_id`): the letters "fctl". */
const applicationId = 0x66_63_74_6c

/** The steps from each layout to the next. `pragma user_version` holds the number of those applied. */
const migrations: readonly string[] = [
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
  -- With \`finished\` leading, the ten newest complete responses are ten steps, even below many newer partials.
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
  `alter table responses drop column seq;`,
]
