import type { OpenColumns, CheckReport } from '../../export/files/columns-file.ts'
import {
  dataPaths,
  exportFiles,
  tryColumns,
  type Exported,
  type ExportJob,
  type ExportPlan,
  type ExportDeps,
} from '../../export/files/export-files.ts'
import { Failure, count, thousands } from '../../failure/failure.ts'
import type { Records } from '../../record/records.ts'
import { defineCommand, type Context } from '../command.ts'
import { exportOptions, exportFormat, planExport, redactionHash } from '../responses/plan-export.ts'
import { withAskedOptions, withFormsOfSpecs } from '../responses/forms-of-specs.ts'
import { mayReplace, refuseNoFolder, refuseUnfit } from '../responses/output-files.ts'
import { printerOf } from '../terminal/plain.ts'
import { readWithProgress } from '../responses/read-responses.ts'
import {
  warnUnusedEnvironment,
  coverageRemarks,
  maxNamed,
  named,
  nameRemarks,
  note,
  quoted,
  readingRemarks,
  printRemarks,
  warning,
  type Remark,
} from '../responses/remarks.ts'
import { formatByName } from '../../export/formats.ts'
import type { ExportSummary, SpoiledColumn, TableSummary } from '../../export/write-export.ts'
import { listed } from '../../form/words.ts'
import type { Change, ContractResult } from '../../table/contract.ts'

export const command = defineCommand({
  description:
    'Writes all responses of forms, of the environment or of a saved reply as a table, or as whole records in JSON or NDJSON. The wide layout has one row per response, long one row per answer, and relational has tables of responses, answers and choices. Nothing that a response holds is dropped.',
  options: exportOptions,
  requires: [['form', 'all', 'from']],
  formatOf: exportFormat,
  outputs: ['csv', 'json', 'ndjson'],
  examples: {
    'formctl responses export --form clx1 --out answers.csv': 'all answers of a form in a table',
    'formctl responses export --all --format ndjson | jq .id': 'the id of every response',
    'formctl responses export --from reply.json --multi columns --bom --out a.csv':
      'a saved reply as a table for Excel, with a 0/1 column per option',
    'formctl responses export --form clx1 --out answers.csv --manifest answers.json':
      'also says how complete the table is, with its SHA-256',
    'formctl responses export --all --out answers.csv --codebook datapackage.json':
      'also describes each column: question, type, options and counts',
    'formctl responses export --all --out answers.csv --codebook labels.sps':
      'also a program for SPSS (.do: Stata, .R: R) that reads it with labels',
    'formctl responses export --all --columns-file columns.yaml --out answers.csv':
      'the columns of earlier exports, even if questions changed',
    'formctl responses export --all --layout relational --out answers.sqlite':
      'responses, answers and options in tables of their own',
    'formctl responses export --all --where "Age >= 18" --timezone Europe/Berlin':
      'some responses, with local times',
    'formctl responses export --all --layout long --redact id=mask --redact ip=drop':
      'one row per answer, with less about who gave it',
    'formctl responses export --all -o ndjson --where "Age >= 18" --redact ip=drop':
      'some records, without the IP address',
  },
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
    await refuseUnfit(asked, paths, context.host.files, context.globals)
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
          await refuseUnfit(plan, paths, context.host.files, context.globals)
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

async function mayReplaceAll(plan: ExportPlan, paths: readonly string[], context: Context): Promise<boolean> {
  const { manifest, replace, columnsFile, codebook } = plan
  if (columnsFile !== undefined) await mayReplace(columnsFile, true, context)
  const may: boolean[] = []
  for (const path of [...paths, manifest, codebook])
    if (path !== undefined) may.push(await mayReplace(path, replace, context))
  return replace || may.some(Boolean)
}

/** Reports what was written, and what a reader of the file should know. */
async function reportExport(exported: Exported, context: Context): Promise<void> {
  const remarks = [note(written(exported)), ...remarksOf(await withoutVersions(exported, context))]
  if (context.globals.verbose) remarks.push(note(engineWords(exported.summary)))
  await printRemarks(remarks, context)
}

/** An export without shared questions whose forms are versions of one spec. */
async function withoutVersions(exported: Exported, context: Context): Promise<Exported> {
  const { sharedQuestions = [] } = exported.summary
  if (sharedQuestions.length === 0) return exported
  const { specsOfForms } = await import('../forms/known-forms.ts')
  const specs = await specsOfForms(context)
  const specOf = (form: string): string => {
    const { path, document } = specs.get(form) ?? { path: form }
    return JSON.stringify([path, document])
  }
  const shared = sharedQuestions.filter(({ forms }) => new Set(forms.map(specOf)).size > 1)
  return { ...exported, summary: { ...exported.summary, sharedQuestions: shared } }
}

/** Whether the engine wrote the export. */
function engineWords({ counts }: ExportSummary): string {
  if (!counts) return 'Exported without the engine.'
  const { fast, slow } = counts
  return `Exported by the engine; ${slow} of ${count(fast + slow, 'record')} ${slow === 1 ? 'was' : 'were'} read without it.`
}

function written({ summary, counts, files, job }: Exported): string {
  const left = counts.read - counts.duplicates - summary.rows
  const paths = files.flatMap(({ out }) => (out === undefined ? [] : [out]))
  return [
    `Wrote ${job.plan.split ? partsWords(summary, files) : tablesWords(summary)}`,
    paths.length === 0 ? '' : ` to ${job.plan.split ? named(paths) : listed(paths)}`,
    left === 0 ? '' : `; ${count(left, 'other')} did not match`,
    '.',
  ].join('')
}

function tablesWords({ rows, tables = [] }: ExportSummary): string {
  const responses = count(rows, 'response')
  const [first, ...others] = tables
  if (first === undefined) return responses
  const columns = count(first.columns.length, 'column')
  if (first.name !== 'responses') return `${count(first.rows, 'row')} of ${responses} in ${columns}`
  return others.length === 0 ? `${responses} in ${columns}` : listed([responses, ...others.map(rowWords)])
}

const partsWords = ({ rows }: ExportSummary, files: Exported['files']): string =>
  `${count(rows, 'response')} of ${count(new Set(files.map(({ part }) => part?.formId)).size, 'form')}`

/** A table is named after its rows, in the plural. */
const rowWords = ({ name, rows }: TableSummary): string => count(rows, name.slice(0, -1))

function* remarksOf(exported: Exported): Iterable<Remark> {
  const { coverage, counts, job, summary } = exported
  const { plan, columns } = job
  const { renamedQuestions, sharedQuestions = [], timesLeft = 0, contractResult, areNoResponses } = summary
  const isSaved = plan.source.kind === 'saved'
  yield* coverageRemarks(coverage, plan.withPartials)
  // Nobody asked for the partial responses of a saved reply with --partials.
  if (isSaved && counts.partials > 0)
    yield note(
      `${thousands(counts.partials)} of ${count(counts.kept, 'response')} of the saved reply ${counts.partials === 1 ? 'is' : 'are'} partial.`,
    )
  yield* readingRemarks(plan, exported)
  if (isSaved && areNoResponses)
    yield warning('No record has answers or a time of creation. Check that the file holds responses.')
  if (columns && contractResult) yield* changeRemarks(columns, contractResult)
  yield* formatRemarks(job, summary)
  const renamed = renamedQuestions.filter((title) => sharedQuestions.every((one) => one.title !== title))
  yield* upToFive(renamed, 'more question', (title) =>
    note(`A question had several headlines; its columns are named after the newest one, "${title}".`),
  )
  yield* upToFive(sharedQuestions, 'more question', ({ id, forms, headlines }) =>
    warning(
      `${count(forms.length, 'form')} ask question "${id}" in other words or another type (${named(quoted(headlines))}), and their answers share a column. --split form keeps forms apart.`,
    ),
  )
  if (timesLeft > 0)
    yield warning(`${count(timesLeft, 'time')} cannot be read: kept as written, without a time zone.`)
  yield* mergeRemarks(summary)
  yield* nameRemarks(plan.table, summary.names)
}

/** Which questions of several forms share columns, and which only look alike. */
function* mergeRemarks({ merge }: ExportSummary): Iterable<Remark> {
  if (!merge) return
  const { merged, alike } = merge
  if (merged.length > 0)
    yield note(
      `${count(merged.length, 'question')} of several forms ${merged.length === 1 ? 'shares its' : 'share their'} columns: ${named(quoted(merged.map(({ question }) => question)))}.`,
    )
  yield* upToFive(alike, 'more question', ({ headline, types }) =>
    note(`"${headline}" is asked as ${listed(types)}, so it has columns for each of them.`),
  )
}

/** One remark each for the first five things, and one that counts the others. */
function upToFive<T>(things: readonly T[], more: string, remarkOn: (thing: T) => Remark): readonly Remark[] {
  const remarks = things.slice(0, maxNamed).map(remarkOn)
  const [first] = remarks
  const rest = things.length - remarks.length
  return first && rest > 0
    ? [...remarks, { ...first, sentence: `The same applies to ${count(rest, more)}.` }]
    : remarks
}

/** What the format cannot hold, and how it is written instead. */
export function* formatRemarks(
  { plan: { format, out, table } }: Pick<ExportJob, 'plan'>,
  {
    guarded,
    cutCells = 0,
    textNumbers = 0,
    unbroken = 0,
    spoiled = [],
    changedByExcel = [],
    split = [],
  }: ExportSummary,
): Iterable<Remark> {
  for (const one of split)
    yield note(
      `The table ${one.table} is larger than an XLSX sheet, so it is split into ${count(one.sheets.length, 'sheet')}: ${named(one.sheets.map(({ name, rows }) => `${name} (${count(rows, 'row')})`))}.`,
    )
  const byName = out === undefined ? undefined : formatByName(out)
  if (byName !== undefined && byName !== format)
    yield warning(`${out} holds ${format}, as --format says, and its name says ${byName}.`)
  if (guarded > 0)
    yield note(
      format === 'xlsx'
        ? `${count(guarded, 'cell')} marked as text, because a spreadsheet would run ${guarded === 1 ? 'it' : 'them'} when edited; --formulas raw leaves the mark out.`
        : `${count(guarded, 'cell')} would run as a formula in a spreadsheet, so a ' is put before each; --formulas raw leaves it out.`,
    )
  if (format === 'xlsx' && table.zone && !/^(utc|z)$/i.test(table.zone.name))
    yield note(
      `XLSX cells hold no offset: times are local times of ${table.zone.name}${/^[+-]/.test(table.zone.name) ? '' : '; when clocks are put back, two moments look the same'}.`,
    )
  if (cutCells > 0)
    yield warning(
      `${count(cutCells, 'text')} longer than a cell of the format allows: cut, and marked as cut.`,
    )
  if (textNumbers > 0)
    yield note(`${count(textNumbers, 'number')} written as text: Excel would round them to 15 digits.`)
  if (unbroken > 0)
    yield note(`Line breaks in ${count(unbroken, 'cell')} written as spaces: SPSS reads each line as a row.`)
  if (changedByExcel.length > 0)
    yield warning(
      `Excel changes values of ${count(changedByExcel.length, 'column')} when it opens this file: ${named(changedByExcel.map(({ column, example }) => `"${column}" (such as ${example})`))}. In a file named .xlsx, they stay as they are.`,
    )
  yield* upToFive(spoiled, 'more column', (column) => note(spoiledWords(column)))
}

const spoiledWords = ({ column, type, value, response, misfits, values }: SpoiledColumn): string =>
  `Column "${column}" is text, because ${misfits} of ${count(values, 'value')} ${misfits === 1 ? `is not ${typeWords[type].one}` : `are not ${typeWords[type].many}`}, such as "${value}" in response ${response}.`

const wholeNumbers = { one: 'a whole number', many: 'whole numbers' }
const typeWords: Readonly<Record<SpoiledColumn['type'], { readonly one: string; readonly many: string }>> = {
  text: { one: 'text', many: 'text' },
  integer: wholeNumbers,
  int64: wholeNumbers,
  number: { one: 'a number', many: 'numbers' },
  boolean: { one: 'true or false', many: 'true or false' },
  date: { one: 'a date', many: 'dates' },
  time: { one: 'a time', many: 'times' },
  json: { one: 'JSON', many: 'JSON' },
}

/** How the columns of an export differ from its columns file. */
function* changeRemarks(
  { path, bytes, isRecovered }: OpenColumns,
  { changes, absent, next, broken, misfits = new Map() }: ContractResult,
): Iterable<Remark> {
  const added = changes.flatMap((change) => (change.change === 'added' ? [change.column] : []))
  const others = changes.filter((change) => change.change !== 'added')
  if (isRecovered)
    yield note(
      `An earlier run ended before it could write ${path}; the columns that it noted were taken over.`,
    )
  if (bytes === undefined && !isRecovered)
    yield note(`${path} begins with ${count(next.columns.length, 'column')}.`)
  else if (added.length > 0)
    yield note(`${path}: ${count(added.length, 'new column')} at the end: ${named(quoted(added))}.`)
  for (const change of others.slice(0, maxNamed)) yield note(`${path}: ${wordsOf(change)}`)
  yield* upToFive([...misfits], 'more column', ([column, { type, value, response }]) =>
    warning(
      `${path}: column "${broken.get(column)?.name ?? ''}" is text in this export, since response ${response} has "${value}", which does not fit the type ${type}.`,
    ),
  )
  if (others.length > maxNamed) yield note(`${path}: ${count(others.length - maxNamed, 'more change')}.`)
  if (absent.length > 0)
    yield note(
      `${count(absent.length, 'column')} of ${path} ${absent.length === 1 ? 'stays' : 'stay'} although these responses have no value for ${absent.length === 1 ? 'it' : 'them'}: ${named(quoted(absent))}.`,
    )
}

function wordsOf(change: Exclude<Change, { readonly change: 'added' }>): string {
  if (change.change === 'headline')
    return `a question is now "${change.to}" and was "${change.from}"; its columns keep their names.`
  return change.from === undefined
    ? `column "${change.column}" had no values so far and now has type ${change.to}.`
    : `column "${change.column}" has type ${change.to} now and had ${change.from}, which its values outgrew.`
}

/**
 * Reports how an export would change a columns file. Returns 1, and reports even under --quiet, if its columns would change;
 * a new headline alone does not change the columns.
 */
async function reportCheck(
  opened: OpenColumns,
  contractResult: ContractResult,
  context: Context,
): Promise<0 | 1> {
  const { terminal, globals } = context
  // It reads YAML, with all rules of specs behind it.
  const { checkReport } = await import('../../export/files/columns-file.ts')
  const report = checkReport(opened, contractResult)
  const print = report.columnsWouldChange ? terminal.warn : terminal.info
  await print(`${opened.path} ${changeWords(report)}.`)
  await printRemarks(
    Array.from(changeRemarks(opened, contractResult), ({ sentence }) => note(sentence)),
    context,
  )
  if (globals.output === 'json') await terminal.printJson(report)
  return report.columnsWouldChange ? 1 : 0
}

function changeWords({ fileWouldChange, columnsWouldChange }: CheckReport): string {
  if (columnsWouldChange) return 'would change'
  return fileWouldChange ? 'would note a headline, and keep all columns' : 'would stay as it is'
}
