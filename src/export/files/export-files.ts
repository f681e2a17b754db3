import { formatOf, type Format } from '../formats.ts'
import { writeExport, type ExportOptions } from '../write-export.ts'
import type { Records } from '../../record/records.ts'
import { codeOf, reasonOf } from '../../failure/reason.ts'
import { Failure } from '../../failure/failure.ts'
import type { Host } from '../../cli/host.ts'
import { textInFile } from './codebook-file.ts'
import type { OpenColumns } from './columns-file.ts'
import type { ExportPlan } from '../../cli/responses/export-plan.ts'
import { noticingPrints } from '../../cli/responses/printed.ts'
import { redactionHash } from '../../cli/responses/redaction-hash.ts'
import type { Exported } from '../../cli/responses/say-export.ts'
import { makeSpools } from './spool.ts'
import { openFiles, type OpenFiles, type WrittenFile } from './data-files.ts'

/** What an export is made with. */
export type Exporting = {
  readonly plan: ExportPlan
  readonly host: Host
  /** The columns file, where one is kept. */
  readonly opened: OpenColumns | undefined
}

/** What was written and is durable, and waits to be put in its place. */
export type Pending = Pick<Exported, 'summary'> & {
  readonly open: OpenFiles
  readonly written: readonly WrittenFile[]
}

/** Whether a library that writes its file by itself says that it can't. */
const isOfLibrary = ({ kind }: Format, error: unknown): boolean =>
  kind === 'file' && !(error instanceof Failure) && codeOf(error) !== ''

const unwritable = (path = '-', error: unknown): Failure =>
  Failure.of('file-unwritable', { path, reason: reasonOf(error) })

/** One try: whatever breaks off leaves nothing behind. Who gets it puts it in its place, or discards it. */
export async function exportOnce(records: Records, { plan, host, opened }: Exporting): Promise<Pending> {
  const writer = await formatOf(plan.format)
  const look = await lookOf(plan, { host, opened })
  const printing = noticingPrints(host)
  const open = await openFiles(printing.host, {
    plan,
    format: writer,
    mayRestart: plan.source.kind !== 'saved',
  })
  const spools = makeSpools(host.files)
  try {
    const summary = await writeExport(writer, records, {
      ...look,
      describes: plan.contract.codebook !== undefined,
      makeSpool: spools.make,
      sinkOf: open.sinkOf,
      file: open.file,
      rewrite: open.rewrite,
    }).catch((error: unknown) => {
      throw isOfLibrary(writer, error) ? unwritable(plan.out, error) : error
    })
    return { summary, open, written: await open.settle() }
  } catch (error) {
    await open.discard()
    throw printing.told(error)
  } finally {
    await spools.close()
  }
}

/** How the tables of a plan look, with what hashes and time zones need; columns that are kept have their own styles. */
export async function lookOf(
  { table: { zone, ...table } }: ExportPlan,
  { host, opened }: Pick<Exporting, 'host' | 'opened'>,
): Promise<Look> {
  const hash = await redactionHash(table, host)
  return {
    ...table,
    ...(zone && { timeZone: zone.timeZone }),
    engine: (host.env['FORMCTL_NO_ENGINE'] ?? '') === '',
    ...(hash && { hash }),
    ...(opened && heldBy(opened)),
  }
}

type Look = Omit<ExportOptions, 'makeSpool' | 'describes' | 'members'>

const heldBy = ({ contract }: OpenColumns): Pick<ExportOptions, 'contract' | 'headers' | 'multi'> => ({
  contract,
  headers: contract.headers,
  multi: contract.multi,
})
