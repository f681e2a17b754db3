/**
 * Whether a spreadsheet that opens the file would take this text for a formula and run it. "-5", "+49 30 123", "@name"
 * and "- well, yes" are none; "=1+1", "+49-30-1", "@SUM(A1)", "-A1" and "-TRUE" are. Names alone, as "-a", come to nothing
 * in a workbook that was just opened. In doubt, it is one.
 */
export function isFormula(text: string): boolean {
  const first = text.charCodeAt(0)
  // Nearly all texts begin with something above the sign for "at" and below the first odd space: decided at once.
  if (first > 0x40 && first < 0xa0) return false
  const [, sign = '', rest = ''] = /^[\s\p{Cc}\p{Cf}]*([=+\-@＝＋－＠])(.*)$/su.exec(text) ?? []
  if (sign === '') return false
  if (sign === '=' || sign === '＝') return /[^\s=]/.test(rest)
  const calls = /[([{|]|!\S/.test(rest)
  if (sign === '@' || sign === '＠') return calls
  return !isNumber(rest) && (calls || computes(rest))
}

/** The text with a `'` before it, which a spreadsheet shows as text. */
export const guard = (text: string): string => `'${text}`

/** Whether a text has to be guarded: also one that looks guarded, so that taking one `'` off gives the text back. */
export const needsGuard = (text: string): boolean =>
  isFormula(text.charCodeAt(0) === 0x27 ? text.replace(/^'+/, '') : text)

/** Whether a text that begins with this character can be one to guard at all: nearly all are decided by that. */
export const mayNeedGuard = (first: string): boolean => /^[\s\p{Cc}\p{Cf}=+\-@＝＋－＠']/u.test(first)

/** A number after its sign, or digits side by side as in a phone number, which are no formula with any sign between. */
const isNumber = (text: string): boolean =>
  /^[\d\s.,()]*%?\s*$/.test(text) ||
  /^\d+(\.\d+)?e[+-]?\d+$/i.test(text) ||
  (/^[\d\s.,()/-]*$/.test(text) && /[\d)]\s+[\d(]|\d\(|\)\d/.test(text))

const operator = /[+*/^&=<>]|^\s*"|\d\s*-|-\s*[\d(]/
const reference = /\b[a-z]{1,3}\$?\d+\b|\b[a-z]{1,3}:\$?[a-z]{1,3}\b|\br\d+c\d*\b|\br\d*c\d+\b/i

/** True and false, as spreadsheets in the most common languages call them: a sign makes numbers of them. */
const constant =
  /^\s*(true|false|wahr|falsch|vrai|faux|verdadero|verdadeiro|falso|vero|waar|onwaar|prawda|fałsz|sant|falskt|sand|falsk|tosi|epätosi|истина|ложь)\s*$/iu

/** Whether there is something in it to calculate with; words with hyphens are not. */
const computes = (text: string): boolean => operator.test(text) || reference.test(text) || constant.test(text)
