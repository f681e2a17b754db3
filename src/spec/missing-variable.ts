import { textFault } from './text-fault.ts'
import type { PlacedFinding, Range } from './placed.ts'
import { environmentName } from './variables.ts'

/** What of a file of rows lacks a variable: one row, every row, or a column of the table. */
export type MissingOf = 'row' | 'rows' | 'column'

/** The variable that a finding says to be without a value; undefined where it says something else. */
export const missingName = ({ code, message }: PlacedFinding): string | undefined =>
  code === 'missing-variable' ? /"([^"]+)"/.exec(message)?.[1] : undefined

/** The finding that rows lack a variable, placed in their file. */
export function missingInRows(
  { name, near, of }: { readonly name: string; readonly near: string | undefined; readonly of: MissingOf },
  range: Range,
): PlacedFinding {
  const args = { name, near, variable: environmentName(name), of }
  const { start: _start, end: _end, ...finding } = textFault('missing-variable', args, [0, 0])
  return { ...finding, ...range }
}
