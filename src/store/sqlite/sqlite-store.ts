import { groupedWriter, type Writer } from '../groups.ts'
import type { Observe, Store } from '../store.ts'
import type { Database } from './database.ts'
import { longPageIn, readsIn } from './reads.ts'
import { startThread, type StoreThread } from './threads.ts'
import { groupsIn, type Writes } from './writes.ts'

type Place = {
  readonly file: string
  readonly folder: string
  readonly isServed: boolean
  readonly observe?: Observe | undefined
}

/** Small reads are done at once, since they wait for nobody: a writer never blocks a reader in WAL mode. */
// oxlint-disable-next-line max-lines-per-function -- a table, one line each
export function sqliteStore(database: Database, place: Place): Store {
  const reads = readsIn(database)
  const { write, page, refusal, close } = place.isServed ? inThreads(place) : inThisThread(database, place)
  return {
    environments: {
      create: (environment, contents) => write('createEnvironment', environment, contents),
      createFirst: (environment, contents) => write('createFirstEnvironment', environment, contents),
      list: async () => reads.environments(),
    },
    keys: {
      create: (key) => write('createKey', key),
      byHash: async (hash) => reads.keyByHash(hash),
      list: async (environmentId) => reads.keys(environmentId),
      revoke: (id, at) => write('revokeKey', id, at),
      expire: (id, at) => write('expireKey', id, at),
      use: (id, at) => write('useKey', id, at),
    },
    forms: {
      create: (form, keeping) => write('createForm', form, keeping),
      get: async (id) => reads.form(id),
      list: async (environmentId, query) => reads.forms(environmentId, query),
      restyle: (id, style, files) => write('restyleForm', id, style, files),
      close: (id, at) => write('closeForm', id, at),
      delete: (id, at) => write('deleteForm', id, at),
    },
    replies: { get: async (environmentId, key, since) => reads.reply(environmentId, key, since) },
    responses: {
      save: (save) => write('save', save),
      get: async (environmentId, key) => reads.response(environmentId, key),
      getBegun: async (environmentId, key) => reads.begun(environmentId, key),
      find: async (environmentId, ids) => reads.find(environmentId, ids),
      page,
      newest: async (query) => reads.newest(query),
      erase: (environmentId, keys, at) => write('erase', environmentId, keys, at),
    },
    events: {
      after: async (environmentId, after, limit) => reads.events(environmentId, after, limit),
      last: async (environmentId) => reads.lastEvent(environmentId),
    },
    uploads: {
      create: (uploads, at) => write('createUploads', uploads, at),
      get: async (environmentId, id) => reads.upload(environmentId, id),
      claim: (before, limit) => write('claimUploads', before, limit),
      delete: (uploads) => write('deleteUploads', uploads),
    },
    styleFiles: { get: async (sha256) => reads.styleFile(sha256) },
    ping: async () => {
      const refused = refusal()
      if (refused) throw refused
      reads.environments()
    },
    close: async () => {
      await close()
      database.close()
    },
  }
}

/** What takes long: writes, which wait for the disk, and pages. */
type SlowWork = Writer<Writes> & { readonly page: Store['responses']['page'] }

function inThisThread(database: Database, { observe }: Place): SlowWork {
  const run = groupsIn(database)
  return { ...groupedWriter<Writes>(async (calls) => run(calls), { observe }), page: longPageIn(database) }
}

/** A thread writes; another one, which begins with the first page, reads pages. */
function inThreads({ observe, ...place }: Place): SlowWork {
  const writing = startThread(place)
  let reading: StoreThread | undefined
  const writer = groupedWriter<Writes>(writing.runGroup, { observe })
  return {
    ...writer,
    page: async (query) => {
      reading ??= startThread(place)
      return reading.page(query)
    },
    close: async () => {
      await writer.close()
      await Promise.all([writing.close(), reading?.close()])
    },
  }
}
