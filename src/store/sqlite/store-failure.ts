import { Failure } from '../../failure/failure.ts'
import { codeOf, reasonOf } from '../../failure/reason.ts'

/** An error met in a data folder as the failure that it is; an error that no folder causes stays itself. */
export function storeFailure(folder: string, error: unknown): unknown {
  if (isDiskFull(error)) return Failure.of('disk-full', { path: folder })
  const reason = reasonIn(error)
  return reason === undefined ? error : Failure.of('store-unusable', { path: folder, reason })
}

const isDiskFull = (error: unknown): boolean =>
  /^(ENOSPC|EDQUOT)$/.test(codeOf(error)) || resultCodeOf(error) === 13

// The low byte is the kind of error, the rest its detail (SQLite's extended result codes).
const resultCodeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined

function reasonIn(error: unknown): string | undefined {
  const code = resultCodeOf(error)
  if (code !== undefined) return sqliteReasons[code]
  return /^E[A-Z]+$/.test(codeOf(error)) ? reasonOf(error) : undefined
}

/** By SQLite's result code. What is not here (a broken constraint, say) is a defect of ours. */
const sqliteReasons: Readonly<Record<number, string>> = {
  3: 'permission is denied',
  5: 'another program has been writing to formctl.db for too long; try again',
  6: 'another program has been writing to formctl.db for too long; try again',
  8: 'formctl.db cannot be written',
  10: 'formctl.db cannot be read or written, as the disk reports an error',
  11: 'formctl.db is damaged; put back a copy of it',
  14: 'formctl.db cannot be opened',
  26: 'formctl.db is not a database',
}
