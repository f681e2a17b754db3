import { formats } from '../../export/formats.ts'
import type { RawRecord } from '../../form/raw-record.ts'
import type { Context, OutputFormat } from '../command.ts'
import { printerOf } from './export-target.ts'
import { responsesTable } from './responses-table.ts'
import { makeSpool } from './spool.ts'

/** Whether a column tells the form, and whether the service may hold more than what came. */
type Printing = { readonly withForm: boolean; readonly mayBeMore: boolean }

/** Prints responses as --output says: a table for a person, or the records as they came. */
export async function printResponses(
  records: readonly RawRecord[],
  context: Context,
  { withForm, mayBeMore }: Printing,
): Promise<void> {
  const { host, terminal, globals } = context
  const output: OutputFormat = globals.output ?? 'table'
  if (output === 'yaml') return terminal.printYaml({ schema_version: 1, mayBeMore, data: records })
  if (output === 'json' || output === 'ndjson' || output === 'csv')
    return write(records, context, { format: output, members: { mayBeMore } })
  const { head, rows } = responsesTable(records, { withForm, isTerminal: host.stdout.isTerminal })
  return terminal.table(head, rows)
}

type Writing = {
  readonly format: 'json' | 'ndjson' | 'csv'
  readonly members: { readonly mayBeMore: boolean }
}

/** The same bytes that an export gives. */
async function write(
  records: readonly RawRecord[],
  { host }: Context,
  { format, members }: Writing,
): Promise<void> {
  const spool = makeSpool(host.files)
  try {
    await formats[format].write(batchOf(records), printerOf(host.stdout), {
      headers: 'headline',
      multi: 'joined',
      bom: false,
      formulas: 'guard',
      members,
      spool,
    })
  } finally {
    await spool.close()
  }
}

async function* batchOf(records: readonly RawRecord[]): AsyncIterable<readonly RawRecord[]> {
  if (records.length > 0) yield records
}
