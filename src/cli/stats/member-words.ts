import { isMain } from '../../export/main-member.ts'
import { count } from '../../failure.ts'
import type { NumberStats, TextStats } from './member-stats.ts'
import { errorWords, exactWords, grouped } from './number-words.ts'
import type { QuestionStats } from './stats.ts'

/** What a member of answers is called, as a part of what was given: First name, Files. */
export function memberWords(member: string): string {
  if (member === 'files') return 'Files'
  if (isMain(member)) return 'Answered'
  if (!/^[a-z][A-Za-z]*$/.test(member)) return member
  const words = member.replaceAll(/[A-Z]+/g, (letters) => ` ${letters.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** How often a question was answered, and with how many choices where an answer may have several. */
export function answeredWords({ answered, answers, type, headline }: QuestionStats): string {
  const chosen = answers.reduce((sum, { options }) => sum + (options?.chosen ?? 0), 0)
  const isSeveral = answers.some(({ options }) => options !== null && options.chosen > options.choosers)
  const choices = isSeveral ? ` with ${count(chosen, 'choice')}` : ''
  return `${count(answered, 'answer')}${choices}${type === '' || headline === '' ? '' : `, ${type.slice(0, 100).toWellFormed()}`}`
}

/** The figures of numbers, in a line. */
export function numberWords({ mean, median, least, greatest, relativeError }: NumberStats): string {
  // Of numbers that no double holds, the last digits are not shown anyway.
  const near = relativeError > 2 ** -50 ? `; the median to ${errorWords(relativeError)}` : ''
  return `mean ${grouped(mean)}, median ${grouped(median)}, from ${exactWords(least)} to ${exactWords(greatest)}${near}`
}

/** What came beside numbers and is neither number nor text. */
export const othersWords = (others: number): string =>
  `${count(others, 'other value')} cannot be counted with`

/** What texts are, where that is not seen: how many more there are than are shown, or that they came among numbers. */
export function textsWords({ count: all, samples }: TextStats, numbers?: NumberStats): string {
  const shown = samples.reduce((sum, sample) => sum + sample.count, 0)
  const isSome = all > shown && samples.length > 0
  if (!numbers || numbers.fromTexts === 0) return all > shown ? `some of ${grouped(all)} texts` : ''
  const are = `${count(all, 'answer')} ${all === 1 ? 'is' : 'are'} no number`
  return isSome ? `${are}, some of them` : are
}
