import { joinList } from './cell-text.ts'
import type { Column } from './columns.ts'
import type { MergedOptions } from './merge-options.ts'
import { makeKnownCells, type OfCell } from './known-cells.ts'
import type { Remaker } from './remake-cells.ts'
import { beginRow, putCell, putRow, putRun, type ReadRow, type RowBlock } from './row-blocks.ts'
import { kinds } from './table.ts'
import { makeTextBytes } from './text-bytes.ts'

/** What becomes of a row. */
export type RemakeRow = (into: RowBlock, row: ReadRow) => void

/** A cell that was made: as bytes, where it may be used again. */
type MadeCell = { readonly kind: number; readonly bytes?: Uint8Array; readonly text?: string }

/** Makes rows of which some cells are made anew, by the numbers of their columns. */
export function makeRemakeRow(remakers: ReadonlyMap<number, Remaker>): RemakeRow {
  const bytesOf = makeTextBytes()
  const remake = makeRemake(remakers)
  const isRemade = flagsOf(remakers.keys())
  const made: (MadeCell | undefined)[] = []
  const places: number[] = []
  return (into, row) => {
    const { cells } = row
    let [count, left] = [0, cells.count]
    for (let i = 0; i < cells.count; i++) {
      if (isRemade[cells.columns[i] ?? 0] !== 1) continue
      const cell = remake(row, i)
      if (!cell) left--
      made[count] = cell
      places[count++] = i
    }
    if (count === 0) return putRow(into, row)
    beginRow(into, left)
    let from = 0
    for (let n = 0; n < count; n++) {
      const to = places[n] ?? 0
      putRun(into, row, { from, to })
      const [cell, column] = [made[n], cells.columns[to] ?? 0]
      if (cell) putBytes(into, { column, kind: cell.kind }, cell.bytes ?? bytesOf(cell.text ?? ''))
      from = to + 1
    }
    putRun(into, row, { from, to: cells.count })
  }
}

function flagsOf(numbers: Iterable<number>): Uint8Array {
  const all = [...numbers]
  const flags = new Uint8Array(all.reduce((most, number) => Math.max(most, number), 0) + 1)
  for (const number of all) flags[number] = 1
  return flags
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** What cells are made, the same of the same ones. */
function makeRemake(remakers: ReadonlyMap<number, Remaker>): OfCell<MadeCell | undefined> {
  const known = makeKnownCells(({ column, ...cell }): MadeCell | undefined => {
    const made = remakers.get(column)?.make(cell)
    return made && { kind: made.kind, bytes: encoder.encode(made.text) }
  })
  return (row, i) => {
    const { cells, bytes } = row
    const remaker = remakers.get(cells.columns[i] ?? 0)
    if (remaker?.isSteady) return known(row, i)
    const text = decoder.decode(bytes.subarray(cells.starts[i], cells.ends[i]))
    return remaker?.make({ kind: cells.kinds[i] ?? 0, text })
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
      putBytes(into, { column: number, kind: kinds.text }, bytesOf(joinList(chosen.toSorted())))
  }
}

const one = 0x31

function putBytes(
  into: RowBlock,
  cell: { readonly column: number; readonly kind: number },
  bytes: Uint8Array,
): void {
  putCell(into, { ...cell, from: 0, to: bytes.length }, bytes)
}
