/** The lock file, `formctl.lock.json`: reads and checks it, writes it, and keeps other runs out. */
import { jsonValue, utf8Text } from '../wire/wire.ts'
import { Failure } from '../failure/failure.ts'
import { shapeProblems, type ValueProblem } from '../form/shape-problems.ts'
import { type Path, childOf, isObject } from '../form/value.ts'
import { jsonFaultIn } from '../record/json-checker.ts'
import type { LockFile as LockShape } from './generated/lock.ts'
import { validateLockFile } from './generated/validate-lock.js'
import { inState, type Machine } from './journal.ts'
import {
  entryKey,
  isAt,
  pathFrom,
  specAndName,
  targetFrom,
  versionsOf,
  type FormVersion,
  type LockedForm,
  type LockPlace,
} from './lock-entries.ts'
import { contradiction, mergedForms, sidesOf, type MergedForms, type Side } from './lock-merge.ts'
import { writeFile, type Claim, type Files } from '../files/file-system.ts'
import type { Publisher } from './create-once.ts'

async function readMerged(files: Files, place: LockPlace): Promise<ReadLock> {
  const { path, name } = place
  if ((await files.access(path))?.isLink)
    throw Failure.of('lock-file-unusable', { path: name, problem: aLink })
  const kind = await files.kind(path)
  return kind === 'missing' ? unmerged([]) : parseLock(await files.read(path, maxBytes), name)
}

/** The entries of the lock file as it is now, those of both sides where it is half merged; none when there is no such file. */
export const readLock = async (files: Files, place: LockPlace): Promise<readonly LockedForm[]> =>
  (await readMerged(files, place)).forms

const aLink =
  'it is a symbolic link, and its paths would start from another folder. Put the file itself here.'

// About 100,000 forms.
const maxBytes = 64 * 1024 * 1024

/** What to look up in a lock file: a spec, one form of it as in `all.yaml#Survey`, or the id of a form, and the service whose forms of a spec count; by default all. */
type Lookup = {
  readonly word: string
  readonly service: () => Promise<{ readonly baseUrl: string; readonly environmentId?: string } | undefined>
}

type FormEntry = { readonly entry: LockedForm; readonly form: FormVersion }

/** The present or former form of an id, or the present forms of a spec at a service. Fails with `form-not-applied` where there are none. */
export async function findLockedForms(
  files: Files,
  place: LockPlace,
  { word, service }: Lookup,
): Promise<readonly FormEntry[]> {
  const entries = await readLock(files, place)
  const byId = entries.flatMap((entry) =>
    versionsOf(entry).flatMap((form) => (form.id === word ? [{ entry, form }] : [])),
  )
  if (byId.length > 0) return byId
  const { file, name } = specAndName(word)
  const spec = pathFrom(place, files.resolve(file))
  const all = entries.filter((entry) => entry.spec === spec && (name === undefined || entry.name === name))
  const wanted = all.length > 0 ? await service() : undefined
  const found = all.filter(
    (entry) => !wanted || isAt(entry, targetFrom(place, { environmentId: entry.environmentId, ...wanted })),
  )
  const [other] = all
  const elsewhere = other && `${other.baseUrl}, environment ${other.environmentId}`
  if (found.length === 0) throw Failure.of('form-not-applied', { word, path: place.name, elsewhere })
  return found.map((entry) => ({ entry, form: entry }))
}

/** The entries of the bytes of a lock file. Fails with `lock-file-unusable`; `name` is for its message. */
export const lockedIn = async (bytes: Uint8Array, name: string): Promise<readonly LockedForm[]> =>
  (await parseLock(bytes, name)).forms

/** An opened lock file: each change of it is on the disk when it resolves. */
export type LockFile = {
  /** What was put together when it was opened; `isMerged`: the file itself is not yet as its entries are. */
  readonly merge: Pick<ReadLock, 'isMerged' | 'twins'>
  readonly forms: () => readonly LockedForm[]
  readonly update: (change: (forms: readonly LockedForm[]) => readonly LockedForm[]) => Promise<void>
}

/** Opens the lock file for changes. Changes made by others meanwhile, by hand or by git, are kept. */
export async function openLock(files: Files, place: LockPlace): Promise<LockFile> {
  let stamp = await files.stamp(place.path)
  const read = await readMerged(files, place)
  let { forms } = read
  let last: Promise<void> = Promise.resolve()
  const write = async (change: (forms: readonly LockedForm[]) => readonly LockedForm[]): Promise<void> => {
    const now = await files.stamp(place.path)
    // A file that was removed meanwhile is written again, since the forms exist.
    if (now !== undefined && now !== stamp) forms = await readLock(files, place)
    const next = change(forms)
    await writeFile(files, place.path, { content: lockText(next) })
    forms = next
    stamp = await files.stamp(place.path)
  }
  return {
    merge: read,
    forms: () => forms,
    update: (change) => {
      const done = last.then(() => write(change))
      last = done.catch(() => undefined)
      return done
    },
  }
}

/** How long a run waits for another one on the same lock file, in seconds, by default. */
export const defaultLockSeconds = 60

type HoldOptions = {
  readonly machine: Machine
  readonly report: Publisher['report']
  /** How long to wait for another run; by default `defaultLockSeconds`. */
  readonly seconds: number | undefined
}

/** Runs work while no other run of this user has the lock file; waits for one that has it. */
export async function holdLock<T>(
  place: LockPlace,
  holding: HoldOptions,
  work: () => Promise<T>,
): Promise<T> {
  const claim = await claimOf(place, holding)
  try {
    return await work()
  } finally {
    claim.release()
  }
}

async function claimOf(
  { path, name }: LockPlace,
  { machine, report, seconds = defaultLockSeconds }: HoldOptions,
): Promise<Claim> {
  const { files, stateFolder, now, sleep, signal } = machine
  const begin = now().getTime()
  const folder = files.resolve(stateFolder, 'claims')
  for (let isReported = false; ;) {
    const claim = await inState(stateFolder, () => files.claim(path, folder))
    if (claim) return claim
    const waited = now().getTime() - begin
    if (waited >= seconds * 1000) throw Failure.of('lock-file-held', { path: name, seconds })
    if (waited >= 1000 && !isReported) {
      await report({ kind: 'waiting-for-lock', name, seconds })
      isReported = true
    }
    await sleep(pauseMilliseconds, signal)
  }
}

const pauseMilliseconds = 100

/** The version of its shape that this program reads and writes. */
const knownVersion = 1
const knownKey = 'schema_version'

/** The text of a lock file: stable, so that git can merge what two people added. */
const lockText = (forms: readonly LockedForm[]): string =>
  `${JSON.stringify({ schema_version: knownVersion, forms }, null, 2)}\n`

/** The entries of a lock file, and what had to be put together for them. */
type ReadLock = MergedForms & { readonly isMerged: boolean }

const unmerged = (forms: readonly LockedForm[]): ReadLock => ({ forms, twins: [], isMerged: false })

/** The entries of a lock file. Fails with `lock-file-unusable`, which names the line. `name` is for messages. */
async function parseLock(bytes: Uint8Array, name: string): Promise<ReadLock> {
  const refuse = (problem: string): Failure => Failure.of('lock-file-unusable', { path: name, problem })
  const text = utf8Text(bytes)
  if (text === undefined) throw refuse('it is not UTF-8. Restore it from version control.')
  const sides = sidesOf(text)
  if (typeof sides === 'number')
    throw refuse(
      `line ${sides} holds a mark of a merge without its counterpart. Restore what git wrote there, or keep the entries of both sides with a comma between them and remove the marks.`,
    )
  const read = await Array.fromAsync(sides, (side) => parseSide(side, sides.length > 1, refuse))
  const id = contradiction(read)
  if (id === undefined) {
    const [forms = []] = read
    const isWhole = read.length === 1 && new Set(forms.map(entryKey)).size === forms.length
    return isWhole ? unmerged(forms) : { ...mergedForms(read), isMerged: true }
  }
  const lines = text
    .split('\n')
    .flatMap((line, i) => (line.includes(`"id": ${JSON.stringify(id)}`) ? [i + 1] : []))
  throw refuse(
    `${lines.length > 1 ? `lines ${lines.join(' and ')} name` : 'it names'} the form ${id} in two entries that contradict each other. Keep the one that is right.`,
  )
}

/** The entries of one side. */
async function parseSide(
  side: Side,
  isOfMerge: boolean,
  refuse: (problem: string) => Failure,
): Promise<readonly LockedForm[]> {
  const text = side.map((line) => line.text).join('\n')
  const numberAt = (line: number): number => side[line - 1]?.number ?? line
  // A side of a merge that has no such file.
  if (text.trim() === '' && isOfMerge) return []
  if (text.trim() === '')
    throw refuse('it is empty. Restore it from version control, or remove it: apply looks for its forms.')
  const value = jsonValue(text)
  const isOurs = value === undefined ? text.trimStart().startsWith('{') : isObject(value) && knownKey in value
  if (!isOurs) throw refuse('it is not a lock file of formctl. Restore it from version control.')
  if (value === undefined) throw refuse(notJson(new TextEncoder().encode(text), numberAt))
  if (memberCount(text) !== memberCount(JSON.stringify(value)))
    throw refuse(await repeatedKey(text, numberAt))
  const version = childOf(value, knownKey)
  if (typeof version === 'number' && version > knownVersion)
    throw refuse(
      `it was written by a newer formctl (schema_version ${version}, and this one knows ${knownVersion}). Update formctl.`,
    )
  // The validator proves it where it counts.
  const lock = value as LockShape
  const problems = validateLockFile(value)
    ? addressProblems(lock)
    : shapeProblems(value, validateLockFile.errors)
  const [problem] = problems
  if (problem)
    throw refuse(
      `line ${numberAt(await lineOf(text, problem.path))}: ${problem.sentence} Correct it, or restore the file from version control.`,
    )
  return lock.forms
}

/** Forms whose address is that of another id, as after a slip in an editor. Services may have other addresses than the contract's. */
const addressProblems = ({ forms }: LockShape): readonly ValueProblem[] =>
  forms.flatMap((form, i) =>
    versionsOf(form).flatMap(({ id, url }, nth) => {
      const inUrl = /\/s\/([^/?#]+)$/.exec(url)?.[1]
      if (inUrl === undefined || inUrl === encodeURIComponent(id)) return []
      const path = ['forms', i, ...(nth === 0 ? [] : ['history', nth - 1]), 'id']
      return [{ path, sentence: `the id is ${id}, and the url names ${inUrl}.` }]
    }),
  )

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

function notJson(bytes: Uint8Array, numberAt: (line: number) => number): string {
  const fault = jsonFaultIn(bytes)
  const before = new TextDecoder().decode(bytes.subarray(0, fault?.byte)).split('\n')
  const problem = fault
    ? `line ${numberAt(before.length)}, column ${(before.at(-1) ?? '').length + 1} ${fault.problem}`
    : 'it is incomplete JSON'
  if (fault?.problem.includes('where a comma'))
    return `${problem}. Write before it what is missing: a comma, or "}, {" between the entries of the two sides of a merge.`
  const isExtraComma = /,\s*$/.test(before.join('\n'))
  return `${problem}. ${isExtraComma ? 'Remove the comma before it.' : 'Restore it from version control.'}`
}

/** How many members the objects of a JSON text have: the colons outside of its strings. */
function memberCount(json: string): number {
  let [count, isInString] = [0, false]
  for (let i = 0; i < json.length; i++) {
    const sign = json[i]
    if (isInString && sign === '\\') i++
    else if (sign === '"') isInString = !isInString
    else if (sign === ':' && !isInString) count++
  }
  return count
}

/** Where a key stands a second time in one object: the last one would win, and the forms of the others would be made again. */
async function repeatedKey(text: string, numberAt: (line: number) => number): Promise<string> {
  const { parseDocument } = await import('yaml')
  const [fault] = parseDocument(text, { prettyErrors: false, logLevel: 'silent' }).errors
  const [from = 0] = fault?.pos ?? []
  const key = /^"[^"\n]{0,80}"/.exec(text.slice(from, from + 100))?.[0] ?? 'a key'
  return `line ${numberAt(lineAt(text, from))}: ${key} stands twice in one object, as after a merge. Give each entry braces of its own, in one list, or let git write its marks again (git checkout --merge): with them, apply keeps both sides.`
}

/** The line of the value at a path, or of its nearest ancestor that exists. */
async function lineOf(text: string, path: Path): Promise<number> {
  const { parseDocument } = await import('yaml')
  // JSON is YAML, and that parser keeps positions. It is slow, but runs once.
  const document = parseDocument(text, { uniqueKeys: false, logLevel: 'silent' })
  let offset = 0
  for (let length = 0; length <= path.length; length++) {
    const node = document.getIn(path.slice(0, length), true)
    if (isObject(node) && Array.isArray(node['range'])) offset = Number(node['range'][0])
  }
  return lineAt(text, offset)
}
