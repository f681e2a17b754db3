import { Failure } from '../../failure.ts'
import type { JournalEntry } from '../generated/journal-entry.ts'
import { validateJournalEntry } from '../generated/validate-journal-entry.js'
import type { Host } from '../host.ts'

export type { JournalEntry } from '../generated/journal-entry.ts'

/** The notes of this user on forms that were sent and whose end nobody was told yet; one small file a form. */
export type Journal = {
  /** Oldest first. */
  readonly list: () => Promise<readonly JournalEntry[]>
  /** Durable when it resolves; false, and nothing is written, when there is an entry of that id. */
  readonly begin: (entry: JournalEntry) => Promise<boolean>
  /** Puts an entry in the place of the one of its id. */
  readonly replace: (entry: JournalEntry) => Promise<void>
  /** Safe to call twice. */
  readonly remove: (id: string) => Promise<void>
}

/** The journal in the state folder; nothing is made before there is something to note. */
export function journalOf({ files, stateFolder }: Pick<Host, 'files' | 'stateFolder'>): Journal {
  const folder = files.resolve(stateFolder, 'journal')
  const pathOf = (id: string): string => files.resolve(folder, `${id}.json`)
  const write = (entry: JournalEntry, replace: boolean): Promise<void> =>
    inState(stateFolder, async () => {
      await files.makeFolder(folder, 0o700)
      const file = await files.create(pathOf(entry.id), { replace, mode: 0o600 })
      await file.write(`${JSON.stringify(entry, null, 2)}\n`)
      await file.commit()
    })
  return {
    list: async () => {
      const entries: JournalEntry[] = []
      for (const name of await namesIn({ files, stateFolder }, folder)) {
        const entry = await readEntry(files, { path: files.resolve(folder, name), name })
        if (entry) entries.push(entry)
      }
      return entries.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    },
    begin: async (entry) => {
      try {
        await write(entry, false)
        return true
      } catch (error) {
        if (Failure.is(error, 'file-exists')) return false
        throw error
      }
    },
    replace: (entry) => write(entry, true),
    remove: (id) => files.remove(pathOf(id)),
  }
}

const isEntryName = (name: string): boolean => /^[0-9a-f]{16}\.json$/.test(name)

async function namesIn(
  { files, stateFolder }: Pick<Host, 'files' | 'stateFolder'>,
  folder: string,
): Promise<readonly string[]> {
  return inState(stateFolder, async () => {
    if ((await files.kind(folder)) === 'missing') return []
    return (await files.list(folder)).filter(isEntryName)
  })
}

/** Works in the state folder. What goes wrong with it is told as such: its files are nobody's own affair. */
export async function inState<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (Failure.is(error, 'file-unwritable') || Failure.is(error, 'file-unreadable'))
      throw Failure.of('state-unusable', { path, reason: error.args.reason })
    throw error
  }
}

/** An entry; undefined when another run removed it meanwhile. */
async function readEntry(
  files: Host['files'],
  { path, name }: { readonly path: string; readonly name: string },
): Promise<JournalEntry | undefined> {
  const broken = (problem: string): Failure => Failure.of('journal-broken', { path, problem })
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(await files.read(path)))
    if (!validateJournalEntry(value)) throw broken(problemOf())
    // The validator has just proved it.
    const entry = value as JournalEntry
    if (`${entry.id}.json` === name) return entry
    throw broken('it is named otherwise than what it holds')
  } catch (error) {
    if (Failure.is(error, 'file-not-found')) return undefined
    if (Failure.is(error, 'file-unreadable')) throw broken(error.args.reason)
    throw error instanceof SyntaxError ? broken('it is not JSON') : error
  }
}

function problemOf(): string {
  const errors = validateJournalEntry.errors ?? []
  return errors.some(({ instancePath }) => instancePath === '/schema_version')
    ? 'another version of formctl has written it'
    : 'it is not as formctl writes it'
}
