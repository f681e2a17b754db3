import {
  xmlHead,
  putText,
  columnLetters,
  bytesOf,
  put,
  putAscii,
  stampOf,
  type Stamp,
  type CellText,
} from './text.ts'
import {
  refuseTooWide,
  type SplitTable,
  type TableOptions,
  type TablesWritten,
  type StreamedTables,
} from '../format.ts'
import { type Table, type ColumnType, type RowBatch, kinds, type TableColumn } from '../../table/table.ts'
import { makeBlock, makeZip, blockSize, type Zip } from './zip.ts'
import {
  stylesPart,
  type CellWriter,
  headerWidths,
  widenFor,
  cellMarkup,
  putBoolean,
  putDay,
  putHeaderCell,
  putNumber,
  putTextCell,
  putTime,
  linesOfName,
} from './cells.ts'
import { type Sink, type ByteBuffer, reserve } from '../../record/bytes.ts'

/**
 * XLSX (ECMA-376): a sheet a table, and further ones where it has more rows than a sheet holds. Numbers, times and
 * true or false are such cells where Excel keeps them exactly, and texts where it does not. The same cells are the same
 * bytes.
 */
export const xlsx: StreamedTables = {
  kind: 'stream',
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  holds: 'sheets',
  write: (tables, out, options) => writeWorkbook(tables, out, { ...options, limits: excelLimits }),
}

/** The limits of a sheet; the header counts as a row. */
type SheetLimits = { readonly rows: number; readonly bytes: number }

/** The limits of Excel; the bytes keep every sheet, its last row too, below the 4 GiB that a zip file holds. */
const excelLimits: SheetLimits = { rows: 1_048_576, bytes: 3.5 * 2 ** 30 }

const maxColumns = 16_384

type WorkbookOptions = Pick<TableOptions, 'formulas' | 'types' | 'isInUtc'> & { readonly limits: SheetLimits }

/** Writes tables as the sheets of a workbook, in memory that does not grow with their rows. */
export async function writeWorkbook(
  tables: readonly Table[],
  out: Sink,
  { formulas, types, isInUtc = false, limits }: WorkbookOptions,
): Promise<TablesWritten> {
  refuseTooWide(tables, 'a sheet of XLSX', maxColumns)
  const zip = makeZip(out)
  try {
    const counts = { guarded: 0, cutCells: 0, textNumbers: 0 }
    return await writeParts(tables, {
      zip,
      buffer: makeBlock(),
      counts,
      guards: formulas === 'guard',
      isAllText: types === 'text',
      isInUtc,
      limits,
    })
  } finally {
    zip.close()
  }
}

async function writeParts(tables: readonly Table[], writer: SheetWriter): Promise<TablesWritten> {
  const { zip, counts } = writer
  const sheets: Sheet[] = []
  const split: SplitTable[] = []
  let begun = 0
  await writePart(writer, '_rels/.rels', rootRelations)
  await writePart(writer, 'xl/styles.xml', stylesPart)
  for (const table of tables) {
    let ofThisTable = 0
    const next: NextSheet = async () => {
      await zip.begin(sheetPath(++begun))
      const name = ++ofThisTable === 1 ? table.name : `${table.name} (${ofThisTable})`
      return { name, isFirst: begun === 1 }
    }
    const ofTable = await writeSheets(table, writer, next)
    sheets.push(...ofTable)
    if (ofTable.length > 1)
      split.push({ table: table.name, sheets: ofTable.map(({ name, rows }) => ({ name, rows })) })
  }
  // How many sheets a table takes is known only now.
  for (const [name, text] of partsOf(sheets)) await writePart(writer, name, text)
  await zip.finish()
  return split.length === 0 ? counts : { ...counts, split }
}

async function writePart({ zip, buffer }: SheetWriter, name: string, text: string): Promise<void> {
  putText(buffer, text)
  await zip.begin(name)
  await zip.take(buffer)
  await zip.end()
}

const formats = 'http://schemas.openxmlformats.org'
const relations = `${formats}/officeDocument/2006/relationships`
const packages = `${formats}/package/2006`
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The name in the file of the sheet of that number, counted from 1. */
const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`

const rootRelations = `${xmlHead}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

/** The parts that list the sheets, each with its name in the file. */
const partsOf = (sheets: readonly Sheet[]): readonly (readonly [name: string, text: string])[] => [
  ['xl/workbook.xml', workbookOf(sheets)],
  ['xl/_rels/workbook.xml.rels', relationsOf(sheets.length)],
  ['[Content_Types].xml', contentTypesOf(sheets.length)],
]

function workbookOf(sheets: readonly Sheet[]): string {
  const list = sheets.map(({ name }, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
  const filters = sheets.flatMap(({ name, range }, i) =>
    range === undefined
      ? []
      : [
          `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">'${name}'!${range}</definedName>`,
        ],
  )
  return `${xmlHead}<workbook xmlns="${formats}/spreadsheetml/2006/main" xmlns:r="${relations}"><bookViews><workbookView/></bookViews><sheets>${list.join('')}</sheets>${filters.length === 0 ? '' : `<definedNames>${filters.join('')}</definedNames>`}</workbook>`
}

function relationsOf(sheets: number): string {
  const list = Array.from(
    { length: sheets },
    (_, i) =>
      `<Relationship Id="rId${i + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  )
  return `${xmlHead}<Relationships xmlns="${packages}/relationships">${list.join('')}<Relationship Id="rId${sheets + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`
}

function contentTypesOf(sheets: number): string {
  const list = Array.from(
    { length: sheets },
    (_, i) => `<Override PartName="/${sheetPath(i + 1)}" ContentType="${spreadsheet}.worksheet+xml"/>`,
  )
  return `${xmlHead}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/>${list.join('')}</Types>`
}

/** A sheet that was written. */
type Sheet = {
  /** The name of its table, `responses`; of a further sheet `responses (2)`. */
  readonly name: string
  /** Below its header. */
  readonly rows: number
  /** All its cells, as `$A$1:$C$9`; undefined where there are none. */
  readonly range: string | undefined
}

/** The state shared by all sheets of a workbook. */
type SheetWriter = CellWriter & { readonly zip: Zip; readonly limits: SheetLimits }

/** Begins the next sheet; the first one is selected when the workbook opens. */
type NextSheet = () => Promise<{ readonly name: string; readonly isFirst: boolean }>

/** Writes a table as one sheet, or as several if one does not hold all its rows. */
async function writeSheets(table: Table, writer: SheetWriter, next: NextSheet): Promise<Sheet[]> {
  const sheets: Sheet[] = []
  let sheet = await beginSheet(table, writer, next)
  for await (const batch of table.rows())
    for (let index = 0; index < batch.rows; index++) {
      if (sheet.isFull()) {
        sheets.push(await sheet.end())
        sheet = await beginSheet(table, writer, next)
      }
      if (sheet.row(batch, index)) await sheet.flush()
    }
  sheets.push(await sheet.end())
  return sheets
}

/** How many rows determine the widths of columns. */
const measuredRows = 200

async function beginSheet({ columns }: Table, writer: SheetWriter, next: NextSheet) {
  const { zip, limits, buffer } = writer
  const { name, isFirst } = await next()
  const rows = makeRowWriter(columns, writer)
  const widths = headerWidths(columns)
  let [rowCount, size, isHeaded] = [1, 0, false]
  const take = async (full: ByteBuffer): Promise<void> => {
    size += full.at
    await zip.take(full)
  }
  const flush = async (): Promise<void> => {
    if (!isHeaded) {
      isHeaded = true
      const head = makeBlock()
      putText(head, headOf(widths, isFirst ? ' tabSelected="1"' : ''))
      await take(head)
    }
    await take(buffer)
  }
  rows.header()
  return {
    isFull: (): boolean => rowCount >= limits.rows || size + buffer.at >= limits.bytes,
    /** Writes a row; returns whether it is time to flush. */
    row: (batch: RowBatch, index: number): boolean => {
      rowCount++
      if (!isHeaded && rowCount <= measuredRows) widenFor(widths, batch, index)
      rows.row(batch, index, rowCount)
      return buffer.at >= blockSize
    },
    flush,
    end: async (): Promise<Sheet> => {
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
function makeRowWriter(columns: readonly TableColumn[], writer: CellWriter) {
  const { buffer } = writer
  const places = columns.map((_, i) => stampOf(`<c r="${columnLetters(i)}`))
  const names = columns.map(({ name }) => bytesOf(name))
  const puts = columns.map(({ type }) => (writer.isAllText ? undefined : putOfType[type]))
  const text: { -readonly [Key in keyof CellText]: CellText[Key] } = { bytes: none, start: 0, end: 0 }
  const place = (column: number, digits: string): void => {
    reserve(buffer, cellMarkup)
    put(buffer, places[column] ?? noPlace)
    putAscii(buffer, digits)
  }
  return {
    /** The names of the columns, as the first row. */
    header: (): void => {
      const lines = names.reduce((most, name) => Math.max(most, linesOfName(name)), 1)
      // Not every spreadsheet makes a row as high as its lines by itself.
      const digits = beginRow(buffer, 1, lines > 1 ? heightOf(lines) : tagEnd)
      for (const [column, name] of names.entries()) {
        place(column, digits)
        putHeaderCell(writer, name)
      }
      endRow(buffer)
    },
    /** A row of a batch as the row of that number, counted from 1. */
    row: ({ kinds: kindOf, starts, ends, bytes }: RowBatch, index: number, number: number): void => {
      const digits = beginRow(buffer, number)
      text.bytes = bytes
      for (let column = 0, cell = index * columns.length; column < columns.length; column++, cell++) {
        const kind = kindOf[cell]
        text.start = starts[cell] ?? 0
        text.end = ends[cell] ?? 0
        // An empty text means no value.
        if (kind === kinds.none || text.start === text.end) continue
        const putValue = puts[column] ?? (writer.isAllText ? undefined : putOfKind[kind ?? 0])
        place(column, digits)
        if (putValue) putValue(writer, text)
        else putTextCell(writer, text)
      }
      endRow(buffer)
    },
  }
}

type PutCell = (writer: CellWriter, cell: CellText) => void

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
