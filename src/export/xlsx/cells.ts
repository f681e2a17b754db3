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
  xmlHead,
} from './text.ts'
import { numberKind, hasFraction, serialOf, serialOfDay, maxDecimals } from './values.ts'
import { reserve, type ByteBuffer } from '../../record/bytes.ts'
import { kinds, type RowBatch, type TableColumn } from '../../table/table.ts'

// The styles of cells, which the constants below refer to.

const generalFormat = 'numFmtId="0" fontId="0"'
const bold = 'fontId="1" applyFont="1"'
const formatIds = { milliseconds: 164, seconds: 165, boolean: 166, day: 167, decimals: 168 }

const format = (id: number): string => `numFmtId="${id}" fontId="0" applyNumberFormat="1"`
// Text, also when somebody edits the cell: Excel looks at the prefix, LibreOffice at the format of texts.
const quotedFormat = 'numFmtId="49" applyNumberFormat="1" quotePrefix="1"'

/** The attributes of each style. */
const styleAttributes = {
  plain: generalFormat,
  lines: generalFormat,
  quoted: `${quotedFormat} fontId="0"`,
  header: `numFmtId="0" ${bold}`,
  quotedHeader: `${quotedFormat} ${bold}`,
  wrappedHeader: `numFmtId="0" ${bold}`,
  quotedWrappedHeader: `${quotedFormat} ${bold}`,
  milliseconds: format(formatIds.milliseconds),
  seconds: format(formatIds.seconds),
  // All digits. The general format shows only eleven.
  whole: format(1),
  // Without a format of their styleAttributes, LibreOffice shows some of them as 1 and 0.
  boolean: format(formatIds.boolean),
  day: format(formatIds.day),
}

/** One a count of decimals, from 1 on; they follow on the others. */
const decimalFormats = Array.from(
  { length: maxDecimals },
  (_, i) => [formatIds.decimals + i, `0.${'0'.repeat(i + 1)}`] as const,
)

const alignments: Readonly<Record<string, string>> = {
  // If a cell has several lines, the first one is visible.
  lines: 'vertical="top"',
  wrappedHeader: 'wrapText="1"',
  quotedWrappedHeader: 'wrapText="1"',
}

function styleOf([name, attributes]: readonly [string, string]): string {
  const alignment = alignments[name]
  return alignment === undefined
    ? `<xf ${attributes} fillId="0" borderId="0" xfId="0"/>`
    : `<xf ${attributes} fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment ${alignment}/></xf>`
}

/** The formats of cells: their numbers in the workbook's list. */
const styles = Object.fromEntries(Object.keys(styleAttributes).map((name, i) => [name, i])) as {
  // The keys of the list above are its styleAttributes.
  readonly [Name in keyof typeof styleAttributes]: number
}

/** The format of numbers with this many decimals, from 1 on. */
const decimalsStyle = (count: number): number => Object.keys(styleAttributes).length + count - 1

const numberFormats = [
  [formatIds.milliseconds, 'yyyy\\-mm\\-dd\\ hh:mm:ss.000'],
  [formatIds.seconds, 'yyyy\\-mm\\-dd\\ hh:mm:ss'],
  [formatIds.boolean, '&quot;TRUE&quot;;&quot;TRUE&quot;;&quot;FALSE&quot;'],
  [formatIds.day, 'yyyy\\-mm\\-dd'],
  ...decimalFormats,
] as const

const list = (name: string, entries: readonly string[]): string =>
  `<${name} count="${entries.length}">${entries.join('')}</${name}>`

const font = (weight: string): string =>
  `<font>${weight}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`
const fill = (pattern: string): string => `<fill><patternFill patternType="${pattern}"/></fill>`

export const stylesPart = [
  `${xmlHead}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">`,
  list(
    'numFmts',
    numberFormats.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`),
  ),
  list('fonts', [font(''), font('<b/>')]),
  // Readers ask for the second, whether it is used or not.
  list('fills', [fill('none'), fill('gray125')]),
  list('borders', ['<border><left/><right/><top/><bottom/><diagonal/></border>']),
  list('cellStyleXfs', [`<xf ${generalFormat} fillId="0" borderId="0"/>`]),
  list(
    'cellXfs',
    [
      ...Object.entries(styleAttributes),
      ...decimalFormats.map(([id, code]) => [code, format(id)] as const),
    ].map(styleOf),
  ),
  list('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']),
  '</styleSheet>',
].join('')

/** How many cells of all sheets were changed so far. */
type CellCounts = { guarded: number; cutCells: number; textNumbers: number }

export type CellWriter = {
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
export const putBoolean = ({ buffer }: CellWriter, { bytes, start }: CellText): void =>
  put(buffer, bytes[start] === 0x74 ? isTrue : isFalse)

/** Writes a number, as text where Excel would lose digits. */
export function putNumber(writing: CellWriter, cell: CellText): void {
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
export function putTime(writing: CellWriter, cell: CellText): void {
  const serial = serialOf(clockOf(cell, writing.isInUtc))
  if (Number.isNaN(serial)) putTextCell(writing, cell)
  else putValue(writing, hasFraction(cell) ? milliseconds : seconds, serial)
}

/** An instant as the clock shows it, to the millisecond, as if that were UTC. */
function clockOf(cell: CellText, isInUtc: boolean): CellText {
  const { bytes, start, end } = cell
  if (end - start === utcLength && bytes[end - 1] === letterZ) return cell
  const text = String.fromCharCode(...bytes.subarray(start, end))
  const clock = momentOf(text) + (isInUtc ? 0 : offsetOf(text.slice(-6)) * 60_000)
  return Number.isNaN(clock) ? cell : spanOf(Buffer.from(new Date(clock).toISOString()))
}

const [utcLength, letterZ] = [24, 0x5a]

/** Writes a day, as text where Excel would show another. */
export function putDay(writing: CellWriter, cell: CellText): void {
  const serial = serialOfDay(cell)
  if (Number.isNaN(serial)) putTextCell(writing, cell)
  else putValue(writing, day, serial)
}

function putValue({ buffer }: CellWriter, opener: Stamp, value: number | bigint): void {
  put(buffer, opener)
  putAscii(buffer, String(value))
  put(buffer, valueEnd)
}

// Inline texts: a bounded table of shared strings took 14 % longer for a file 1 % smaller.
export function putTextCell(writing: CellWriter, cell: CellText): void {
  const isQuoted = isGuarded(writing, cell)
  const bits = bitsOf(cell)
  putTextAs(writing, { cell, bits }, isQuoted ? quotedText : isLined(bits) ? linesText : text)
}

/** Writes the name of a column. */
export function putHeaderCell(writing: CellWriter, name: Uint8Array): void {
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
const ofDecimals = Array.from({ length: maxDecimals + 1 }, (_, count) =>
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
function isGuarded({ guards, counts }: CellWriter, cell: CellText): boolean {
  if (!guards || !needsGuardAt(cell)) return false
  counts.guarded++
  return true
}

function putTextAs(
  { buffer, counts }: CellWriter,
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

/** The widths of columns, in digits, that fit their names. */
export const headerWidths = (columns: readonly TableColumn[]): number[] =>
  columns.map(({ name }) => {
    const bytes = new TextEncoder().encode(name)
    return atMost(widthOf(spanOf(bytes), maxWidth) + filterButton, minWidth)
  })

/** Widens columns for a row of a batch. */
export function widenFor(widths: number[], batch: RowBatch, index: number): void {
  // An index loop: of thousands of columns most are empty, and an iterator would create two objects for each.
  for (let column = 0, cell = index * widths.length; column < widths.length; column++, cell++) {
    if (batch.kinds[cell] === kinds.none) continue
    const span = { bytes: batch.bytes, start: batch.starts[cell] ?? 0, end: batch.ends[cell] ?? 0 }
    widths[column] = atMost(widthOf(span, maxWidth) + margin, widths[column] ?? minWidth)
  }
}

/** In how many lines a column's name is shown: several if it is too wide for a column, unless they would fill a window. */
export function linesOfName(name: Uint8Array): number {
  const width = widthOf(spanOf(name), maxWrapped + 1)
  const isWrapped = width + filterButton > maxWidth && width <= maxWrapped && !name.includes(0x0a)
  // Lines end with a word, so that they are not full.
  return isWrapped ? Math.ceil(width / (0.8 * maxWidth)) : 1
}

const [minWidth, maxWidth, margin, filterButton] = [9, 60, 1, 4]
const maxWrapped = 4 * maxWidth

const atMost = (width: number, before: number): number => Math.max(before, Math.min(width, maxWidth))

/** The width of a text's first line, up to `limit`; East Asian characters and emoji count twice. */
function widthOf({ bytes, start, end }: CellText, limit: number): number {
  let width = 0
  for (let i = start; i < end && width < limit; i++) {
    const byte = bytes[i] ?? 0
    if (byte === 0x0a) break
    if ((byte & 0xc0) !== 0x80) width += byte < 0xe3 ? 1 : 2
  }
  return width
}
