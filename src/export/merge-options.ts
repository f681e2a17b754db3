import { Failure } from '../failure.ts'
import type { ColumnNames } from './column-names.ts'
import { holding, type Column, type Columns, type Member } from './columns.ts'
import { redactedColumns, type Redaction } from './redact.ts'

/** An option whose column must not be seen: what it is called, and the column in which its list stands instead. */
type MergedOption = { readonly list: Column; readonly name: string }

/** Such options, by the numbers of their columns. */
export type MergedOptions = ReadonlyMap<number, MergedOption>

/**
 * Lists with a column an option whose texts are to be hashed or masked. Columns would tell the options by their names, and
 * by their order even if these were hidden, so such a list stands in one cell, as it does when lists are joined.
 */
export function mergeOptions(
  columns: Columns,
  redactions: readonly Redaction[],
  called: ColumnNames,
): MergedOptions {
  const { columns: redacted } = redactedColumns(redactions, called, false)
  const merged = new Map<number, MergedOption>()
  for (const [column, how] of redacted) {
    const { holds } = column
    if (how === 'drop' || holds.kind !== 'answer' || holds.option === undefined) continue
    refuseSingle(holds.member, redacted, called)
    const list = columns.whole(holds.member)
    list.held |= holding.text
    merged.set(column.number, { list, name: holds.option })
  }
  return merged
}

/** Refuses to hide some options of a list and to show others. */
function refuseSingle(member: Member, redacted: ReadonlyMap<Column, unknown>, { header }: ColumnNames): void {
  const options = [...member.options.values()]
  const shown = options.find(({ column }) => !redacted.has(column))
  const hidden = options.find(({ column }) => redacted.has(column))
  if (!shown || !hidden) return
  const name = header.get(hidden.column) ?? ''
  throw Failure.of('usage', {
    problem: `--redact names the one option ${JSON.stringify(name)}, and a list is hashed or masked as a whole: name its question, or give "${name}=drop".`,
  })
}
