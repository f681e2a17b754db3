import type { ReadRow } from './remake-rows.ts'

export type TextCell = { readonly column: number; readonly kind: number; readonly text: string }

/** The value made from a cell, which is given by its number in the row. */
export type OfCell<Value> = (row: ReadRow, cell: number) => Value

type Cached<Value> = {
  readonly column: number
  readonly kind: number
  readonly text: Uint8Array
  readonly value: Value
}

const mostCached = 2048
// Longer texts rarely repeat, and would fill the memory.
const longest = 1024
/** When a column has this many more misses than hits, it is no longer cached. */
const mostMisses = 500

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Caches what `make` returns for a cell, since answers repeat. Cells are looked up by their bytes, without decoding. */
export function cachePerCell<Value>(make: (cell: TextCell) => Value): OfCell<Value> {
  const cache = new Map<number, Cached<Value>>()
  const misses: number[] = []
  return ({ cells, bytes, view }, cell) => {
    const [from, to] = [cells.starts[cell] ?? 0, cells.ends[cell] ?? 0]
    const [column, kind] = [cells.columns[cell] ?? 0, cells.kinds[cell] ?? 0]
    const made = (): Value => make({ column, kind, text: decoder.decode(bytes.subarray(from, to)) })
    const missed = misses[column] ?? 0
    if (missed > mostMisses || to - from > longest) return made()
    const hash = hashOf(view, { from, to, seed: column * 8 + kind })
    const before = cache.get(hash)
    if (before?.column === column && before.kind === kind && isText(before.text, bytes, { from, to })) {
      misses[column] = missed - 1
      return before.value
    }
    misses[column] = missed + 1
    if (cache.size >= mostCached) cache.clear()
    const value = made()
    cache.set(hash, { column, kind, text: bytes.slice(from, to), value })
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

// 2^32 divided by the golden ratio: an odd number with well-mixed bits.
const mixer = 0x9e37_79b1

function isText(text: Uint8Array, bytes: Uint8Array, { from, to }: Place): boolean {
  if (text.length !== to - from) return false
  for (let i = 0; i < text.length; i++) if (text[i] !== bytes[from + i]) return false
  return true
}
