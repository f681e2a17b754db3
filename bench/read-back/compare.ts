import { parseExact } from './exact-json.ts'
import type { ColumnType, Expected, ExpectedTable } from './expected.ts'
import { isSameInteger, isSameNumber } from './same-number.ts'

/** A table as a reader gives it; its cells are null, or a text behind a letter for what the reader takes it for. */
export type ReadTable = {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}

/** What a format can say, and what a reader of it can tell. */
export type Telling = {
  /** Whether no value and an empty text look the same. */
  readonly hasNoNone: boolean
  /** Whether texts that a spreadsheet would run have a `'` before them. */
  readonly isGuarded: boolean
  /** For which letter a reader has to take a value in a column of a type; undefined where several are right. */
  readonly letterOf?: (type: ColumnType, wanted: Expected) => string | undefined
  /** Whether JSON holds U+FFFD in place of half a surrogate pair. */
  readonly isWellFormed?: boolean
  /** Texts of which the reader drops something. */
  readonly dropped?: RegExp
}

/** How many cells were compared, in how many the reader can't tell, and those that differ. */
export type Comparison = {
  cells: number
  guarded: number
  untellable: number
  readonly differences: string[]
}

/** Compares a table that was read with what it has to hold, and counts into a comparison. */
export function compareTable(
  { name, columns, rows }: ReadTable,
  { expected, telling, counts }: { expected: ExpectedTable; telling: Telling; counts: Comparison },
): void {
  const differ = (what: string): number => counts.differences.push(`${name}: ${what}`)
  const names = new Set(columns)
  if (names.size !== columns.length || names.symmetricDifference(expected.columns).size > 0)
    differ(`columns are ${JSON.stringify(columns)} and not ${JSON.stringify([...expected.columns])}`)
  if (rows.length !== expected.rows.length) differ(`${rows.length} rows and not ${expected.rows.length}`)
  const [found, wantedRows] = inOrder({ name, columns, rows }, expected)
  for (const [n, row] of wantedRows.entries())
    for (const [i, column] of columns.entries()) {
      const [cell, wanted] = [found[n]?.[i] ?? null, row.get(column) ?? null]
      const letter = wanted && telling.letterOf?.(expected.types.get(column) ?? 'text', wanted)
      const isOther = cell !== null && letter !== null && letter !== undefined && cell[0] !== letter
      const verdict = isOther ? 'different' : compareCell(cell, wanted, telling)
      counts.cells++
      if (verdict === 'guarded') counts.guarded++
      if (verdict === 'untellable') counts.untellable++
      if (verdict === 'different')
        differ(
          `row ${n + 1}, ${JSON.stringify(column)}: ${JSON.stringify(cell)} and not ${JSON.stringify(wanted)}`,
        )
    }
}

/** The rows of both tables in the same order; rows that it does not tell apart stay in theirs. */
function inOrder(
  { columns, rows }: ReadTable,
  { sortedBy, rows: wanted }: ExpectedTable,
): readonly [ReadTable['rows'], ExpectedTable['rows']] {
  if (sortedBy === undefined) return [rows, wanted]
  const places = sortedBy.map((name) => columns.indexOf(name))
  const textsOf = (row: ExpectedTable['rows'][number]): readonly string[] =>
    sortedBy.map((name) => row.get(name)?.text ?? '')
  return [
    // What is nothing stands before a text that is empty to the reader.
    sortedByKey(rows, {
      keyOf: (row) => places.map((place) => valueIn(row[place] ?? '')),
      lastOf: (row) => places.map((place) => row[place] ?? ''),
    }),
    sortedByKey(wanted, { keyOf: textsOf, lastOf: textsOf }),
  ]
}

/** What is in a cell, without what it shows. */
const valueIn = (cell: string): string => cell.slice(1).replace(cell.startsWith('n') ? /\|.*/ : '', '')

type Keys<Row> = Readonly<Record<'keyOf' | 'lastOf', (row: Row) => readonly string[]>>

/** Rows in the order of a key: first without what a guard adds and what a reader may drop, then without what it surely drops. */
function sortedByKey<Row>(rows: readonly Row[], { keyOf, lastOf }: Keys<Row>): readonly Row[] {
  const keyed = rows.map((row) => {
    const key = keyOf(row).map((text) => text.toWellFormed())
    return { row, key: JSON.stringify([key.map(plain), key.map(withoutDropped), lastOf(row)]) }
  })
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ row }) => row)
}

const plain = (text: string): string => text.replaceAll(/[\p{Cc}\ufffe\uffff]/gu, '').replace(/^'+/, '')

const withoutDropped = (text: string): string =>
  (text.includes('\n') ? text.replaceAll('\t', '') : text).replaceAll(/(?![\t\n])\p{Cc}|[\ufffe\uffff]/gu, '')

type Verdict = 'same' | 'guarded' | 'untellable' | 'different'

function compareCell(cell: string | null, wanted: Expected | null, telling: Telling): Verdict {
  if (cell === null || wanted === null || wanted.text === '') return compareNothing(cell, wanted, telling)
  const [letter = '', text] = [cell[0], cell.slice(1)]
  if (letter === 't') return compareText(text, wanted, telling)
  // A reader of texts gives nothing else; a column of such cells has to be one of typed values.
  return isSameValue(letter, text, wanted) ? 'same' : 'different'
}

/** Compares where there is no value, or an empty text, which is none. */
function compareNothing(cell: string | null, wanted: Expected | null, { hasNoNone }: Telling): Verdict {
  const [isEmpty, wantsEmpty] = [cell === null || cell === 't', wanted === null || wanted.text === '']
  return (hasNoNone ? isEmpty : cell === null) && wantsEmpty ? 'same' : 'different'
}

function compareText(
  text: string,
  wanted: Expected,
  { isGuarded, isWellFormed = false, dropped }: Telling,
): Verdict {
  // What is no character by itself can't be written in any encoding.
  const whole = wanted.text.toWellFormed()
  if (text === whole) return 'same'
  if (isGuarded && text === `'${whole}`) return 'guarded'
  if (wanted.kind === 'json' && sameJson(text, wanted.text, isWellFormed)) return 'same'
  return dropped?.test(whole) === true ? 'untellable' : 'different'
}

function sameJson(text: string, wanted: string, isWellFormed: boolean): boolean {
  try {
    const json = JSON.stringify(parseExact(wanted))
    return JSON.stringify(parseExact(text)) === (isWellFormed ? withoutHalves(json) : json)
  } catch {
    return false
  }
}

/** `JSON.stringify` escapes a surrogate only where it is half a pair. */
const withoutHalves = (json: string): string =>
  json.replaceAll(/(\\\\)|\\ud[\da-f]{3}/g, (_, backslash?: string) => backslash ?? '\ufffd')

/** Whether a number, a boolean, a day or a time is what was wanted; SQLite has 1 and 0 for booleans. */
function isSameValue(letter: string, text: string, { kind, text: wanted }: Expected): boolean {
  if (letter === 'y') return kind === 'text' && text === wanted
  if (letter === 'd') return kind === 'text' && isSameTime(text, wanted)
  if (kind === 'boolean') return text === wanted || text === (wanted === 'true' ? '1' : '0')
  if (kind !== 'number') return false
  return letter === 'i' ? isSameInteger(text, wanted) : letter === 'n' && isSameNumber(text, wanted)
}

/** Whether a time in UTC is the wanted one, as far as the reader gives parts of seconds: LibreOffice gives two digits. */
function isSameTime(text: string, wanted: string): boolean {
  const [, whole = '', fraction = '000'] = /^([^.]*?)(?:\.(\d+))?Z?$/.exec(text) ?? []
  const time =
    Date.parse(whole.includes('T') ? `${whole}Z` : whole) + Math.round(Number(`0.${fraction}`) * 1000)
  return Math.abs(time - Date.parse(wanted)) < 10 ** Math.max(0, 3 - fraction.length)
}
