import { joinList } from './cell-text.ts'
import type { Column } from './columns.ts'
import type { MergedOptions } from './merge-options.ts'
import type { RemakeCell } from './remake-cells.ts'
import { beginRow, putCell, type ReadRow, type RowBlock } from './row-blocks.ts'
import { kinds } from './table.ts'
import { makeTextBytes, type TextBytes } from './text-bytes.ts'

/** What becomes of a row. */
export type RemakeRow = (into: RowBlock, row: ReadRow) => void

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Makes rows of which some cells are made anew, by the numbers of their columns. */
export function makeRemakeRow(remakers: ReadonlyMap<number, RemakeCell>): RemakeRow {
  const bytesOf = makeTextBytes()
  const made: ReturnType<RemakeCell>[] = []
  return (into, { cells, bytes }) => {
    let left = cells.count
    for (let i = 0; i < cells.count; i++) {
      const remaker = remakers.get(cells.columns[i] ?? 0)
      if (!remaker) continue
      const text = decoder.decode(bytes.subarray(cells.starts[i], cells.ends[i]))
      made[i] = remaker({ kind: cells.kinds[i] ?? 0, text })
      if (!made[i]) left--
    }
    beginRow(into, left)
    for (let i = 0; i < cells.count; i++) {
      const [column, kind] = [cells.columns[i] ?? 0, cells.kinds[i] ?? 0]
      const [from, to] = [cells.starts[i] ?? 0, cells.ends[i] ?? 0]
      const cell = made[i]
      if (!remakers.has(column)) putCell(into, { column, kind, from, to }, bytes)
      else if (cell) putText(into, { column, ...cell }, bytesOf)
    }
  }
}

/** Makes rows in which the cells of options have become one of their list, its texts redacted. */
export function makeMergeRow(
  merged: MergedOptions,
  redact: (list: Column, text: string) => string,
): RemakeRow {
  const bytesOf = makeTextBytes()
  return (into, { cells, bytes }) => {
    const lists = new Map<Column, string[]>()
    let others = 0
    for (let i = 0; i < cells.count; i++) {
      const option = merged.get(cells.columns[i] ?? 0)
      if (!option) {
        others++
        continue
      }
      const chosen = lists.get(option.list) ?? []
      if (bytes[cells.starts[i] ?? 0] === one) chosen.push(redact(option.list, option.name))
      lists.set(option.list, chosen)
    }
    beginRow(into, others + lists.size)
    for (let i = 0; i < cells.count; i++) {
      const [column, kind] = [cells.columns[i] ?? 0, cells.kinds[i] ?? 0]
      if (!merged.has(column))
        putCell(into, { column, kind, from: cells.starts[i] ?? 0, to: cells.ends[i] ?? 0 }, bytes)
    }
    for (const [{ number }, chosen] of lists)
      putText(into, { column: number, kind: kinds.text, text: joinList(chosen.toSorted()) }, bytesOf)
  }
}

const one = 0x31

function putText(
  into: RowBlock,
  { text, ...cell }: { readonly column: number; readonly kind: number; readonly text: string },
  bytesOf: TextBytes,
): void {
  const bytes = bytesOf(text)
  putCell(into, { ...cell, from: 0, to: bytes.length }, bytes)
}
