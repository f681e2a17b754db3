import { holding, type Columns, type Member } from './columns.ts'
import type { Spool } from './format.ts'
import { optionsIn } from './collect-row.ts'
import { makeKnownCells, type OfCell, type TextCell } from './known-cells.ts'
import { choicesOf } from './cell-text.ts'
import { namesQuestions } from './lists.ts'
import {
  beginRow,
  makeBlock,
  makeReadBlock,
  putCell,
  putRow,
  putRun,
  type ReadRow,
  type RowBlock,
} from './row-blocks.ts'
import { kinds } from './table.ts'

/** Rows whose lists came as JSON, and go on as cells of their options. */
export type OptionRows = Pick<Spool, 'append'> & {
  /** Whether a column of an answer has a cell by itself. */
  readonly hasCells: (column: number) => boolean
  /** Takes away the columns of lists that have no cells but those of their options, unless a value was null. */
  readonly settle: (nulls: ReadonlySet<Member>) => void
}

/** What is put in the place of a list: the cells of its options, whose texts are of `digits`. */
type OptionCell = {
  readonly column: number
  readonly kind: number
  readonly from: number
  readonly to: number
}

const digits = Uint8Array.of(0x30, 0x31)
const openList = 0x5b

/** Puts rows into a spool as the parser would, one block after another; the same list is read once. */
export function makeOptionRows(
  columns: Columns,
  { append }: Pick<Spool, 'append'>,
  isRedacting: boolean,
): OptionRows {
  const held: number[] = []
  const optionsOf = makeKnownCells((cell) => optionCells({ columns, isRedacting }, cell))
  const put = makePutRow({ columns, held, optionsOf })
  const into = makeBlock()
  const eachRowOf = makeReadBlock()
  return {
    append: async (block) => {
      into.end = 0
      eachRowOf(block, (row) => put(row, into))
      await append(into.bytes.subarray(0, into.end))
    },
    hasCells: (column) => held[column] !== undefined,
    settle: (nulls) => {
      for (const { members, entryMembers } of columns.questions())
        for (const member of [...members.values(), ...entryMembers.values()]) {
          if (member.column === undefined) continue
          const cells = held[member.column.number]
          if (((cells ?? 0) & holding.json) === 0) member.column.held &= ~holding.json
          if (cells === undefined && !nulls.has(member)) columns.unmake(member)
        }
    },
  }
}

type Putting = {
  readonly columns: Columns
  /** By the number of a column, what its own cells are. */
  readonly held: number[]
  readonly optionsOf: OfCell<readonly OptionCell[] | undefined>
}

/** Puts a row with the cells of options in the places of their lists. */
function makePutRow({ columns, held, optionsOf }: Putting): (row: ReadRow, into: RowBlock) => void {
  const made: (readonly OptionCell[])[] = []
  const places: number[] = []
  return (row, into) => {
    const { cells, bytes } = row
    let [lists, count] = [0, cells.count]
    for (let i = 0; i < cells.count; i++) {
      const [column, kind] = [cells.columns[i] ?? 0, cells.kinds[i] ?? 0]
      const mayBeList = kind === kinds.json && bytes[cells.starts[i] ?? 0] === openList
      const options =
        mayBeList && columns.all[column]?.holds.kind === 'answer' ? optionsOf(row, i) : undefined
      if (!options) {
        held[column] = (held[column] ?? 0) | (kind === kinds.json ? holding.json : holding.text)
        continue
      }
      count += options.length - 1
      made[lists] = options
      places[lists++] = i
    }
    if (lists === 0) return putRow(into, row)
    beginRow(into, count)
    let from = 0
    for (let n = 0; n < lists; n++) {
      const to = places[n] ?? 0
      putRun(into, row, { from, to })
      for (const option of made[n] ?? []) putCell(into, option, digits)
      from = to + 1
    }
    putRun(into, row, { from, to: cells.count })
  }
}

/** The cells of a list's options; undefined where it stays as it is. */
function optionCells(
  { columns, isRedacting }: { readonly columns: Columns; readonly isRedacting: boolean },
  { column, text }: TextCell,
): readonly OptionCell[] | undefined {
  const holds = columns.all[column]?.holds
  if (holds?.kind !== 'answer') return undefined
  const list = JSON.parse(text) as readonly unknown[]
  const choices = isRedacting && namesQuestions(list) ? undefined : choicesOf(list)
  if (!choices) return undefined
  return [...optionsIn(columns, holds.member, choices)].map(([option, isChosen]) => {
    option.held |= holding.integer
    const from = isChosen ? 1 : 0
    return { column: option.number, kind: kinds.number, from, to: from + 1 }
  })
}
