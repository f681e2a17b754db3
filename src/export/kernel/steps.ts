import type { RawRecord } from '../../record/records.ts'
import type { Column, Columns, Member, Question } from '../columns.ts'
import type { Entry } from '../merge-entries.ts'
import { passValue, type Cursor } from './walk.ts'

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

/** What a value may be and is, as the kernel knows it: see assembly/layout.ts. */
export const flags = {
  nested: 1,
  describing: 2,
  created: 4,
  time: 8,
  /** There is no value. */
  bare: 16,
  joined: 32,
  identity: 64,
  /** There is none, and the record has ended. */
  end: 128,
  beside: 256,
} as const

/** A value: its column or, in an entry, its name, as only the question tells the column. */
export type Value = { readonly column: Column | string; readonly flags: number }

/** Where a record may go on: before or after a member, or an entry, of which object or list. Numbers, as these are looked up for each step. */
export const borders = {
  start: 0,
  end: 1,
  beforeMember: 2,
  afterMember: 3,
  beforeMeta: 4,
  afterMeta: 5,
  beforePerson: 6,
  afterPerson: 7,
  beforeEntry: 8,
  afterEntry: 9,
  beforePart: 10,
  afterPart: 11,
  beforeLastPart: 12,
  afterLastPart: 13,
  beforeAnswer: 14,
  afterAnswer: 15,
} as const

/** One of them. */
export type Border = (typeof borders)[keyof typeof borders]

/** Some bytes of a record, and the value behind them, if there is one. */
export type Step = {
  readonly from: number
  readonly to: number
  readonly meanings: readonly Meaning[]
  /** What comes after the value. */
  readonly border: Border
  readonly value: Value | undefined
}

/** What is taught of a record while it is walked over. */
export type Pupil = {
  /** Goes on at a border, as all before it is known. */
  readonly goOn: (border: Border) => void
  /** Takes the steps from one value to the next one, or to the end. */
  readonly take: (run: readonly Step[]) => void
  readonly takeEntry: (entry: EntryOutline) => void
  /** Whether it may be, behind an entry or behind them all, that all that is left of the record is known already. */
  readonly mayKnow: (isEnd: boolean) => boolean
  /** Whether it is, these entries and what is behind them. */
  readonly knows: (rest: readonly Entry[]) => boolean
}

/** A walk over a record, which makes steps of it; what these tell is of its bytes alone. */
export type Walk = Cursor & {
  readonly columns: Columns
  readonly record: RawRecord
  readonly pupil: Pupil
  /** The steps since the last value. */
  readonly run: Step[]
  from: number
  meanings: Meaning[]
}

const nothing: Meaning[] = []

/** Says what the bytes since the last step mean. */
export function mean(walk: Walk, meaning: Meaning): void {
  if (walk.meanings === nothing) walk.meanings = [meaning]
  else walk.meanings.push(meaning)
}

/** A walk that begins with a record. */
export const startWalk = (outlined: Pick<Walk, 'tokens' | 'record' | 'columns' | 'pupil'>): Walk => ({
  ...outlined,
  next: 0,
  at: 0,
  run: [],
  from: 0,
  meanings: nothing,
})

/** Makes a step of the bytes since the last one, and of the value behind them. */
export function addStep(walk: Walk, border: Border, value?: Value): void {
  walk.run.push({ from: walk.from, to: walk.at, meanings: walk.meanings, border, value })
  walk.meanings = nothing
  if (value || border === borders.end) {
    walk.pupil.take(walk.run)
    walk.run.length = 0
  }
  if (value) passValue(walk)
  walk.from = walk.at
}
