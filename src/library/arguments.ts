/** What functions of the library take. A program in JavaScript may give anything: what does not fit is `usage`. */
import { unknownProblem } from '../cli/option-limits.ts'
import { misuse } from '../failure/failure.ts'
import { isObject } from '../form/value.ts'
import { quote, shortened } from '../form/words.ts'

/** What a value has to be, in words that follow "give", and whether one is that; options may be left out unless they are required. */
export type Kind = readonly [what: string, fits: (value: unknown) => boolean, isRequired?: boolean]
export type Kinds<Name extends string = string> = Readonly<Record<Name, Kind>>

export const text: Kind = ['a text', (value) => typeof value === 'string' && value !== '']
export const filePath: Kind = ['the path of a file', text[1]]
export const flag: Kind = ['true or false', (value) => typeof value === 'boolean']
export const callback: Kind = ['a function', (value) => typeof value === 'function']
export const object: Kind = ['an object', isObject]
export const required = ([what, fits]: Kind): Kind => [what, fits, true]
/** A whole number, unless the least one is a fraction. */
export const numberFrom = (min: number, max = Infinity): Kind => [
  `a number from ${min} ${max === Infinity ? 'on' : `to ${max}`}`,
  (value) => typeof value === 'number' && value >= min && value <= max && (min % 1 > 0 || value % 1 === 0),
]
export const isListOf = (value: unknown, fits: Kind[1]): boolean => Array.isArray(value) && value.every(fits)

/** The value, if it is of its kind. */
export function ensure<T>(name: string, value: T, [what, fits]: Kind): T {
  if (fits(value)) return value
  const shown = /string|object/.test(typeof value) ? quote(value) : shortened(String(value))
  throw misuse(`${name} cannot be ${shown}: give ${what}.`)
}

/** The options, if each is known and of its kind. */
export function ensureOptions<T extends object>(options: T, kinds: Kinds): T {
  const given: object = ensure('options', options, object)
  const unknown = unknownProblem({ ...given }, Object.keys(kinds))
  if (unknown !== undefined) throw misuse(unknown)
  for (const [name, kind] of Object.entries(kinds)) {
    const value: unknown = Reflect.get(given, name)
    if (value !== undefined || kind[2]) ensure(name, value, kind)
  }
  return options
}
