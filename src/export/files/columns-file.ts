import { Failure, misuse } from '../../failure/failure.ts'
import { keyOf, type Contract, type ContractColumn, type HeldColumns } from '../../table/contract.ts'
import type { HeaderStyle, MultiStyle } from '../../table/table.ts'
import { columnsText, parseColumns } from './columns-text.ts'
import { writeFile } from '../../files/file-system.ts'
import type { Output, OutputFiles } from './put-in-place.ts'

/** A columns file as an export found it. */
export type OpenColumns = {
  readonly path: string
  readonly contract: Contract
  /** What the file holds; undefined: it is not there. */
  readonly bytes: Uint8Array | undefined
  /** Whether the contract is that of a run which ended before it could write the file. */
  readonly isRecovered: boolean
  /** Whether an earlier run left its note, of use or not. */
  readonly hasNote: boolean
}

/** The styles of columns that were asked for; a columns file has its own. */
type Styles = { readonly headers: HeaderStyle | undefined; readonly multi: MultiStyle | undefined }

/** Where a run notes the columns before its data is there: what it promised is known even if it is killed. */
const notePath = (path: string): string => `${path}.next`

/** Opens the columns file that an export is held to, there or not; styles that contradict it are misuse. */
export async function openColumns(path: string, styles: Styles, files: OutputFiles): Promise<OpenColumns> {
  const bytes = await readIfThere(files, path)
  const kept = bytes && parseColumns(bytes, path)
  const note = await readIfThere(files, notePath(path))
  const noted = note && parseColumns(note, notePath(path))
  const isRecovered = noted !== undefined && goesOn(kept, noted)
  const found = isRecovered ? noted : kept
  if (found) refuseStyles(path, found, styles)
  const contract = found ?? {
    headers: styles.headers ?? 'headline',
    multi: styles.multi ?? 'joined',
    columns: [],
    questions: [],
  }
  return { path, contract, bytes, isRecovered, hasNote: noted !== undefined }
}

const readIfThere = async (files: OutputFiles, path: string): Promise<Uint8Array | undefined> =>
  (await files.kind(path)) === 'missing' ? undefined : files.read(path)

/**
 * Whether a note has all that the file has, and more: if not, the file was written after it, or changed by a person, and
 * wins.
 */
function goesOn(kept: Contract | undefined, noted: Contract): boolean {
  if (kept === undefined) return true
  const isSame = (column: ContractColumn, i: number): boolean => {
    const other = noted.columns[i]
    return other !== undefined && other.name === column.name && keyOf(other.holds) === keyOf(column.holds)
  }
  if (columnsText(kept) === columnsText(noted)) return false
  return kept.headers === noted.headers && kept.multi === noted.multi && kept.columns.every(isSame)
}

function refuseStyles(path: string, contract: Contract, styles: Styles): void {
  for (const name of ['headers', 'multi'] as const) {
    const asked = styles[name]
    if (asked !== undefined && asked !== contract[name])
      throw misuse(
        `${path} was begun with --${name} ${contract[name]}, which its columns keep: leave --${name} out, or name another columns file.`,
      )
  }
}

/** A columns file that is ready to be put in its place with the data. */
export type KeptColumns = {
  /** Absent: the file stays as it is. */
  readonly output?: Output
  /**
   * Puts data and columns file in their places while a note beside the file says what it will hold: a run that is killed in
   * between has shown columns that the next one must know.
   */
  readonly noted: (putInPlace: () => Promise<void>) => Promise<void>
}

/** Writes the columns that an export found, where they changed, into a file that waits for its name. */
export async function keepColumns(
  opened: OpenColumns,
  held: HeldColumns,
  files: OutputFiles,
): Promise<KeptColumns> {
  const { path, hasNote } = opened
  const note = notePath(path)
  if (!isChanged(opened, held))
    return {
      noted: async (putInPlace) => {
        await putInPlace()
        if (hasNote) await files.remove(note)
      },
    }
  const text = columnsText(held.next)
  refuseUnreadable(text, { path, columns: held.order.length })
  await refuseChanged(opened, files)
  const file = await files.create(path, { replace: true })
  await file.write(text)
  await file.settle()
  return {
    output: { path, file },
    noted: async (putInPlace) => {
      await writeFile(files, note, { content: text })
      try {
        await putInPlace()
      } catch (error) {
        // What a run that was killed noted still holds.
        if (!hasNote) await files.remove(note)
        throw error
      }
      await files.remove(note)
    },
  }
}

/** Whether an export leaves a columns file other than it found it. */
const isChanged = ({ bytes, isRecovered }: OpenColumns, { changes }: HeldColumns): boolean =>
  bytes === undefined || isRecovered || changes.length > 0

/** A file that could not be read again is not written: there may be more columns than one takes. */
function refuseUnreadable(text: string, { path, columns }: { path: string; columns: number }): void {
  try {
    parseColumns(new TextEncoder().encode(text), path)
  } catch {
    throw Failure.of('columns-file-full', { path, columns })
  }
}

async function refuseChanged({ path, bytes }: OpenColumns, files: OutputFiles): Promise<void> {
  const now = await readIfThere(files, path)
  const isSame = now?.length === bytes?.length && (now ?? []).every((byte, i) => byte === bytes?.[i])
  if (!isSame) throw Failure.of('columns-file-changed', { path })
}

/** What a columns file would become, as `schemas/output/responses-export-check.schema.json` has it. */
export type CheckReport = {
  readonly schema_version: 1
  readonly path: string
  /** Whether the file is there. */
  readonly exists: boolean
  /** Whether an export would write the file anew. */
  readonly fileWouldChange: boolean
  /** Whether a column would be new or of another type; else only headlines would be noted. */
  readonly columnsWouldChange: boolean
  readonly changes: HeldColumns['changes']
  /** Columns that the file has and these responses do not. */
  readonly absent: readonly string[]
}

/** What an export would make of a columns file, for programs. */
export function checkReport(opened: OpenColumns, held: HeldColumns): CheckReport {
  const { path, bytes, isRecovered } = opened
  const { changes, absent } = held
  return {
    schema_version: 1,
    path,
    exists: bytes !== undefined,
    fileWouldChange: isChanged(opened, held),
    columnsWouldChange:
      bytes === undefined || isRecovered || changes.some(({ change }) => change !== 'headline'),
    changes,
    absent,
  }
}
