import { Failure } from '../../failure/failure.ts'
import type { Copy } from '../move.ts'
import { refuseLayout } from '../store.ts'
import { claimForServer, type Database } from './database.ts'
import type { Statement } from '../sql-store.ts'

/** Creates the tables in an empty database and stores the folder's secret. */
export function layOut(database: Database, secret: Uint8Array): void {
  database.script(`pragma application_id = ${applicationId}`)
  beDurable(database)
  migrate(database)
  database.change(`insert into settings (name, value) values ('secret', ?)`, [secret])
}

/**
 * Prepares a database of ours for use. `writes`: it is brought to the layout of this program, as the only server of its folder;
 * fails with `folder-served` while a server of an older version has it. Otherwise it stays as it is, and an older one is refused.
 */
export function prepare(database: Database, { folder, writes }: { folder: string; writes: boolean }): void {
  checkLayout(database, { folder, mayBeOlder: writes })
  if (!writes) return
  beDurable(database)
  if (layoutOf(database) === migrations.length) return
  const { release } = claimForServer(folder, process.pid)
  try {
    migrate(database)
  } finally {
    release()
  }
}

/** Refuses a database that is not ours, or of a layout that does not fit the use (`refuseLayout`). */
export function checkLayout(
  database: Database,
  { folder, mayBeOlder }: { readonly folder: string; readonly mayBeOlder: boolean },
): void {
  if (pragma(database, 'application_id') !== applicationId)
    throw Failure.of('store-unusable', { path: folder, reason: 'its formctl.db belongs to another program' })
  refuseLayout(layoutOf(database), { known: migrations.length, path: folder, mayBeOlder })
}

const layoutOf = (database: Database): number => pragma(database, 'user_version')

/** The secret of a store and its marks, as of a `Copy`. */
export function settingsIn(database: Database): Pick<Copy, 'secret' | 'begun' | 'moved'> {
  const [secret, begun, moved] = ['secret', 'moving', 'moved'].map(
    (name) => database.one(setting, [name])?.value,
  )
  if (!secret) throw new Error('the data folder has lost its secret')
  return { secret, begun, moved: moved && Buffer.from(moved).toString() }
}

const setting = 'select value from settings where name = ?' as Statement<{ readonly value: Uint8Array }>

/** For every connection that writes. */
export function beDurable(database: Database): void {
  database.one('pragma journal_mode = wal')
  // With NORMAL, two of three power cuts lost responses that had been acknowledged.
  database.script('pragma synchronous = full')
  // Erased answers must not stay in the free parts of the file.
  database.one('pragma secure_delete = on')
}

function migrate(database: Database): void {
  database.write(() => {
    // Read again inside the transaction: another process may have migrated meanwhile.
    for (const step of migrations.slice(layoutOf(database))) database.script(step)
    database.script(`pragma user_version = ${migrations.length}`)
  })
}

const pragma = (database: Database, name: 'application_id' | 'user_version'): number =>
  Object.values(database.one(`pragma ${name}` as Statement<Record<string, number>>) ?? {})[0] ?? 0

/** Marks a database file as one of ours (`pragma application_id`): the letters "fctl". */
const applicationId = 0x66_63_74_6c

/** The steps from each layout to the next. `pragma user_version` holds the number of those applied. */
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
  // Keys of all tables begin with the environment; every change has an event.
  `
  alter table environments add column last_seq integer not null default 0;

  create table events (
    environment_id text not null,
    seq integer not null,
    form_id text not null,
    response_id text not null,
    type text not null,
    at text not null,
    version integer not null,
    primary key (environment_id, seq)
  ) strict, without rowid;

  insert into events (environment_id, seq, form_id, response_id, type, at, version)
  select environment_id, row_number() over (partition by environment_id order by at, form_id, response_id, rank),
    form_id, response_id, type, at, row_number() over (partition by environment_id, form_id, response_id order by rank)
  from (
    select environment_id, id as form_id, '' as response_id, 'form.created' as type, created_at as at, 1 as rank from forms
    union all
    select environment_id, id, '', 'form.deleted', deleted_at, 2 from forms where deleted_at is not null
    union all
    select environment_id, form_id, id, 'response.started', created_at, 1 from responses
    union all
    select environment_id, form_id, id, 'response.finished', json_extract(record, '$.updatedAt'), 2
    from responses where finished = 1
  );
  update environments set last_seq =
    (select coalesce(max(seq), 0) from events where events.environment_id = environments.id);

  create table keys_4 (
    environment_id text not null,
    id text not null,
    name text not null,
    hash text not null unique,
    prefix text not null,
    scopes text not null,
    created_at text not null,
    expires_at text,
    revoked_at text,
    used_at text,
    primary key (environment_id, id)
  ) strict;
  insert into keys_4 (environment_id, id, name, hash, prefix, scopes, created_at, revoked_at)
    select environment_id, id, name, hash, prefix, 'read generate manage', created_at, revoked_at from keys order by rowid;
  drop table keys;
  alter table keys_4 rename to keys;

  create table responses_4 (
    environment_id text not null,
    form_id text not null,
    id text not null,
    created_at text not null,
    -- 0 partial, 1 finished, 2 erased
    state integer not null,
    version integer not null,
    -- of its last event
    seq integer not null,
    record text not null,
    primary key (environment_id, form_id, id)
  ) strict;
  insert into responses_4 (environment_id, form_id, id, created_at, state, version, seq, record)
    select r.environment_id, r.form_id, r.id, r.created_at, r.finished, r.finished + 1, max(e.seq), r.record
    from responses r join events e
      on e.environment_id = r.environment_id and e.form_id = r.form_id and e.response_id = r.id
    group by r.environment_id, r.form_id, r.id;
  drop table responses;
  alter table responses_4 rename to responses;
  -- With the state leading, the ten newest complete responses are ten steps, even below many newer partials.
  create index responses_by_form on responses (environment_id, form_id, state, created_at, id);
  create index responses_by_environment on responses (environment_id, state, created_at, id);
  create index responses_by_change on responses (environment_id, seq);

  create table uploads_4 (
    environment_id text not null,
    id text not null,
    form_id text not null,
    response_id text not null,
    question_id text not null,
    name text not null,
    content_type text not null,
    size integer not null,
    sha256 text not null,
    -- of an earlier version, until they are moved to a file (\`moveBytes\`)
    bytes blob,
    primary key (environment_id, id)
  ) strict;
  insert into uploads_4
    select f.environment_id, u.id, u.form_id, u.response_id, u.question_id, u.name, u.content_type, length(u.bytes), '', u.bytes
    from uploads u join forms f on f.id = u.form_id;
  drop table uploads;
  alter table uploads_4 rename to uploads;
  create index uploads_by_response on uploads (environment_id, form_id, response_id);
  create index uploads_by_id on uploads (id);

  create table forms_4 (
    environment_id text not null,
    id text not null unique,
    name text not null,
    created_at text not null,
    closed_at text,
    deleted_at text,
    version integer not null,
    form text not null,
    primary key (environment_id, id)
  ) strict;
  insert into forms_4 (environment_id, id, name, created_at, deleted_at, version, form)
    select environment_id, id, name, created_at, deleted_at, 1 + (deleted_at is not null), form from forms order by rowid;
  drop table forms;
  alter table forms_4 rename to forms;
  create index forms_by_environment on forms (environment_id, created_at);

  create table kept_replies_4 (
    environment_id text not null,
    key text not null,
    request_hash text not null,
    body text not null,
    at text not null,
    primary key (environment_id, key)
  ) strict, without rowid;
  insert into kept_replies_4 select * from kept_replies;
  drop table kept_replies;
  alter table kept_replies_4 rename to kept_replies;
  create index kept_replies_by_age on kept_replies (at);
  `,
  // `unheld_at`: since when no answer holds the upload; null: one does; '': it is being deleted.
  `
  alter table uploads add column unheld_at text;
  drop index uploads_by_id;
  create index uploads_unheld on uploads (unheld_at) where unheld_at is not null;
  `,
  // How many responses each form has: to count 10 million takes seconds.
  `
  create table response_counts (
    environment_id text not null,
    form_id text not null,
    complete integer not null,
    partial integer not null,
    primary key (environment_id, form_id)
  ) strict, without rowid;
  insert into response_counts
    select environment_id, form_id, sum(state = 1), sum(state = 0) from responses group by environment_id, form_id;
  create trigger response_added after insert on responses begin
    insert into response_counts values (new.environment_id, new.form_id, new.state = 1, new.state = 0)
    on conflict do update set complete = complete + excluded.complete, partial = partial + excluded.partial;
  end;
  create trigger response_changed after update of state on responses when new.state <> old.state begin
    update response_counts
    set complete = complete + (new.state = 1) - (old.state = 1), partial = partial + (new.state = 0) - (old.state = 0)
    where environment_id = new.environment_id and form_id = new.form_id;
  end;
  `,
  // What was typed and is no answer yet, and who wrote it (`Draft`); '' where there is nothing.
  `alter table responses add column draft text not null default '';`,
  // Fonts and pictures of styles, by the SHA-256 of their bytes; text, so that they are moved as all rows are.
  `create table style_files (sha256 text primary key, base64 text not null) strict;`,
  // What a form was made of (`FormLabel`), as JSON, and its address.
  `
  alter table forms add column label text;
  alter table forms add column address text;
  create index forms_by_address on forms (address, environment_id) where address is not null;
  `,
  // Webhooks with their leases, and deliveries of events to them (`webhook-rows.ts`).
  `
  create table webhooks (
    environment_id text not null,
    id text not null,
    url text not null,
    forms text not null,
    types text not null,
    payload text not null,
    secret text not null,
    old_secret text not null default '',
    old_until text not null default '',
    created_at text not null,
    last_seq integer not null,
    failing_since text,
    disabled_at text,
    disabled_reason text,
    owner text not null default '',
    until text not null default '',
    primary key (environment_id, id)
  ) strict, without rowid;
  create table webhook_deliveries (
    environment_id text not null,
    webhook_id text not null,
    seq integer not null,
    form_id text not null,
    response_id text not null,
    type text not null,
    at text not null,
    version integer not null,
    status text not null,
    attempts integer not null,
    next_at text not null,
    tried_at text not null,
    outcome text not null,
    primary key (environment_id, webhook_id, seq)
  ) strict, without rowid;
  create index webhook_deliveries_due on webhook_deliveries (environment_id, webhook_id, next_at, seq)
    where status = 'pending';
  create index webhook_deliveries_of_response
    on webhook_deliveries (environment_id, webhook_id, form_id, response_id, seq) where status = 'pending';
  create index webhook_deliveries_tried on webhook_deliveries (environment_id, webhook_id, tried_at, seq);
  `,
]
