import type { OpenColumns } from '../../export/files/columns-file.ts'
import {
  dataPaths,
  exportFiles,
  tryColumns,
  type Exported,
  type ExportJob,
  type ExportPlan,
  type ExportDeps,
} from '../../export/files/export-files.ts'
import { Failure } from '../../failure/failure.ts'
import type { Records } from '../../record/records.ts'
import { defineCommand, type Context } from '../command.ts'
import { exportOptions, exportFormat, planExport, redactionHash } from '../responses/plan-export.ts'
import { withAskedOptions, withFormsOfSpecs } from '../responses/forms-of-specs.ts'
import {
  mayReplace,
  refuseNoFolder,
  refuseShared,
  sourceFiles,
  type NamedFile,
} from '../responses/output-files.ts'
import { printerOf } from '../terminal/plain.ts'
import { readWithProgress } from '../responses/read-responses.ts'
import { reportCheck, reportExport } from '../responses/export-report.ts'
import { warnUnusedEnvironment } from '../responses/remarks.ts'

export const command = defineCommand({
  description:
    'Writes all responses of forms, of the environment or of a saved reply as a table, or as whole records in JSON or NDJSON. The wide layout has one row per response, long one row per answer, and relational has tables of responses, answers and choices. Nothing that a response holds is dropped.',
  options: exportOptions,
  requires: [['form', 'all', 'from']],
  formatOf: exportFormat,
  outputs: ['csv', 'json', 'ndjson'],
  examples: [
    {
      command: 'formctl responses export --form clx1 --out answers.csv',
      shows: 'all answers of a form in a table',
    },
    { command: 'formctl responses export --all --format ndjson | jq .id', shows: 'the id of every response' },
    {
      command: 'formctl responses export --from reply.json --multi columns --bom --out a.csv',
      shows: 'a saved reply as a table for Excel, with a 0/1 column per option',
    },
    {
      command: 'formctl responses export --form clx1 --out answers.csv --manifest answers.json',
      shows: 'also says how complete the table is, with its SHA-256',
    },
    {
      command: 'formctl responses export --all --out answers.csv --codebook datapackage.json',
      shows: 'also describes each column: question, type, options and counts',
    },
    {
      command: 'formctl responses export --all --columns-file columns.yaml --out answers.csv',
      shows: 'the columns of earlier exports, even if questions changed',
    },
    {
      command: 'formctl responses export --all --layout relational --out answers.sqlite',
      shows: 'responses, answers and options in tables of their own',
    },
    {
      command: 'formctl responses export --all --where "Age >= 18" --timezone Europe/Berlin',
      shows: 'some responses, with local times',
    },
    {
      command: 'formctl responses export --all --layout long --redact id=mask --redact ip=drop',
      shows: 'one row per answer, with less about who gave it',
    },
    {
      command: 'formctl responses export --all -o ndjson --where "Age >= 18" --redact ip=drop',
      shows: 'some records, without the IP address',
    },
  ],
  async run({ options }, context) {
    const { host, globals } = context
    const planned = planExport(options, {
      output: globals.output,
      isTerminal: host.stdout.isTerminal,
      now: host.now(),
    })
    const { isCheck, ...asked } = await withAskedOptions(
      await withFormsOfSpecs(planned, context, options.merge === 'headline'),
      context,
    )
    if (asked.out === undefined && !isCheck && host.stdout.isLost) throw Failure.of('output-lost', {})
    const paths = await dataPaths(asked, host.files)
    await refuseUnfit(asked, paths, context)
    const columns = await openedColumns(asked, context)
    if (columns && isCheck) {
      const job = { ...(await jobOf(asked, context)), columns }
      const read = readerOf(asked, context)
      return reportCheck(columns, await tryColumns(job, { files: host.files, read }), context)
    }
    const plan = { ...asked, replace: await mayReplaceAll(asked, paths, context) }
    if (plan.source.kind !== 'saved') await warnUnusedEnvironment(context)
    const job = { ...(await jobOf(plan, context)), columns }
    await reportExport(
      await (plan.split ? exportByForm(job, context) : exportFiles(job, exportDeps(plan, context))),
      context,
    )
    return 0
  },
})

const exportDeps = (
  plan: ExportPlan & Pick<Parameters<typeof readWithProgress>[0], 'connect'>,
  context: Context,
): ExportDeps => ({
  files: context.host.files,
  print: printerOf(context.host.stdout),
  now: context.host.now,
  read: readerOf(
    { ...plan, isHidden: plan.out === undefined && context.host.stdout.isTerminal, isWriting: true },
    context,
  ),
  uninterruptible: context.uninterruptible,
})

/** Exports a file for each form; over the connection of the reading, the service is asked what the forms are called. */
async function exportByForm(job: ExportJob, context: Context): Promise<Exported> {
  const { plan } = job
  await refuseNoFolder(plan.out ?? '', context.host.files)
  const { withLazyCaller } = await import('../settings/connect.ts')
  return withLazyCaller(context, (open) =>
    exportFiles(job, {
      ...exportDeps({ ...plan, connect: open }, context),
      split: {
        formNames: async () => {
          if (plan.source.kind === 'saved') return new Map()
          const { listedForms } = await import('../forms/find-form.ts')
          return new Map((await listedForms(context, open)).map(({ id, name }) => [id, name]))
        },
        mayWrite: async (paths) => {
          await refuseUnfit(plan, paths, context)
          return mayReplaceAll({ ...plan, manifest: undefined }, paths, context)
        },
      },
    }),
  )
}

const readerOf =
  (query: Parameters<typeof readWithProgress>[0], context: Context) =>
  <T>(collect: (records: Records) => Promise<T>) =>
    readWithProgress(query, context, collect)

const jobOf = async (plan: ExportPlan, { host }: Context): Promise<Omit<ExportJob, 'columns'>> => ({
  plan,
  hash: await redactionHash(plan.table, host),
})

/** The columns file, if one is named. Loaded on demand, as loading YAML takes a third of the startup time. */
async function openedColumns(
  { columnsFile, styles, table }: ExportPlan,
  { host }: Context,
): Promise<OpenColumns | undefined> {
  if (columnsFile === undefined) return undefined
  const { openColumns } = await import('../../export/files/columns-file.ts')
  return openColumns(columnsFile, { ...styles, defaultHeaders: table.headers }, host.files)
}

/** Refuses outputs that would overwrite an input or each other, before anything is read. */
async function refuseUnfit(plan: ExportPlan, paths: readonly string[], context: Context): Promise<void> {
  const { manifest, table, columnsFile, codebook } = plan
  const { files } = context.host
  const reads: readonly NamedFile[] = [
    ...sourceFiles(plan, context),
    ['redact-key-file', table.redactKeyFile],
  ]
  const writes: readonly NamedFile[] = [
    ...paths.map((path) => ['out', path] as const),
    ['manifest', manifest],
    ['columns-file', columnsFile],
    ['codebook', codebook],
  ]
  const notes: readonly NamedFile[] = [['columns-file', columnsFile && `${columnsFile}.next`]]
  await refuseShared({ reads, writes, notes }, files)
  if (columnsFile !== undefined) await refuseNoFolder(columnsFile, files)
}

async function mayReplaceAll(plan: ExportPlan, paths: readonly string[], context: Context): Promise<boolean> {
  const { manifest, replace, columnsFile, codebook } = plan
  if (columnsFile !== undefined) await mayReplace(columnsFile, true, context)
  const may: boolean[] = []
  for (const path of [...paths, manifest, codebook])
    if (path !== undefined) may.push(await mayReplace(path, replace, context))
  return replace || may.some(Boolean)
}
