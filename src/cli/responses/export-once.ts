import { formatOf, type Format } from '../../export/formats.ts'
import { writeExport, type ExportOptions } from '../../export/write-export.ts'
import type { Records } from '../../form/record-taker.ts'
import { codeOf, reasonOf } from '../../reason.ts'
import { Failure } from '../../failure.ts'
import type { Host } from '../host.ts'
import { textInFile } from './codebook.ts'
import { keepColumns } from './columns-file/keep-columns.ts'
import type { OpenColumns } from './columns-file/open-columns.ts'
import { digesting, type Digest } from './digest.ts'
import type { ExportPlan } from './export-plan.ts'
import { openTarget } from './export-target.ts'
import type { Progress } from './progress.ts'
import { filterRecords, type Filtered } from './record-filter.ts'
import type { RecordSource } from './record-source.ts'
import type { Exported } from './say-export.ts'
import { makeSpool } from './spool.ts'

/** What an export is made with. */
export type Exporting = {
  readonly plan: ExportPlan
  readonly source: RecordSource
  readonly host: Host
  readonly progress: Progress
  /** The columns file, where one is kept. */
  readonly opened: OpenColumns | undefined
}

/** What was written; its digest where a manifest wants it. */
export type Written = Pick<Exported, 'summary' | 'filtered'> & { readonly digest: Digest | undefined }

const restarting =
  (restart: () => Promise<void>, digested: { readonly restart: () => void } | undefined) =>
  async (): Promise<void> => {
    digested?.restart()
    await restart()
  }

/** Whether a library that writes its file by itself says that it can't. */
const isOfLibrary = ({ kind }: Format, error: unknown): boolean => kind === 'file' && codeOf(error) !== ''

const unwritable = (path = '-', error: unknown): Failure =>
  Failure.of('file-unwritable', { path, reason: reasonOf(error) })

/** One try: whatever breaks off leaves nothing behind. */
export async function exportOnce(
  records: Records,
  { plan, source, host, progress, opened }: Exporting,
): Promise<Written> {
  const { since, until, format, table, manifest } = plan
  const { formIds, mayRestart } = source
  const filtered: Filtered = { read: 0, kept: 0, formless: 0, undated: 0 }
  const filter = { since, until, ...(formIds === undefined ? {} : { formIds }) }
  const target = await openTarget(host, { ...plan, mayRestart })
  const spool = makeSpool(host.files)
  try {
    const matching = filterRecords(progress.counted(records), filter, filtered)
    const digested = manifest === undefined ? undefined : digesting(target.write)
    const writer = await formatOf(format)
    const summary = await writeExport(writer, matching, {
      ...table,
      ...(opened && heldBy(opened)),
      ...(plan.contract.codebook !== undefined && { describe: { textInFile: textInFile(plan) } }),
      lineEnd: '\n',
      spool,
      out: digested?.write ?? target.write,
      file: target.file,
      restart: target.restart && restarting(target.restart, digested),
    }).catch((error: unknown) => {
      throw isOfLibrary(writer, error) ? unwritable(plan.out, error) : error
    })
    if (writer.kind === 'file' && digested && target.file !== undefined)
      for await (const chunk of host.files.stream(target.file)) digested.add(chunk)
    // What is written to the terminal now must not meet the line of progress.
    progress.end()
    const { held } = summary
    if (opened && held) await keepColumns({ opened, held, files: host.files }, target.commit)
    else await target.commit()
    return { summary, filtered, digest: digested?.digest() }
  } finally {
    await target.discard()
    await spool.close()
  }
}

/** The styles of an export whose columns are kept: those of the columns file. */
const heldBy = ({ contract }: OpenColumns): Pick<ExportOptions, 'contract' | 'headers' | 'multi'> => ({
  contract,
  headers: contract.headers,
  multi: contract.multi,
})
