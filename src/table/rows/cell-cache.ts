import type { ReadRow } from './remake-rows.ts'

/** A cell of a row, as a text. */
export type TextCell = { readonly column: number; readonly kind: number; readonly text: string }

/** What is made of a cell of a row, by its number in the row. */
export type OfCell<Value> = (row: ReadRow, cell: number) => Value

type Known<Value> = {
  readonly column: number
  readonly kind: number
  readonly text: Uint8Array
  readonly value: Value
}

const mostKnown = 2048
// Longer texts rarely come again, and fill the memory.
const longest = 1024
/** So many cells of a column that are new, beside those that came again, and none is looked up any more. */
const patience = 500

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Makes the same of the same cells of a column without making it anew: answers come again and again, and are known by their
 * bytes, so that nothing is made to look one up.
 */
export function makeKnownCells<Value>(make: (cell: TextCell) => Value): OfCell<Value> {
  const known = new Map<number, Known<Value>>()
  const news: number[] = []
  return ({ cells, bytes, view }, cell) => {
    const [from, to] = [cells.starts[cell] ?? 0, cells.ends[cell] ?? 0]
    const [column, kind] = [cells.columns[cell] ?? 0, cells.kinds[cell] ?? 0]
    const made = (): Value => make({ column, kind, text: decoder.decode(bytes.subarray(from, to)) })
    const isNew = news[column] ?? 0
    if (isNew > patience || to - from > longest) return made()
    const hash = hashOf(view, { from, to, seed: column * 8 + kind })
    const before = known.get(hash)
    if (before?.column === column && before.kind === kind && isText(before.text, bytes, { from, to })) {
      news[column] = isNew - 1
      return before.value
    }
    news[column] = isNew + 1
    if (known.size >= mostKnown) known.clear()
    const value = made()
    known.set(hash, { column, kind, text: bytes.slice(from, to), value })
    return value
  }
}

type Place = { readonly from: number; readonly to: number }

function hashOf(view: DataView, { from, to, seed }: Place & { readonly seed: number }): number {
  let hash = Math.imul(to - from + Math.imul(seed, mixer), mixer)
  let at = from
  for (; at + 4 <= to; at += 4)
    hash = Math.imul(((hash << 5) | (hash >>> 27)) ^ view.getUint32(at, true), mixer)
  for (; at < to; at++) hash = Math.imul(((hash << 5) | (hash >>> 27)) ^ view.getUint8(at), mixer)
  return hash
}

// An odd number with bits all over.
const mixer = 0x9e37_79b1

function isText(text: Uint8Array, bytes: Uint8Array, { from, to }: Place): boolean {
  if (text.length !== to - from) return false
  for (let i = 0; i < text.length; i++) if (text[i] !== bytes[from + i]) return false
  return true
}
