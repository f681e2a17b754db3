import { Failure } from '../failure/failure.ts'

/** Which option has a list, and what its names are those of. */
type Listing = {
  readonly option: string
  readonly of: string
  /** What to say of an empty name beside. */
  readonly hint?: string
}

/**
 * Names separated by commas; one with a comma in it, or an empty one, stands in quotes, as in the header of a CSV. A list
 * with a name too few is a Failure: it may be a variable of a script that was never set.
 */
export function namesIn(given: string, { option, of, hint = '' }: Listing): readonly string[] {
  const parts = `${given},`.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*|([^,]*)),/g)
  const names = Array.from(
    parts,
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? (plain.trim() || undefined),
  )
  const told = names.filter((name) => name !== undefined)
  const [first] = told
  if (first === undefined) throw Failure.of('usage', { problem: `${option} names no ${of}.` })
  const at = names.indexOf(undefined)
  if (at === -1) return told
  const place = at === 0 ? `before "${first}"` : `behind "${told[at - 1]}"`
  const problem = `${option} has an empty name ${place}. Take the comma out, or write the name${hint}.`
  throw Failure.of('usage', { problem })
}
