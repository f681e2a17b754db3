import { misuse } from '../failure/failure.ts'
import { typeNames, type TypeName } from '../form/schema.ts'
import type { Globals } from './command.ts'
import { plain } from './terminal/plain.ts'
import { spanOf } from '../record/moment.ts'
import { nearest } from '../form/words.ts'

/** The range of ports; 0 stands for any free one. */
export const ports = [0, 65_535] as const

const maxCharacters = 200

/** Refuses a blank or overlong name; `what` completes "The name of …". */
export function fitName(name: string, what: string): string {
  const problem = nameProblem(name)
  if (problem !== undefined) throw misuse(`The name of ${what} ${problem}`)
  return name
}

/** What is wrong with a name, as the predicate of a sentence; undefined if it is valid. */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'is blank. Give it at least one letter.'
  const { length } = Array.from(name.slice(0, 2 * maxCharacters + 2))
  return length <= maxCharacters
    ? undefined
    : `is ${name.length} characters long. Give at most ${maxCharacters}.`
}

/** When something ends, ISO 8601: after a length of time, or at a date or time; without a zone in UTC. */
export function endOf(option: string, given: string, now: string): string {
  const length = lengthOf(given)
  const end = length === undefined ? spanOf(given)?.first : Date.parse(now) + length
  if (end === undefined || end > latest)
    throw misuse(
      `${option} ${given} is not a time: write a length such as 90d, or a date such as 2027-03-01.`,
    )
  const time = new Date(end).toISOString()
  if (time > now) return time
  throw misuse(`${option} ${given} is in the past: write a length such as 90d, or a date to come.`)
}

const latest = Date.parse('9999-12-31T23:59:59.999Z')

/** A length of time in milliseconds; undefined: the word is none. */
export function lengthOf(given: string): number | undefined {
  const [, count, unit] = /^(\d{1,4})([hdw])$/.exec(given) ?? []
  const hours = { h: 1, d: 24, w: 7 * 24 }[unit ?? '']
  return hours === undefined ? undefined : Number(count) * hours * 60 * 60 * 1000
}

/** The component type that a word names. */
export const typeNamed = (word: string): TypeName =>
  wordOf(word, typeNames, { of: 'component type', help: 'formctl forms types lists them.' })

/** The one of some words that was given; any other word is misuse, and the nearest is suggested, or else `help`. */
export function wordOf<Word extends string>(
  given: string,
  words: readonly Word[],
  { of, help }: { readonly of: string; readonly help: string },
): Word {
  const word = words.find((one) => one === given)
  if (word !== undefined) return word
  const near = nearest(given, words)
  throw misuse(`There is no ${of} "${given}". ${near ? `Did you mean ${near.word}?` : help}`)
}

/** A word for a command that people copy, quoted for a shell if necessary. */
export const shellWord = (word: string): string =>
  /^[\p{L}\p{N}._/@%+=:,-]+$/u.test(word) ? word : `'${plain(word).replaceAll("'", String.raw`'\''`)}'`

/** Options to append to a command in advice, each with a space before it. Options without a value are left out. */
export const optionWords = (given: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(given)
    .map(([flag, value]) => (value === undefined ? '' : ` ${flag} ${shellWord(value)}`))
    .join('')

/** The global options that chose the service and the environment, for a piece of advice. */
export const chosenWords = ({ profile, baseUrl, environment }: Globals): string =>
  optionWords({ '--profile': profile, '--base-url': baseUrl, '--environment': environment })

type Listing = {
  readonly option: string
  /** What is named, such as `component type`. */
  readonly of: string
  /** Added to the advice about an empty name. */
  readonly hint?: string
}

/**
 * Parses names separated by commas; a name that is empty or holds a comma is quoted as in CSV. A missing name is a Failure:
 * a script's variable may not be set.
 */
export function namesIn(given: string, { option, of, hint = '' }: Listing): readonly string[] {
  const parts = `${given},`.matchAll(/(?<=^|,)(?:\s*"((?:[^"]|"")*)"\s*|([^,]*)),/g)
  const names = Array.from(
    parts,
    ([, quoted, bare = '']) => quoted?.replaceAll('""', '"') ?? (bare.trim() || undefined),
  )
  const named = names.filter((name) => name !== undefined)
  const [first] = named
  if (first === undefined) throw misuse(`${option} names no ${of}.`)
  const at = names.indexOf(undefined)
  if (at === -1) return named
  const place = at === 0 ? `before "${first}"` : `after "${named[at - 1]}"`
  throw misuse(`${option} has an empty name ${place}. Take the comma out, or write the name${hint}.`)
}

/** Whether a word names a spec, or one form of it as in `all.yaml#Survey`, and no id. */
export const isSpec = (word: string): boolean => /\.(ya?ml|json)(#.+)?$/is.test(word)

/** The id of the form that a word gives the address of, whole or as `/s/<id>`; any other word unchanged. */
export const withoutAddress = (word: string): string =>
  /^(?:https?:\/\/[^?#]*)?\/s\/([\w-]+)\/?(?:[?#].*)?$/i.exec(word)?.[1] ?? word
