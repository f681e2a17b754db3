import { Failure } from '../../failure.ts'
import { defineCommand, type Context } from '../command.ts'
import { exportOnce } from '../responses/export-once.ts'
import { exportOptions, planExport, type ExportPlan } from '../responses/export-plan.ts'
import { writeManifest } from '../responses/manifest.ts'
import { mayReplace } from '../responses/may-write.ts'
import { openSource } from '../responses/open-source.ts'
import { startProgress } from '../responses/progress.ts'
import { sayExport, type Exported } from '../responses/say-export.ts'
import { sayUnusedEnvironment } from '../responses/say-unused.ts'

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
    {
      command: 'formctl responses export --form clx1 --out answers.csv --manifest answers.json',
      shows: 'also tells how complete the table is, with its SHA-256',
    },
  ],
  async run({ options }, context) {
    const asked = planExport(options, {
      output: context.globals.output,
      isTerminal: context.host.stdout.isTerminal,
    })
    const plan = { ...asked, replace: await mayReplaceAll(asked, context) }
    if (plan.source.kind !== 'saved') await sayUnusedEnvironment(context)
    await sayExport(await exported(plan, context), context)
    return 0
  },
})

async function mayReplaceAll({ out, manifest, replace }: ExportPlan, context: Context): Promise<boolean> {
  const { resolve } = context.host.files
  if (manifest === '-')
    throw Failure.of('usage', {
      problem: '--manifest is for a file: the standard output is for the export itself.',
    })
  if (out !== undefined && manifest !== undefined && resolve(out) === resolve(manifest))
    throw Failure.of('usage', { problem: '--manifest names the file of --out. Name another.' })
  const may: boolean[] = []
  for (const path of [out, manifest])
    if (path !== undefined) may.push(await mayReplace(path, replace, context))
  return may.some(Boolean)
}

async function exported(plan: ExportPlan, context: Context): Promise<Exported> {
  const { host } = context
  const began = host.now()
  const progress = startProgress(context, plan.out === undefined && host.stdout.isTerminal)
  try {
    const source = await openSource(plan, context, progress)
    try {
      const written = await source.read((batches) => exportOnce(batches, { plan, source, host, progress }))
      const whole = { ...written, plan, coverage: source.coverage() }
      await writeManifest({ ...whole, origin: source.origin, began, ended: host.now() }, host.files)
      return whole
    } finally {
      await source.close()
    }
  } finally {
    progress.end()
  }
}
