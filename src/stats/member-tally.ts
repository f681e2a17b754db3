import { choicesOf, isMain } from '../table/answers.ts'
import { addChoice, addChoices, noOptions, type OptionTally } from '../table/option-tally.ts'
import type { Column } from '../table/columns.ts'
import { saysWho } from '../form/personal.ts'
import { isNumberText } from '../record/exact-json.ts'
import { addNumber, isCode, isCountable, noNumbers, numberInText, type NumberTally } from './numbers.ts'
import { addText, noTexts, type TextTally } from './texts.ts'

/** What one member of a question's answers held, such as `value` or `choices`. */
export type MemberTally = {
  readonly name: string
  /** The furthest place that it had in an answer. */
  place: number
  /** Answers in which it held something. */
  given: number
  readonly options: OptionTally
  readonly numbers: NumberTally
  /** Texts that are numbers, and these numbers. */
  readonly numerals: TextTally
  readonly numeralNumbers: NumberTally
  /** All other texts. */
  readonly words: TextTally
  /** How many of those are digits and no number, as post codes are. */
  codes: number
  /** Texts that say who somebody is: these are only counted. */
  personal: number
  yes: number
  no: number
  /** Values, or parts of lists, of other kinds: files, for one. */
  others: number
}

/** Where a value comes from, when that was created, and how many texts are to be kept. */
export type ValueOf = {
  readonly responseId: string
  /** In milliseconds since 1970; -Infinity: not known. */
  readonly at: number
  readonly type: unknown
  readonly samples: number
}

export const newMember = (name: string): MemberTally => ({
  name,
  place: 0,
  given: 0,
  options: noOptions(),
  numbers: noNumbers(),
  numerals: noTexts(),
  numeralNumbers: noNumbers(),
  words: noTexts(),
  codes: 0,
  personal: 0,
  yes: 0,
  no: 0,
  others: 0,
})

/** Counts a value; whether it says anything: an empty text, a list without a tick or a flag that is off does not. */
export function addValue(member: MemberTally, value: unknown, of: ValueOf): boolean {
  const isGiven = Array.isArray(value) ? addList(member, value) : addSingle(member, value, of)
  if (isGiven) member.given++
  return isGiven
}

function addList(member: MemberTally, list: readonly unknown[]): boolean {
  const choices = choicesOf(list)
  if (choices) return addChoices(member.options, choices)
  const others = list.filter((part) => part !== null).length
  member.others += others
  return others > 0
}

function addSingle(member: MemberTally, value: unknown, of: ValueOf): boolean {
  if (typeof value === 'string') return addString(member, value, of)
  if (typeof value === 'boolean') {
    if (value) member.yes++
    else member.no++
    return value || isMain(member.name)
  }
  if (value === null || value === undefined) return false
  const number = isNumberText(value) ? Number(value.rawJSON) : value
  // Adding nothing makes 0 of -0.
  if (typeof number === 'number' && isCountable(number)) addNumber(member.numbers, number + 0)
  else member.others++
  return true
}

function addString(
  member: MemberTally,
  text: string,
  { responseId, at, type, samples: most }: ValueOf,
): boolean {
  if (text.trim() === '') return false
  if (member.name === 'selected') addChoice(member.options, text)
  else if (saysWho({ type, member: member.name })) member.personal++
  else {
    const number = numberInText(text)
    addText(number === undefined ? member.words : member.numerals, text, { responseId, at, most })
    if (number !== undefined) addNumber(member.numeralNumbers, number)
    else if (isCode(text)) member.codes++
  }
  return true
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

/** Whether the values of a column say who somebody is. */
export function isPersonal({ holds }: Column): boolean {
  if (holds.kind !== 'answer') return holds.name === 'id' || holds.name === 'ip'
  const { name, question } = holds.member
  if (sharedMembers.has(name)) return false
  return saysWho({ type: question.type.text, member: name })
}
