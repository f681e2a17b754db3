/** Checks JSON byte by byte in constant memory: exactly RFC 8259, in UTF-8, nested at most `maxLevels` levels. */
export type JsonChecker = {
  /** Takes the next byte; false if it is not allowed here, and then the checker must not be used again. */
  readonly take: (byte: number) => boolean
  /** What is wrong with a byte that was not taken: `is "x" where a colon was expected`. */
  readonly refusal: (byte: number) => string
  /** How many objects and arrays are open. */
  readonly depth: () => number
  readonly place: () => JsonPlace
}

/** `key`: inside a key. `value`: before a value. `whole`: only white space may follow. */
type JsonPlace = 'key' | 'colon' | 'value' | 'whole' | 'other'

/** The most levels of nesting that are read. Responses have a handful of levels; recursive readers further on are safe. */
export const maxLevels = 512

type Nest = { readonly isObject: boolean[]; isKey: boolean }

/** Returns the state after a byte; undefined if the byte is not allowed here. */
type State = (byte: number, nest: Nest) => State | undefined

/** A checker of a whole JSON text, or of records inside the array `data` of a body. */
export function makeJsonChecker(start: 'text' | 'records'): JsonChecker {
  const nest: Nest = { isObject: start === 'text' ? [] : [true, false], isKey: false }
  let state: State = value
  return {
    take: (byte) => {
      const next = state(byte, nest)
      state = next ?? state
      return next !== undefined
    },
    refusal: (byte) => refusalOf(byte, { state, nest }),
    depth: () => nest.isObject.length,
    place: () => placeOf(state, nest),
  }
}

/** The first byte that is not valid JSON, and what is wrong with it; undefined if the text is valid or only incomplete. */
export function jsonFaultIn(
  bytes: Uint8Array,
): { readonly byte: number; readonly problem: string } | undefined {
  const checker = makeJsonChecker('text')
  const at = bytes.findIndex((byte) => !checker.take(byte))
  return at < 0 ? undefined : { byte: at, problem: checker.refusal(bytes[at] ?? 0) }
}

function placeOf(state: State, nest: Nest): JsonPlace {
  if (nest.isKey) return 'key'
  if (state === colon) return 'colon'
  if (state === value) return 'value'
  return nest.isObject.length === 0 && state === afterValue ? 'whole' : 'other'
}

function refusalOf(byte: number, { state, nest }: { state: State; nest: Nest }): string {
  if (nest.isObject.length > maxLevels) return `opens more than ${maxLevels} levels`
  if (continuations.has(state) || (byte >= 0x80 && (state === string || !isLead(byte))))
    return 'is not UTF-8 text'
  if (state === string) return 'is a control character, which JSON writes with a backslash'
  const end = nest.isObject.at(-1)
  const after = end === undefined ? 'the end' : `a comma or ${end ? '}' : ']'}`
  const expected = words.get(state) ?? (endsOfValue.has(state) ? after : 'something else')
  return `is ${byteText(byte)} where ${expected} was expected`
}

/** A byte for messages: its character, or its number if it is not a visible ASCII character. */
export function byteText(byte: number): string {
  if (byte > 0x20 && byte < 0x7f) return String.fromCharCode(byte)
  const number = `0x${byte.toString(16).padStart(2, '0')}`
  // Pasted texts contain such characters: “ or a no-break space.
  return isLead(byte) ? `${number}, the first byte of a non-ASCII character,` : number
}

/** Whether a byte can begin a character of several bytes. */
const isLead = (byte: number): boolean => byte >= 0xc2 && byte <= 0xf4

const code = (character: string): number => character.charCodeAt(0)
const [quote, backslash, comma, minus, zero, dot] = ['"', '\\', ',', '-', '0', '.'].map(code)
/** White space of JSON: space, line feed, carriage return, tab. */
export const isSpace = (byte: number): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39
const isExponent = (byte: number): boolean => (byte | 0x20) === code('e')
const isHex = (byte: number): boolean =>
  isDigit(byte) || ((byte | 0x20) >= code('a') && (byte | 0x20) <= code('f'))

const value: State = (byte, nest) => {
  if (isSpace(byte)) return value
  if (byte === quote) return string
  if (byte === code('{')) return open(nest, { isObject: true, inside: firstKey })
  if (byte === code('[')) return open(nest, { isObject: false, inside: firstValue })
  if (byte === minus) return afterMinus
  if (byte === zero) return afterInteger
  if (isDigit(byte)) return integer
  const word = ['true', 'false', 'null'].find((known) => code(known) === byte)
  return word === undefined ? undefined : restOf(word.slice(1))
}

const firstValue: State = (byte, nest) =>
  isSpace(byte) ? firstValue : byte === code(']') ? close(nest) : value(byte, nest)
const firstKey: State = (byte, nest) =>
  isSpace(byte) ? firstKey : byte === code('}') ? close(nest) : key(byte, nest)

const key: State = (byte, nest) => {
  if (isSpace(byte)) return key
  if (byte !== quote) return undefined
  nest.isKey = true
  return string
}

const colon: State = (byte) => (isSpace(byte) ? colon : byte === code(':') ? value : undefined)

const afterValue: State = (byte, nest) => {
  if (isSpace(byte)) return afterValue
  const isObject = nest.isObject.at(-1)
  if (isObject === undefined) return undefined
  if (byte === comma) return isObject ? key : value
  return byte === code(isObject ? '}' : ']') ? close(nest) : undefined
}

function open(nest: Nest, { isObject, inside }: { isObject: boolean; inside: State }): State | undefined {
  nest.isObject.push(isObject)
  return nest.isObject.length > maxLevels ? undefined : inside
}

function close(nest: Nest): State {
  nest.isObject.pop()
  return afterValue
}

const string: State = (byte, nest) => {
  if (byte === backslash) return escape
  if (byte >= 0x80) return afterLead(byte)
  if (byte !== quote) return byte < 0x20 ? undefined : string
  const wasKey = nest.isKey
  nest.isKey = false
  return wasKey ? colon : afterValue
}

const escape: State = (byte) =>
  byte === code('u') ? hex4 : '"\\/bfnrt'.includes(String.fromCharCode(byte)) ? string : undefined
const hex =
  (next: State): State =>
  (byte) =>
    isHex(byte) ? next : undefined
const hex4 = hex(hex(hex(hex(string))))

const continuation =
  (low: number, high: number, { next }: { next: State }): State =>
  (byte) =>
    byte >= low && byte <= high ? next : undefined
const one = continuation(0x80, 0xbf, { next: string })
const two = continuation(0x80, 0xbf, { next: one })
const three = continuation(0x80, 0xbf, { next: two })
// Beside plain continuations: no overlong forms, no surrogates, nothing above U+10FFFF.
const special: ReadonlyMap<number, State> = new Map([
  [0xe0, continuation(0xa0, 0xbf, { next: one })],
  [0xed, continuation(0x80, 0x9f, { next: one })],
  [0xf0, continuation(0x90, 0xbf, { next: two })],
  [0xf4, continuation(0x80, 0x8f, { next: two })],
])
const continuations: ReadonlySet<State> = new Set([one, two, three, ...special.values()])

function afterLead(lead: number): State | undefined {
  if (!isLead(lead)) return undefined
  return special.get(lead) ?? (lead < 0xe0 ? one : lead < 0xf0 ? two : three)
}

const restOf =
  (word: string): State =>
  (byte) =>
    byte === code(word) ? (word.length === 1 ? afterValue : restOf(word.slice(1))) : undefined

const afterMinus: State = (byte) => (byte === zero ? afterInteger : isDigit(byte) ? integer : undefined)
const integer: State = (byte, nest) => (isDigit(byte) ? integer : afterInteger(byte, nest))
const afterInteger: State = (byte, nest) => (byte === dot ? firstDecimal : afterDecimals(byte, nest))
const firstDecimal: State = (byte) => (isDigit(byte) ? decimals : undefined)
const decimals: State = (byte, nest) => (isDigit(byte) ? decimals : afterDecimals(byte, nest))
const afterDecimals: State = (byte, nest) => (isExponent(byte) ? exponentSign : afterValue(byte, nest))
const exponentSign: State = (byte, nest) =>
  byte === code('+') || byte === minus ? firstExponent : firstExponent(byte, nest)
const firstExponent: State = (byte) => (isDigit(byte) ? exponent : undefined)
const exponent: State = (byte, nest) => (isDigit(byte) ? exponent : afterValue(byte, nest))

/** The states in which a value may have ended. */
const endsOfValue: ReadonlySet<State> = new Set([
  afterValue,
  integer,
  afterInteger,
  decimals,
  afterDecimals,
  exponent,
])

const words: ReadonlyMap<State, string> = new Map([
  [value, 'a value'],
  [firstValue, 'a value or ]'],
  [key, 'a key in quotes'],
  [firstKey, 'a key in quotes or }'],
  [colon, 'a colon'],
])
