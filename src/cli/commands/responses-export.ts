import { formats } from '../../export/formats.ts'
import type { RawRecord } from '../../form/raw-record.ts'
import { defineCommand } from '../command.ts'
import type { Host } from '../host.ts'
import { exportOptions, planExport, type ExportPlan } from '../responses/export-plan.ts'
import { openTarget } from '../responses/export-target.ts'
import { openSource } from '../responses/open-source.ts'
import { filterRecords, type Filtered } from '../responses/record-filter.ts'
import type { RecordSource } from '../responses/record-source.ts'
import { sayExport, type Exported } from '../responses/say-export.ts'
import { makeSpool } from '../responses/spool.ts'

export const command = defineCommand({
  words: 'responses export',
  summary: 'write all responses as a table or as JSON',
  description:
    'Writes every response of forms, of the whole environment or of a saved reply. The wide table has a row a response and a column for each thing that was answered; equal headlines stay apart, and nothing that a response holds is dropped. A file appears under its name only once it is whole.',
  args: [],
  options: exportOptions,
  outputs: ['csv', 'json', 'ndjson'],
  examples: [
    {
      command: 'formctl responses export --form clx1 --out answers.csv',
      shows: 'all answers of a form in a table',
    },
    { command: 'formctl responses export --all --format ndjson | jq .id', shows: 'the id of every response' },
    {
      command: 'formctl responses export --from reply.json --multi columns --bom --out answers.csv',
      shows: 'a saved reply as a table for Excel, with a column of 0 and 1 an option',
    },
  ],
  async run({ options }, context) {
    const plan = planExport(options, context.globals.output)
    const source = await openSource(plan, context)
    try {
      const exported = await source.read((batches) =>
        exportOnce(batches, { plan, source, host: context.host }),
      )
      await sayExport({ ...exported, plan, remarks: source.remarks() }, context)
    } finally {
      await source.close()
    }
    return 0
  },
})

type Exporting = { readonly plan: ExportPlan; readonly source: RecordSource; readonly host: Host }

/** One try: whatever breaks off leaves nothing behind. */
async function exportOnce(
  batches: AsyncIterable<readonly RawRecord[]>,
  { plan, source, host }: Exporting,
): Promise<Pick<Exported, 'summary' | 'filtered'>> {
  const { since, until, format, table } = plan
  const { formIds, mayRestart } = source
  const filtered: Filtered = { read: 0, kept: 0, formless: 0, undated: 0 }
  const filter = { since, until, ...(formIds === undefined ? {} : { formIds }) }
  const target = await openTarget(host, { ...plan, mayRestart })
  const spool = makeSpool(host.files)
  try {
    const matching = filterRecords(batches, filter, filtered)
    const summary = await formats[format].write(matching, target.write, { ...table, spool })
    await target.commit()
    return { summary, filtered }
  } finally {
    await target.discard()
    await spool.close()
  }
}
