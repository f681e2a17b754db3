import type { HeldColumns } from '../../table/contract.ts'
import { isChanged } from '../../export/files/keep-columns.ts'
import type { OpenColumns } from '../../export/files/columns-file.ts'

/** What a columns file would become, as `schemas/output/responses-export-check.schema.json` has it. */
export type CheckReport = {
  readonly schema_version: 1
  readonly path: string
  /** Whether the file is there. */
  readonly exists: boolean
  /** Whether an export would write the file anew. */
  readonly fileWouldChange: boolean
  /** Whether a column would come to be or be of another type; else only headlines would be noted. */
  readonly columnsWouldChange: boolean
  readonly changes: HeldColumns['changes']
  /** Columns that the file has and these responses do not. */
  readonly absent: readonly string[]
}

/** What would become of a columns file, for programs. */
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
