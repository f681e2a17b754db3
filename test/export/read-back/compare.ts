/** Compares what a program read in an exported file with what the file has to hold. */
import { parseExact, timeOf, type Value } from './answers.ts'
import { isInt64, isSameNumber, type ColumnType, type ExpectedTable } from './tables.ts'

/** A table as a program read it. A cell is null, or a text behind the letter of its type: see `read.py`. */
export type ReadTable = {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}

/** What a format can hold. */
export type Format = {
  /** Whether an empty text and no value look the same. */
  readonly hasNoNull?: boolean
  /** Whether a `'` stands before texts that a spreadsheet would run. */
  readonly isGuarded?: boolean | undefined
  /** The letter of a value in a column of a type; undefined where any is right. */
  readonly letterOf?: (type: ColumnType, value: Value) => string | undefined
  /** Whether JSON holds U+FFFD for half a surrogate pair. */
  readonly isWellFormed?: boolean
}

const inParquet = {
  text: 't',
  whole: 'i',
  number: 'n',
  boolean: 'b',
  day: 'y',
  time: 'd',
  json: 't',
} as const
const inSqlite = { ...inParquet, boolean: 'i', day: 't', time: 't' } as const

/** Sheets hold numbers of up to 15 digits, and times from 1900 on that are spelt as clocks show them. */
function inSheet(type: ColumnType, { kind, text }: Value): string | undefined {
  if (kind === 'boolean') return 'b'
  if (kind === 'number')
    return /^-?\d+(?:\.\d+)?$/.test(text) && text.replaceAll(/\D/g, '').length <= 15 ? 'n' : undefined
  if (type !== 'day' && type !== 'time') return 't'
  return text > '1901' && /^[\d-]+(?:T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\b|$)/.test(text) ? 'd' : undefined
}

export const formats = {
  csv: { hasNoNull: true, isGuarded: true },
  tsv: { hasNoNull: true, isGuarded: true },
  // LibreOffice does not say which cells are empty texts.
  xlsx: { hasNoNull: true, letterOf: inSheet },
  parquet: { letterOf: (type) => inParquet[type], isWellFormed: true },
  sqlite: { letterOf: (type) => inSqlite[type] },
} as const satisfies Readonly<Record<string, Format>>

/** How a format shows values. `dropped`: matches texts that the program shortens. */
export type Look = Format & { readonly dropped?: RegExp | undefined }

/** The differences between a table that was read and the one that is expected. */
export function compareTable(found: ReadTable, expected: ExpectedTable, look: Look): readonly string[] {
  const [names, key = []] = [[...expected.columns.keys()], expected.key]
  // A program that drops a part of a name or of a key cannot say which column or row it read.
  const marks = [...names, ...expected.rows.flatMap((row) => key.map((name) => row.get(name)?.text ?? ''))]
  if (look.dropped && marks.some((text) => look.dropped?.test(text))) return []
  const isSameSet = new Set(found.columns).symmetricDifference(new Set(names)).size === 0
  if (!isSameSet || found.columns.length !== names.length)
    return [`columns ${JSON.stringify(found.columns)} and not ${JSON.stringify(names)}`]
  const differences: string[] = []
  const rows = found.rows.map((row) => new Map(found.columns.map((name, i) => [name, row[i] ?? null])))
  for (const [n, [cells, wanted]] of pairs(rows, expected, look).entries()) {
    if (!cells || !wanted) {
      differences.push(
        `row ${n + 1}: ${cells ? 'not expected' : 'missing'}: ${JSON.stringify([...(cells ?? wanted ?? [])])}`,
      )
      continue
    }
    for (const [name, type] of expected.columns) {
      const [cell, value] = [cells.get(name) ?? null, wanted.get(name) ?? null]
      if (!isSame(cell, value, { ...look, type }))
        differences.push(
          `row ${n + 1}, ${JSON.stringify(name)}: ${JSON.stringify(cell)} and not ${JSON.stringify(value)}`,
        )
    }
  }
  return differences
}

type Cells = ReadonlyMap<string, string | null>
type Row = ExpectedTable['rows'][number]

/** Each row that was found beside the one that is expected in its place; one of them is undefined where the other is too many. */
function pairs(
  found: readonly Cells[],
  { rows, key, columns }: ExpectedTable,
  look: Look,
): readonly (readonly [Cells | undefined, Row | undefined])[] {
  if (key === undefined)
    return Array.from({ length: Math.max(found.length, rows.length) }, (_, i) => [found[i], rows[i]])
  const left = Map.groupBy(rows, (row) => row.get('responseNumber')?.text ?? '')
  const paired = found.map((cells): readonly [Cells, Row | undefined] => {
    const ofResponse = left.get(numberIn(cells.get('responseNumber') ?? '')) ?? []
    const fits = (row: Row, isGuarded?: boolean): boolean =>
      key.every((name) => {
        const how = { ...look, isGuarded, type: columns.get(name) ?? 'text' }
        return isSame(cells.get(name) ?? null, row.get(name) ?? null, how)
      })
    // A text may look like another one that is guarded.
    const exact = ofResponse.findIndex((row) => fits(row))
    const at = exact >= 0 ? exact : ofResponse.findIndex((row) => fits(row, look.isGuarded))
    return [cells, at < 0 ? undefined : ofResponse.splice(at, 1)[0]]
  })
  return [...paired, ...[...left.values()].flat().map((row) => [undefined, row] as const)]
}

/** A cell without its letter, and without what a sheet shows of its number. */
const numberIn = (cell: string): string => cell.slice(1).replace(/\|.*/, '')

/** Whether a cell holds a value. */
export function isSame(
  cell: string | null,
  value: Value | null,
  look: Look & { readonly type: ColumnType },
): boolean {
  if (value === null || value.text === '') return cell === null || (look.hasNoNull === true && cell === 't')
  if (cell === null) return look.dropped?.test(value.text) === true && value.kind === 'text'
  const [letter = '', text] = [cell[0], cell.slice(1)]
  const wanted = look.letterOf?.(look.type, value)
  if (wanted !== undefined && letter !== wanted) return false
  if (letter === 't') return isSameText(text, value, look)
  if (letter === 'y') return value.kind === 'text' && text === value.text
  if (letter === 'd') return value.kind === 'text' && isSameTime(text, value.text)
  // SQLite holds 1 and 0 for true and false.
  if (value.kind === 'boolean')
    return text === value.text || (letter === 'i' && text === (value.text === 'true' ? '1' : '0'))
  if (value.kind !== 'number') return false
  return letter === 'i' ? isInt64(value.text) && text === value.text : isShownNumber(text, value.text)
}

function isSameText(
  text: string,
  { kind, text: own }: Value,
  { isGuarded, isWellFormed, dropped }: Look,
): boolean {
  // Half a surrogate pair cannot be written in any encoding.
  const whole = own.toWellFormed()
  if (text === whole || (isGuarded === true && text === `'${whole}`)) return true
  if (kind === 'json' && isSameJson(text, own, isWellFormed)) return true
  return dropped?.test(whole) === true
}

function isSameJson(text: string, own: string, isWellFormed = false): boolean {
  try {
    const [one, other] = [text, own].map((json) => JSON.stringify(parseExact(json)))
    // `JSON.stringify` escapes a surrogate only where it is half a pair.
    const withoutHalves = other?.replaceAll(
      /(\\\\)|\\ud[\da-f]{3}/g,
      (_, backslash?: string) => backslash ?? '\ufffd',
    )
    return one === (isWellFormed ? withoutHalves : other)
  } catch {
    return false
  }
}

/** Whether a number is the one of the source; in a sheet also whether it is shown with the decimals of the source. */
function isShownNumber(cell: string, own: string): boolean {
  const [value = '', shown] = cell.split('|')
  const double = Number(value)
  // LibreOffice writes at most 20 decimals.
  if (/\.\d{20}$/.test(value)) return Number(own).toFixed(20) === value
  if (double !== Number(own) || !isSameNumber(String(double), own)) return false
  const isRespelt = String(double) !== own && /^-?\d+\.\d+$/.test(own)
  return shown === undefined || !isRespelt || shown === (double === 0 ? own.replace('-', '') : own)
}

/** Whether a time is the one of the source, as far as parts of a second were read: LibreOffice gives two digits. */
function isSameTime(text: string, own: string): boolean {
  const digits = /\.(\d+)/.exec(text)?.[1]?.length ?? 3
  const [found = NaN, moment = NaN] = [timeOf(text)?.moment, timeOf(own)?.moment]
  return Math.abs(found - moment) < 10 ** Math.max(0, 3 - digits)
}
