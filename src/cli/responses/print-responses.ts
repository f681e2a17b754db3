import { formats } from '../../export/formats.ts'
import type { RawRecord } from '../../form/raw-record.ts'
import type { Context, OutputFormat } from '../command.ts'
import { printerOf } from './export-target.ts'
import { responsesTable } from './responses-table.ts'
import { makeSpool } from './spool.ts'

/** Prints responses as --output says: a table for a person, or the records as they came. */
export async function printResponses(
  records: readonly RawRecord[],
  context: Context,
  { withForm }: { readonly withForm: boolean },
): Promise<void> {
  const { host, terminal, globals } = context
  const output: OutputFormat = globals.output ?? 'table'
  if (output === 'yaml') return terminal.printYaml({ schema_version: 1, data: records })
  if (output === 'json' || output === 'ndjson' || output === 'csv') return write(records, output, context)
  const { head, rows } = responsesTable(records, { withForm, isTerminal: host.stdout.isTerminal })
  return terminal.table(head, rows)
}

/** The same bytes that an export gives. */
async function write(
  records: readonly RawRecord[],
  format: 'json' | 'ndjson' | 'csv',
  { host }: Context,
): Promise<void> {
  const spool = makeSpool(host.files)
  try {
    await formats[format].write(batchOf(records), printerOf(host.stdout), {
      headers: 'headline',
      multi: 'joined',
      bom: false,
      formulas: 'guard',
      spool,
    })
  } finally {
    await spool.close()
  }
}

async function* batchOf(records: readonly RawRecord[]): AsyncIterable<readonly RawRecord[]> {
  if (records.length > 0) yield records
}
