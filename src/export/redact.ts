import { Failure } from '../failure.ts'
import { isUngiven, type ColumnNames } from './column-names.ts'
import type { Column } from './columns.ts'
import { mask } from './mask.ts'
import { unknownColumns } from './unknown-columns.ts'

/** How a column is made safe: left out, or each of its texts replaced by a keyed hash or by a mask. */
export type RedactStyle = 'drop' | 'hash' | 'mask'

/** What is to be redacted, by the name of a column, a question's headline or id, or the name of a member. */
export type Redaction = { readonly name: string; readonly how: RedactStyle }

/** Gives equal texts for equal texts, from which nobody without the key learns these. */
export type Hash = (text: string) => string

/** The strictest first: where two redactions name a column, it counts. */
const strictness: readonly RedactStyle[] = ['drop', 'hash', 'mask']

/** The strictest of some, of which there is one at least. */
export const strictestOf = (styles: readonly RedactStyle[]): RedactStyle =>
  strictness.find((how) => styles.includes(how)) ?? 'drop'

/** What becomes of what bears a name that was given. */
export const namesRedacted = (redactions: readonly Redaction[]): ReadonlyMap<string, RedactStyle> =>
  new Map(redactions.map(({ name, how }) => [name, how]))

/** What is redacted, and what the names of redactions mean. */
export type Redacted = {
  readonly columns: ReadonlyMap<Column, RedactStyle>
  /** By each name the columns that it means; none where nobody gave it. */
  readonly named: ReadonlyMap<string, readonly Column[]>
}

/**
 * Which columns are redacted, and how: every one that a name may mean, by the header that is written or any other. A
 * question's headline or id means all of its columns, a member's name the columns of all questions. A name that no
 * column bears is a Failure where it may be a slip, since a slip must not let anything through.
 */
export function redactedColumns(
  redactions: readonly Redaction[],
  called: ColumnNames,
  isBare: boolean,
): Redacted {
  const named = new Map(redactions.map(({ name }) => [name, called.bearing(name)]))
  const unknown = [...named.keys()].filter((name) => named.get(name)?.length === 0)
  const faulty = isBare ? [] : unknown.filter((name) => !isUngiven(name, called))
  if (faulty.length > 0) throw unknownColumns(faulty, { ...called, like: called.likeBorne })
  const columns = new Map<Column, RedactStyle>()
  const ranked = redactions.toSorted((a, b) => strictness.indexOf(b.how) - strictness.indexOf(a.how))
  for (const { name, how } of ranked) for (const column of named.get(name) ?? []) columns.set(column, how)
  return { columns, named }
}

/** What becomes of a text; undefined for `drop`, since such columns are not shown at all. */
export function redactText(how: RedactStyle, hash: Hash | undefined): ((text: string) => string) | undefined {
  if (how === 'drop') return undefined
  if (how === 'mask') return mask
  // That nothing was answered is no secret, and a hash of it would look like an answer.
  if (hash) return (text) => (text === '' ? '' : hash(text))
  // Without it the texts would go out as they are.
  throw Failure.of('redact-key', { problem: 'A hash needs a key, and none was given.' })
}
