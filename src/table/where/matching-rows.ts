import { cachePerCell, type OfCell, type TextCell } from '../rows/cell-cache.ts'
import { otherOption, readChoices } from '../answers.ts'
import { eachRow, type ReadRow } from '../rows/remake-rows.ts'
import { inQuotes } from '../../form/words.ts'
import { kinds } from '../table.ts'
import type { Comparing, Condition, Target } from './condition.ts'
import type { CellValue } from './test-cell.ts'

export type MatchingRows = {
  readonly count: number
  readonly has: (row: number) => boolean
  /** Comparisons, and whole conditions, that no row matches, regardless of the other conditions. */
  readonly unmatched: {
    readonly parts: ReadonlyMap<Comparing, Missed>
    readonly whole: ReadonlySet<Condition>
  }
  /** Comparisons that cannot compare some values, in any row: how many, and the first one. */
  readonly uncompared: ReadonlyMap<Comparing, { readonly count: number; readonly example: string }>
}

type Missed = { near: string | undefined }

export async function matchingRows(
  blocks: AsyncIterable<Uint8Array>,
  conditions: readonly Condition[],
): Promise<MatchingRows> {
  const valuesIn = makeValuesIn()
  let [bits, count] = [new Uint8Array(1024), 0]
  const whole = new Set(conditions)
  const comparings = conditions.flatMap((condition) => condition.parts)
  const uncompared = makeUncompared(comparings)
  const wanted = comparings.filter(({ isNegated }) => !isNegated)
  const parts = new Map(wanted.map((part): [Comparing, Missed] => [part, { near: undefined }]))
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
    uncompared.note(({ columns }) => valuesIn(row, columns))
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
    uncompared: uncompared.found,
  }
}

/** Counts the values that comparisons cannot compare. */
function makeUncompared(comparings: readonly Comparing[]) {
  const ordering = comparings.filter(({ incomparable }) => incomparable)
  const found = new Map<Comparing, { count: number; readonly example: string }>()
  return {
    found,
    note: (valuesOf: (part: Comparing) => readonly CellValue[]): void => {
      for (const part of ordering)
        for (const { text } of part.incomparable?.(valuesOf(part)) ?? []) {
          const known = found.get(part)
          if (known) known.count++
          else found.set(part, { count: 1, example: text })
        }
    },
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

/** How many values a comparison cannot compare, and the first one, if it may be shown. */
export type Uncompared = {
  readonly part: string
  readonly name: string
  readonly count: number
  readonly example?: string
}

/** The comparisons that cannot compare some values. */
export const uncomparedOf = (
  { uncompared }: MatchingRows,
  isSecret: (part: Comparing) => boolean,
): readonly Uncompared[] =>
  Array.from(uncompared, ([part, { count, example }]) => ({
    part: part.text,
    name: part.name,
    count,
    ...(!isSecret(part) && { example }),
  }))

/** The values of a row in the columns of a comparison. */
type ValuesIn = (row: ReadRow, columns: Target) => readonly CellValue[]

/** Caches values by the columns of each comparison. */
function makeValuesIn(): ValuesIn {
  const ofColumns = new Map<Target, OfCell<readonly CellValue[]>>()
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
  (columns: Target) =>
  ({ column, kind, text }: TextCell): readonly CellValue[] => {
    const choices = kind === kinds.json ? readChoices(text) : undefined
    if (choices)
      return choices.options
        .filter(({ isChosen }) => isChosen)
        .map(({ name, text: typed = name }) => ({ type: 'text', text: name, isOther: typed !== name }))
    const { type = 'text', option } = columns.get(column) ?? {}
    if (option === undefined) return [{ type, text }]
    // What was typed as "Other".
    if (kind === kinds.text && text !== '')
      return [option, text].map((one) => ({ type, text: one, isOther: one === option }))
    return text === '1' || text === 'true'
      ? [{ type: 'text', text: option, isOther: option === otherOption }]
      : none
  }
