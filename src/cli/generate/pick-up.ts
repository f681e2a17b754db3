import { environmentOf } from '../../client/caller.ts'
import { knowsKeys } from '../../client/generate.ts'
import { keyKept } from '../../wire/routes.ts'
import type { Context } from '../command.ts'
import type { Host, ProcessMark } from '../host.ts'
import { inProgress, openFailure } from '../journal/entry-words.ts'
import { journalOf, type Journal, type JournalEntry } from '../journal/journal.ts'
import type { ConnectedCaller } from '../settings/with-caller.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { stdinName } from '../spec-files.ts'
import { unusedFolders, unusedSentence } from '../settings/unused-folders.ts'
import { contentHashOf } from './content-hash.ts'
import type { PlannedForm } from './plan-forms.ts'

/**
 * How a form is created, after what earlier runs have left in the journal: `new`; `again`, by the request that an earlier
 * run sent, which the service knows again; `known`: it exists, and an earlier run ended before it said so.
 */
export type Way =
  | { readonly kind: 'new'; readonly replaces: readonly JournalEntry[] }
  | { readonly kind: 'again'; readonly entry: JournalEntry }
  | { readonly kind: 'known'; readonly entry: JournalEntry; readonly form: NonNullable<JournalEntry['form']> }

/** A form to be created, and how. */
export type WayOf = { readonly planned: PlannedForm; readonly way: Way }

/** What creating needs. */
export type Creating = {
  readonly caller: ConnectedCaller
  readonly journal: Journal
  readonly host: Host
  readonly terminal: Terminal
  /** This process, as the journal names it. */
  readonly self: ProcessMark
}

/** What creating needs, of a command with an open connection. */
export async function creatingOf(
  { host, terminal }: Pick<Context, 'host' | 'terminal'>,
  caller: ConnectedCaller,
): Promise<Creating> {
  // Whoever keeps that folder from run to run, as CI does, would keep one without the notes.
  for (const name of unusedFolders(host))
    if (name === 'XDG_STATE_HOME')
      await terminal.warn(`${terminal.err.yellow('warning')}: ${terminal.plain(unusedSentence(name, host))}`)
  return { caller, host, terminal, journal: journalOf(host), self: await host.processes.self() }
}

/** Which form an entry is about. */
export type Subject = Pick<
  JournalEntry,
  'spec' | 'row' | 'name' | 'baseUrl' | 'environmentId' | 'contentHash'
>

/** What the journal says of a planned form. */
export function subjectOf({ file, row, body }: PlannedForm, { caller, host }: Creating): Subject {
  return {
    spec: file === stdinName ? '-' : host.files.resolve(file),
    ...(row && { row: row.number }),
    name: body.name,
    baseUrl: caller.access.baseUrl,
    environmentId: environmentOf(caller.access),
    contentHash: contentHashOf(body),
  }
}

/**
 * How each form is created. Fails before anything is sent: with `outcome-open` where an earlier run may have created one,
 * and with `form-in-progress` where another run is creating it right now. `isForced` sends what is open all the same.
 */
export async function waysOf(
  planned: readonly PlannedForm[],
  creating: Creating,
  { isForced }: { readonly isForced: boolean },
): Promise<readonly WayOf[]> {
  const open = (await creating.journal.list()).filter((entry) => !isOwn(entry, creating))
  const judging = { creating, isForced, open: new Set(open), isTrusted: onceAsked(creating) }
  const ways: WayOf[] = []
  for (const form of planned) ways.push({ planned: form, way: await wayOf(form, judging) })
  return ways
}

type Judging = {
  readonly creating: Creating
  readonly isForced: boolean
  /** Entries that belong to no form of this run so far. */
  readonly open: Set<JournalEntry>
  readonly isTrusted: () => Promise<boolean>
}

/** Whether the service knows requests again; it is asked at most once, and only if it matters. */
function onceAsked({ caller }: Creating): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined
  return () => (answer ??= knowsKeys(caller))
}

async function wayOf(planned: PlannedForm, judging: Judging): Promise<Way> {
  const { creating, isForced, open } = judging
  const subject = subjectOf(planned, creating)
  const same = sameContent([...open], subject)
  const entries = same ? [same] : [...open].filter((entry) => isOfSpec(entry, subject))
  for (const entry of entries) open.delete(entry)
  const replaces: JournalEntry[] = []
  for (const entry of entries) {
    await refuseRunning(entry, creating)
    const { form } = entry
    if (form && entry === same && !isForced) return await known({ entry, form }, creating)
    if (form) await sayExists({ entry, form }, creating)
    else if (!isForced) {
      if (entry === same && isYoung(entry, creating) && (await judging.isTrusted()))
        return await again(entry, creating)
      throw openFailure(entry)
    }
    // A lock file that waits for the id of a form still has to get it.
    if (!form || !entry.lock) replaces.push(entry)
  }
  return { kind: 'new', replaces }
}

/** The entry of the same content; that of the same spec first. */
const sameContent = (open: readonly JournalEntry[], subject: Subject): JournalEntry | undefined => {
  const same = open.filter(
    (entry) => isSameService(entry, subject) && entry.contentHash === subject.contentHash,
  )
  return same.find((entry) => isOfSpec(entry, subject)) ?? same[0]
}

const isOfSpec = (entry: JournalEntry, subject: Subject): boolean =>
  isSameService(entry, subject) &&
  entry.spec === subject.spec &&
  entry.row === subject.row &&
  entry.name === subject.name

const isSameService = (entry: JournalEntry, { baseUrl, environmentId }: Subject): boolean =>
  entry.baseUrl === baseUrl && entry.environmentId === environmentId

/** Whether this very run wrote an entry. */
export const isOwn = ({ process }: JournalEntry, { self }: Creating): boolean =>
  process.pid === self.pid && process.start === self.start

/** Refuses to send what another run is sending. */
export async function refuseRunning(entry: JournalEntry, { host }: Creating): Promise<void> {
  if (await host.processes.isRunning(entry.process)) throw inProgress(entry)
}

/** Whether the service still knows the key: it counts from a later moment, so it forgets later than we do. */
function isYoung({ at }: JournalEntry, { host }: Creating): boolean {
  const age = host.now().getTime() - Date.parse(at)
  return age >= 0 && age < keyKept
}

type Existing = { readonly entry: JournalEntry; readonly form: NonNullable<JournalEntry['form']> }

async function known({ entry, form }: Existing, { terminal }: Creating): Promise<Way> {
  await terminal.say(
    terminal.plain(
      `"${entry.name}" was created at ${entry.at} by a run that ended before it said so: nothing is sent, and here is its id.`,
    ),
  )
  return { kind: 'known', entry, form }
}

async function again(entry: JournalEntry, { terminal }: Creating): Promise<Way> {
  await terminal.say(
    terminal.plain(
      `"${entry.name}" was sent at ${entry.at} and no answer came. The service knows that request again, so it is sent once more: there will be one form.`,
    ),
  )
  return { kind: 'again', entry }
}

// Another form than the one that is sent now: it is told, so that nobody has to look for it.
const sayExists = ({ entry, form }: Existing, { terminal }: Creating): Promise<void> =>
  terminal.warn(
    terminal.plain(
      `An earlier run created "${entry.name}" at ${entry.at} and ended before it said so: form ${form.id}, ${form.url}.`,
    ),
  )
