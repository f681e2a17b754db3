import type { HeldColumns } from '../../table/contract.ts'
import { Failure } from '../../failure/failure.ts'
import type { Files } from '../../cli/host.ts'
import { nextPath } from '../../cli/responses/contract-plan.ts'
import { columnsText } from './columns-text.ts'
import { readIfThere, type OpenColumns } from './columns-file.ts'
import { parseColumns } from './parse-columns.ts'

/** Whether an export leaves a columns file other than it found it. */
export const isChanged = ({ bytes, isRecovered }: OpenColumns, { changes }: HeldColumns): boolean =>
  bytes === undefined || isRecovered || changes.length > 0

/**
 * Gets the columns file ready, and gives what puts the data in its place, by `commit`, and then the columns file. What it
 * will hold is noted before: a run that is killed between the two has shown columns that the next one must know.
 */
export async function keepColumns({ opened, held, files }: Keeping): Promise<KeptColumns> {
  const { path, hasNote } = opened
  const removeNote = (): Promise<void> => files.remove(nextPath(path))
  if (!isChanged(opened, held))
    return {
      around: async (commit) => {
        await commit()
        if (hasNote) await removeNote()
      },
      discard: async () => undefined,
    }
  const text = columnsText(held.next)
  refuseUnreadable(text, { path, columns: held.order.length })
  await refuseChanged(opened, files)
  const file = await files.create(path, { replace: true })
  await file.write(text)
  await file.settle()
  return {
    around: async (commit) => {
      await replace(files, nextPath(path), text)
      try {
        await commit()
      } catch (error) {
        // What a run that was killed noted still holds.
        if (!hasNote) await removeNote()
        throw error
      }
      await file.commit()
      await removeNote()
    },
    discard: file.discard,
  }
}

type Keeping = { readonly opened: OpenColumns; readonly held: HeldColumns; readonly files: Files }

/** A columns file that is ready to be put in its place. */
export type KeptColumns = {
  readonly around: (commit: () => Promise<void>) => Promise<void>
  readonly discard: () => Promise<void>
}

/** A file that could not be read again is not written: there may be more columns than one takes. */
function refuseUnreadable(text: string, { path, columns }: { path: string; columns: number }): void {
  try {
    parseColumns(new TextEncoder().encode(text), path)
  } catch {
    throw Failure.of('columns-file-full', { path, columns })
  }
}

async function refuseChanged({ path, bytes }: OpenColumns, files: Files): Promise<void> {
  const now = await readIfThere(files, path)
  const isSame = now?.length === bytes?.length && (now ?? []).every((byte, i) => byte === bytes?.[i])
  if (!isSame) throw Failure.of('columns-file-changed', { path })
}

async function replace(files: Files, path: string, text: string): Promise<void> {
  const file = await files.create(path, { replace: true })
  await file.write(text)
  await file.commit()
}
