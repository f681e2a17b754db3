import { keyOf, type Contract, type ContractColumn } from '../../table/contract.ts'
import { Failure } from '../../failure/failure.ts'
import type { Files } from '../../cli/host.ts'
import { nextPath, type ContractPlan } from '../../cli/responses/contract-plan.ts'
import { columnsText } from './columns-text.ts'
import { parseColumns } from './parse-columns.ts'

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

/** Opens the columns file that an export is held to, if it is; styles that contradict it are misuse. */
export async function openColumns(
  { columnsFile, styles }: ContractPlan,
  files: Files,
): Promise<OpenColumns | undefined> {
  if (columnsFile === undefined) return undefined
  const bytes = await readIfThere(files, columnsFile)
  const kept = bytes && parseColumns(bytes, columnsFile)
  const noted = await notedIn(files, nextPath(columnsFile))
  const isRecovered = noted !== undefined && goesOn(kept, noted)
  const hasNote = noted !== undefined
  const found = isRecovered ? noted : kept
  if (found) refuseStyles(columnsFile, found, styles)
  const contract = found ?? {
    headers: styles.headers ?? 'headline',
    multi: styles.multi ?? 'joined',
    columns: [],
    questions: [],
  }
  return { path: columnsFile, contract, bytes, isRecovered, hasNote }
}

/** The bytes of a file; undefined where there is none. */
export const readIfThere = async (files: Files, path: string): Promise<Uint8Array | undefined> =>
  (await files.kind(path)) === 'missing' ? undefined : files.read(path)

async function notedIn(files: Files, path: string): Promise<Contract | undefined> {
  const bytes = await readIfThere(files, path)
  return bytes && parseColumns(bytes, path)
}

/**
 * Whether a noted contract has all that the file has, and more: if not, the file was written after it, or changed by a
 * person, and wins.
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

function refuseStyles(path: string, contract: Contract, styles: ContractPlan['styles']): void {
  for (const name of ['headers', 'multi'] as const) {
    const asked = styles[name]
    if (asked !== undefined && asked !== contract[name])
      throw Failure.of('usage', {
        problem: `${path} was begun with --${name} ${contract[name]}, which its columns keep: leave --${name} out, or name another columns file.`,
      })
  }
}
