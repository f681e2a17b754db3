/** A JSON number as its own text, where a double would give other digits back; `JSON.stringify` writes it as it is. */
export type NumberText = { readonly rawJSON: string }

type JsonWithSource = {
  readonly rawJSON: (text: string) => NumberText
  readonly isRawJSON: (value: unknown) => value is NumberText
  readonly parse: (text: string, revive: Revive) => unknown
}
type Revive = (key: string, value: unknown, context: { readonly source?: string }) => unknown

// TypeScript's library has no types yet for this part of the language, which Node has had since 21.
const json = JSON as unknown as JsonWithSource

/** Whether a value is a number kept as text. */
export const isNumberText = (value: unknown): value is NumberText => json.isRawJSON(value)

/** A JSON number with exactly this text. */
export const rawNumber = (digits: string): NumberText => json.rawJSON(digits)

/** Whether a double prints as exactly these digits: false for 0.10, 1e400, -0 and 2^53 + 1. */
export const isPlainNumber = (digits: string): boolean => String(Number(digits)) === digits

/**
 * Whether a double has exactly the value of this JSON number, however it is spelt: true for 1.50, 1E5 and -0; false for
 * 2^53 + 1 and 1e400.
 */
export function doubleHolds(digits: string): boolean {
  const shortest = String(Number(digits))
  return shortest === digits || sizeOf(shortest) === sizeOf(digits)
}

/** Whether a JSON number is a signed 64-bit integer, written with digits only; -0 does not count. */
export function isInt64(digits: string): boolean {
  const [, minus, size = ''] = /^(-?)(0|[1-9]\d{0,18})$/.exec(digits) ?? []
  if (size === '0') return minus === ''
  return size !== '' && (size.length < 19 || size <= (minus === '' ? greatestInt64 : leastInt64))
}

const greatestInt64 = '9223372036854775807'
/** Without its sign. */
const leastInt64 = '9223372036854775808'

/** The digits and exponent of a number, in a form that is equal for equal absolute values, however they are spelt. */
function sizeOf(number: string): string {
  const [mantissa = '', power = '0'] = number.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = whole + fraction
  let [first, end] = [0, digits.length]
  while (digits[first] === '0') first++
  while (end > first && digits[end - 1] === '0') end--
  return first === end ? '0' : `${digits.slice(first, end)}e${whole.length - first + Number(power)}`
}

/** Parses JSON without losing a digit; several times slower than `JSON.parse`, so only for text with such numbers. */
export function parseWithDigits(text: string): unknown {
  const respelled = respellNames(text)
  if (respelled) return parseRespelled(respelled)
  // V8 14.6 corrupts its heap when it refuses a text while a reviver asks for sources, so a plain parse goes first.
  JSON.parse(text)
  return json.parse(text, exactly)
}

const exactly: Revive = (_key, value, { source }) =>
  typeof value === 'number' && source !== undefined && !isPlainNumber(source) ? json.rawJSON(source) : value

/** Parses JSON whose numbers are plain. */
export function parsePlainly(text: string): unknown {
  const respelled = respellNames(text)
  return respelled ? parseRespelled(respelled) : (JSON.parse(text) as unknown)
}

const parseRespelled = ({ text, names }: Respelled): unknown =>
  json.parse(text, (key, value, context) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && Object.keys(value).some((name) => names.has(name))
      ? Object.fromEntries(Object.entries(value).map(([name, own]) => [names.get(name) ?? name, own]))
      : exactly(key, value, context)
  })

/** The same for any JSON; as fast as `JSON.parse` if all numbers are plain. */
export const parseExactly = (text: string): unknown =>
  holdsOddNumber(text) ? parseWithDigits(text) : parsePlainly(text)

/** A string that looks like a number also counts: then parsing takes longer, with the same result. */
function holdsOddNumber(text: string): boolean {
  if (!mayBeOdd.test(text)) return false
  for (const [, digits = ''] of text.matchAll(/[:[,]\s*(-?\d[\d.eE+-]*)(?=[,}\]\s])/g))
    if (!isPlainNumber(digits)) return true
  return false
}

/** Numbers that are not whole, or have more than 15 digits. */
const mayBeOdd = /[:[,]\s*(?:-0|-?(?:\d{16}|\d+[.eE]))/

/** JSON without escapes in the names of members, and the real name for each replacement. */
type Respelled = { readonly text: string; readonly names: ReadonlyMap<string, string> }

/**
 * Replaces the names of members that have escapes; undefined if there are none. V8 mistakes such a name for an earlier one
 * that its spelling begins with: "x\"" for x\ (seen with 13.6 and 14.6).
 */
function respellNames(text: string): Respelled | undefined {
  const found = [...escapedNames(text)]
  if (found.length === 0) return undefined
  // The replacement must not turn broken JSON into good JSON.
  JSON.parse(text)
  const mark = markBeside(text)
  const marks = new Map<string, string>()
  let [spelled, passed] = ['', 0]
  for (const { from, to } of found) {
    const name = JSON.parse(text.slice(from, to)) as string
    if (!marks.has(name)) marks.set(name, hasEscape(name) ? `${mark}${marks.size}` : name)
    spelled += `${text.slice(passed, from)}"${marks.get(name)}"`
    passed = to
  }
  const names = new Map(Array.from(marks, ([name, own]) => [own, name]))
  return { text: spelled + text.slice(passed), names }
}

const hasEscape = (name: string): boolean => JSON.stringify(name).includes('\\')

/** A prefix that no string in the JSON begins with. */
function markBeside(text: string): string {
  let mark = '~'
  while (text.includes(`"${mark}`)) mark += '~'
  return mark
}

/** The spans of names with an escape, quotes included. */
function* escapedNames(text: string): Iterable<{ readonly from: number; readonly to: number }> {
  let [from, quote] = [-1, -1]
  for (let at = text.indexOf('\\'); at >= 0;) {
    if (from < 0) from = text.lastIndexOf('"', at)
    if (quote < at + 2) quote = text.indexOf('"', at + 2)
    if (quote < 0) return
    at = text.indexOf('\\', at + 2)
    // The next escape is in the same string.
    if (at >= 0 && at < quote) continue
    if (isColonBehind(text, quote)) yield { from, to: quote + 1 }
    from = -1
  }
}

function isColonBehind(text: string, quote: number): boolean {
  let at = quote + 1
  while (text.charCodeAt(at) <= 0x20) at++
  return text[at] === ':'
}
