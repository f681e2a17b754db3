import { formatOf } from '../../export/formats.ts'
import { Failure } from '../../failure/failure.ts'
import { defineCommand, type Context } from '../command.ts'
import type { OpenColumns } from '../../export/files/columns-file.ts'
import { exportOnce } from '../../export/files/export-files.ts'
import { nextPath } from '../responses/contract-plan.ts'
import { exportOptions } from '../responses/export-options.ts'
import { planExport, type ExportPlan } from '../responses/export-plan.ts'
import { pathInCodebook } from '../../export/files/codebook-file.ts'
import type { Told } from '../../export/files/manifest.ts'
import { mayReplace, refuseNoFolder } from '../responses/may-write.ts'
import { readWithProgress } from '../responses/read-responses.ts'
import { openSideFiles, putInPlace } from '../../export/files/put-in-place.ts'
import { refuseShared, sourceFiles, type NamedFile } from '../responses/refuse-shared.ts'
import { sayExport, type Exported } from '../responses/say-export.ts'
import { sayUnusedEnvironment } from '../responses/say-unused.ts'
import { tableFiles, type WrittenFile } from '../../export/files/data-files.ts'

export const command = defineCommand({
  description:
    'Writes every response of forms, of the whole environment or of a saved reply. The wide table has a row a response and a column for each thing that was answered; equal headlines stay apart, and nothing that a response holds is dropped. The long one has a row an answer; the relational layout has tables of responses, answers and choices. --where, --redact and --timezone work in each of them. JSON and NDJSON hold whole records, as the service sends them; --where and --redact work there, too. A file appears under its name only once it is whole.',
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
    {
      command: 'formctl responses export --form clx1 --out answers.csv --codebook datapackage.json',
      shows: 'also tells of each column its question, type, options and counts',
    },
    {
      command: 'formctl responses export --all --columns-file columns.yaml --out answers.csv',
      shows: 'keeps the columns that earlier exports had, whatever became of the questions',
    },
    {
      command: 'formctl responses export --all --layout relational --out answers.sqlite',
      shows: 'responses, answers and options in tables of their own',
    },
    {
      command: 'formctl responses export --from reply.json --where "Age >= 18" --timezone Europe/Berlin',
      shows: 'some responses, with times as clocks there show them',
    },
    {
      command: 'formctl responses export --all --layout long --redact id=mask --redact ip=drop',
      shows: 'a row an answer, with less of who gave it',
    },
    {
      command: 'formctl responses export --all --format ndjson --where "Age >= 18" --redact ip=drop',
      shows: 'some records, each whole but for the address',
    },
  ],
  async run({ options }, context) {
    const asked = planExport(options, {
      // A check has no data; with -o json it is told as JSON itself.
      output: options.check ? undefined : context.globals.output,
      isTerminal: context.host.stdout.isTerminal,
    })
    const isPrinted = asked.out === undefined && !asked.contract.isCheck
    if (isPrinted && context.host.stdout.isLost) throw Failure.of('output-lost', {})
    await refuseUnfit(asked, context)
    const opened = await columnsOf(asked, context)
    if (opened && asked.contract.isCheck) return checked({ plan: asked, opened }, context)
    const plan = { ...asked, replace: await mayReplaceAll(asked, context) }
    if (plan.source.kind !== 'saved') await sayUnusedEnvironment(context)
    await sayExport(await exported({ plan, opened }, context), context)
    return 0
  },
})

/** The columns file, where one is kept. Most exports keep none, and reading YAML takes a third of a start. */
async function columnsOf({ contract }: ExportPlan, { host }: Context): Promise<OpenColumns | undefined> {
  if (contract.columnsFile === undefined) return undefined
  const { openColumns } = await import('../../export/files/columns-file.ts')
  return openColumns(contract, host.files)
}

const outsOf = async (plan: ExportPlan): Promise<readonly (string | undefined)[]> =>
  tableFiles(plan, await formatOf(plan.format)).map(({ out }) => out)

/** Refuses files that cannot be what they are named for, before any of them is read. */
async function refuseUnfit(plan: ExportPlan, context: Context): Promise<void> {
  const { manifest, table, contract } = plan
  const { files } = context.host
  if (manifest === '-')
    throw Failure.of('usage', {
      problem: '--manifest is for a file: the standard output is for the export itself.',
    })
  const outs = (await outsOf(plan)).map((out): NamedFile => ['out', out])
  const reads: readonly NamedFile[] = [
    ...sourceFiles(plan, context),
    ['redact-key-file', table.redactKeyFile],
  ]
  const writes: readonly NamedFile[] = [
    ...outs,
    ['manifest', manifest],
    ['columns-file', contract.columnsFile],
    ['codebook', contract.codebook],
  ]
  const { columnsFile } = contract
  const notes: readonly NamedFile[] = [['columns-file', columnsFile && nextPath(columnsFile)]]
  await refuseShared({ reads, writes, notes }, files)
  if (contract.codebook !== undefined) pathInCodebook(plan, files)
  if (contract.columnsFile !== undefined) await refuseNoFolder(contract.columnsFile, files)
}

async function mayReplaceAll(plan: ExportPlan, context: Context): Promise<boolean> {
  const { manifest, replace, contract } = plan
  if (contract.columnsFile !== undefined) await mayReplace(contract.columnsFile, true, context)
  const may: boolean[] = []
  for (const path of [...(await outsOf(plan)), manifest, contract.codebook])
    if (path !== undefined) may.push(await mayReplace(path, replace, context))
  return may.some(Boolean)
}

type Asked<Columns> = { readonly plan: ExportPlan; readonly opened: Columns }

async function exported(
  { plan, opened }: Asked<OpenColumns | undefined>,
  context: Context,
): Promise<Exported> {
  const { host } = context
  const began = host.now()
  const sides = await openSideFiles(plan, host.files)
  try {
    const isHidden = plan.out === undefined && host.stdout.isTerminal
    const reading = await readWithProgress({ ...plan, isHidden, isWriting: true }, context, (records) =>
      exportOnce(records, { plan, host, opened }),
    )
    const { result: pending, counts, coverage } = reading
    const { summary } = pending
    const tell = (files: readonly WrittenFile[]): Told => ({
      ...reading,
      plan,
      summary,
      opened,
      files,
      began,
      ended: host.now(),
    })
    try {
      const files = await putInPlace({ plan, pending, sides, opened, tell }, context)
      return { plan, summary, counts, coverage, opened, files }
    } finally {
      await pending.open.discard()
    }
  } finally {
    await sides.discard()
  }
}

async function checked({ plan, opened }: Asked<OpenColumns>, context: Context): Promise<0 | 1> {
  const { host } = context
  const { checkOnce, sayCheck } = await import('../responses/check-columns.ts')
  const { result } = await readWithProgress(plan, context, (records) =>
    checkOnce(records, { plan, host, opened }),
  )
  return sayCheck(opened, result, context)
}
