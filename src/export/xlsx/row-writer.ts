import { kinds, type RowBatch, type TableColumn } from '../table.ts'
import {
  cellMarkup,
  putBoolean,
  putHeaderCell,
  putNumber,
  putTextCell,
  putTime,
  type CellWriting,
} from './cells.ts'
import { bytesOf, put, putAscii, reserve, stampOf, type Room, type Stamp } from './room.ts'
import type { TextSpan } from './text-span.ts'
import { linesOfName } from './widths.ts'
import { columnLetters } from './xml.ts'

/** Writes rows of a table as XML, at the end of a room. */
export type RowWriter = {
  /** The names of the columns, as the first row. */
  readonly header: () => void
  /** A row of a batch as the row of that number, counted from 1. */
  readonly row: (batch: RowBatch, index: number, number: number) => void
}

/** A writer of the rows of a table. */
export function makeRowWriter(columns: readonly TableColumn[], writing: CellWriting): RowWriter {
  const { room } = writing
  const places = columns.map((_, i) => stampOf(`<c r="${columnLetters(i)}`))
  const names = columns.map(({ name }) => bytesOf(name))
  const isTime = columns.map(({ type }) => type === 'time')
  const text: { -readonly [Key in keyof TextSpan]: TextSpan[Key] } = { bytes: none, start: 0, end: 0 }
  const place = (column: number, digits: string): void => {
    reserve(room, cellMarkup)
    put(room, places[column] ?? noPlace)
    putAscii(room, digits)
  }
  return {
    header: () => {
      const lines = names.reduce((most, name) => Math.max(most, linesOfName(name)), 1)
      // Not every spreadsheet makes a row as high as its lines by itself.
      const digits = beginRow(room, 1, lines > 1 ? heightOf(lines) : tagEnd)
      for (const [column, name] of names.entries()) {
        place(column, digits)
        putHeaderCell(writing, name)
      }
      endRow(room)
    },
    row: ({ kinds: kindOf, starts, ends, bytes }, index, number) => {
      const digits = beginRow(room, number)
      text.bytes = bytes
      for (let column = 0, cell = index * columns.length; column < columns.length; column++, cell++) {
        const kind = kindOf[cell]
        if (kind === kinds.none) continue
        place(column, digits)
        text.start = starts[cell] ?? 0
        text.end = ends[cell] ?? 0
        if (kind === kinds.boolean) putBoolean(room, text)
        else if (kind === kinds.number) putNumber(writing, text)
        else if (isTime[column] === true) putTime(writing, text)
        else putTextCell(writing, text)
      }
      endRow(room)
    },
  }
}

/** Begins a row; gives the digits of its number, which the place of every cell ends with. */
function beginRow(room: Room, number: number, end = tagEnd): string {
  const digits = String(number)
  reserve(room, cellMarkup)
  put(room, rowStart)
  putAscii(room, digits)
  put(room, end)
  return digits
}

function endRow(room: Room): void {
  reserve(room, cellMarkup)
  put(room, rowEnd)
}

const none = new Uint8Array(0)
const noPlace = stampOf('')
const rowStart = stampOf('<row r="')
const tagEnd = stampOf('">')
// A line of Calibri 11 has 15 points.
const heightOf = (lines: number): Stamp => stampOf(`" ht="${lines * 15}" customHeight="1">`)
const rowEnd = stampOf('</row>')
