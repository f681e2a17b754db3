import { Failure } from '../../failure.ts'
import { limits } from '../../spec/limits.ts'
import { linesOf } from '../../spec/lines.ts'
import { placed } from '../../spec/open-document.ts'
import { readRows } from '../../spec/read-rows.ts'
import type { PlacedFinding } from '../../spec/placed.ts'
import type { RowsFile } from '../../spec/rows.ts'
import { textFault } from '../../spec/text-fault.ts'
import type { Context } from '../command.ts'
import type { FileReport } from '../reporters/reporter.ts'
import { readCsv } from './read-csv.ts'
import { inOrderOfRows } from './missing-in-rows.ts'
import type { RowsRoom } from './spec-of-rows.ts'

/** The rows that --each names, from each of which a form is made. */
export type Each = RowsFile & { readonly file: string; readonly text: string }

/** Reads the rows of a file: a table that ends in .csv or .tsv, or a list in YAML or JSON. */
export async function readEach({ host }: Pick<Context, 'host'>, file: string): Promise<Each> {
  const read = /\.[ct]sv$/i.test(file) ? readCsv : /\.(ya?ml|json)$/i.test(file) ? readRows : undefined
  if (read === undefined) throw Failure.of('usage', { problem: `--each ${file}: ${endings}` })
  const bytes = await host.files.read(file, limits.bytes)
  return { ...read(bytes), file, text: new TextDecoder().decode(bytes) }
}

const endings = 'Its ending must tell what it is: .csv, .tsv, .yaml, .yml or .json.'

/** Whether a file of rows can't be used. */
export const isBroken = ({ findings }: Each): boolean => findings.some(({ severity }) => severity === 'error')

/** What is wrong with the file of rows, and with all its forms together. */
export function reportsOf(
  { file, text, findings }: Each,
  room: RowsRoom,
  missing: readonly PlacedFinding[],
): readonly FileReport[] {
  const problem = problemOf(room)
  const found = missing.length === 0 ? findings : inOrderOfRows([...findings, ...missing])
  const all =
    problem === undefined
      ? found
      : [...found, placed(textFault('rows-limit', { problem }, [0, 0]), linesOf(text))]
  return all.length === 0 ? [] : [{ file, text, findings: all }]
}

function problemOf({ weight, findings }: RowsRoom): string | undefined {
  if (weight > limits.rowsWeight)
    return `The forms of all rows together are larger than ${limits.rowsWeight / 1024 / 1024} MiB`
  return findings > limits.rowsFindings
    ? `The forms of all rows together have more than ${limits.rowsFindings} findings`
    : undefined
}

/** Says which columns no spec uses: one of them may be misspelt where the spec has a default. */
export async function sayUnused(
  { file, columns }: Each,
  used: ReadonlySet<string>,
  { terminal, globals }: Pick<Context, 'terminal' | 'globals'>,
): Promise<void> {
  const unused = columns.filter((name) => !used.has(name))
  if (unused.length === 0 || globals.output === 'json') return
  await terminal.say(`Not used of ${file}: ${terminal.plain(unused.join(', '))}.`)
}
