import { isLater } from '../record/moment.ts'
import {
  cellText,
  choicesOf,
  cellTypes,
  cellTypesOfNumber,
  cellTypesOfText,
  isNumber,
} from '../table/cell-values.ts'
import { isMain } from '../table/answers.ts'
import { addChoice, addChoices, mergeOptions, noOptions, type OptionTally } from '../table/option-tally.ts'
import type { Column } from '../table/columns.ts'
import { isPersonalMember } from '../form/answer-facts.ts'
import { isNumberText } from '../record/exact-json.ts'
import { addNumber, isCountable, mergeNumbers, noNumbers, type NumberTally } from './numbers.ts'

/** The values of one member of a question's answers, such as `value` or `choices`. */
export type MemberTally = {
  readonly name: string
  /** The furthest place that it had in an answer. */
  place: number
  /** Answers in which it had a value. */
  given: number
  readonly options: OptionTally
  /** What its other values are, as bits of `cellTypes`: these decide what they are together. */
  seenTypes: number
  /** Values that are numbers, as such and as they were written. */
  readonly numbers: NumberTally
  readonly numerals: TextTally
  /** All other values but files and the like. */
  readonly words: TextTally
  /** The first and the last of those that are dates, as text; '' without dates. */
  earliest: string
  latest: string
  yes: number
  no: number
  /** Values that identify a person: these are only counted. */
  personal: number
  /** Values, or parts of lists, of other kinds: files, for one. */
  others: number
}

/** Where a value comes from, when that was created, and how many texts are kept at most. */
export type ValueOf = {
  readonly responseId: string
  /** In milliseconds since 1970; -Infinity: not known. */
  readonly at: number
  readonly type: unknown
  readonly maxTexts: number
}

export const newMember = (name: string): MemberTally => ({
  name,
  place: 0,
  given: 0,
  options: noOptions(),
  seenTypes: 0,
  numbers: noNumbers(),
  numerals: noTexts(),
  words: noTexts(),
  earliest: '',
  latest: '',
  yes: 0,
  no: 0,
  personal: 0,
  others: 0,
})

/** Counts a value; whether it says anything: an empty text, a list without a tick or a flag that is off does not. */
export function addValue(member: MemberTally, value: unknown, of: ValueOf): boolean {
  const choices = choicesOf(value)
  const isGiven = choices
    ? addChoices(member.options, choices)
    : Array.isArray(value)
      ? addList(member, value)
      : addSingle(member, value, of)
  if (isGiven) member.given++
  return isGiven
}

function addList(member: MemberTally, list: readonly unknown[]): boolean {
  const others = list.filter((part) => part !== null).length
  if (others > 0) member.seenTypes |= cellTypes.json
  member.others += others
  return others > 0
}

function addSingle(member: MemberTally, value: unknown, of: ValueOf): boolean {
  if (value === null || value === undefined || value === '') return false
  if (typeof value === 'string' && member.name === 'selected') addChoice(member.options, value)
  else if (typeof value === 'object' && !isNumberText(value)) {
    member.seenTypes |= cellTypes.json
    member.others++
  } else if (typeof value !== 'boolean' && isPersonalMember(of.type, member.name)) member.personal++
  else addScalar(member, value, of)
  return value !== false || isMain(member.name)
}

/** Counts a text, a number or a flag as all that it may turn out to be, once all values are known. */
function addScalar(member: MemberTally, value: unknown, of: ValueOf): void {
  const text = cellText(value)
  const seenTypes =
    typeof value === 'string'
      ? cellTypesOfText(text)
      : typeof value === 'boolean'
        ? cellTypes.boolean
        : cellTypesOfNumber(text)
  member.seenTypes |= seenTypes
  addText(isNumber(seenTypes) ? member.numerals : member.words, text, of)
  if (isNumber(seenTypes)) {
    const number = Number(text)
    // Adding nothing makes 0 of -0.
    if (isCountable(number)) addNumber(member.numbers, number + 0)
    else member.others++
  } else if ((seenTypes & cellTypes.boolean) !== 0) member[text === 'true' ? 'yes' : 'no']++
  else if ((seenTypes & (cellTypes.date | cellTypes.instant)) !== 0)
    noteDates(member, { earliest: text, latest: text })
}

function noteDates(
  member: MemberTally,
  { earliest, latest }: Pick<MemberTally, 'earliest' | 'latest'>,
): void {
  if (member.earliest === '' || (earliest !== '' && isLater(member.earliest, earliest)))
    member.earliest = earliest
  if (isLater(latest, member.latest)) member.latest = latest
}

/** Adds what another tally of the member counted. */
export function mergeMember(member: MemberTally, other: MemberTally, maxTexts: number): void {
  member.place = Math.max(member.place, other.place)
  member.given += other.given
  mergeOptions(member.options, other.options)
  member.seenTypes |= other.seenTypes
  mergeNumbers(member.numbers, other.numbers)
  mergeTexts(member.numerals, other.numerals, maxTexts)
  mergeTexts(member.words, other.words, maxTexts)
  noteDates(member, other)
  member.yes += other.yes
  member.no += other.no
  member.personal += other.personal
  member.others += other.others
}

/** Members of identities that many people share. */
const sharedMembers = new Set([
  'companyName',
  'companyRevenue',
  'numberOfEmployees',
  'city',
  'state',
  'country',
])

/** Whether the values of a column are counted and never shown, as they identify a person. */
export function isOnlyCounted({ holds }: Column): boolean {
  if (holds.kind !== 'answer') return holds.name === 'id' || holds.name === 'ip'
  const { name, question } = holds.member
  if (sharedMembers.has(name)) return false
  return [undefined, ...question.types].some((type) => isPersonalMember(type, name))
}

/** Texts: how many, and the newest of the different ones. */
type TextTally = {
  count: number
  /** The newest first; it depends on the responses alone, not on their order. */
  readonly newest: DatedText[]
}

/** A text of a response, and when that was created, in milliseconds since 1970. */
type DatedText = { readonly text: string; readonly at: number; readonly responseId: string }

/** A text, the newest response that gave it, and when that was created; null: not known. */
export type Sample = { readonly text: string; readonly createdAt: string | null; readonly responseId: string }

/** The most characters of a text that are kept. */
const longest = 1000

export const noTexts = (): TextTally => ({ count: 0, newest: [] })

/** Counts a text of a response, and keeps it if it is among the newest. */
export function addText(
  tally: TextTally,
  given: string,
  {
    maxTexts,
    at,
    responseId,
  }: { readonly maxTexts: number; readonly at: number; readonly responseId: string },
): void {
  const last = tally.newest.at(-1)
  tally.count++
  if (maxTexts === 0 || (tally.newest.length >= maxTexts && last !== undefined && at < last.at)) return
  const text = given.length > longest ? `${given.slice(0, longest).toWellFormed()}…` : given
  keep(tally, { text, at, responseId }, maxTexts)
}

/** Adds the texts of another tally. */
function mergeTexts(tally: TextTally, { count, newest }: TextTally, maxTexts: number): void {
  tally.count += count
  for (const dated of newest) keep(tally, dated, maxTexts)
}

function keep({ newest }: TextTally, dated: DatedText, maxTexts: number): void {
  const same = newest.findIndex(({ text }) => text === dated.text)
  const there = newest[same]
  if (there !== undefined) {
    if (byNewest(there, dated) <= 0) return
    newest.splice(same, 1)
  }
  const place = newest.findIndex((other) => byNewest(dated, other) < 0)
  newest.splice(place < 0 ? newest.length : place, 0, dated)
  if (newest.length > maxTexts) newest.pop()
}

/** The newest texts of two tallies without a common text. */
export const samplesOf = (tallies: readonly TextTally[], maxTexts: number): readonly Sample[] =>
  tallies
    .flatMap(({ newest }) => newest)
    .toSorted(byNewest)
    .slice(0, maxTexts)
    .map(({ text, at, responseId }) => ({
      text,
      createdAt: at === -Infinity ? null : new Date(at).toISOString(),
      responseId,
    }))

function byNewest(a: DatedText, b: DatedText): number {
  if (a.at !== b.at) return a.at > b.at ? -1 : 1
  if (a.responseId !== b.responseId) return a.responseId > b.responseId ? -1 : 1
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0
}
