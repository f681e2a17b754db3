import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../../failure/failure.ts'
import { codeOf } from '../../failure/reason.ts'
import { states, type Statement } from '../sql-store.ts'
import type { Copy } from '../move.ts'
import { refuseLayout, shownUrl } from '../store.ts'
import { clock, type Database } from './database.ts'

/** What an engine that speaks PostgreSQL's protocol has; each switch is for one that lacks it. */
export type Profile = {
  /** CockroachDB refuses `collate "C"` on a column, and sorts all text by its bytes anyway. */
  readonly collates: boolean
  /** Where commits are replicated (CockroachDB, YugabyteDB) the setting says nothing. */
  readonly hasSynchronousCommit: boolean
  /** Citus locks rows of one shard only. Without locks, a save that meets another one is found by its version, and done again. */
  readonly locksRows: boolean
  /** On Citus a unique key must hold the column that rows are distributed by; elsewhere it is checked in the transaction. */
  readonly hasUniqueBeyondDistribution: boolean
}

const postgres: Profile = {
  collates: true,
  hasSynchronousCommit: true,
  locksRows: true,
  hasUniqueBeyondDistribution: true,
}

/** The profiles by name. */
export const profiles = {
  postgres,
  cockroachdb: { ...postgres, collates: false, hasSynchronousCommit: false },
  yugabytedb: { ...postgres, hasSynchronousCommit: false },
  citus: { ...postgres, locksRows: false, hasUniqueBeyondDistribution: false },
}

/**
 * Checks that a database is safe to write to, brings it to the layout of this program, and gives the secret that all servers on it
 * share. Several may do this at the same time. Without a `secret` to begin with it is only read: nothing is changed, and an older
 * layout is refused. `begun` and `moved`: as of a `Copy`.
 */
export async function bringUpToDate(
  database: Database,
  { url, profile, secret }: { readonly url: URL; readonly profile: Profile; readonly secret?: Uint8Array },
): Promise<Pick<Copy, 'secret' | 'begun' | 'moved'>> {
  const path = shownUrl(url.href)
  const reason = await flawOf(database, profile)
  if (reason !== undefined) throw Failure.of('store-unusable', { path, reason })
  const steps = stepsOf(profile)
  const version = await versionOf(database)
  if (version === 0 && !secret)
    throw Failure.of('store-unusable', {
      path,
      reason: 'it holds no data of formctl; formctl serve --store makes it',
    })
  refuseLayout(version, { known: steps.length, path, mayBeOlder: secret !== undefined })
  if (secret) {
    if (version < steps.length) await migrate(database, steps)
    await database.change(`insert into settings (name, value) values ('secret', $1) on conflict do nothing`, [
      secret,
    ])
    await database.change(`delete from writers where at < ${clock} - $1`, [aDay])
  }
  const [stored] = await database.rows(storedSetting, ['secret'])
  const [begun] = await database.rows(storedSetting, ['moving'])
  const [moved] = await database.rows(storedSetting, ['moved'])
  if (!stored) throw new Error('the database has lost its secret')
  return { secret: stored.value, begun: begun?.value, moved: moved && Buffer.from(moved.value).toString() }
}

/** In microseconds. A process that has not written for so long has no transaction on its way. */
const aDay = 24 * 3600 * 1e6

const storedSetting = 'select value from settings where name = $1' as Statement<{
  readonly value: Uint8Array
}>

/** Why saved responses would not be safe, or not come back as they were. */
async function flawOf(database: Database, profile: Profile): Promise<string | undefined> {
  const encoding = await settingOf(database, 'server_encoding')
  if (encoding !== 'UTF8') return `its encoding is ${encoding}; make a database with the encoding UTF8`
  if (!profile.hasSynchronousCommit || (await settingOf(database, 'synchronous_commit')) !== 'off')
    return undefined
  return 'its synchronous_commit is off, so a power cut would lose saved responses; set it to on, for this database or its user'
}

async function settingOf(database: Database, name: string): Promise<string | undefined> {
  const [row] = await database.attempt(oneSetting, [name])
  return row?.value
}

const oneSetting = 'select current_setting($1) as value' as Statement<{ readonly value: string }>

const undefinedTable = '42P01'

async function versionOf(database: Database): Promise<number> {
  try {
    const [row] = await database.rows(layoutVersion)
    return row?.version ?? 0
  } catch (error) {
    if (codeOf(error) === undefinedTable) return 0
    throw error
  }
}

const layoutVersion = `select version from layout where name = 'layout'` as Statement<{
  readonly version: number
}>

/**
 * Applies the steps that a database lacks. On some engines a step and its number are no transaction, so each step may be repeated.
 * The lease keeps others from doing the same work at once; if it runs out during a slow step, repeating is harmless.
 */
async function migrate(database: Database, steps: readonly string[]): Promise<void> {
  for (const step of guards) await define(database, step)
  const owner = randomUUID()
  while ((await takeLease(database, { name: 'layout', owner, term: layoutTerm })) === undefined)
    await sleep(50)
  try {
    // Read again with the lease: another server may have applied them meanwhile.
    for (let version = await versionOf(database); version < steps.length; version++) {
      await define(database, steps[version] ?? '')
      await database.change(`update layout set version = $1 where name = 'layout' and version < $1`, [
        version + 1,
      ])
    }
  } finally {
    await endLease(database, { name: 'layout', owner })
  }
}

const layoutTerm = 60_000

/** Two servers that define one table at once may both fail, with codes of their own; then it is there. */
async function define(database: Database, step: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await database.change(step)
      return
    } catch (error) {
      if (attempt === 5 || !/^(?:23505|42P07|42710|XX000)$/.test(codeOf(error))) throw error
    }
  }
}

type Lease = { readonly name: 'layout' | 'sequencer'; readonly owner: string }

/** Takes a lease that nobody holds; gives its fencing number, which grows with each owner. `term` in milliseconds. */
export async function takeLease(
  database: Database,
  { name, owner, term }: Lease & { readonly term: number },
): Promise<number | undefined> {
  const [taken] = await database.rows(freeLease, [name, owner, term])
  return taken?.fence
}

const freeLease = `
  update leases set owner = $2, fence = fence + 1, until = ${clock} + $3::bigint * 1000
  where name = $1 and until < ${clock} returning fence` as Statement<{ readonly fence: number }>

export async function endLease(database: Database, { name, owner }: Lease): Promise<void> {
  await database.change('update leases set until = 0 where name = $1 and owner = $2', [name, owner])
}

/** What guards the steps and counts them. */
const guards: readonly string[] = [
  'create table if not exists leases (name text primary key, owner text not null, until bigint not null, fence bigint not null)',
  'create table if not exists layout (name text primary key, version bigint not null)',
  `insert into leases (name, owner, until, fence) values ('layout', '', 0, 0), ('sequencer', '', 0, 0) on conflict do nothing`,
  `insert into layout (name, version) values ('layout', 0) on conflict do nothing`,
]

export const countAll = `
  insert into response_counts (environment_id, form_id, complete, partial)
  select environment_id, form_id, sum(case when state = ${states.finished} then 1 else 0 end),
    sum(case when state = ${states.partial} then 1 else 0 end)
  from responses group by environment_id, form_id
  on conflict do nothing`

/**
 * The steps from each layout to the next: one statement each, safe to repeat. The table `layout` holds the number of those applied.
 * A step must leave the tables usable for the program before it, which still runs on other servers: first expand, and contract in
 * a later release.
 */
// oxlint-disable-next-line max-lines-per-function -- a list of statements
function stepsOf({ collates, hasUniqueBeyondDistribution }: Profile): readonly string[] {
  // Ids and times sort by their bytes, as on SQLite.
  const text = collates ? 'text collate "C"' : 'text'
  const unique = hasUniqueBeyondDistribution ? 'unique index' : 'index'
  return [
    'create table if not exists settings (name text primary key, value bytea not null)',
    // The last transaction of each process (`countedTransactions`).
    'create table if not exists writers (id text primary key, turn bigint not null, at bigint not null)',
    // `made` orders what was made at one moment.
    `create table if not exists environments (
      id ${text} primary key, name text not null, created_at ${text} not null, last_seq bigint not null default 0,
      made bigint generated by default as identity)`,
    `create table if not exists keys (
      environment_id ${text} not null, id ${text} not null, name text not null, hash ${text} not null, prefix text not null,
      scopes text not null, created_at ${text} not null, expires_at ${text}, revoked_at ${text}, used_at ${text},
      made bigint generated by default as identity, primary key (environment_id, id))`,
    `create ${unique} if not exists keys_by_hash on keys (hash)`,
    `create table if not exists forms (
      environment_id ${text} not null, id ${text} not null, name text not null, created_at ${text} not null, closed_at ${text},
      deleted_at ${text}, version bigint not null, moment bigint not null, form text not null,
      made bigint generated by default as identity, primary key (environment_id, id))`,
    `create ${unique} if not exists forms_by_id on forms (id)`,
    'create index if not exists forms_by_environment on forms (environment_id, created_at)',
    // `state`: 0 partial, 1 finished, 2 erased. `moment`: of the last change, as in `pending_events`.
    `create table if not exists responses (
      environment_id ${text} not null, form_id ${text} not null, id ${text} not null, created_at ${text} not null,
      state bigint not null, version bigint not null, moment bigint not null, record text not null,
      primary key (environment_id, form_id, id))`,
    'create index if not exists responses_by_form on responses (environment_id, form_id, state, created_at, id)',
    'create index if not exists responses_by_environment on responses (environment_id, state, created_at, id)',
    `create table if not exists events (
      environment_id ${text} not null, seq bigint not null, form_id ${text} not null, response_id ${text} not null,
      type text not null, at text not null, version bigint not null, primary key (environment_id, seq))`,
    // Events without a number, in the order in which the sequencer numbers them.
    `create table if not exists pending_events (
      environment_id ${text} not null, moment bigint not null, form_id ${text} not null, response_id ${text} not null,
      type text not null, at text not null, version bigint not null,
      primary key (environment_id, moment, form_id, response_id))`,
    `create table if not exists uploads (
      environment_id ${text} not null, id ${text} not null, form_id ${text} not null, response_id ${text} not null,
      question_id text not null, name text not null, content_type text not null, size bigint not null, sha256 text not null,
      primary key (environment_id, id))`,
    'create index if not exists uploads_by_response on uploads (environment_id, form_id, response_id)',
    `create table if not exists kept_replies (
      environment_id ${text} not null, key ${text} not null, request_hash text not null, body text not null, at ${text} not null,
      primary key (environment_id, key))`,
    'create index if not exists kept_replies_by_age on kept_replies (at)',
    // By key or network, which are those of no one environment. `until`: the end of the window (`rate-limits.ts`).
    `create table if not exists limits (
      name ${text} primary key, amount bigint not null, most bigint not null, until bigint not null)`,
    // Since when no answer holds the upload; null: one does; '': it is being deleted.
    `alter table uploads add column if not exists unheld_at ${text}`,
    'create index if not exists uploads_unheld on uploads (unheld_at) where unheld_at is not null',
    // How many responses each form has: to count a million takes half a second.
    `create table if not exists response_counts (
      environment_id ${text} not null, form_id ${text} not null, complete bigint not null, partial bigint not null,
      primary key (environment_id, form_id))`,
    countAll,
    // What was typed and is no answer yet, and who wrote it (`Draft`); '' where there is nothing.
    `alter table responses add column if not exists draft text not null default ''`,
    // Fonts and pictures of styles, by the SHA-256 of their bytes; text, so that they are moved as all rows are.
    `create table if not exists style_files (sha256 ${text} primary key, base64 text not null)`,
    // What a form was made of (`FormLabel`), as JSON, and its address.
    'alter table forms add column if not exists label text',
    `alter table forms add column if not exists address ${text}`,
    'create index if not exists forms_by_address on forms (address, environment_id) where address is not null',
    // Webhooks with their leases, and deliveries of events to them (`webhook-rows.ts`).
    `create table if not exists webhooks (
      environment_id ${text} not null, id ${text} not null, url text not null, forms text not null, types text not null,
      payload text not null, secret text not null, old_secret text not null default '',
      old_until ${text} not null default '', created_at ${text} not null, last_seq bigint not null, failing_since ${text},
      disabled_at ${text}, disabled_reason text, owner text not null default '', until ${text} not null default '',
      primary key (environment_id, id))`,
    `create table if not exists webhook_deliveries (
      environment_id ${text} not null, webhook_id ${text} not null, seq bigint not null, form_id ${text} not null,
      response_id ${text} not null, type text not null, at text not null, version bigint not null, status text not null,
      attempts bigint not null, next_at ${text} not null, tried_at ${text} not null, outcome text not null,
      primary key (environment_id, webhook_id, seq))`,
    `create index if not exists webhook_deliveries_due on webhook_deliveries (environment_id, webhook_id, next_at, seq)
      where status = 'pending'`,
    `create index if not exists webhook_deliveries_of_response
      on webhook_deliveries (environment_id, webhook_id, form_id, response_id, seq) where status = 'pending'`,
    'create index if not exists webhook_deliveries_tried on webhook_deliveries (environment_id, webhook_id, tried_at, seq)',
  ]
}
