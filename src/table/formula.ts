/**
 * Whether a spreadsheet that opens the file would run this text as a formula. "=1+1", "+49-30-1", "@SUM(A1)", "-A1" and
 * "-TRUE" are formulas; "-5", "+49 30 123", "@name" and "- well, yes" are not, nor is a name alone such as "-a", which
 * evaluates to nothing in a workbook that was just opened. Doubtful texts count as formulas.
 */
export function isFormula(text: string): boolean {
  const first = text.charCodeAt(0)
  // Fast path: most texts begin with a character above "@" and below the first unusual space.
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

/** Whether a text has to be guarded. One that looks guarded is guarded again, so that taking one `'` off restores it. */
export const needsGuard = (text: string): boolean =>
  isFormula(text.charCodeAt(0) === 0x27 ? text.replace(/^'+/, '') : text)

/** `needsGuard` for a text given as UTF-8. Nearly all texts are decided by their first character, without decoding. */
export function needsGuardAt({ bytes, start, end }: TextBytes): boolean {
  const first = bytes[start] ?? 0
  if (start === end || firstBytes[first] === 0) return false
  if (first > 0x7f && !mayBegin(codePointAt(bytes, start))) return false
  return needsGuard(decoder.decode(bytes.subarray(start, end)))
}

type TextBytes = { readonly bytes: Uint8Array; readonly start: number; readonly end: number }

// Spreadsheets skip a byte order mark at the beginning of a text.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Whether a text that begins with this character may need a guard. */
export const mayNeedGuard = (first: string): boolean => /^[\s\p{Cc}\p{Cf}=+\-@＝＋－＠']/u.test(first)

/** By first byte: 0 where no text that begins with it needs a guard. */
const firstBytes = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte > 0x7f || mayNeedGuard(String.fromCharCode(byte)) ? 1 : 0,
)

/** `mayNeedGuard` of characters beyond ASCII that were met. */
const known = new Map<number, boolean>()

function mayBegin(codePoint: number): boolean {
  const isKnown = known.get(codePoint)
  if (isKnown !== undefined) return isKnown
  const may = mayNeedGuard(String.fromCodePoint(codePoint))
  known.set(codePoint, may)
  return may
}

/** The character of two bytes or more at that place. */
function codePointAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  const low = (n: number): number => (bytes[at + n] ?? 0) & 0x3f
  if (first < 0xe0) return ((first & 0x1f) << 6) | low(1)
  if (first < 0xf0) return ((first & 0x0f) << 12) | (low(1) << 6) | low(2)
  return ((first & 0x07) << 18) | (low(1) << 12) | (low(2) << 6) | low(3)
}

/** Whether what follows the sign is a number, or groups of digits as in a phone number. */
const isNumber = (text: string): boolean =>
  /^[\d\s.,()]*(?:%\s*)?$/.test(text) ||
  /^\d+(\.\d+)?e[+-]?\d+$/i.test(text) ||
  (/^[\d\s.,()/-]*$/.test(text) && /[\d)]\s+[\d(]|\d\(|\)\d/.test(text))

const operator = /[+*/^&=<>]|^\s*"|\d\s*-|-\s*[\d(]/
const reference = /\b[a-z]{1,3}\$?\d+\b|\b[a-z]{1,3}:\$?[a-z]{1,3}\b|\br\d+c\d*\b|\br\d*c\d+\b/i

/** True and false in the languages of spreadsheets: a sign before them makes numbers of them. */
const constant =
  /^\s*(true|false|wahr|falsch|vrai|faux|verdadero|verdadeiro|falso|vero|waar|onwaar|prawda|fałsz|sant|falskt|sand|falsk|tosi|epätosi|истина|ложь)\s*$/iu

/** Whether it holds an operator, a cell reference or a constant; a word with a hyphen holds none of these. */
const computes = (text: string): boolean => operator.test(text) || reference.test(text) || constant.test(text)
