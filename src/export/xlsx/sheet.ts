import type { RowBatch, Table } from '../table.ts'
import type { CellWriting } from './cells.ts'
import type { SheetLimits } from './limits.ts'
import { blockSize, makeBlock } from './packer.ts'
import { putText, type Room } from './room.ts'
import { makeRowWriter } from './row-writer.ts'
import { makeWidths } from './widths.ts'
import { columnLetters, xmlHead } from './xml.ts'
import type { Zip } from './zip.ts'

/** A sheet that was written. */
export type Sheet = {
  readonly name: string
  /** Below its header. */
  readonly rows: number
  /** All its cells, as `$A$1:$C$9`; undefined where there are none. */
  readonly range: string | undefined
}

/** What sheets are written with. */
export type SheetWriting = CellWriting & { readonly zip: Zip; readonly limits: SheetLimits }

/** Begins the next sheet; the first of the workbook is the one that is seen. */
export type NextSheet = () => Promise<{ readonly name: string; readonly isFirst: boolean }>

/** Writes a table as one sheet, or as several where one does not hold all its rows. */
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

/** Rows whose texts the widths of the columns are made for. */
const measuredRows = 200

type OpenSheet = {
  readonly isFull: () => boolean
  /** Writes a row; gives whether it is time to flush. */
  readonly row: (batch: RowBatch, index: number) => boolean
  readonly flush: () => Promise<void>
  readonly end: () => Promise<Sheet>
}

async function beginSheet({ columns }: Table, writing: SheetWriting, next: NextSheet): Promise<OpenSheet> {
  const { zip, limits, room } = writing
  const { name, isFirst } = await next()
  const rows = makeRowWriter(columns, writing)
  const widths = makeWidths(columns)
  let [rowCount, size, isHeaded] = [1, 0, false]
  const take = async (full: Room): Promise<void> => {
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
    await take(room)
  }
  rows.header()
  return {
    isFull: () => rowCount >= limits.rows || size + room.at >= limits.bytes,
    row: (batch, index) => {
      rowCount++
      if (!isHeaded && rowCount <= measuredRows) widths.measure(batch, index)
      rows.row(batch, index, rowCount)
      return room.at >= blockSize
    },
    flush,
    end: async () => {
      const last = `$${columnLetters(columns.length - 1)}$${rowCount}`
      const range = columns.length === 0 ? undefined : `$A$1:${last}`
      putText(room, footOf(range?.replaceAll('$', '')))
      await flush()
      await zip.end()
      return { name, rows: rowCount - 1, range }
    },
  }
}

/** All before the rows: the header stays in view, columns are as wide as their texts. */
// No default height of rows: with one, LibreOffice shows the lines of a text over the rows around it.
function headOf(widths: readonly number[], view: string): string {
  const columns = widths.map(
    (width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  )
  return `${xmlHead}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">\
<sheetViews><sheetView${view} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>\
${columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`}<sheetData>`
}

/** All behind the rows: filters, and no marks at texts of digits that offer to make numbers of them. */
const footOf = (range: string | undefined): string =>
  range === undefined
    ? '</sheetData></worksheet>'
    : `</sheetData><autoFilter ref="${range}"/><ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
