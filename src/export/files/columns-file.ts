import { Failure, misuse } from '../../failure/failure.ts'
import { keyOf, type Contract, type ContractColumn, type HeldColumns } from '../../table/contract.ts'
import type { HeaderStyle, MultiStyle } from '../../table/table.ts'
import { columnsText, parseColumns } from './columns-text.ts'
import { writeFile } from '../../files/file-system.ts'
import type { Output, OutputFiles } from './put-in-place.ts'

export type OpenColumns = {
  readonly path: string
  readonly contract: Contract
  /** The content of the file; undefined: there is none. */
  readonly bytes: Uint8Array | undefined
  /** Whether the contract comes from the note of a run that ended before it wrote the file. */
  readonly isRecovered: boolean
  /** Whether an earlier run left a note, used or not. */
  readonly hasNote: boolean
}

/** The requested styles of columns; a columns file has its own. */
type Styles = {
  readonly headers: HeaderStyle | undefined
  readonly multi: MultiStyle | undefined
  /** That of a new columns file, if none was requested. */
  readonly usualHeaders: HeaderStyle
}

/** The note that a run writes before its data is in place, so that its columns are known even if it is killed. */
const notePath = (path: string): string => `${path}.next`

/** Opens a columns file, which need not exist. Requested styles that contradict it are misuse. */
export async function openColumns(path: string, styles: Styles, files: OutputFiles): Promise<OpenColumns> {
  const bytes = await readIfThere(files, path)
  const kept = bytes && parseColumns(bytes, path)
  const note = await readIfThere(files, notePath(path))
  const noted = note && parseColumns(note, notePath(path))
  const isRecovered = noted !== undefined && goesOn(kept, noted)
  const found = isRecovered ? noted : kept
  if (found) refuseStyles(path, found, styles)
  const contract = found ?? {
    headers: styles.headers ?? styles.usualHeaders,
    multi: styles.multi ?? 'joined',
    columns: [],
    questions: [],
  }
  return { path, contract, bytes, isRecovered, hasNote: noted !== undefined }
}

const readIfThere = async (files: OutputFiles, path: string): Promise<Uint8Array | undefined> =>
  (await files.kind(path)) === 'missing' ? undefined : files.read(path)

/** Whether a note extends the file. If not, the file was written after the note or changed by a person, and wins. */
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

/** A columns file that is ready to be put in place with the data. */
export type KeptColumns = {
  /** Absent: the file stays as it is. */
  readonly output?: Output
  /** Puts data and columns file in place, protected by a note: if the run is killed in between, the next one knows its columns. */
  readonly noted: (putInPlace: () => Promise<void>) => Promise<void>
}

/** Writes changed columns into a pending file. */
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
  await file.sync()
  return {
    output: { path, file },
    noted: async (putInPlace) => {
      await writeFile(files, note, { content: text })
      try {
        await putInPlace()
      } catch (error) {
        // The note of an earlier, killed run stays.
        if (!hasNote) await files.remove(note)
        throw error
      }
      await files.remove(note)
    },
  }
}

/** Whether an export changes the columns file. */
const isChanged = ({ bytes, isRecovered }: OpenColumns, { changes }: HeldColumns): boolean =>
  bytes === undefined || isRecovered || changes.length > 0

/** Refuses to write a file that could not be read again, since it has too many columns. */
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

/** What an export would do to a columns file, as `schemas/output/responses-export-check.schema.json` has it. */
export type CheckReport = {
  readonly schema_version: 1
  readonly path: string
  readonly exists: boolean
  readonly fileWouldChange: boolean
  /** Whether columns would be added or change their type; otherwise only headlines would change. */
  readonly columnsWouldChange: boolean
  readonly changes: HeldColumns['changes']
  /** Columns that the file has and these responses do not. */
  readonly absent: readonly string[]
}

/** The report of `--check`. */
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
