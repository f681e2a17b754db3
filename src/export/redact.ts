import { Failure } from '../failure.ts'
import { columnUnknown } from './column-names.ts'
import type { Column } from './columns.ts'
import { headerOf, memberNames, titleOf } from './header.ts'
import { mask } from './mask.ts'

/** How a column is made safe: left out, or each of its texts replaced by a keyed hash or by a mask. */
export type RedactStyle = 'drop' | 'hash' | 'mask'

/** What is to be redacted, by the name of a column, a question's headline or id, or the name of a member. */
export type Redaction = { readonly name: string; readonly how: RedactStyle }

/** Gives equal texts for equal texts, from which nobody without the key learns these. */
export type Hash = (text: string) => string

/** The strictest first: where two redactions name a column, it counts. */
const strictness: readonly RedactStyle[] = ['drop', 'hash', 'mask']

/**
 * Which columns are redacted, and how. A question's headline or id means all of its columns, a member's name the columns
 * of all questions. A name that no column bears is a Failure, since a slip must not let anything through.
 */
export function redactedColumns(
  redactions: readonly Redaction[],
  columns: readonly Column[],
): ReadonlyMap<Column, RedactStyle> {
  const byName = namedColumns(columns)
  const redacted = new Map<Column, RedactStyle>()
  const ranked = redactions.toSorted((a, b) => strictness.indexOf(b.how) - strictness.indexOf(a.how))
  for (const { name, how } of ranked) {
    const named = byName.get(name)
    if (!named) throw columnUnknown(name, byName.keys())
    for (const column of named) redacted.set(column, how)
  }
  return redacted
}

function namedColumns(columns: readonly Column[]): ReadonlyMap<string, readonly Column[]> {
  const byName = new Map<string, Column[]>()
  const headers = (['headline', 'id', 'both'] as const).map((style) => headerOf(columns, style))
  columns.forEach((column, i) => {
    const names = [...headers.map((header) => header[i] ?? ''), ...furtherNames(column)]
    for (const name of new Set(names)) byName.set(name, [...(byName.get(name) ?? []), column])
  })
  return byName
}

function furtherNames({ holds }: Column): readonly string[] {
  if (holds.kind !== 'answer') return [holds.name]
  const { question, name } = holds.member
  return [question.name, titleOf(question), name, ...memberNames(holds.member)]
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
