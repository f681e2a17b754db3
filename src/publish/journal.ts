import { Failure, ignoreFailure } from '../failure/failure.ts'
import { jsonValue } from '../wire/wire.ts'
import type { JournalEntry } from './generated/journal-entry.ts'
import { validateJournalEntry } from './generated/validate-journal-entry.js'
import { isAt, sha256 } from './lock-entries.ts'
import { writeFile, type Files } from '../files/file-system.ts'

export type { JournalEntry } from './generated/journal-entry.ts'

/**
 * Forms that were sent and whose outcome is not settled yet; one small file for each, in the user's state folder. What a lock file
 * has got is kept 30 days longer, a line each in a file for that lock file, in case it gets lost.
 */
export type Journal = {
  readonly list: () => Promise<readonly JournalEntry[]>
  /** Durable when it resolves; false, and nothing is written, when there is an entry of that id. */
  readonly begin: (entry: JournalEntry) => Promise<boolean>
  /** Replaces the entry of the same id. */
  readonly replace: (entry: JournalEntry) => Promise<void>
  /** Safe to call twice. */
  readonly remove: (id: string) => Promise<void>
  /** Removes the entry of a form that its lock file has, and keeps it among the recorded ones. */
  readonly record: (entry: JournalEntry) => Promise<void>
  /** What a lock file got in the last 30 days, the oldest first. */
  readonly recorded: (lockPath: string) => Promise<readonly JournalEntry[]>
}

/** How long a recorded form is kept, in milliseconds. */
const keepMilliseconds = 30 * 24 * 60 * 60 * 1000

/** A process; `start` distinguishes it from a later one with the same number. */
export type ProcessMark = JournalEntry['process']

/** What publishing needs of the program's host. */
export type Machine = {
  readonly files: Files
  /** Folder of the state that formctl keeps between runs for this user (XDG). */
  readonly stateFolder: string
  readonly now: () => Date
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  readonly randomBytes: (count: number) => Uint8Array
  /** Identifies processes of this machine, so that an entry of a run that was killed is recognised as stale. */
  readonly processes: {
    readonly self: () => Promise<ProcessMark>
    readonly isRunning: (mark: ProcessMark) => Promise<boolean>
  }
  /** Aborts on Ctrl-C (reason `interrupted`), a request to end (`terminated`) and a closed terminal (`hung-up`), each a Failure. */
  readonly signal: AbortSignal
}

type State = Pick<Machine, 'files' | 'stateFolder' | 'now'>

/** The journal in the state folder. The folder is made with the first entry. */
export function journalOf({ files, stateFolder, now }: State): Journal {
  const folder = files.resolve(stateFolder, 'journal')
  const pathOf = (id: string): string => files.resolve(folder, `${id}.json`)
  const write = (entry: JournalEntry, replace: boolean): Promise<void> =>
    inState(stateFolder, async () => {
      await files.makeFolder(folder, 0o700)
      const content = `${JSON.stringify(entry, null, 2)}\n`
      await writeFile(files, pathOf(entry.id), { content, replace, mode: 0o600 })
    })
  const recordedPath = (lockPath: string): string =>
    files.resolve(folder, `recorded-${sha256(lockPath).slice(0, 16)}.ndjson`)
  return {
    list: async () => {
      const names = await namesIn({ files, stateFolder }, folder)
      const read = await Array.fromAsync(names, (name) => readEntry(files, files.resolve(folder, name), name))
      const entries = read.filter((entry) => entry !== undefined)
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
    record: async (entry) => {
      if (entry.lock) {
        const kept: JournalEntry = { ...entry, recorded: now().toISOString() }
        await inState(stateFolder, () =>
          files.append(recordedPath(entry.lock?.path ?? ''), `${JSON.stringify(kept)}\n`),
        )
      }
      await files.remove(pathOf(entry.id))
    },
    recorded: async (lockPath) => {
      const path = recordedPath(lockPath)
      const bytes = await files.read(path, maxRecordedBytes).catch(ignoreFailure)
      const lines = new TextDecoder().decode(bytes).split('\n')
      const since = new Date(now().getTime() - keepMilliseconds).toISOString()
      // A line that was cut off by a crash is left out: it helps, and nothing depends on it alone.
      const entries = lines
        .map(jsonValue)
        .filter(isEntry)
        .filter(({ recorded = '' }) => recorded > since)
      const kept = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
      if (bytes && entries.length < lines.length - 1)
        await writeFile(files, path, { content: kept, mode: 0o600 }).catch(ignoreFailure)
      return entries
    },
  }
}

const isEntry = (value: unknown): value is JournalEntry => validateJournalEntry(value) === true

const maxRecordedBytes = 256 * 1024 * 1024

/**
 * The entries of the journal, the oldest first; with `ids`, those, each once. Fails with `entry-unknown` for an id without
 * an entry, and with `form-in-progress` where its run still goes on.
 */
export async function openEntries(
  machine: State & Pick<Machine, 'processes'>,
  ids?: readonly string[],
): Promise<readonly JournalEntry[]> {
  const entries = await journalOf(machine).list()
  if (!ids) return entries
  const named: JournalEntry[] = []
  for (const id of new Set(ids)) {
    const entry = entries.find((each) => each.id === id)
    if (!entry) throw Failure.of('entry-unknown', { id })
    if (await machine.processes.isRunning(entry.process)) throw inProgress(entry)
    named.push(entry)
  }
  return named
}

const isEntryName = (name: string): boolean => /^[0-9a-f]{16}\.json$/.test(name)

const namesIn = (
  { files, stateFolder }: Pick<State, 'files' | 'stateFolder'>,
  folder: string,
): Promise<readonly string[]> =>
  inState(stateFolder, async () => {
    if ((await files.kind(folder)) === 'missing') return []
    return (await files.list(folder)).filter(isEntryName)
  })

/** Runs work in the state folder. Users do not know its files, so failures name the folder. */
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
async function readEntry(files: Files, path: string, name: string): Promise<JournalEntry | undefined> {
  const broken = (problem: string): Failure => Failure.of('journal-broken', { path, problem })
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(await files.read(path)))
    if (!isEntry(value)) throw broken(problemOf())
    if (`${value.id}.json` === name) return value
    throw broken('its name does not match its contents')
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

export type Subject = Pick<
  JournalEntry,
  'spec' | 'row' | 'name' | 'baseUrl' | 'environmentId' | 'contentHash'
>

/** Whether an entry is about the form of that spec, whatever its content was. */
export const isOfSpec = (entry: JournalEntry, subject: Subject): boolean =>
  isAt(entry, subject) &&
  entry.spec === subject.spec &&
  entry.row === subject.row &&
  entry.name === subject.name

/** Whether an entry is about a request of that content. */
export const isOfContent = (entry: JournalEntry, subject: Subject): boolean =>
  isAt(entry, subject) && entry.contentHash === subject.contentHash

/** Why it is not known whether the form of an entry exists. */
export const whyUnknown = ({ reason }: JournalEntry): string =>
  reason ?? 'the run ended before an answer came'

/** Nothing is sent, since an earlier run may have created the form. */
export const openFailure = (entry: JournalEntry): Failure =>
  Failure.of('outcome-open', {
    what: `the form "${entry.name}"`,
    at: entry.at,
    from: `${entry.spec === '-' ? 'the standard input' : entry.spec}${entry.row === undefined ? '' : `, row ${entry.row}`}`,
    baseUrl: entry.baseUrl,
    reason: whyUnknown(entry),
    id: entry.id,
  })

/** An entry belongs to a run that still goes on. */
export const inProgress = ({ name, process }: JournalEntry): Failure =>
  Failure.of('form-in-progress', { what: `the form "${name}"`, pid: process.pid })
