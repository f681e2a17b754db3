import { typeOf, holding } from './column-type.ts'
import type { Tables } from './table.ts'

/** A column of a table that is text for what it holds beside texts, and what that is. */
export type MixedColumn = { readonly column: string; readonly holds: readonly string[] }

/** The columns that are text so that all that they hold stays as it came; of what is redacted nothing is told. */
export const mixedColumns = (
  tables: Tables,
  redacted: ReadonlyMap<unknown, unknown>,
): readonly MixedColumn[] =>
  tables.flatMap(({ columns }) =>
    columns.flatMap(({ name, type, source }): readonly MixedColumn[] => {
      if (!source || type !== 'text' || typeOf(source) !== 'text' || redacted.has(source)) return []
      const holds = words.filter(([bits]) => (source.held & bits) !== 0)
      return holds.some(([, , isTyped]) => isTyped)
        ? [{ column: name, holds: holds.map(([, word]) => word) }]
        : []
    }),
  )

/** What cells can hold, in words, and whether it has a type that is lost in a column of text. */
const words: readonly (readonly [bits: number, word: string, isTyped: boolean])[] = [
  [holding.integer | holding.whole | holding.number, 'numbers', true],
  [holding.digits | holding.long, 'numbers that a double would change', true],
  [holding.boolean, 'true or false', true],
  [holding.instant, 'times', true],
  [holding.json, 'JSON', false],
  [holding.text, 'texts', false],
]
