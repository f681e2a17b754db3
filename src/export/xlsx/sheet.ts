import { type ColumnType, type RowBatch, type Table, kinds, type TableColumn } from '../../table/table.ts'
import {
  type CellWriting,
  makeWidths,
  cellMarkup,
  putBoolean,
  putDay,
  putHeaderCell,
  putNumber,
  putTextCell,
  putTime,
  linesOfName,
} from './cells.ts'
import { blockSize, makeBlock, type Zip } from './zip.ts'
import { type ByteBuffer, reserve } from '../../table/bytes.ts'
import {
  putText,
  columnLetters,
  xmlHead,
  bytesOf,
  put,
  putAscii,
  stampOf,
  type Stamp,
  type CellText,
} from './text.ts'

/** The limits of a sheet; the header counts as a row. */
export type SheetLimits = { readonly rows: number; readonly bytes: number }

/** The limits of Excel; the bytes keep every sheet, its last row too, below the 4 GiB at which zip files change. */
export const excelLimits: SheetLimits = { rows: 1_048_576, bytes: 3.5 * 2 ** 30 }

export const mostColumns = 16_384

/** A sheet that was written. */
export type Sheet = {
  readonly name: string
  /** Below its header. */
  readonly rows: number
  /** All its cells, as `$A$1:$C$9`; undefined where there are none. */
  readonly range: string | undefined
}

/** The state shared by all sheets of a workbook. */
export type SheetWriting = CellWriting & { readonly zip: Zip; readonly limits: SheetLimits }

/** Begins the next sheet; the first one is selected when the workbook opens. */
export type NextSheet = () => Promise<{ readonly name: string; readonly isFirst: boolean }>

/** Writes a table as one sheet, or as several if one does not hold all its rows. */
export async function writeSheets(table: Table, writing: SheetWriting, next: NextSheet): Promise<Sheet[]> {
  const sheets: Sheet[] = []
  let sheet = await beginSheet(table, writing, next)
  for await (const batch of table.rows())
    for (let index = 0; index < batch.rows; index++) {
      if (sheet.isFull()) {
        sheets.push(await sheet.end())
        sheet = await beginSheet(table, writing, next)
      }
      if (sheet.row(batch, index)) await sheet.flush()
    }
  sheets.push(await sheet.end())
  return sheets
}

/** How many rows determine the widths of columns. */
const measuredRows = 200

type OpenSheet = {
  readonly isFull: () => boolean
  /** Writes a row; gives whether it is time to flush. */
  readonly row: (batch: RowBatch, index: number) => boolean
  readonly flush: () => Promise<void>
  readonly end: () => Promise<Sheet>
}

async function beginSheet({ columns }: Table, writing: SheetWriting, next: NextSheet): Promise<OpenSheet> {
  const { zip, limits, buffer } = writing
  const { name, isFirst } = await next()
  const rows = makeRowWriter(columns, writing)
  const widths = makeWidths(columns)
  let [rowCount, size, isHeaded] = [1, 0, false]
  const take = async (full: ByteBuffer): Promise<void> => {
    size += full.at
    await zip.take(full)
  }
  const flush = async (): Promise<void> => {
    if (!isHeaded) {
      isHeaded = true
      const head = makeBlock()
      putText(head, headOf(widths.all(), isFirst ? ' tabSelected="1"' : ''))
      await take(head)
    }
    await take(buffer)
  }
  rows.header()
  return {
    isFull: () => rowCount >= limits.rows || size + buffer.at >= limits.bytes,
    row: (batch, index) => {
      rowCount++
      if (!isHeaded && rowCount <= measuredRows) widths.measure(batch, index)
      rows.row(batch, index, rowCount)
      return buffer.at >= blockSize
    },
    flush,
    end: async () => {
      const last = `$${columnLetters(columns.length - 1)}$${rowCount}`
      const range = columns.length === 0 ? undefined : `$A$1:${last}`
      putText(buffer, footOf(range?.replaceAll('$', '')))
      await flush()
      await zip.end()
      return { name, rows: rowCount - 1, range }
    },
  }
}

/** Everything before the rows: a frozen header, and columns as wide as their texts. */
// Without a default row height: with one, LibreOffice draws multi-line texts over neighbouring rows.
function headOf(widths: readonly number[], view: string): string {
  const columns = widths.map(
    (width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  )
  return `${xmlHead}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">\
<sheetViews><sheetView${view} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>\
${columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`}<sheetData>`
}

/** Everything after the rows: filters, and no warnings that texts of digits could be numbers. */
const footOf = (range: string | undefined): string =>
  range === undefined
    ? '</sheetData></worksheet>'
    : `</sheetData><autoFilter ref="${range}"/><ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`

/** Writes rows of a table as XML, at the end of a buffer. */
type RowWriter = {
  /** The names of the columns, as the first row. */
  readonly header: () => void
  /** A row of a batch as the row of that number, counted from 1. */
  readonly row: (batch: RowBatch, index: number, number: number) => void
}

/** A writer of the rows of a table. */
function makeRowWriter(columns: readonly TableColumn[], writing: CellWriting): RowWriter {
  const { buffer } = writing
  const places = columns.map((_, i) => stampOf(`<c r="${columnLetters(i)}`))
  const names = columns.map(({ name }) => bytesOf(name))
  const puts = columns.map(({ type }) => (writing.isAllText ? undefined : putOfType[type]))
  const text: { -readonly [Key in keyof CellText]: CellText[Key] } = { bytes: none, start: 0, end: 0 }
  const place = (column: number, digits: string): void => {
    reserve(buffer, cellMarkup)
    put(buffer, places[column] ?? noPlace)
    putAscii(buffer, digits)
  }
  return {
    header: () => {
      const lines = names.reduce((most, name) => Math.max(most, linesOfName(name)), 1)
      // Not every spreadsheet makes a row as high as its lines by itself.
      const digits = beginRow(buffer, 1, lines > 1 ? heightOf(lines) : tagEnd)
      for (const [column, name] of names.entries()) {
        place(column, digits)
        putHeaderCell(writing, name)
      }
      endRow(buffer)
    },
    row: ({ kinds: kindOf, starts, ends, bytes }, index, number) => {
      const digits = beginRow(buffer, number)
      text.bytes = bytes
      for (let column = 0, cell = index * columns.length; column < columns.length; column++, cell++) {
        const kind = kindOf[cell]
        text.start = starts[cell] ?? 0
        text.end = ends[cell] ?? 0
        // An empty text is no value.
        if (kind === kinds.none || text.start === text.end) continue
        const putValue = puts[column] ?? (writing.isAllText ? undefined : putOfKind[kind ?? 0])
        place(column, digits)
        if (putValue) putValue(writing, text)
        else putTextCell(writing, text)
      }
      endRow(buffer)
    },
  }
}

type PutCell = (writing: CellWriting, cell: CellText) => void

/** How the cells of a column of a type are written; text and JSON by what each of them is. */
const putOfType: Readonly<Partial<Record<ColumnType, PutCell>>> = {
  integer: putNumber,
  int64: putNumber,
  number: putNumber,
  boolean: putBoolean,
  date: putDay,
  time: putTime,
}
const putOfKind: Readonly<Partial<Record<number, PutCell>>> = {
  [kinds.number]: putNumber,
  [kinds.boolean]: putBoolean,
}

/** Begins a row; returns the digits of its number, which end the reference of every cell. */
function beginRow(buffer: ByteBuffer, number: number, end = tagEnd): string {
  const digits = String(number)
  reserve(buffer, cellMarkup)
  put(buffer, rowStart)
  putAscii(buffer, digits)
  put(buffer, end)
  return digits
}

function endRow(buffer: ByteBuffer): void {
  reserve(buffer, cellMarkup)
  put(buffer, rowEnd)
}

const none = new Uint8Array(0)
const noPlace = stampOf('')
const rowStart = stampOf('<row r="')
const tagEnd = stampOf('">')
// A line of Calibri 11 has 15 points.
const heightOf = (lines: number): Stamp => stampOf(`" ht="${lines * 15}" customHeight="1">`)
const rowEnd = stampOf('</row>')
