import type { Column, Columns } from './columns.ts'

/** Rows that were written one after another with the same columns in the same order. */
export type Segment = {
  /** Its columns are the first `width` of these. */
  readonly order: readonly Column[]
  readonly width: number
  /** In how many blocks its rows were spooled. */
  blocks: number
}

/** How rows are laid out while columns may still come. */
export type Layout = {
  /** All, the current one last. */
  readonly segments: readonly Segment[]
  readonly current: () => Segment
  /** Gives every fresh column a place; the rows that follow belong to a new segment. */
  readonly extend: () => void
}

// Placing all columns anew makes most rows come out right at once; without an end, it would cost more than it saves.
const mostPlacings = 32

/** A layout of the columns met so far. */
export function makeLayout(columns: Columns): Layout {
  const segments: Segment[] = []
  let order: Column[] = []
  let placings = 0
  const place = (): Segment => {
    if (placings++ < mostPlacings) order = [...columns.inOrder()]
    else order.push(...columns.fresh)
    columns.fresh.length = 0
    for (const [index, column] of order.entries()) column.index = index
    const segment = { order, width: order.length, blocks: 0 }
    segments.push(segment)
    return segment
  }
  let current = place()
  return { segments, current: () => current, extend: () => void (current = place()) }
}
