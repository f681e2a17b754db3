import { guard, needsGuard, needsGuardAt } from '../table/formula.ts'
import type { TableOptions, TablesWritten, StreamedTables } from './format.ts'
import { kinds, type RowBatch, type Table } from '../table/table.ts'
import type { Sink } from '../record/bytes.ts'

/**
 * Writes a table as RFC 4180 lines in UTF-8, with quotes only around cells that need them. Cells are copied as bytes; only
 * those that may be formulas are decoded.
 */
export async function writeDelimited(
  table: Table,
  out: Sink,
  options: TableOptions & { readonly delimiter: string },
): Promise<TablesWritten> {
  const { columns } = table
  const { excelNumbers } = options
  const numbers = excelNumbers && {
    decimal: excelNumbers,
    // Few exports need it, and it brings the styles of workbooks.
    keepsDigits: (await import('./xlsx/values.ts')).keepsDigits,
    isNumeric: columns.map(({ type }) => type === 'number' || type === 'integer' || type === 'int64'),
    isText: columns.map(
      ({ type, source }) => type === 'text' && (source === undefined || source.holds.kind === 'answer'),
    ),
  }
  const written = makeByteRows({ ...options, width: columns.length, numbers })
  const header = delimitedHeader(
    columns.map(({ name }) => (options.lineBreaks ? name.replaceAll(/[\r\n]/g, ' ') : name)),
    options,
  )
  await out(header.bytes)
  for await (const batch of table.rows())
    for (let row = written.add(batch, 0); row < batch.rows; row = written.add(batch, row))
      await out(written.take())
  await out(written.take())
  return {
    guarded: header.guarded + written.guarded(),
    textNumbers: written.textNumbers(),
    ...(options.lineBreaks && { unbroken: written.unbroken() }),
    ...(excelNumbers && {
      changedByExcel: Array.from(written.changed, ([at, changed]) => ({
        column: columns[at]?.name ?? '',
        ...changed,
      })),
    }),
  }
}

/** The header line, and how many of its names were guarded. */
export function delimitedHeader(
  columns: readonly string[],
  { bom, delimiter, formulas, lineEnd }: TableOptions & { readonly delimiter: string },
): { readonly text: string; readonly bytes: Uint8Array; readonly guarded: number } {
  let guarded = 0
  const names = columns.map((name) => {
    if (formulas === 'raw' || !needsGuard(name)) return name
    guarded++
    return guard(name)
  })
  const signs = ['"', '\r', '\n', delimiter]
  const isQuoted = (name: string): boolean => signs.some((sign) => name.includes(sign))
  // Most headers have no name to quote: one look at all of them together.
  const cells = isQuoted(names.join(''))
    ? names.map((name) => (isQuoted(name) ? `"${name.replaceAll('"', '""')}"` : name))
    : names
  // A row that is nothing but a line end would be skipped by readers.
  const line = cells.join(delimiter) || (cells.length === 1 ? '""' : '')
  const text = (bom ? '\uFEFF' : '') + line + lineEnd
  return { text, bytes: new TextEncoder().encode(text), guarded }
}

const delimited = (mediaType: string, delimiter: string): StreamedTables => ({
  kind: 'stream',
  mediaType,
  delimiter,
  holds: 'one table',
  write: ([table], out, options) => writeDelimited(table, out, { delimiter, ...options }),
})

export const csv = delimited('text/csv', ',')
export const tsv = delimited('text/tab-separated-values', '\t')

type ExcelNumbers = {
  readonly decimal: '.' | ','
  /** Whether Excel keeps all digits of a number. */
  readonly keepsDigits: (cell: Cell) => boolean
  /** By column, whether all its values are numbers, in texts as well. */
  readonly isNumeric: readonly boolean[]
  readonly isText: readonly boolean[]
}

type ByteRowsOptions = {
  readonly delimiter: string
  readonly formulas: 'guard' | 'raw'
  readonly lineEnd: '\n' | '\r\n'
  readonly lineBreaks?: 'spaces'
  /** How many cells a row has. */
  readonly width: number
  /** Absent: as they came. */
  readonly numbers?: ExcelNumbers
}

const encoder = new TextEncoder()

// Smaller buffers cost more calls, larger ones do not stay in the processor's cache.
const bufferSize = 256 * 1024

function makeByteRows({ delimiter, formulas, lineEnd, lineBreaks, width, numbers }: ByteRowsOptions) {
  const buffer: LineBuffer = { bytes: new Uint8Array(bufferSize), at: 0 }
  const [between, lineEndBytes] = [delimiter.charCodeAt(0), encoder.encode(lineEnd)]
  const putCell = makePutCell(between)
  const cell: Cell = { bytes: buffer.bytes, start: 0, end: 0, isGuarded: false }
  let [guarded, textNumbers, unbroken] = [0, 0, 0]
  /** Texts that Excel would change, by the number of their column. */
  const changed = new Map<number, { readonly values: number; readonly example: string }>()
  /** Adds the row whose first cell is number `first` of the batch. The caller has made space for it. */
  const putRow = ({ kinds: ofKinds, starts, ends, bytes }: RowBatch, first: number): void => {
    const before = buffer.at
    cell.bytes = bytes
    for (let at = first; at < first + width; at++) {
      if (at > first) buffer.bytes[buffer.at++] = between
      const kind = ofKinds[at]
      if (kind === kinds.none) continue
      cell.start = starts[at] ?? 0
      cell.end = ends[at] ?? 0
      // Numbers and booleans are never formulas.
      cell.isGuarded =
        formulas === 'guard' && (kind === kinds.text || kind === kinds.json) && needsGuardAt(cell)
      if (cell.isGuarded) guarded++
      if (numbers && (kind === kinds.number || numbers.isNumeric[at - first] === true)) {
        cell.isGuarded = !numbers.keepsDigits(cell)
        if (cell.isGuarded) textNumbers++
        else if (numbers.decimal === ',') useComma(cell)
      } else if (numbers?.isText[at - first] && !cell.isGuarded && mayChange(cell)) {
        const example = decoder.decode(cell.bytes.subarray(cell.start, cell.end))
        if (isChangedByExcel(example, numbers.decimal)) {
          const known = changed.get(at - first) ?? { values: 0, example }
          changed.set(at - first, { ...known, values: known.values + 1 })
        }
      }
      if (lineBreaks && kind === kinds.text && useSpaces(cell)) unbroken++
      putCell(cell, buffer)
      cell.bytes = bytes
    }
    // A row that is nothing but a line end would be skipped by readers.
    if (buffer.at === before) put(quotes, buffer)
    put(lineEndBytes, buffer)
  }
  return {
    /** Adds rows of a batch from number `from` on; returns the first that did not fit, or the number of rows. */
    add: (batch: RowBatch, from: number): number => {
      for (let row = from; row < batch.rows; row++) {
        if (!hasSpace(buffer, maxRowSize(batch, row * width, width))) return row
        putRow(batch, row * width)
      }
      return batch.rows
    },
    /** Returns what was added since the last call; valid until more is added. */
    take: (): Uint8Array => {
      const taken = buffer.bytes.subarray(0, buffer.at)
      buffer.at = 0
      return taken
    },
    /** How many cells were guarded with a `'`. */
    guarded: (): number => guarded,
    /** How many numbers were made text with a `'`. */
    textNumbers: (): number => textNumbers,
    /** How many cells lost line breaks. */
    unbroken: (): number => unbroken,
    changed,
  }
}

const decoder = new TextDecoder()

/** Whether a cell is as short as what Excel takes for a number or a date. */
const mayChange = ({ start, end }: Cell): boolean => end > start && end - start <= 40

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
/** Codes with zeros in front, numbers with a plus or with more digits than Excel keeps, powers, days, and months with a number. */
const changes = [
  /^[+-]?0\d+$/,
  /^\+\d+$/,
  /^\d{16,}$/,
  /^\d+(?:\.\d+)?e[+-]?\d{1,3}$/i,
  /^\d{1,4}[-/]\d{1,2}(?:[-/]\d{1,4})?$/,
  new RegExp(`^${month}[ .-]?\\d{1,4}$|^\\d{1,2}[ .-]?${month}$`, 'i'),
]
/** What a point does to digits: it separates the parts of a day where the decimal sign is a comma. */
const pointed = { '.': /^\d+\.\d*0$/, ',': /^\d{1,4}\.\d{1,2}(?:\.\d{1,4})?$/ }

/** Whether Excel shows a text of a CSV file as something else: 01067 as 1067, 3-4 as 3 April. */
export const isChangedByExcel = (text: string, decimal: '.' | ',' = '.'): boolean =>
  [...changes, pointed[decimal]].some((change) => change.test(text.trim()))

/** Replaces the point of a number by a comma, in a copy: the bytes belong to the batch. */
function useComma(cell: Cell): void {
  const point = cell.bytes.subarray(cell.start, cell.end).indexOf(0x2e)
  if (point < 0) return
  cell.bytes = cell.bytes.slice(cell.start, cell.end)
  cell.bytes[point] = 0x2c
  ;[cell.start, cell.end] = [0, cell.bytes.length]
}

/** Replaces line breaks by spaces, in a copy; returns whether there were any. */
function useSpaces(cell: Cell): boolean {
  const text = cell.bytes.subarray(cell.start, cell.end)
  if (!text.includes(newline) && !text.includes(carriageReturn)) return false
  cell.bytes = text.map((byte) => (byte === newline || byte === carriageReturn ? 0x20 : byte))
  ;[cell.start, cell.end] = [0, cell.bytes.length]
  return true
}

const quotes = encoder.encode('""')

/**
 * The most bytes of the row whose first cell is number `first`: every byte a quote, which is doubled, every cell quoted and guarded,
 * a delimiter behind each, and the line end.
 */
function maxRowSize({ starts, ends }: RowBatch, first: number, width: number): number {
  let length = 0
  for (let at = first; at < first + width; at++) length += (ends[at] ?? 0) - (starts[at] ?? 0)
  return 2 * length + 4 * width + 2
}

/** Whether this many bytes fit. An empty buffer is enlarged, so that a single row always fits. */
function hasSpace(buffer: LineBuffer, bytes: number): boolean {
  if (buffer.at + bytes <= buffer.bytes.length) return true
  if (buffer.at > 0) return false
  buffer.bytes = new Uint8Array(bytes)
  return true
}

function put(bytes: Uint8Array, buffer: LineBuffer): void {
  for (let i = 0; i < bytes.length; i++) buffer.bytes[buffer.at++] = bytes[i] ?? 0
}

/** A cell to write: UTF-8, and whether a `'` is written before it. One object is reused for all cells. */
type Cell = {
  bytes: Uint8Array
  start: number
  end: number
  isGuarded: boolean
}

/** Written bytes, and how many there are. */
type LineBuffer = {
  bytes: Uint8Array
  at: number
}

/** Writes a cell into a buffer with enough space for it, in quotes where it needs them. */
type PutCell = (cell: Cell, buffer: LineBuffer) => void

const [quote, apostrophe, newline, carriageReturn] = [0x22, 0x27, 0x0a, 0x0d]

/** Makes a writer of cells for a delimiter, which is one character of ASCII. */
function makePutCell(delimiter: number): PutCell {
  const special = new Uint8Array(256)
  for (const byte of [quote, newline, carriageReturn, delimiter]) special[byte] = 1
  return (cell, buffer) => {
    const begin = buffer.at
    if (cell.isGuarded) buffer.bytes[buffer.at++] = apostrophe
    const isPlain = copyPlain(cell, buffer, special) === cell.end
    if (isPlain && !(cell.isGuarded && delimiter === apostrophe)) return
    buffer.at = begin
    putQuoted(cell, buffer)
  }
}

/** Copies up to the first special byte; returns its place, or the end. */
function copyPlain({ bytes, start, end }: Cell, buffer: LineBuffer, special: Uint8Array): number {
  const into = buffer.bytes
  let to = buffer.at
  let from = start
  for (; from < end; from++) {
    const byte = bytes[from] ?? 0
    if (special[byte] === 1) break
    into[to++] = byte
  }
  buffer.at = to
  return from
}

function putQuoted({ bytes, start, end, isGuarded }: Cell, buffer: LineBuffer): void {
  const into = buffer.bytes
  let to = buffer.at
  into[to++] = quote
  if (isGuarded) into[to++] = apostrophe
  for (let from = start; from < end; from++) {
    const byte = bytes[from] ?? 0
    into[to++] = byte
    if (byte === quote) into[to++] = quote
  }
  into[to++] = quote
  buffer.at = to
}
