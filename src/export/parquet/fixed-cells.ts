import { readBoolean, readInteger, readNumber, readTime, type ReadValue } from '../read-value.ts'
import type { ListedCells } from './waiting-rows.ts'

/** Types of columns whose values all have the same size. */
export type FixedType = 'integer' | 'int64' | 'number' | 'time' | 'boolean'

/** The least and the greatest of some values, as bytes. */
export type Range = { readonly least: Uint8Array; readonly greatest: Uint8Array }

/**
 * Puts the values of listed cells one after another, and lists these in their stead; gives their number, and the least and
 * the greatest. A text without a sign in it is no value, and is left out.
 */
export function toFixedCells(
  { kernel, count: texts }: ListedCells,
  type: FixedType,
): { readonly count: number; readonly range: Range | undefined } {
  const { bytes, view, rows, starts, ends } = kernel.memory()
  const { size, read, write } = storages[type]
  let at = kernel.fixed
  let least: number | bigint = Infinity
  let greatest: number | bigint = -Infinity
  let count = 0
  for (let cell = 0; cell < texts; cell++) {
    const start = starts[cell] ?? 0
    const end = ends[cell] ?? 0
    if (start === end) continue
    const value = read(bytes, start, end)
    if (value < least) least = value
    if (value > greatest) greatest = value
    write(view, at, value)
    rows[count] = rows[cell] ?? 0
    starts[count] = at
    ends[count++] = at += size
  }
  if (count === 0) return { count, range: undefined }
  const stored = (value: number | bigint): Uint8Array => {
    write(view, at, value)
    return bytes.slice(at, at + size)
  }
  // A zero stands for the one with the other sign, too.
  const range = { least: stored(least === 0 ? -0 : least), greatest: stored(greatest === 0 ? 0 : greatest) }
  return { count, range }
}

type Storage = {
  readonly size: number
  readonly read: ReadValue
  readonly write: (view: DataView, at: number, value: number | bigint) => void
}

const writeInt64: Storage['write'] = (view, at, value) => {
  if (typeof value === 'bigint') return view.setBigInt64(at, value, true)
  view.setUint32(at, value, true)
  view.setInt32(at + 4, Math.floor(value / 2 ** 32), true)
}

const storages: Readonly<Record<FixedType, Storage>> = {
  integer: { size: 8, read: readInteger, write: writeInt64 },
  int64: { size: 8, read: readInteger, write: writeInt64 },
  time: { size: 8, read: readTime, write: writeInt64 },
  number: { size: 8, read: readNumber, write: (view, at, value) => view.setFloat64(at, Number(value), true) },
  boolean: { size: 1, read: readBoolean, write: (view, at, value) => view.setUint8(at, Number(value)) },
}
