import { needsGuard } from '../formula.ts'
import { readNumber } from '../read-value.ts'
import { cutOf } from './cut-text.ts'
import { bitsOf, isLined, putEscaped } from './escape.ts'
import { mayBeFormula } from './may-be-formula.ts'
import { numberKind } from './number.ts'
import { put, putAscii, putText, reserve, stampOf, type Room, type Stamp } from './room.ts'
import { decimalsStyle, mostDecimals, styles } from './styles.ts'
import { spanOf, type TextSpan } from './text-span.ts'
import { hasFraction, serialOf } from './time.ts'
import { linesOfName } from './widths.ts'

/** What cells of all sheets had to be changed so far. */
type CellCounts = { guarded: number; cutCells: number; textNumbers: number }

/** Where cells are written, and how. */
export type CellWriting = {
  readonly room: Room
  readonly counts: CellCounts
  readonly guards: boolean
}

/** As many bytes as stand around the text of a cell at most, its place among them, or around a row. */
export const cellMarkup = 256

/** Writes `true` or `false`, behind the place of its cell. */
export const putBoolean = (room: Room, { bytes, start }: TextSpan): void =>
  put(room, bytes[start] === 0x74 ? isTrue : isFalse)

/** Writes a number, as text where Excel would lose digits. */
export function putNumber(writing: CellWriting, cell: TextSpan): void {
  const { room } = writing
  const kind = numberKind(cell)
  if (kind === 'text') {
    writing.counts.textNumbers++
    putTextCell(writing, cell)
    return
  }
  if (typeof kind === 'number') {
    put(room, ofDecimals[kind] ?? general)
    putAscii(room, String(readNumber(cell.bytes, cell.start, cell.end)))
    put(room, valueEnd)
    return
  }
  put(room, kind === 'whole' ? whole : general)
  for (let i = cell.start; i < cell.end; i++) room.bytes[room.at++] = cell.bytes[i] ?? 0
  put(room, valueEnd)
}

/** Writes an instant, as text where Excel would show another. */
export function putTime(writing: CellWriting, cell: TextSpan): void {
  const { room } = writing
  const serial = serialOf(cell)
  if (Number.isNaN(serial)) {
    putTextCell(writing, cell)
    return
  }
  put(room, hasFraction(cell) ? milliseconds : seconds)
  putAscii(room, String(serial))
  put(room, valueEnd)
}

/** Writes a text. */
// Texts stand in the cells: a table of shared ones, kept small, took a seventh longer for a file smaller by a hundredth.
export function putTextCell(writing: CellWriting, cell: TextSpan): void {
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

/** How a text cell goes on behind its place: plainly, or where its spaces at the ends count. */
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

/** Whether the text is to be marked as text, and counts it. */
function isGuarded({ guards, counts }: CellWriting, cell: TextSpan): boolean {
  if (!guards || !isFormulaText(cell)) return false
  counts.guarded++
  return true
}

function putTextAs(
  { room, counts }: CellWriting,
  { cell, bits }: { readonly cell: TextSpan; readonly bits: number },
  openers: Openers,
): void {
  put(room, openers[hasSpaceAtEnds(cell) ? 1 : 0])
  const cut = cutOf(cell)
  if (cut === undefined) putEscaped(room, cell, bits)
  else {
    counts.cutCells++
    putEscaped(room, { ...cell, end: cut.end }, bits)
    putText(room, cut.mark)
  }
  reserve(room, cellMarkup)
  put(room, textEnd)
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Whether a spreadsheet would make a formula of the text when somebody edits its cell. */
const isFormulaText = (cell: TextSpan): boolean =>
  mayBeFormula(cell) && needsGuard(decoder.decode(cell.bytes.subarray(cell.start, cell.end)))

const hasSpaceAtEnds = ({ bytes, start, end }: TextSpan): boolean =>
  start < end && ((bytes[start] ?? 0) <= 0x20 || (bytes[end - 1] ?? 0) <= 0x20)
