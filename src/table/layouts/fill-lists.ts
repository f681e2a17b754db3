import type { Column } from '../columns.ts'
import { beginRow, putCell, remakeRows, type ReadRow, type RowBlock } from '../rows/remake-rows.ts'
import { kinds } from '../table.ts'

/** Lists that name only what was chosen: by the number of an option's column, the numbers of all that are shown. */
export type Lists = ReadonlyMap<number, readonly number[]>

/** Of columns that are shown, those lists that name only what was chosen. */
export function listsOf(columns: readonly Column[]): Lists {
  const lists = new Map<number, readonly number[]>()
  const shown = new Set(columns)
  const members = new Set(columns.flatMap(({ holds }) => (isOption(holds) ? [holds.member] : [])))
  for (const member of members) {
    if (member.namesEveryOption) continue
    const options = [...member.options.values()].map(({ column }) => column)
    const seen = options.filter((column) => shown.has(column)).map(({ number }) => number)
    for (const { number } of options) lists.set(number, seen)
  }
  return lists
}

type Holds = Column['holds']
const isOption = (holds: Holds): holds is Extract<Holds, { kind: 'answer' }> =>
  holds.kind === 'answer' && holds.option !== undefined

/**
 * Rows in which an option that was not chosen is 0 where another of the same list was; it is nothing where the question
 * was not answered.
 */
export const fillLists = (blocks: AsyncIterable<Uint8Array>, lists: Lists): AsyncIterable<Uint8Array> => {
  const given = new Set<number>()
  const answered = new Set<readonly number[]>()
  return remakeRows(blocks, ({ cells, bytes }: ReadRow, into: RowBlock) => {
    given.clear()
    answered.clear()
    for (let i = 0; i < cells.count; i++) {
      const list = lists.get(cells.columns[i] ?? 0)
      if (list === undefined) continue
      given.add(cells.columns[i] ?? 0)
      answered.add(list)
    }
    const missing = [...answered].flatMap((list) => list.filter((number) => !given.has(number)))
    beginRow(into, cells.count + missing.length)
    for (let i = 0; i < cells.count; i++) {
      const [column, kind] = [cells.columns[i] ?? 0, cells.kinds[i] ?? 0]
      putCell(into, { column, kind, from: cells.starts[i] ?? 0, to: cells.ends[i] ?? 0 }, bytes)
    }
    for (const column of missing) putCell(into, { column, kind: kinds.number, from: 0, to: 1 }, zero)
  })
}

const zero = Uint8Array.of(0x30)
