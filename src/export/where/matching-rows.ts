import { makeReadChoices, chosenIn, type ReadChoices } from '../lists.ts'
import { eachRow, type ReadRow } from '../row-blocks.ts'
import { kinds } from '../table.ts'
import type { Condition } from './condition.ts'
import type { CellValue } from './test-cell.ts'

/** Which rows match, a bit each. */
export type MatchingRows = {
  readonly count: number
  readonly has: (row: number) => boolean
  /** Conditions that no row matches, whatever the others say. */
  readonly unmatched: readonly Condition[]
}

/** The rows that match all conditions. */
export async function matchingRows(
  blocks: AsyncIterable<Uint8Array>,
  conditions: readonly Condition[],
): Promise<MatchingRows> {
  const readChoices = makeReadChoices()
  let bits = new Uint8Array(1024)
  let count = 0
  const unmatched = new Set(conditions)
  const matches = (row: ReadRow, condition: Condition): boolean => {
    const isMatching = condition.test(valuesIn(row, condition.columns, readChoices))
    if (isMatching) unmatched.delete(condition)
    return isMatching
  }
  await eachRow(blocks, (row) => {
    const { number } = row
    if (number >> 3 >= bits.length) {
      const more = new Uint8Array(2 * bits.length)
      more.set(bits)
      bits = more
    }
    let isAll = true
    for (const condition of conditions)
      // One that matched nothing yet is asked in any case, so that those which never do can be named.
      if (isAll || unmatched.has(condition)) isAll = matches(row, condition) && isAll
    if (!isAll) return
    bits[number >> 3] = (bits[number >> 3] ?? 0) | (1 << (number & 7))
    count++
  })
  return {
    count,
    has: (row) => ((bits[row >> 3] ?? 0) & (1 << (row & 7))) !== 0,
    unmatched: [...unmatched],
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function valuesIn(
  { cells, bytes }: ReadRow,
  columns: Condition['columns'],
  readChoices: ReadChoices,
): readonly CellValue[] {
  const values: CellValue[] = []
  for (let i = 0; i < cells.count; i++) {
    const number = cells.columns[i] ?? 0
    if (!columns.has(number)) continue
    const kind = cells.kinds[i] ?? 0
    const text = decoder.decode(bytes.subarray(cells.starts[i], cells.ends[i]))
    const option = columns.get(number)
    const choices = kind === kinds.json ? readChoices(text) : undefined
    if (choices) values.push(...chosenIn(choices).map((chosen) => ({ kind: kinds.text, text: chosen })))
    else if (option === undefined) values.push({ kind, text })
    else if (text === '1') values.push({ kind: kinds.text, text: option })
  }
  return values
}
