import { cachePerCell, type OfCell, type TextCell } from '../rows/cell-cache.ts'
import { chosenIn, readChoices } from '../answers.ts'
import { eachRow, type ReadRow } from '../rows/remake-rows.ts'
import { inQuotes } from '../../form/words.ts'
import { kinds } from '../table.ts'
import type { Comparing, Condition, Target } from './condition.ts'
import type { CellValue } from './test-cell.ts'

/** The rows that match. */
export type MatchingRows = {
  readonly count: number
  readonly has: (row: number) => boolean
  /** Comparisons, and whole conditions, that no row matches, regardless of the other conditions. */
  readonly unmatched: {
    readonly parts: ReadonlyMap<Comparing, Missed>
    readonly whole: ReadonlySet<Condition>
  }
}

/** A value that nearly matches. */
type Missed = { near: string | undefined }

/** The rows that match all conditions. */
export async function matchingRows(
  blocks: AsyncIterable<Uint8Array>,
  conditions: readonly Condition[],
): Promise<MatchingRows> {
  const valuesIn = makeValuesIn()
  let bits = new Uint8Array(1024)
  let count = 0
  const whole = new Set(conditions)
  const parts = new Map<Comparing, Missed>()
  for (const condition of conditions)
    for (const part of condition.parts) if (!part.isNegated) parts.set(part, { near: undefined })
  const isTrueOf = (row: ReadRow) => (part: Comparing) => {
    const isTrue = part.test(valuesIn(row, part.columns))
    if (isTrue) parts.delete(part)
    return isTrue
  }
  await eachRow(blocks, (row) => {
    const { number } = row
    if (number >> 3 >= bits.length) bits = twice(bits)
    const isTrue = isTrueOf(row)
    let isAll = true
    // Conditions without a match so far are evaluated in any case, so that those without any can be reported.
    for (const condition of conditions) {
      if (!isAll && !whole.has(condition)) continue
      if (condition.holds(isTrue)) whole.delete(condition)
      else isAll = false
    }
    for (const [part, missed] of parts)
      if (!isTrue(part)) missed.near ??= part.nearly(valuesIn(row, part.columns))
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

/** The values of each wanted row in these columns, as `--where` compares them. Equal ones are often the same list. */
export async function valuesOfRows(
  blocks: AsyncIterable<Uint8Array>,
  columns: Target,
  isWanted: (row: number) => boolean,
): Promise<readonly (readonly string[])[]> {
  const valuesIn = makeValuesIn()
  const texts = new WeakMap<readonly CellValue[], readonly string[]>()
  const ofRows: (readonly string[])[] = []
  await eachRow(blocks, (row) => {
    if (!isWanted(row.number)) return
    const values = valuesIn(row, columns)
    const known = texts.get(values) ?? values.map(({ text }) => text)
    texts.set(values, known)
    ofRows.push(known)
  })
  return ofRows
}

function twice(bits: Uint8Array): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(2 * bits.length)
  more.set(bits)
  return more
}

/** A condition that no response meets, or a part of it, and a hint. */
export type Unmatched = {
  readonly condition: string
  readonly part?: string | undefined
  readonly hint?: string | undefined
}

/**
 * The comparisons that no row matches; where each matches some row, the whole condition if no row does. Values of hidden columns
 * are not shown.
 */
export const unmatchedOf = (
  conditions: readonly Condition[],
  { unmatched }: MatchingRows,
  isHidden: (part: Comparing) => boolean,
): readonly Unmatched[] =>
  conditions.flatMap((condition): readonly Unmatched[] => {
    const { text, parts } = condition
    const left = parts.filter((part) => unmatched.parts.has(part))
    if (left.length === 0) return unmatched.whole.has(condition) ? [{ condition: text }] : []
    return left.map((part) => {
      const near = unmatched.parts.get(part)?.near
      const holds = near === undefined || isHidden(part) ? 'it otherwise' : inQuotes(near)
      return {
        condition: text,
        part: parts.length === 1 ? undefined : part.text,
        hint:
          near === undefined ? undefined : `${part.name} holds ${holds}: letter case and spaces must match.`,
      }
    })
  })

/** The values of a row in the columns of a comparison. */
type ValuesIn = (row: ReadRow, columns: Comparing['columns']) => readonly CellValue[]

/** Caches values by the columns of each comparison. */
function makeValuesIn(): ValuesIn {
  const ofColumns = new Map<Comparing['columns'], OfCell<readonly CellValue[]>>()
  return (row, columns) => {
    const known = ofColumns.get(columns) ?? cachePerCell(valuesOfCell(columns))
    ofColumns.set(columns, known)
    let values: readonly CellValue[] = none
    for (let i = 0; i < row.cells.count; i++) {
      if (!columns.has(row.cells.columns[i] ?? 0)) continue
      const more = known(row, i)
      values = values.length === 0 ? more : [...values, ...more]
    }
    return values
  }
}

const none: readonly CellValue[] = []

const valuesOfCell =
  (columns: Comparing['columns']) =>
  ({ column, kind, text }: TextCell): readonly CellValue[] => {
    const choices = kind === kinds.json ? readChoices(text) : undefined
    if (choices) return chosenIn(choices).map((chosen) => ({ kind: kinds.text, text: chosen }))
    const option = columns.get(column)
    if (option === undefined) return [{ kind, text }]
    return text === '1' ? [{ kind: kinds.text, text: option }] : none
  }
