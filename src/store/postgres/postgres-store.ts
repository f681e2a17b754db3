import { Failure, misuse } from '../../failure/failure.ts'
import { groupedWriter, type Outcome, type RunGroup, type WriteCall } from '../groups.ts'
import { refuseMoved } from '../move.ts'
import type { Limits } from '../rate-limits.ts'
import { shownUrl, type Observe, type Store } from '../store.ts'
import type { Save, SaveResult } from '../../form/response.ts'
import { openDatabase, type Database, type DatabaseOptions } from './database.ts'
import { bringUpToDate, profiles, type Profile } from './layout.ts'
import { postgresLimits } from './rate-limits.ts'
import { readsIn } from './reads.ts'
import { startSequencer, type SequencerTimes } from './sequencer.ts'
import { writesIn } from './writes.ts'

export type PostgresOptions = DatabaseOptions & {
  /** In place of the one that the URL names. */
  readonly profile?: Profile
  readonly sequencer?: SequencerTimes
  readonly observe?: Observe | undefined
  /** By default true. If not, nothing is created, numbered or brought to another layout. */
  readonly writes?: boolean
}

export async function openPostgres(
  given: string,
  randomBytes: (count: number) => Uint8Array,
  options: PostgresOptions = {},
): Promise<{ readonly store: Store; readonly secret: Uint8Array; readonly limits: Limits }> {
  const { url, profile } = readUrl(given)
  const database = openDatabase(url, options)
  const used = options.profile ?? profile
  try {
    const { secret, ...marks } = await bringUpToDate(database, {
      url,
      profile: used,
      ...(options.writes !== false && { secret: randomBytes(32) }),
    })
    refuseMoved(marks, shownUrl(url.href))
    const store = postgresStore(database, { ...options, profile: used })
    return { store, secret, limits: postgresLimits(database, used) }
  } catch (error) {
    await database.close()
    throw error
  }
}

export function readUrl(given: string): { readonly url: URL; readonly profile: Profile } {
  const url = URL.parse(given)
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol))
    throw misuse('The store is no URL of PostgreSQL: give postgres://<user>@<host>/<database>.')
  const name = url.searchParams.get('profile') ?? 'postgres'
  url.searchParams.delete('profile')
  const profile = new Map<string, Profile>(Object.entries(profiles)).get(name)
  if (!profile)
    throw misuse(`There is no profile ${name}: choose one of ${Object.keys(profiles).join(', ')}.`)
  return { url, profile }
}

/** The writes of a group: its saves are one. */
type Writes = Omit<ReturnType<typeof writesIn>, 'saves'> & {
  readonly save: (save: Save) => Promise<SaveResult>
}

// oxlint-disable-next-line max-lines-per-function -- a table, one line each
function postgresStore(
  database: Database,
  { profile, sequencer: times, observe, writes = true }: PostgresOptions & { readonly profile: Profile },
): Store {
  const reads = readsIn(database)
  const sequencer = writes ? startSequencer(database, { times, observe }) : undefined
  const run: RunGroup = async (calls) => {
    const outcomes = await runGroup(database, calls, profile)
    sequencer?.wake()
    return outcomes
  }
  const { write, close } = groupedWriter<Writes>(run, { observe })
  return {
    environments: {
      create: (environment, contents) => write('createEnvironment', environment, contents),
      createFirst: (environment, contents) => write('createFirstEnvironment', environment, contents),
      list: reads.environments,
    },
    keys: {
      create: (key) => write('createKey', key),
      byHash: reads.keyByHash,
      list: reads.keys,
      revoke: (id, at) => write('revokeKey', id, at),
      expire: (id, at) => write('expireKey', id, at),
      use: (id, at) => write('useKey', id, at),
    },
    forms: {
      create: (form, keeping) => write('createForm', form, keeping),
      get: reads.form,
      list: reads.forms,
      restyle: (id, style, files) => write('restyleForm', id, style, files),
      close: (id, at) => write('closeForm', id, at),
      delete: (id, at) => write('deleteForm', id, at),
    },
    replies: { get: reads.reply },
    responses: {
      save: (save) => write('save', save),
      get: reads.response,
      getBegun: reads.begun,
      find: reads.find,
      page: reads.page,
      newest: reads.newest,
      erase: (environmentId, keys, at) => write('erase', environmentId, keys, at),
    },
    events: { after: reads.events, last: reads.lastEvent },
    uploads: {
      create: (uploads, at) => write('createUploads', uploads, at),
      get: reads.upload,
      claim: (before, limit) => write('claimUploads', before, limit),
      delete: (uploads) => write('deleteUploads', uploads),
    },
    styleFiles: { get: reads.styleFile },
    ping: reads.ping,
    close: async () => {
      database.giveUp()
      await close()
      await sequencer?.close()
      await database.close()
    },
  }
}

/** Runs writes in order: neighbouring saves in one transaction, any other write in one of its own. */
async function runGroup(
  database: Database,
  calls: readonly WriteCall[],
  profile: Profile,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  while (outcomes.length < calls.length) {
    const rest = calls.slice(outcomes.length)
    const end = rest.findIndex(({ name }) => name !== 'save')
    const saves = end === -1 ? rest : rest.slice(0, end)
    outcomes.push(
      ...(saves.length > 0
        ? await runSaves(database, saves, profile)
        : [await runOne(database, rest[0], profile)]),
    )
  }
  return outcomes
}

async function runSaves(
  database: Database,
  calls: readonly WriteCall[],
  profile: Profile,
): Promise<readonly Outcome[]> {
  // `Writes` says what a save is called with.
  const saves = calls.map(({ args }) => args[0] as Save)
  try {
    const results = await database.once((tx) => writesIn(tx, profile).saves(saves))
    return results.map((result) => ({ result }))
  } catch (error) {
    if (error instanceof Failure || calls.length === 1) return calls.map(() => ({ error }))
    // One of them cannot be kept; alone it fails alone.
    const outcomes: Outcome[] = []
    for (const call of calls) outcomes.push(...(await runSaves(database, [call], profile)))
    return outcomes
  }
}

async function runOne(database: Database, call: WriteCall | undefined, profile: Profile): Promise<Outcome> {
  try {
    return {
      result: await database.once(async (tx) => {
        // Each name has its own arguments, which a table of all cannot say.
        const writes = writesIn(tx, profile) as Readonly<
          Record<string, (...args: readonly unknown[]) => unknown>
        >
        return call && writes[call.name]?.(...call.args)
      }),
    }
  } catch (error) {
    return { error }
  }
}
