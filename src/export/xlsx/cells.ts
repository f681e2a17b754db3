import { needsGuardAt } from '../../table/formula.ts'
import { momentOf, offsetOf } from '../../record/moment.ts'
import { readNumber } from '../parse-cell.ts'
import {
  cutOf,
  bitsOf,
  isLined,
  putEscaped,
  spanOf,
  type CellText,
  put,
  putAscii,
  putText,
  stampOf,
  type Stamp,
} from './text.ts'
import { numberKind, hasFraction, serialOf, serialOfDay } from './values.ts'
import { reserve, type ByteBuffer } from '../../table/bytes.ts'
import { decimalsStyle, mostDecimals, styles } from './styles.ts'
import { kinds, type RowBatch, type TableColumn } from '../../table/table.ts'

/** How many cells of all sheets were changed so far. */
type CellCounts = { guarded: number; cutCells: number; textNumbers: number }

export type CellWriting = {
  readonly buffer: ByteBuffer
  readonly counts: CellCounts
  readonly guards: boolean
  /** Whether every cell is text. */
  readonly isAllText: boolean
  /** Whether times are shown in UTC, and not by the clock of their own offset. */
  readonly isInUtc: boolean
}

/** The most bytes of markup around the text of a cell, with its reference, or around a row. */
export const cellMarkup = 256

/** Writes `true` or `false`, behind the place of its cell. */
export const putBoolean = ({ buffer }: CellWriting, { bytes, start }: CellText): void =>
  put(buffer, bytes[start] === 0x74 ? isTrue : isFalse)

/** Writes a number, as text where Excel would lose digits. */
export function putNumber(writing: CellWriting, cell: CellText): void {
  const { buffer } = writing
  const kind = numberKind(cell)
  if (kind === 'text') {
    writing.counts.textNumbers++
    putTextCell(writing, cell)
    return
  }
  if (typeof kind === 'number') {
    putValue(writing, ofDecimals[kind] ?? general, readNumber(cell.bytes, cell.start, cell.end))
    return
  }
  put(buffer, kind === 'whole' ? whole : general)
  for (let i = cell.start; i < cell.end; i++) buffer.bytes[buffer.at++] = cell.bytes[i] ?? 0
  put(buffer, valueEnd)
}

/** Writes an instant, as text where Excel would show another. */
export function putTime(writing: CellWriting, cell: CellText): void {
  const serial = serialOf(clockOf(cell, writing.isInUtc))
  if (Number.isNaN(serial)) putTextCell(writing, cell)
  else putValue(writing, hasFraction(cell) ? milliseconds : seconds, serial)
}

/** An instant as the clock shows it, to the millisecond, as if that were UTC. */
function clockOf(cell: CellText, isInUtc: boolean): CellText {
  const { bytes, start, end } = cell
  if (end - start === usualLength && bytes[end - 1] === letterZ) return cell
  const text = String.fromCharCode(...bytes.subarray(start, end))
  const clock = momentOf(text) + (isInUtc ? 0 : offsetOf(text.slice(-6)) * 60_000)
  return Number.isNaN(clock) ? cell : spanOf(Buffer.from(new Date(clock).toISOString()))
}

const [usualLength, letterZ] = [24, 0x5a]

/** Writes a day, as text where Excel would show another. */
export function putDay(writing: CellWriting, cell: CellText): void {
  const serial = serialOfDay(cell)
  if (Number.isNaN(serial)) putTextCell(writing, cell)
  else putValue(writing, day, serial)
}

function putValue({ buffer }: CellWriting, opener: Stamp, value: number | bigint): void {
  put(buffer, opener)
  putAscii(buffer, String(value))
  put(buffer, valueEnd)
}

// Inline texts: a bounded table of shared strings took 14 % longer for a file 1 % smaller.
export function putTextCell(writing: CellWriting, cell: CellText): void {
  const isQuoted = isGuarded(writing, cell)
  const bits = bitsOf(cell)
  putTextAs(writing, { cell, bits }, isQuoted ? quotedText : isLined(bits) ? linesText : text)
}

/** Writes the name of a column. */
export function putHeaderCell(writing: CellWriting, name: Uint8Array): void {
  const cell = spanOf(name)
  const [plain, quoted] = linesOfName(name) > 1 ? wrappedHeadTexts : headTexts
  putTextAs(writing, { cell, bits: bitsOf(cell) }, isGuarded(writing, cell) ? quoted : plain)
}

/** What follows the place of a text cell: plain, or preserving spaces at the ends. */
type Openers = readonly [plain: Stamp, keepsSpace: Stamp]

const valueOf = (style: number): Stamp => stampOf(`" s="${style}"><v>`)
const textOf = (attributes: string): Openers => {
  const start = `"${attributes} t="inlineStr"><is><t`
  return [stampOf(`${start}>`), stampOf(`${start} xml:space="preserve">`)]
}
const booleanOf = (digit: 0 | 1): Stamp => stampOf(`" s="${styles.boolean}" t="b"><v>${digit}</v></c>`)
const isTrue = booleanOf(1)
const isFalse = booleanOf(0)
const general = stampOf('"><v>')
const whole = valueOf(styles.whole)
const ofDecimals = Array.from({ length: mostDecimals + 1 }, (_, count) =>
  count === 0 ? general : valueOf(decimalsStyle(count)),
)
const milliseconds = valueOf(styles.milliseconds)
const seconds = valueOf(styles.seconds)
const day = valueOf(styles.day)
const valueEnd = stampOf('</v></c>')
const text = textOf('')
const linesText = textOf(` s="${styles.lines}"`)
const quotedText = textOf(` s="${styles.quoted}"`)
const headTexts = [textOf(` s="${styles.header}"`), textOf(` s="${styles.quotedHeader}"`)] as const
const wrappedHeadTexts = [
  textOf(` s="${styles.wrappedHeader}"`),
  textOf(` s="${styles.quotedWrappedHeader}"`),
] as const
const textEnd = stampOf('</t></is></c>')

/** Whether the cell must be marked as text, since a spreadsheet would make a formula of it on editing; counts it if so. */
function isGuarded({ guards, counts }: CellWriting, cell: CellText): boolean {
  if (!guards || !needsGuardAt(cell)) return false
  counts.guarded++
  return true
}

function putTextAs(
  { buffer, counts }: CellWriting,
  { cell, bits }: { readonly cell: CellText; readonly bits: number },
  openers: Openers,
): void {
  put(buffer, openers[hasSpaceAtEnds(cell) ? 1 : 0])
  const cut = cutOf(cell)
  if (cut === undefined) putEscaped(buffer, cell, bits)
  else {
    counts.cutCells++
    putEscaped(buffer, { ...cell, end: cut.end }, bits)
    putText(buffer, cut.mark)
  }
  reserve(buffer, cellMarkup)
  put(buffer, textEnd)
}

const hasSpaceAtEnds = ({ bytes, start, end }: CellText): boolean =>
  start < end && ((bytes[start] ?? 0) <= 0x20 || (bytes[end - 1] ?? 0) <= 0x20)

/** The widths of a sheet's columns, in digits. */
type Widths = {
  /** Takes a row of a batch into account. */
  readonly measure: (batch: RowBatch, index: number) => void
  readonly all: () => readonly number[]
}

/** Widths that fit the header and the measured rows. */
export function makeWidths(columns: readonly TableColumn[]): Widths {
  const widths = columns.map(({ name }) => {
    const bytes = new TextEncoder().encode(name)
    return atMost(widthOf(spanOf(bytes), most) + filterButton, least)
  })
  return {
    measure: (batch, index) => {
      // An index loop: of thousands of columns most are empty, and an iterator would create two objects for each.
      for (let column = 0, cell = index * columns.length; column < columns.length; column++, cell++) {
        if (batch.kinds[cell] === kinds.none) continue
        const span = { bytes: batch.bytes, start: batch.starts[cell] ?? 0, end: batch.ends[cell] ?? 0 }
        widths[column] = atMost(widthOf(span, most) + margin, widths[column] ?? least)
      }
    },
    all: () => widths,
  }
}

/** In how many lines a column's name is shown: several if it is too wide for a column, unless they would fill a window. */
export function linesOfName(name: Uint8Array): number {
  const width = widthOf(spanOf(name), mostWrapped + 1)
  const isWrapped = width + filterButton > most && width <= mostWrapped && !name.includes(0x0a)
  // Lines end with a word, so that they are not full.
  return isWrapped ? Math.ceil(width / (0.8 * most)) : 1
}

const [least, most, margin, filterButton] = [9, 60, 1, 4]
const mostWrapped = 4 * most

const atMost = (width: number, before: number): number => Math.max(before, Math.min(width, most))

/** The width of a text's first line, up to `enough`; East Asian characters and emoji count twice. */
function widthOf({ bytes, start, end }: CellText, enough: number): number {
  let width = 0
  for (let i = start; i < end && width < enough; i++) {
    const byte = bytes[i] ?? 0
    if (byte === 0x0a) break
    if ((byte & 0xc0) !== 0x80) width += byte < 0xe3 ? 1 : 2
  }
  return width
}
