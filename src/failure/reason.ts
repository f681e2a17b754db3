/** An error of the system in plain words: why a file or folder can't be used. */
export function reasonOf(error: unknown): string {
  return (
    reasons[codeOf(error)] ?? sqliteReason(error) ?? (error instanceof Error ? error.message : String(error))
  )
}

/** The system's own name of an error, as `ENOENT`; '' where it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Gives a value in place of the error of a file or folder that does not exist; throws any other. */
export const ifMissing =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (codeOf(error) !== 'ENOENT') throw error
    return value
  }

export const folderMissing = 'its folder does not exist'

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
  ENOENT: folderMissing,
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'it would become larger than is allowed here',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open on this machine',
  ELOOP: 'its path goes round in links',
  ENAMETOOLONG: 'its name is too long',
}

const sqliteReason = (error: unknown): string | undefined => sqliteReasons[sqliteCodeOf(error) ?? -1]

/** SQLite's result code of an error; undefined where it has none. */
export const sqliteCodeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? // The low byte is the kind of error, the rest its detail (SQLite's extended result codes).
      error.errcode & 0xff
    : undefined

/** SQLite's result code where another process has the lock. */
export const sqliteBusy = 5

/** By SQLite's result code. */
const sqliteReasons: Readonly<Record<number, string>> = {
  3: 'permission is denied',
  8: 'it may not be written',
  10: 'the disk reports an error',
  13: 'the disk is full',
  14: 'it cannot be opened',
  18: 'a text or a row is longer than SQLite takes, 1 GB',
}
