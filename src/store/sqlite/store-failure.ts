import { Failure } from '../../failure.ts'
import { codeOf, reasonOf } from '../../reason.ts'

/** An error met in a data folder as the failure that it is; an error that no folder causes stays itself. */
export function storeFailure(folder: string, error: unknown): unknown {
  const reason = reasonIn(error)
  return reason === undefined ? error : Failure.of('store-unusable', { path: folder, reason })
}

function reasonIn(error: unknown): string | undefined {
  if (error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')
    // The low byte is the kind of error, the rest its detail (SQLite's extended result codes).
    return sqliteReasons[error.errcode & 0xff]
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
  13: 'the disk is full',
  14: 'formctl.db cannot be opened',
  26: 'formctl.db is not a database',
}
