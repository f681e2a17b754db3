import { makeReadChoices, chosenIn, type ReadChoices } from '../lists.ts'
import { eachRow, type ReadRow } from '../row-blocks.ts'
import { kinds } from '../table.ts'
import type { Comparing, Condition } from './condition.ts'
import type { CellValue } from './test-cell.ts'

/** Which rows match, a bit each. */
export type MatchingRows = {
  readonly count: number
  readonly has: (row: number) => boolean
  /** Comparisons and whole conditions that no row matches, whatever the others say. */
  readonly unmatched: {
    readonly parts: ReadonlyMap<Comparing, Missed>
    readonly whole: ReadonlySet<Condition>
  }
}

/** What would have matched instead: columns of like names, and a value that is nearly the one that is wanted. */
export type Missed = { readonly namesakes: Set<string>; near: string | undefined }

/** The rows that match all conditions. */
export async function matchingRows(
  blocks: AsyncIterable<Uint8Array>,
  conditions: readonly Condition[],
): Promise<MatchingRows> {
  const readChoices = makeReadChoices()
  let bits = new Uint8Array(1024)
  let count = 0
  const whole = new Set(conditions)
  const parts = new Map(conditions.flatMap((condition) => condition.parts.map(missedYet)))
  const isTrueOf = (row: ReadRow) => (part: Comparing) => {
    const isTrue = part.test(valuesIn(row, part.columns, readChoices))
    if (isTrue) parts.delete(part)
    return isTrue
  }
  await eachRow(blocks, (row) => {
    const { number } = row
    if (number >> 3 >= bits.length) bits = twice(bits)
    const isTrue = isTrueOf(row)
    let isAll = true
    // What matched nothing yet is asked in any case, so that what never does can be named.
    for (const condition of conditions) {
      if (!isAll && !whole.has(condition)) continue
      if (condition.holds(isTrue)) whole.delete(condition)
      else isAll = false
    }
    for (const [part, missed] of parts)
      if (!isTrue(part)) noteNear(part, missed, (of) => valuesIn(row, of, readChoices))
    if (!isAll) return
    bits[number >> 3] = (bits[number >> 3] ?? 0) | (1 << (number & 7))
    count++
  })
  return {
    count,
    has: (row) => ((bits[row >> 3] ?? 0) & (1 << (row & 7))) !== 0,
    unmatched: { parts, whole },
  }
}

function twice(bits: Uint8Array): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(2 * bits.length)
  more.set(bits)
  return more
}

const missedYet = (part: Comparing): [Comparing, Missed] => [part, { namesakes: new Set(), near: undefined }]

/** Looks for what may have been meant by a comparison that does not hold here. */
function noteNear(
  { namesakes, columns, nearly, test }: Comparing,
  missed: Missed,
  valuesOf: (columns: Comparing['columns']) => readonly CellValue[],
): void {
  missed.near ??= nearly(valuesOf(columns))
  for (const [name, others] of namesakes)
    if (!missed.namesakes.has(name) && test(valuesOf(others))) missed.namesakes.add(name)
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function valuesIn(
  { cells, bytes }: ReadRow,
  columns: Comparing['columns'],
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
