import { Failure } from '../../failure/failure.ts'
import { codeOf, reasonOf } from '../../failure/reason.ts'
import type { Records } from '../../record/records.ts'
import {
  refuseIncomplete,
  type ReadResult,
  coverageJson,
  filtersJson,
  sourceJson,
} from '../../responses/responses.ts'
import type { ContractResult } from '../../table/contract.ts'
import { formatOf, programByName, type Format } from '../formats.ts'
import { checkContract, writeExport, type ExportOptions } from '../write-export.ts'
import type { OpenColumns } from './columns-file.ts'
import {
  dataFiles,
  openData,
  type DataDeps,
  putInPlace,
  type Output,
  type OutputFiles,
  type WrittenFile,
} from './data-files.ts'
import type { Exported, ExportJob, ExportPlan } from './export-plan.ts'
import { withSpools } from './spool.ts'
import { writeByForm, type SplitDeps, type WrittenData } from './split-forms.ts'
import programManifest from '../../../package.json' with { type: 'json' }
import type { Layout } from '../../table/table.ts'

export type { Exported, ExportJob, ExportPlan, TablePlan } from './export-plan.ts'

/** The paths of the data files. Throws a Failure if the codebook cannot name them. */
export async function dataPaths(plan: ExportPlan, files: OutputFiles): Promise<readonly string[]> {
  if (plan.codebook !== undefined) (await import('./codebook-file.ts')).refuseUnfitCodebook(plan, files)
  // Known only when the responses are read.
  if (plan.split) return []
  return dataFiles(plan, await formatOf(plan.format)).flatMap(({ out }) => out ?? [])
}

/** What an export needs from outside. */
export type ExportDeps = DataDeps & {
  readonly now: () => Date
  /** Reads the responses of the plan; if that breaks off, `collect` is called again from the start. */
  readonly read: <T>(collect: (records: Records) => Promise<T>) => Promise<ReadResult<T>>
  readonly split?: SplitDeps
  /** Runs work that a signal must not interrupt. */
  readonly uninterruptible: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Writes responses into files, with their codebook, manifest and columns file. All get their names together when each is complete
 * and durable, or none does.
 */
export async function exportFiles(job: ExportJob, deps: ExportDeps): Promise<Exported> {
  const { plan, columns } = job
  const { files } = deps
  const format = await formatOf(plan.format)
  const began = deps.now()
  const open: { discard: () => Promise<void> }[] = []
  const begin = async (path: string | undefined): Promise<Output | undefined> => {
    if (path === undefined) return undefined
    const output = { path, file: await files.create(path, { replace: plan.replace, isPrivate: true }) }
    open.push(output.file)
    return output
  }
  try {
    // Created before reading, so that an export that cannot write them fails early.
    const codebook = await begin(plan.codebook)
    const manifest = await begin(plan.manifest)
    const { result, ...reading } = await readData({ ...job, format }, deps)
    const { summary, data, written } = result
    open.push(data)
    refuseIncomplete(plan, reading.coverage)
    const exported = { ...reading, job, summary, files: written }
    if (codebook) {
      const { codebookOf } = await import('./codebook-file.ts')
      await writeNote(codebook, codebookOf(exported, format, files))
    }
    if (manifest) await writeNote(manifest, manifestText(exported, { began, ended: deps.now() }))
    const kept = await columnsToKeep({ columns, summary, files })
    if (kept?.output) open.push(kept.output.file)
    // The manifest follows what it describes; an older one is removed first, since its data is replaced.
    const beside = [codebook, manifest && { ...manifest, isOldRemoved: plan.replace }, kept?.output]
    const outputs = [...data.outputs, ...beside].filter((output) => output !== undefined)
    const place = (): Promise<void> => putInPlace(outputs, files)
    const noted = kept?.noted ?? ((work: () => Promise<void>) => work())
    if (plan.out === undefined)
      await noted(async () => {
        // A signal may stop the printing: the reader of the output may be slow.
        await data.print()
        await deps.uninterruptible(place)
      })
    else await deps.uninterruptible(() => noted(place))
    return exported
  } finally {
    for (const one of open) await one.discard()
  }
}

/** Most exports have no columns file, so the YAML code is loaded only for one. */
async function columnsToKeep({
  columns,
  summary: { contractResult },
  files,
}: Pick<ExportJob, 'columns'> & Pick<Exported, 'summary'> & Pick<ExportDeps, 'files'>) {
  if (!columns || !contractResult) return undefined
  const { keepColumns } = await import('./columns-file.ts')
  return keepColumns(columns, contractResult, files)
}

async function writeNote({ file }: Output, text: string | undefined): Promise<void> {
  if (text === undefined) return
  await file.write(text)
  await file.sync()
}

/** Reads the responses and writes their data, in one part or by form. */
function readData(
  job: ExportJob & { readonly format: Format },
  deps: ExportDeps,
): Promise<ReadResult<WrittenData>> {
  const write = (records: Records, one: typeof job): Promise<WrittenData> => writeData(records, one, deps)
  const { split } = deps
  return split && job.plan.split
    ? writeByForm(job, { ...deps, split, write })
    : deps.read((records) => write(records, job))
}

/** One attempt; if it fails, nothing of it is left. */
async function writeData(
  records: Records,
  job: ExportJob & { readonly format: Format },
  deps: DataDeps,
): Promise<WrittenData> {
  const { plan, format } = job
  const data = await openData(plan, format, deps)
  try {
    const look = { ...lookOf(job), describes: plan.codebook !== undefined, ...data.target }
    const summary = await withSpools(deps.files, (makeSpool) =>
      writeExport(format, records, { ...look, makeSpool }),
    )
    return { summary, data, written: await data.settle() }
  } catch (error) {
    await data.discard()
    throw isOfLibrary(format, error)
      ? Failure.of('file-unwritable', { path: plan.out ?? '-', reason: reasonOf(error) })
      : error
  }
}

/** Whether an error comes from a library that writes its file by itself. */
const isOfLibrary = ({ kind }: Format, error: unknown): boolean =>
  kind === 'file' && !(error instanceof Failure) && codeOf(error) !== ''

/** The options of the tables; a columns file has its own styles. */
function lookOf({ plan, columns, hash }: ExportJob): Omit<ExportOptions, 'makeSpool'> {
  const { zone, ...table } = plan.table
  return {
    ...table,
    timeZone: zone?.timeZone,
    merging: plan.merging,
    asked: plan.asked,
    hash,
    ...(programByName(plan.codebook) === 'spss' && { lineBreaks: 'spaces' }),
    ...(columns && {
      contract: columns.contract,
      headers: columns.contract.headers,
      multi: columns.contract.multi,
    }),
  }
}

/** What an export would do to its columns file; nothing is written. */
export async function tryColumns(
  job: ExportJob & { readonly columns: OpenColumns },
  { files, read }: Pick<ExportDeps, 'files' | 'read'>,
): Promise<ContractResult> {
  const { contract } = job.columns
  const { result, coverage } = await withSpools(files, (makeSpool) =>
    read((records) => checkContract(records, { ...lookOf(job), contract, makeSpool })),
  )
  refuseIncomplete(job.plan, coverage)
  return result
}

type Times = { readonly began: Date; readonly ended: Date }

/** How an export came about and what it holds, as `schemas/output/responses-export-manifest.schema.json` has it. */
function manifestText(exported: Exported, { began, ended }: Times): string {
  const { job, summary, files } = exported
  const { plan, columns } = job
  const { contractResult, names } = summary
  // Where nothing changed, the next run begins where this one did.
  const since =
    plan.by === 'updatedAt' && plan.since !== undefined ? new Date(plan.since).toISOString() : null
  const manifest = {
    schema_version: 1,
    program: { name: 'formctl', version: programManifest.version },
    began: began.toISOString(),
    ended: ended.toISOString(),
    source: sourceJson(exported),
    filters: { ...filtersJson(plan), by: plan.by, where: names?.where ?? plan.table.where },
    ...tableMember(exported),
    counts: countsOf(exported),
    coverage: coverageJson(exported),
    watermark: exported.counts.updated || since,
    ...(summary.merge && { merged: summary.merge.merged }),
    noticed: noticedIn(summary),
    columnsFile:
      columns && contractResult
        ? { path: columns.path, changes: contractResult.changes, absent: contractResult.absent }
        : null,
    files: files.map((file) => fileOf(exported, file)),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** What a summary on a terminal names some of, as whole lists; no values of answers. */
const noticedIn = ({
  names,
  spoiled = [],
  changedByExcel = [],
  merge,
  renamedQuestions,
  sharedQuestions = [],
}: Exported['summary']): unknown => ({
  notRedacted: names?.personal ?? [],
  mixedColumns: spoiled.map(({ column, type, misfits, values }) => ({ column, type, misfits, values })),
  changedByExcel: changedByExcel.map(({ column, values }) => ({ column, values })),
  alikeQuestions: merge?.alike ?? [],
  renamedQuestions,
  sharedQuestions: sharedQuestions.map(({ id, forms, headlines }) => ({ id, forms, headlines })),
})

const countsOf = ({
  counts: { read, formless, undated, partials, duplicates },
  summary,
}: Exported): unknown => ({
  read,
  written: summary.rows,
  leftOut: read - duplicates - summary.rows,
  leftOutWithoutForm: formless,
  keptWithoutTime: undated,
  duplicates,
  partial: partials,
  guardedCells: summary.guarded,
  timesWithoutZone: summary.timesLeft ?? 0,
})

function fileOf({ job, ...all }: Exported, { out = '-', tables, digest, part }: WrittenFile): unknown {
  const { summary } = part ?? all
  const written = summary.tables?.filter(({ name }) => tables.includes(name))
  const [first] = written ?? []
  return {
    path: out,
    formId: part?.formId,
    format: job.plan.format,
    rows: first?.rows ?? summary.rows,
    columns: first?.columns ?? null,
    ...(written && written.length > 1 ? { tables: written } : {}),
    ...digest,
  }
}

/** The default style of lists in each layout. */
const defaultMulti = { wide: 'joined', long: 'rows', relational: 'joined' } as const satisfies Record<
  Layout,
  string
>

/** The options of tables, or for whole records their redactions. */
function tableMember({ job: { plan, columns }, summary }: Exported): object {
  const { layout, zone, redactions } = plan.table
  if (!summary.tables) return { records: { redactions } }
  // A columns file has styles of its own.
  const { headers, multi = defaultMulti[layout] } = columns?.contract ?? plan.table
  return { table: { layout, headers, multi, timezone: zone?.name ?? null, redactions } }
}
