import { holding, type Column } from './columns.ts'
import { typeOf } from './column-type.ts'
import { makeKnownCells } from './known-cells.ts'
import { readChoices } from './lists.ts'
import { eachRow } from './row-blocks.ts'
import { kinds, type ColumnType } from './table.ts'

/**
 * The types of columns of JSON once the lists of choices among it stand in one cell each: those that they have when
 * lists are joined while they are collected, whatever is made of the rows between.
 */
export async function joinedTypes(
  blocks: AsyncIterable<Uint8Array>,
  columns: readonly Column[],
): Promise<ReadonlyMap<Column, ColumnType>> {
  const ofJson = columns.filter(({ holds, held }) => holds.kind === 'answer' && (held & holding.json) !== 0)
  if (ofJson.length === 0) return new Map()
  const held = new Map(ofJson.map((column) => [column.number, column.held & ~holding.json]))
  const isChoices = makeKnownCells(({ text }) => readChoices(text) !== undefined)
  await eachRow(blocks, (row) => {
    const { cells } = row
    for (let i = 0; i < cells.count; i++) {
      if (cells.kinds[i] !== kinds.json) continue
      const number = cells.columns[i] ?? 0
      const before = held.get(number)
      // It is text already, and that it is JSON, too, changes nothing.
      if (before === undefined || (before & holding.text) !== 0) continue
      held.set(number, before | (isChoices(row, i) ? holding.text : holding.json))
    }
  })
  return new Map(ofJson.map((column) => [column, typeOf({ held: held.get(column.number) ?? 0 })]))
}
