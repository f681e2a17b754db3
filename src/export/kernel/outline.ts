import type { RawRecord } from '../../form/raw-record.ts'
import { isTimeColumn, type Column, type Columns, type Member, type Question } from '../columns.ts'
import { describing, isEntry, type Entry } from '../merge-entries.ts'
import { pass, passString, passValue, peek, walkMembers, type Cursor } from './walk.ts'

/** What a literal of a record means beside its bytes. */
export type Meaning =
  | { readonly kind: 'once'; readonly name: string }
  | { readonly kind: 'entry'; readonly template: TemplateOutline }
  | { readonly kind: 'form'; readonly formId: string; readonly column: Column }

/** An entry without its values. */
export type TemplateOutline = {
  /** Told apart by its literals and by the form, as far as that was known before it. */
  readonly key: string
  readonly isFormless: boolean
  readonly question: Question
  readonly headline: string
  readonly type: string
  /** Of its values, in the order of the bytes. */
  readonly columns: readonly Column[]
}

/** What may stand where a value is. */
export type ValueFlags = {
  readonly isNested?: boolean
  readonly isJoined?: boolean
  readonly isDescribing?: boolean
  readonly isCreated?: boolean
  readonly isTime?: boolean
  readonly isIdentity?: boolean
}

/** A literal and the value after it. */
export type Step = {
  /** Of the record's bytes. */
  readonly literal: readonly [number, number]
  readonly meanings: readonly Meaning[]
  /** Where the value stands, as seen by what may follow; `end` is the end of the record. */
  readonly place: string
  /** The value's column; undefined where the end of its entry tells. */
  readonly column: Column | undefined
  readonly flags: ValueFlags
}

/** A record as steps. */
export type Outline = { readonly steps: readonly Step[]; readonly formId: string | undefined }

type Walk = Cursor & {
  readonly columns: Columns
  readonly record: RawRecord
  readonly steps: Step[]
  from: number
  meanings: Meaning[]
  formId: string | undefined
  entry: { begin: number; literals: string; readonly columns: Column[] } | undefined
}

/**
 * The outline of a record that was collected, so that all its columns are there; undefined where none tells the whole of
 * it, as of a record in which a name repeats.
 */
export function outlineOf(bytes: Uint8Array, record: RawRecord, columns: Columns): Outline | undefined {
  const walk: Walk = {
    bytes,
    at: 0,
    columns,
    record,
    steps: [],
    from: 0,
    meanings: [],
    formId: undefined,
    entry: undefined,
  }
  if (!walkMembers(walk, (name) => walkRecordMember(walk, name))) return undefined
  addStep(walk, { place: 'end', column: undefined, flags: {} })
  return { steps: walk.steps, formId: walk.formId }
}

function walkRecordMember(walk: Walk, name: string): boolean {
  const first = peek(walk)
  walk.meanings.push({ kind: 'once', name: `record ${name}` })
  if (name === 'data' && first === '[') return walkData(walk)
  if (name === 'meta' && first === '{') return walkPlain(walk, 'meta')
  if (name === 'personAttributes' && first === '{') return walkPlain(walk, 'person')
  const column = walk.columns.find('record', name)
  if (column === undefined) return false
  if (name === 'formId') return first === '"' && walkForm(walk, column)
  // Were these three what they usually are, they would be no cells.
  const isNested = name !== 'data' && name !== 'meta' && name !== 'personAttributes'
  const [isTime, isCreated, isIdentity] = [isTimeColumn(column), name === 'createdAt', name === 'id']
  addValue(walk, `record ${name}`, { column, flags: { isTime, isCreated, isIdentity, isNested } })
  return true
}

const walkPlain = (walk: Walk, kind: 'meta' | 'person'): boolean =>
  walkMembers(walk, (name) => {
    peek(walk)
    walk.meanings.push({ kind: 'once', name: `${kind} ${name}` })
    const column = walk.columns.find(kind, name)
    if (column) addValue(walk, `${kind} ${name}`, { column, flags: { isNested: true } })
    return column !== undefined
  })

function walkForm(walk: Walk, column: Column): boolean {
  const formId = walk.record['formId']
  if (typeof formId !== 'string') return false
  passString(walk)
  walk.formId = formId
  walk.meanings.push({ kind: 'form', formId, column })
  return true
}

function walkData(walk: Walk): boolean {
  const { data } = walk.record
  if (!Array.isArray(data) || !data.every(isEntry)) return false
  const ids = new Set(data.map(({ questionId }) => questionId))
  if (ids.size < data.length) return false
  pass(walk)
  for (const entry of data) {
    if (peek(walk) === ',') pass(walk)
    // A record with two arrays of this name was parsed as the second one.
    if (peek(walk) !== '{' || !walkEntry(walk, entry)) return false
  }
  if (peek(walk) !== ']') return false
  pass(walk)
  return true
}

function walkEntry(walk: Walk, entry: Entry): boolean {
  const question = walk.columns.question(entry.questionId)
  const columns: Column[] = []
  walk.entry = { begin: walk.at, literals: '', columns }
  const isKnown = walkMembers(walk, (name) => {
    const first = peek(walk)
    if (name === 'questionId' && first === '"') passString(walk)
    // What else an entry has comes after its response, wherever it stands.
    else if (name === 'response' && first === '{') return columns.length === 0 && walkResponse(walk, question)
    else return addAnswer(walk, question.entryMembers.get(name), false)
    return true
  })
  if (!isKnown) return false
  const { literals, begin } = walk.entry
  walk.entry = undefined
  const { headline, type } = entry.response
  walk.meanings.push({
    kind: 'entry',
    template: {
      key: `${placeOf(walk)} ${literals}${textOf(walk, begin)}`,
      isFormless: walk.formId === undefined,
      question,
      headline: typeof headline === 'string' ? headline : '',
      type: typeof type === 'string' ? type : '',
      columns,
    },
  })
  return true
}

const walkResponse = (walk: Walk, question: Question): boolean =>
  walkMembers(walk, (name) => {
    const isDescribing = describing.includes(name)
    if (peek(walk) !== '"' || !isDescribing) return addAnswer(walk, question.members.get(name), isDescribing)
    passString(walk)
    return true
  })

function addAnswer(walk: Walk, member: Member | undefined, isDescribing: boolean): boolean {
  const { entry } = walk
  const column = member?.column
  if (!entry || !column) return false
  entry.columns.push(column)
  entry.literals += `${textOf(walk, entry.begin)}\u0001`
  addValue(walk, `entry ${entry.literals}`, {
    column: undefined,
    flags: { isNested: true, isJoined: true, isDescribing },
  })
  return true
}

type Value = Pick<Step, 'column' | 'flags'>

function addValue(walk: Walk, place: string, value: Value): void {
  addStep(walk, { place: `${placeOf(walk)} ${place}`, ...value })
  passValue(walk)
  walk.from = walk.at
}

function addStep(walk: Walk, step: Value & { readonly place: string }): void {
  walk.steps.push({ ...step, literal: [walk.from, walk.at], meanings: walk.meanings.splice(0) })
}

/** What follows may hang on the form, once it is known. */
const placeOf = ({ formId }: Walk): string => (formId === undefined ? '-' : JSON.stringify(formId))

const latin = new TextDecoder('latin1')

/** The bytes since the last value, or since an entry began, as a text. */
const textOf = (walk: Walk, begin: number): string =>
  latin.decode(walk.bytes.subarray(Math.max(walk.from, begin), walk.at))
