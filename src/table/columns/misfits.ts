import type { Collected } from '../collect.ts'
import type { Column } from '../columns.ts'
import { cachePerCell } from '../rows/cell-cache.ts'
import { eachRow } from '../rows/remake-rows.ts'
import type { ColumnType } from '../table.ts'
import { fits, typeOfCell } from './column-type.ts'

/** A value that does not fit the type of its column, the first one in the order of the responses. */
export type Misfit = {
  /** The type that the column would have without such values. */
  readonly type: ColumnType
  readonly value: string
  /** The id of its response, else its number, from 1. */
  readonly response: string
  /** How many values do not fit, and how many there are; empty ones do not count. */
  readonly misfits: number
  readonly values: number
}

type Counting = {
  readonly column: Column
  readonly types: Map<ColumnType, number>
  readonly firsts: Map<ColumnType, Pick<Misfit, 'value' | 'response'>>
}

/**
 * Finds the first value of each column that does not fit its wanted type; undefined as the type: the one that most of its values
 * have, if that is not text. Reads all rows once.
 */
export async function findMisfits(
  { spool, columns }: Pick<Collected, 'spool' | 'columns'>,
  wanted: ReadonlyMap<Column, ColumnType | undefined>,
): Promise<ReadonlyMap<Column, Misfit>> {
  if (wanted.size === 0) return new Map()
  const counted = new Map<number, Counting>()
  for (const column of wanted.keys())
    counted.set(column.number, { column, types: new Map(), firsts: new Map() })
  const id = columns.of('record', 'id').number
  const read = cachePerCell((cell) => cell)
  await eachRow(spool.blocks(), (row) => {
    const { cells, number } = row
    for (let i = 0; i < cells.count; i++) {
      const counting = counted.get(cells.columns[i] ?? 0)
      if (counting === undefined) continue
      const cell = read(row, i)
      const type = typeOfCell(counting.column, cell)
      if (type === undefined) continue
      counting.types.set(type, (counting.types.get(type) ?? 0) + 1)
      if (counting.firsts.has(type)) continue
      const idCell = cells.columns.subarray(0, cells.count).indexOf(id)
      const response = idCell < 0 ? String(number + 1) : read(row, idCell).text
      counting.firsts.set(type, { value: cell.text, response })
    }
  })
  const found = new Map<Column, Misfit>()
  for (const counting of counted.values()) {
    const misfit = misfitOf(counting, wanted.get(counting.column))
    if (misfit) found.set(counting.column, misfit)
  }
  return found
}

function misfitOf({ types, firsts }: Counting, wanted: ColumnType | undefined): Misfit | undefined {
  const values = sum(types.values())
  const type = wanted ?? mostCommon(types, values)
  if (type === undefined) return undefined
  const misfits = sum([...types].flatMap(([one, count]) => (fits(one, type) ? [] : [count])))
  // The maps have the types in the order of their first values.
  const [first] = [...firsts].flatMap(([one, at]) => (fits(one, type) ? [] : [at]))
  return first && { type, ...first, misfits, values }
}

/** The type of at least half of the values, if it is not text. */
function mostCommon(types: ReadonlyMap<ColumnType, number>, values: number): ColumnType | undefined {
  return (['integer', 'number', 'int64', 'boolean', 'date', 'time'] as const).find(
    (type) => 2 * sum([...types].flatMap(([one, count]) => (fits(one, type) ? [count] : []))) >= values,
  )
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0)
