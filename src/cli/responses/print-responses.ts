import type { FoundColumn } from '../../table/choose-records.ts'
import type { Merging } from '../../table/questions.ts'
import { formatOf } from '../../export/formats.ts'
import { writeExport } from '../../export/write-export.ts'
import { recordsIn, type RawRecord } from '../../record/records.ts'
import type { Context, OutputFormat } from '../command.ts'
import { printerOf } from './print-data.ts'
import { cardLines, type CardLook } from './response-cards.ts'
import { responsesTable } from './responses-table.ts'
import { makeSpools } from '../../export/files/spool.ts'
import type { LayoutOptions } from '../../table/table.ts'

/** `withForm`: a column shows the form. `mayBeMore`: the service may hold more responses than these. */
type Printing = {
  readonly withForm: boolean
  readonly mayBeMore: boolean
  /** Only these columns; absent: all. */
  readonly found?: readonly FoundColumn[]
  /** Which questions of several forms are one in these columns. */
  readonly merging?: Merging
}

/** Prints responses in the format of --output; without it, one below the other on a terminal, one per line in a pipe. */
export async function printResponses(
  records: readonly RawRecord[],
  context: Context,
  { withForm, mayBeMore, found, merging }: Printing,
): Promise<void> {
  const { host, terminal, globals } = context
  const output: OutputFormat = globals.output ?? 'table'
  if (output === 'yaml') return terminal.printYaml({ schema_version: 1, mayBeMore, data: records })
  if (output === 'json' || output === 'ndjson' || output === 'csv')
    return write(records, context, {
      format: output,
      members: { mayBeMore },
      merging,
      ...named(found),
    })
  const shown = found && merging ? withFormNames(records, merging) : records
  if (globals.output === undefined && host.stdout.isTerminal)
    return printCards(shown, context, { withForm, found })
  const { head, rows } = responsesTable(shown, {
    withForm,
    isFramed: host.stdout.isTerminal || globals.output === 'table',
    found,
  })
  return terminal.table(head, rows)
}

/** Records with what the column `formName` shows. */
function withFormNames(records: readonly RawRecord[], { forms }: Merging): readonly RawRecord[] {
  const names = new Map<unknown, string | undefined>(forms.map(({ id, name }) => [id, name]))
  return records.map((record) => {
    const name = names.get(record['formId'])
    return name === undefined ? record : { ...record, formName: name }
  })
}

/** Longer lines are hard to read. */
const widest = 100

async function printCards(
  records: readonly RawRecord[],
  { host, terminal }: Context,
  showing: Pick<CardLook, 'withForm' | 'found'>,
): Promise<void> {
  const columns = Math.min(host.stdout.columns, widest)
  const look = { columns, paint: terminal.out, now: host.now(), ...showing }
  for (const [i, record] of records.entries()) {
    const lines = [...cardLines(record, { nth: i + 1, of: records.length }, look)]
    await terminal.print(`${i === 0 ? '' : '\n'}${lines.join('\n')}\n`)
  }
}

type Writing = {
  readonly format: 'json' | 'ndjson' | 'csv'
  readonly members: { readonly mayBeMore: boolean }
  readonly merging?: Merging
} & Pick<LayoutOptions, 'columns' | 'areKnown'>

/** Keeps the columns of --columns even if none of the shown responses has a value there. */
const named = (found: readonly FoundColumn[] | undefined): Pick<Writing, 'columns' | 'areKnown'> =>
  found ? { columns: found.map(({ name }) => name), areKnown: true } : {}

/** Writes the same bytes as an export. */
async function write(
  records: readonly RawRecord[],
  { host }: Context,
  { format, ...writing }: Writing,
): Promise<void> {
  const spools = makeSpools(host.files)
  try {
    await writeExport(await formatOf(format), recordsIn(records), {
      sinkOf: () => printerOf(host.stdout),
      file: undefined,
      rewrite: undefined,
      lineEnd: '\n',
      headers: 'headline',
      layout: 'wide',
      bom: false,
      formulas: 'guard',
      ...writing,
      makeSpool: spools.make,
    })
  } finally {
    await spools.close()
  }
}
