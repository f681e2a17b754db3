import { shortened } from '../form/words.ts'
import { addCounts } from '../form/value.ts'
import { isLater } from '../record/moment.ts'
import {
  cellText,
  choicesOf,
  chosenIn,
  cellTypes,
  cellTypesOfNumber,
  cellTypesOfText,
  isNumber,
} from '../table/cell-values.ts'
import { isMain } from '../table/answers.ts'
import { addChoice, addChoices, mergeOptions, noOptions } from '../table/option-tally.ts'
import type { Column } from '../table/columns.ts'
import { answerFactsOf, isPersonalMember } from '../form/answer-facts.ts'
import { isNumberText } from '../record/exact-json.ts'
import { countsOf } from './days.ts'
import { addScores, isScore, noScores, npsGroupOf, scoreOfOption, type NpsCounts } from './scale.ts'
import type { TextStats } from './shapes.ts'
import { addNumber, isCountable, mergeNumbers, noNumbers } from './numbers.ts'

/** The values of one member of a question's answers, such as `value` or `choices`. */
export type MemberTally = ReturnType<typeof newMember>

/** Where a value comes from, when that was created, and how many texts are kept at most. */
export type ValueOf = {
  readonly responseId: string
  /** In milliseconds since 1970; -Infinity: not known. */
  readonly at: number
  /** The day; '': not known. */
  readonly day: string
  readonly type: unknown
  readonly maxTexts: number
}

export const newMember = (name: string) => ({
  name,
  /** The furthest place that it had in an answer. */
  place: 0,
  /** Answers in which it had a value. */
  given: 0,
  options: noOptions(),
  /** What its other values are, as bits of `cellTypes`: these decide what they are together. */
  seenTypes: 0,
  /** Values that are numbers, as such and as they were written. */
  numbers: noNumbers(),
  numerals: noTexts(),
  /** All other values but files and the like. */
  words: noTexts(),
  /** Numbers and options from 0 to 10 by the day of their response, of the newest days. */
  scores: new Map<string, NpsCounts>(),
  /** Of those that are dates: how many of each day, 2026-03-01. */
  days: new Map<string, number>(),
  /** Of those that are times of day: how many of each, 09:05. */
  times: new Map<string, number>(),
  /** The first and the last of those that are dates, as text; '' without dates. */
  earliest: '',
  latest: '',
  yes: 0,
  no: 0,
  /** Values that identify a person: these are only counted. */
  personal: 0,
  /** Values, or parts of lists, of other kinds: files, for one. */
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
  if (choices) for (const option of new Set(chosenIn(choices))) addScore(member, scoreOfOption(option), of)
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
  if (typeof value === 'string' && member.name === 'selected') {
    addChoice(member.options, value)
    addScore(member, scoreOfOption(value), of)
  } else if (typeof value === 'object' && !isNumberText(value)) {
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
    addScore(member, number, of)
  } else if ((seenTypes & cellTypes.boolean) !== 0) member[text === 'true' ? 'yes' : 'no']++
  else if ((seenTypes & (cellTypes.date | cellTypes.instant)) !== 0) {
    noteDates(member, { earliest: text, latest: text })
    addTimes(member.days, text.slice(0, '2026-03-01'.length))
  } else if (answerFactsOf(of.type)?.answerKind === 'time' && timeOfDay.test(text))
    addTimes(member.times, text)
}

/** A comparison of the newest four weeks with those before needs no more days. */
const maxScoreDays = 56

function addScore({ scores }: MemberTally, score: number | undefined, { day }: ValueOf): void {
  if (score === undefined || day === '' || !isScore(score)) return
  countsOf(scores, day, { max: maxScoreDays, none: noScores })[npsGroupOf(score)]++
}

const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** Counts one of these, or several. */
function addTimes(counts: Map<string, number>, key: string, times = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + times)
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
  addCounts(member, other, ['given', 'yes', 'no', 'personal', 'others'])
  mergeOptions(member.options, other.options)
  member.seenTypes |= other.seenTypes
  mergeNumbers(member.numbers, other.numbers)
  mergeTexts(member.numerals, other.numerals, maxTexts)
  mergeTexts(member.words, other.words, maxTexts)
  noteDates(member, other)
  for (const [day, counts] of other.scores)
    addScores(countsOf(member.scores, day, { max: maxScoreDays, none: noScores }), counts)
  for (const [day, count] of other.days) addTimes(member.days, day, count)
  for (const [time, count] of other.times) addTimes(member.times, time, count)
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
type TextTally = ReturnType<typeof noTexts>

/** A text of a response, and when that was created, in milliseconds since 1970. */
type DatedText = { readonly text: string; readonly at: number; readonly responseId: string }

/** The most characters of a text that are kept. */
const longest = 1000

export const noTexts = () => ({
  count: 0,
  /** Short texts by their spelling, with single blanks, and how often each came; the first `maxSpellings` of them. */
  spellings: new Map<string, number>(),
  /** The newest first; it depends on the responses alone, not on their order. */
  newest: new Array<DatedText>(),
})

/** Counts a text of a response, and keeps it if it is among the newest. */
export function addText(
  tally: TextTally,
  given: string,
  { maxTexts, at, responseId }: Omit<ValueOf, 'day' | 'type'>,
): void {
  const last = tally.newest.at(-1)
  tally.count++
  if (maxTexts === 0) return
  if (given.length <= longestSpelling) addSpelling(tally, given.normalize().replaceAll(/\s+/g, ' ').trim(), 1)
  if (tally.newest.length >= maxTexts && last !== undefined && at < last.at) return
  keep(tally, { text: shortened(given, longest), at, responseId }, maxTexts)
}

/** The most different short texts that are counted one by one, and the most characters of one. */
const [maxSpellings, longestSpelling] = [5000, 60]

function addSpelling({ spellings }: TextTally, text: string, times: number): void {
  const known = spellings.get(text)
  if (known !== undefined) spellings.set(text, known + times)
  else if (spellings.size < maxSpellings && text !== '') spellings.set(text, times)
}

type Frequent = TextStats['frequent'][number]

/** The short texts that came more than once, in the spelling that came most often, the most frequent first. */
export function frequentIn(tallies: readonly TextTally[], max: number): TextStats['frequent'] {
  const groups = new Map<string, Frequent>()
  const byFrequency = (a: Frequent, b: Frequent): number => b.count - a.count || (a.text < b.text ? -1 : 1)
  const spelt = tallies.flatMap(({ spellings }) =>
    Array.from(spellings, ([text, count]) => ({ text, count })),
  )
  for (const { text, count } of spelt.toSorted(byFrequency)) {
    const key = text.normalize('NFKC').toLowerCase()
    const group = groups.get(key)
    groups.set(key, { text: group?.text ?? text, count: count + (group?.count ?? 0) })
  }
  const repeated = [...groups.values()].filter(({ count }) => count > 1)
  return repeated.toSorted(byFrequency).slice(0, max)
}

/** Adds the texts of another tally. */
function mergeTexts(tally: TextTally, { count, spellings, newest }: TextTally, maxTexts: number): void {
  tally.count += count
  for (const [text, times] of spellings) addSpelling(tally, text, times)
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
export const samplesOf = (tallies: readonly TextTally[], maxTexts: number): TextStats['samples'] =>
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
