import type { Records } from '../../record/records.ts'
import { readRecordLines, replyFaults } from '../../record/read-records.ts'
import type { ReadResult } from '../../responses/responses.ts'
import { safeName, uniqueNames } from '../../files/files.ts'
import { chooseRecords, type NamesReport } from '../../table/choose-records.ts'
import type { Spool } from '../../record/bytes.ts'
import type { Format } from '../formats.ts'
import { sourceOf, type ExportSummary } from '../write-export.ts'
import { dataFiles, nameBeside, type OpenData, type WrittenFile } from './data-files.ts'
import type { ExportJob, ExportPlan } from './export-plan.ts'
import { withSpools, type ScratchFiles } from './spool.ts'
import { getOrMake } from '../../form/value.ts'
import { undoIfFailed } from '../../failure/failure.ts'

/** What an export of a file per form needs to know besides. */
export type SplitDeps = {
  /** The names of forms by their ids, as far as they are known. */
  readonly formNames: () => Promise<ReadonlyMap<string, string>>
  /** Whether files may be replaced. Fails for files that may not be written. */
  readonly mayWrite: (paths: readonly string[]) => Promise<boolean>
}

/** Data that was written and waits for its name. */
export type WrittenData = {
  readonly summary: ExportSummary
  readonly data: Pick<OpenData, 'outputs' | 'print' | 'discard'>
  readonly written: readonly WrittenFile[]
}

type Job = ExportJob & { readonly format: Format }

type Deps = {
  readonly files: ScratchFiles
  readonly read: <T>(collect: (records: Records) => Promise<T>) => Promise<ReadResult<T>>
  readonly split: SplitDeps
  readonly write: (records: Records, job: Job) => Promise<WrittenData>
}

// Each form has a spool, so that each may keep little in memory.
const inMemory = 256 * 1024

/**
 * Writes a file for each form, with columns of its own. Responses come mixed, and from a service or a pipe only once. So they are
 * read once, into a spool for each form, and each spool is exported as a source of its own. Reading a saved reply once per form
 * would be faster up to ten forms (400,000 responses: 29 s, against 2.5 s a form), but it would be a second way. Conditions
 * and redactions name columns of all forms, so they are applied before.
 */
export async function writeByForm(job: Job, deps: Deps): Promise<ReadResult<WrittenData>> {
  const parts: (WrittenData & { readonly formId: string })[] = []
  const discard = async (): Promise<void> => {
    for (const { data } of parts) await data.discard()
  }
  const work = async (makeSpool: () => Spool): Promise<ReadResult<WrittenData>> => {
    const { result, ...reading } = await deps.read((records) => splitRecords(records, job, makeSpool))
    const { plan, format } = job
    const outs = outsOf(plan, [...result.forms.keys()], await deps.split.formNames())
    const paths = [...outs.values()].flatMap((out) => dataFiles({ ...plan, out }, format))
    const replace = await deps.split.mayWrite(paths.flatMap(({ out }) => out ?? []))
    for (const [formId, spool] of result.forms) {
      const table = { ...plan.table, where: [], redactions: [] }
      const lines = readRecordLines(spool.blocks(), replyFaults(''))
      const part = { ...plan, out: outs.get(formId), replace, table }
      parts.push({ formId, ...(await deps.write(lines, { ...job, plan: part })) })
    }
    const made: WrittenData = {
      summary: {
        ...summaryOf(parts.map(({ summary }) => summary)),
        names: result.names,
      },
      data: { outputs: parts.flatMap(({ data }) => data.outputs), print: async () => undefined, discard },
      written: parts.flatMap(({ formId, summary, written }) =>
        written.map((file) => ({ ...file, part: { formId, summary } })),
      ),
    }
    return { ...reading, result: made }
  }
  return undoIfFailed(discard, () => withSpools(deps.files, work, inMemory))
}

type SplitRecords = {
  /** By form, in the order in which they came first; '' for responses without a form. */
  readonly forms: ReadonlyMap<string, Spool>
  readonly names?: NamesReport
}

/** Puts the wanted records into a spool for each form, as JSON lines. Forms that were asked for have one in any case. */
async function splitRecords(
  records: Records,
  { plan: { source, table }, hash }: Job,
  makeSpool: () => Spool,
): Promise<SplitRecords> {
  const asked = source.kind === 'all' ? [] : source.formIds
  const forms = new Map(asked.map((formId) => [formId, makeSpool()]))
  const { where, redactions } = table
  const isAll = where.length === 0 && redactions.length === 0
  const chosen = isAll
    ? undefined
    : await chooseRecords(sourceOf(records), {
        where,
        redactions,
        headers: table.headers,
        spool: makeSpool(),
        hash,
      })
  const encoder = new TextEncoder()
  for await (const batch of chosen?.batches ?? records.batches()) {
    const byForm = Map.groupBy(batch, ({ formId }) => (typeof formId === 'string' ? formId : ''))
    for (const [formId, some] of byForm) {
      const spool = getOrMake(forms, formId, makeSpool)
      await spool.append(encoder.encode(some.map((record) => `${JSON.stringify(record)}\n`).join('')))
    }
  }
  return { forms, names: chosen?.names }
}

/** The file of each form, named after the form if its name is known and no other form has it, or after its id. */
function outsOf(
  { out = '' }: ExportPlan,
  formIds: readonly string[],
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const unique = uniqueNames()
  const shared = (name: string): boolean => formIds.filter((id) => names.get(id) === name).length > 1
  return new Map(
    formIds.map((formId) => {
      const name = names.get(formId) ?? ''
      const wanted = formId === '' ? 'without form' : name === '' || shared(name) ? formId : name
      // Without dots, which separate the names of tables and endings.
      const safe = [wanted, formId, 'form']
        .map((text) => safeName(text, 80).replaceAll('.', '_'))
        .find(Boolean)
      return [formId, nameBeside(out, unique(safe ?? ''))]
    }),
  )
}

/** The summary of all forms together. */
function summaryOf(parts: readonly ExportSummary[]): ExportSummary {
  const sum = (of: (summary: ExportSummary) => number | undefined): number =>
    parts.reduce((total, part) => total + (of(part) ?? 0), 0)
  const [first] = parts
  return {
    ...first,
    rows: sum(({ rows }) => rows),
    guarded: sum(({ guarded }) => guarded),
    cutCells: sum(({ cutCells }) => cutCells),
    textNumbers: sum(({ textNumbers }) => textNumbers),
    timesLeft: sum(({ timesLeft }) => timesLeft),
    counts: first?.counts && {
      fast: sum(({ counts }) => counts?.fast),
      slow: sum(({ counts }) => counts?.slow),
    },
    renamedQuestions: parts.flatMap(({ renamedQuestions }) => renamedQuestions),
    spoiled: parts.flatMap(({ spoiled = [] }) => spoiled),
    changedByExcel: parts.flatMap(({ changedByExcel = [] }) => changedByExcel),
    split: parts.flatMap(({ split = [] }) => split),
    areNoResponses: parts.every(({ areNoResponses }) => areNoResponses === true),
  }
}
