import { isMain } from '../../export/main-member.ts'
import { identityKeys } from '../../form/identity-keys.ts'
import { isKeyed } from '../../form/value.ts'
import { makeBoundedMap, type BoundedMap } from './bounded-map.ts'
import {
  addNumber,
  copyOf,
  isCode,
  noNumbers,
  numberIn,
  numberInText,
  type NumberTally,
} from './number-tally.ts'
import { makeSamples, type Samples } from './samples.ts'
import { textHash } from './text-hash.ts'

/** What one member of a question's answers held. */
export type MemberTally = {
  readonly name: string
  /** The furthest place that it had in an answer. */
  place: number
  /** Answers that had it, and those in which it held something. */
  answers: number
  given: number
  readonly options: BoundedMap<OptionTally>
  /** Answers that chose any option, and choices in all. */
  choosers: number
  chosen: number
  /** Whether its lists name every option, ticked or not, in the form's order. */
  namesEveryOption: boolean
  readonly numbers: NumberTally
  /** These and the texts that are numbers; absent: no text is one. */
  withTexts: NumberTally | undefined
  texts: number
  /** How many texts are numbers. */
  numberTexts: number
  /** How many are digits that are none, as post codes. */
  codes: number
  readonly samples: Samples
  /** Of the texts that are no numbers. */
  readonly wordSamples: Samples
  /** Whether its texts tell of a person, so that none is shown. */
  isPersonal: boolean
  yes: number
  no: number
  /** Values, or parts of lists, that are neither: files, for one. */
  others: number
}

/** In how many answers an option was chosen, the last of them, and the furthest place that it had in a list. */
type OptionTally = { times: number; last: number; place: number }

/** The most options of a member that are counted one by one. */
export const mostOptions = 1000

/** A member of which nothing came yet. */
export const newMember = (name: string, samples: number): MemberTally => ({
  name,
  place: 0,
  answers: 0,
  given: 0,
  options: makeBoundedMap({
    most: mostOptions,
    rankOf: textHash,
    make: () => ({ times: 0, last: 0, place: 0 }),
  }),
  choosers: 0,
  chosen: 0,
  namesEveryOption: false,
  numbers: noNumbers(),
  withTexts: undefined,
  texts: 0,
  numberTexts: 0,
  codes: 0,
  samples: makeSamples(samples),
  wordSamples: makeSamples(samples),
  isPersonal: false,
  yes: 0,
  no: 0,
  others: 0,
})

/** Whose value it is: the response, and the type of the answer that it stands in. */
export type Origin = { readonly responseId: string; readonly type: unknown }

/** Counts a value; whether it says anything: an empty text, a list without a tick or a flag that is off does not. */
export function addValue(member: MemberTally, value: unknown, origin: Origin): boolean {
  member.answers++
  const isGiven = Array.isArray(value) ? addList(member, value) : addSingle(member, value, origin)
  if (isGiven) member.given++
  return isGiven
}

function addSingle(member: MemberTally, value: unknown, origin: Origin): boolean {
  if (typeof value === 'string') return addText(member, value, origin)
  if (typeof value === 'boolean') {
    if (value) member.yes++
    else member.no++
    return value || isMain(member.name)
  }
  const number = numberIn(value)
  if (number !== undefined) {
    addNumber(member.numbers, number)
    if (member.withTexts) addNumber(member.withTexts, number)
    return true
  }
  if (value === null || value === undefined) return false
  member.others++
  return true
}

function addText(member: MemberTally, text: string, { responseId, type }: Origin): boolean {
  if (text.trim() === '') return false
  if (member.name === 'selected') {
    choose(member, text, 0)
    member.choosers++
    return true
  }
  member.texts++
  if (isPersonal(member.name, type)) {
    member.isPersonal = true
    return true
  }
  member.samples.add(text, responseId)
  const number = numberInText(text)
  if (number === undefined) {
    member.wordSamples.add(text, responseId)
    if (isCode(text)) member.codes++
    return true
  }
  member.numberTexts++
  member.withTexts ??= copyOf(member.numbers)
  addNumber(member.withTexts, number)
  return true
}

/** Component types whose texts say who somebody is rather than what somebody thinks. */
const personalTypes = new Set<unknown>([
  'IdentityInfo',
  'EmailForm',
  'SchedulerScreen',
  'Scheduler',
  'FileUploader',
])
const personalNames = new Set<string>(identityKeys)

const isPersonal = (name: string, type: unknown): boolean =>
  personalTypes.has(type) || personalNames.has(name)

function addList(member: MemberTally, list: readonly unknown[]): boolean {
  const [chosen, others] = [member.chosen, member.others]
  for (let place = 0; place < list.length; place++) addPart(member, list[place], place)
  if (member.chosen > chosen) member.choosers++
  return member.chosen > chosen || member.others > others
}

function addPart(member: MemberTally, part: unknown, place: number): void {
  if (typeof part === 'string') {
    if (part.trim() !== '') choose(member, part, 0)
  } else if (isKeyed(part) && typeof part['key'] === 'string' && typeof part['value'] === 'boolean') {
    member.namesEveryOption = true
    if (part['value']) choose(member, part['key'], place)
    else offer(member, part['key'], place)
  } else if (part !== null) member.others++
}

// A text of a megabyte is no option; so many of its characters tell it from others.
const longestOption = 500

function offer(member: MemberTally, name: string, place: number): OptionTally | undefined {
  const key = name.length > longestOption ? `${name.slice(0, longestOption).toWellFormed()}…` : name
  const option = member.options.entry(key)
  if (option !== undefined && place > option.place) option.place = place
  return option
}

function choose(member: MemberTally, name: string, place: number): void {
  const option = offer(member, name, place)
  // One answer that names an option twice chose it once.
  if (option?.last === member.answers) return
  member.chosen++
  if (option === undefined) return
  option.times++
  option.last = member.answers
}
