import type { Context } from '../../cli/command.ts'
import type { Files, PendingFile } from '../../cli/host.ts'
import { codebookOf } from './codebook-file.ts'
import type { HeldColumns } from '../../table/contract.ts'
import type { KeptColumns } from './keep-columns.ts'
import type { OpenColumns } from './columns-file.ts'
import type { Pending } from './export-files.ts'
import type { ExportPlan } from '../../cli/responses/export-plan.ts'
import { manifestText, type Told } from './manifest.ts'
import type { WrittenFile } from './data-files.ts'

/** The files that tell of an export, while they wait for it. */
export type SideFiles = {
  readonly codebook: PendingFile | undefined
  readonly manifest: PendingFile | undefined
  readonly discard: () => Promise<void>
}

/** Begins them before anything is read: one that cannot be written ends the export while there is nothing to lose. */
export async function openSideFiles(
  { contract, manifest, replace }: ExportPlan,
  files: Files,
): Promise<SideFiles> {
  const begun: PendingFile[] = []
  const discard = async (): Promise<void> => {
    for (const file of begun) await file.discard()
  }
  const begin = async (path: string | undefined): Promise<PendingFile | undefined> => {
    if (path === undefined) return undefined
    const file = await files.create(path, { replace })
    begun.push(file)
    return file
  }
  try {
    return { codebook: await begin(contract.codebook), manifest: await begin(manifest), discard }
  } catch (error) {
    await discard()
    throw error
  }
}

/** An export whose bytes are all written, and what is told of it. */
type Placing = {
  readonly plan: ExportPlan
  readonly pending: Pending
  readonly sides: SideFiles
  readonly opened: OpenColumns | undefined
  readonly tell: (files: readonly WrittenFile[]) => Told
}

/**
 * Puts an export in its place with all that tells of it, once each of them is durable: the data, the columns file, the
 * codebook, and the manifest last, so that none speaks of data that is not there; an older one is gone before. What the
 * file system refuses then takes what is new away again. A signal counts until the first of them gets its name, and not from
 * then on: to give the others theirs takes no longer than to tell of the end, and what was asked for is there.
 */
export async function putInPlace(
  { plan, pending, sides, opened, tell }: Placing,
  { host: { files }, carryThrough }: Pick<Context, 'host' | 'carryThrough'>,
): Promise<readonly WrittenFile[]> {
  const { open, summary, written } = pending
  await settleText(sides.codebook, await codebookOf({ plan, summary }, files))
  await settleText(sides.manifest, manifestText(tell(written)))
  const kept = await columnsToKeep({ opened, held: summary.held }, files)
  const around = kept?.around ?? ((work) => work())
  const tellers: Commit = async (noted) => {
    await sides.codebook?.commit()
    noted(plan.contract.codebook)
    await sides.manifest?.commit()
    noted(plan.manifest)
  }
  const paths = [...written.map(({ of }) => of.out), plan.contract.codebook, plan.manifest]
  try {
    const place = (commit: Commit): Promise<void> =>
      carryThrough(() => withoutOld(plan, files, () => allOrNone(paths, files, commit)))
    if (plan.out === undefined)
      await around(async () => {
        // Who reads may take long, and what is printed is nobody's file.
        await open.commit(() => undefined)
        await place(tellers)
      })
    else
      await place((noted) =>
        around(async () => {
          await open.commit(noted)
          await tellers(noted)
        }),
      )
  } finally {
    await kept?.discard()
  }
  return written
}

/** Gives files their names; each is told. */
type Commit = (noted: (path: string | undefined) => void) => Promise<void>

type Kept = { readonly opened: OpenColumns | undefined; readonly held: HeldColumns | undefined }

// What reads and writes YAML is loaded only where columns are kept.
async function columnsToKeep({ opened, held }: Kept, files: Files): Promise<KeptColumns | undefined> {
  if (!opened || !held) return undefined
  const { keepColumns } = await import('./keep-columns.ts')
  return keepColumns({ opened, held, files })
}

async function settleText(file: PendingFile | undefined, text: string | undefined): Promise<void> {
  if (file === undefined || text === undefined) return
  await file.write(text)
  await file.settle()
}

/** Where not all come to be, those are removed again that did and were not there before. */
async function allOrNone(
  paths: readonly (string | undefined)[],
  files: Files,
  commit: Commit,
): Promise<void> {
  const missing = new Set<string>()
  for (const path of paths)
    if (path !== undefined && (await files.kind(path)) === 'missing') missing.add(path)
  const made: string[] = []
  try {
    await commit((path) => {
      if (path !== undefined && missing.has(path)) made.push(path)
    })
  } catch (error) {
    for (const path of made) await files.remove(path).catch(() => undefined)
    throw error
  }
}

// One of an export of thousands of columns has some hundred kilobytes.
const mostOfManifest = 64 * 1024 * 1024

/** An older manifest tells of the data that is being replaced; it comes back where that is not. */
async function withoutOld(
  { manifest: path, replace }: ExportPlan,
  files: Files,
  commit: () => Promise<void>,
): Promise<void> {
  if (path === undefined || !replace || (await files.kind(path)) !== 'file') return commit()
  // A link stays one, and what it leads to is replaced.
  if ((await files.access(path))?.isLink) return commit()
  const old = await files.read(path, mostOfManifest)
  await files.remove(path)
  try {
    await commit()
  } catch (error) {
    const file = await files.create(path, { replace: true })
    await file.write(old)
    await file.commit()
    throw error
  }
}
