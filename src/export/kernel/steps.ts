import type { RawRecord } from '../../form/raw-record.ts'
import type { Column, Columns, Member, Question } from '../columns.ts'
import { passValue, walkMembers, type Cursor } from './walk.ts'

/** What a literal of a record means beside its bytes. */
export type Meaning =
  | { readonly kind: 'once'; readonly name: string }
  | { readonly kind: 'form'; readonly formId: string; readonly column: Column }
  | { readonly kind: 'data' }
  | Telling
  | { readonly kind: 'end' }

/** A member of an entry that is told once: what describes its question, with its text, if it is one. */
export type Telling = {
  readonly kind: 'tell'
  readonly name: string
  readonly text: string | undefined
  readonly entry: EntryOutline
}

/** An entry without its values. */
export type EntryOutline = {
  readonly question: Question
  /** Of its answers, and of what stands beside its response. */
  readonly members: Member[]
  readonly besides: Member[]
  headline: string
  type: string
  /** How many members are told once. */
  tellings: number
}

/** What may stand where a value is. */
export type ValueFlags = {
  readonly isNested?: boolean
  readonly isDescribing?: boolean
  readonly isCreated?: boolean
  readonly isTime?: boolean
  readonly isJoined?: boolean
  readonly isIdentity?: boolean
  readonly isBeside?: boolean
}

/** A value: its column or, in an entry, its name, as only the question tells the column. */
export type Value = { readonly column: Column | string; readonly flags: ValueFlags }

/** Where a record may go on: in which object or list, and whether a comma has to come. */
export type Border =
  | 'record'
  | 'data'
  | 'entries'
  | 'entry'
  | 'response'
  | 'answers'
  | 'answered'
  | `${'meta' | 'person'} ${'begins' | 'goes on'}`
  | 'end'

/** Some bytes of a record, and the value behind them, if there is one. */
export type Step = {
  /** Of the record's bytes. */
  readonly literal: readonly [number, number]
  readonly meanings: readonly Meaning[]
  /** What comes after the value. */
  readonly border: Border
  readonly value: Value | undefined
}

/** A walk over a record, which makes steps of it. */
export type Walk = Cursor & {
  readonly columns: Columns
  readonly record: RawRecord
  readonly steps: Step[]
  readonly entries: EntryOutline[]
  from: number
  meanings: Meaning[]
}

/** Makes a step of the bytes since the last one, and of the value behind them. */
export function addStep(walk: Walk, border: Border, value?: Value): void {
  walk.steps.push({ literal: [walk.from, walk.at], meanings: walk.meanings.splice(0), border, value })
  if (value) passValue(walk)
  walk.from = walk.at
}

/** Walks over an object, with a step to where its first member comes and one to what comes after it. */
export function walkObject(
  walk: Walk,
  [begins, after]: readonly [Border, Border],
  visit: (name: string) => boolean,
): boolean {
  const isKnown = walkMembers(walk, visit, () => addStep(walk, begins))
  addStep(walk, after)
  return isKnown
}
