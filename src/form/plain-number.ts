import { plainText } from './plain-text.ts'

/**
 * A number that a person typed, as JSON writes it: with the separators of a language, or those of any other where they can mean only
 * one thing. `undefined`: it is no number; `unclear`: it can be read in two ways. The pages' scripts use it, too.
 */
export function plainNumber(text: string, locale: string): string | undefined {
  const [, sign = '', digits = ''] = /^([+-]?)([\d., ]*)$/.exec(plainOf(text)) ?? []
  if (!/\d/.test(digits)) return undefined
  const number = wholeAndFraction(digits, separatorsOf(locale))
  return number === undefined ? 'unclear' : `${sign === '-' ? '-' : ''}${number}`
}

/** A text with plain digits, signs and spaces. */
const plainOf = (text: string): string =>
  plainText(text)
    .replace('٫', '.')
    .replaceAll('٬', ',')
    .replaceAll(/[\s'’]+/g, ' ')
    .replace(/^([+-]) /, '$1')
    .trim()

type Separators = { readonly decimal: string; readonly group: string }

/** Digits as a JSON number writes them; undefined where they can be read in two ways, or in none. */
function wholeAndFraction(digits: string, separators: Separators): string | undefined {
  const decimal = decimalIn(digits, separators)
  if (decimal === undefined) return undefined
  const at = decimal === '' ? digits.length : digits.lastIndexOf(decimal)
  const [whole, fraction] = [digits.slice(0, at), digits.slice(at + 1)]
  const isGrouped = /^\d*$|^\d{1,3}(?:(?:\.\d{3})+|(?:,\d{3})+|(?: \d{3})+)$/.test(whole)
  if (!isGrouped || !/^\d*$/.test(fraction)) return undefined
  const plain = whole.replaceAll(/\D/g, '')
  return `${plain === '' ? '0' : plain}${fraction === '' ? '' : `.${fraction}`}`
}

/** The decimal separator of a text, '' where it has none, undefined where nobody can tell. */
function decimalIn(digits: string, { decimal, group }: Separators): string | undefined {
  const marks = digits.match(/[.,]/g) ?? []
  const last = marks.at(-1)
  if (last === undefined) return ''
  if (new Set(marks).size > 1) return marks.filter((mark) => mark === last).length === 1 ? last : undefined
  if (marks.length > 1) return ''
  // A single mark can only separate thousands in a number like 1.234 or 12,345; in 0.500 or 1.5 it is the decimal separator.
  if (!/^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)) return last
  if (last === decimal) return last
  return last === group ? '' : undefined
}

function separatorsOf(locale: string): Separators {
  const numbers = new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
  const parts = numbers.formatToParts(-1_234_567.8)
  const separator = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  return { decimal: separator('decimal'), group: separator('group') }
}
