import type { Texts } from '../languages.ts'
import { localeOf, writtenNumber, plainNumber, plainText } from '../typed-values.ts'
import type { Content } from '../schema.ts'
import { contentNumber, contentText, lineOf, nothingGiven, problemOf } from './answers.ts'
import { defineType } from './define-type.ts'
import { edgeShare } from './fake.ts'

export const number = defineType({
  asks: { summary: 'a number', sample: { '': '12' } },
  answerKind: 'number',
  missing: { text: 'number' },
  limits: [
    { key: 'step', isValid: (value) => typeof value !== 'number' || value > 0, expected: 'a number above 0' },
  ],
  cells: 'number',

  /** Reads a typed number as the member `value`, as people of the page's language write it. */
  read(content, { fields, texts, language = 'en' }) {
    const text = lineOf(fields, '')
    if (text === '') return nothingGiven
    const value = numberIn(text, { language, unit: contentText(content, 'unit'), texts })
    if (typeof value !== 'number') return problemOf(value.message)
    const message = boundsProblem(value, content, language, texts)
    return message === undefined ? { members: { value }, problems: [] } : problemOf(message)
  },

  fake(content, { below, happens, language }) {
    const [min, max, step] = ['min', 'max', 'step'].map((key) => contentNumber(content, key))
    const least = min ?? (max !== undefined && max < 0 ? max - 100 * (step ?? 1) : 0)
    const most = max ?? least + 100 * (step ?? 1)
    const span = most - least
    const unit = step ?? (span > 0 && span < 2 ? span / 20 : 1)
    // Steps are counted from min, or else from 0.
    const from = min ?? Math.ceil(least / unit) * unit
    const steps = Math.floor((most - from) / unit + 1e-9)
    const usual = Math.floor((below(steps + 1) + below(steps + 1)) / 2)
    const value = from + unit * (happens(edgeShare) ? steps * below(2) : usual)
    // Sums of doubles, such as 0.1 + 0.2, are rounded to the digits that the bounds leave to them.
    const whole = Math.trunc(Math.max(Math.abs(least), Math.abs(most))).toString().length
    return { '': writtenNumber(Number(value.toFixed(Math.max(0, maxDigits - whole))), language) }
  },
})

/** The bounds of a number as a sentence; '' without any. */
export function numberBounds(content: Content, { problems }: Texts, language = 'en'): string {
  const [min, max] = ['min', 'max'].map((key) => contentNumber(content, key))
  const written = (n: number): string => writtenNumber(n, language)
  if (min !== undefined && max !== undefined) return problems.numberBetween(written(min), written(max))
  if (max !== undefined) return problems.numberAtMost(written(max))
  return min === undefined ? '' : problems.numberAtLeast(written(min))
}

function boundsProblem(value: number, content: Content, language: string, texts: Texts): string | undefined {
  const { problems } = texts
  const [min, max, step] = ['min', 'max', 'step'].map((key) => contentNumber(content, key))
  const written = (n: number): string => writtenNumber(n, language)
  if (value < (min ?? value) || value > (max ?? value)) return numberBounds(content, texts, language)
  if (step === undefined || step <= 0 || isOnStep((value - (min ?? 0)) / step)) return undefined
  if (step === 1 && Number.isInteger(min ?? 0)) return problems.numberWhole
  return min === undefined
    ? problems.numberStep(written(step))
    : problems.numberStepFrom(written(step), written(min))
}

/** Whether it is whole, except for rounding errors of doubles. */
const isOnStep = (steps: number): boolean =>
  Math.abs(steps - Math.round(steps)) < 1e-9 * Math.max(1, Math.abs(steps))

/** The most digits that a double always keeps. */
const maxDigits = 15

/** The number in a text, or why it is not a valid number. */
function numberIn(
  text: string,
  {
    language,
    unit,
    texts: { problems },
  }: { readonly language: string; readonly unit: string; readonly texts: Texts },
): number | { readonly message: string } {
  const example = writtenNumber(1234.5, language)
  const plain = plainNumber(withoutUnit(plainText(text), unit), localeOf(language))
  if (plain === undefined) return { message: problems.number(example) }
  if (plain === 'unclear') return { message: problems.numberUnclear(example) }
  if (plain.replaceAll(/^-?0+|\D/g, '').length > maxDigits)
    return { message: problems.numberDigits(maxDigits) }
  const value = Number(plain)
  return value === 0 ? 0 : value
}

/** Units that people write in several ways. */
const sameUnits = ['€ eur euro', '$ usd', '£ gbp', '¥ jpy', '₹ inr rs.', '% percent'].map((words) =>
  words.split(' '),
)

/** A text without the unit that stands beside its field, before or after the number: `€ 12,50`, `2 people`. */
function withoutUnit(text: string, unit: string): string {
  const own = plainText(unit).toLowerCase()
  if (own === '' || /\d/.test(own)) return text
  const found = (sameUnits.find((words) => words.includes(own)) ?? [own]).find(
    (word) => text.toLowerCase().endsWith(word) || text.toLowerCase().startsWith(word),
  )
  if (found === undefined) return text
  return (text.toLowerCase().endsWith(found) ? text.slice(0, -found.length) : text.slice(found.length)).trim()
}
