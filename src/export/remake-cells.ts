import { parseExactly } from '../record/exact-json.ts'
import { isTimeColumn, holding, type Column } from './columns.ts'
import { joinChosen, listOf, makeReadChoices, redactedChoices, type ReadChoices } from './lists.ts'
import { redactText, type Hash, type RedactStyle } from './redact.ts'
import { kinds } from './table.ts'
import { inZone, type TimeZone } from './time-zone.ts'

/** A cell that is to be another one. */
type Cell = { readonly kind: number; readonly text: string }

/** What becomes of the cells of a column; undefined: nothing is left of this one. */
type RemakeCell = (cell: Cell) => Cell | undefined

/** How the cells of a column are made anew, and whether the same always becomes the same, without being counted. */
export type Remaker = { readonly make: RemakeCell; readonly isSteady: boolean }

/** Why cells are made anew. */
export type Remaking = {
  readonly redacted: ReadonlyMap<Column, RedactStyle>
  readonly hash?: Hash
  /** Of a column that is not redacted, what becomes of what it holds as JSON; undefined: that goes, too. */
  readonly valuesOf?: ((column: Column) => (value: unknown) => unknown) | undefined
  readonly timeZone?: TimeZone
  /** Whether lists of choices, collected as JSON, are to stand in one cell. */
  readonly isJoining: boolean
  /** Told of each time that is no instant, in which column. */
  readonly noInstant: (column: Column) => void
}

/** What becomes of the cells of columns, by their numbers; those of others stay. */
export function remakersOf(columns: readonly Column[], remaking: Remaking): ReadonlyMap<number, Remaker> {
  const shared: Shared = {
    readChoices: makeReadChoices(),
    ...(remaking.timeZone && { inZone: remembering(remaking.timeZone) }),
  }
  const remakers = new Map<number, Remaker>()
  for (const column of columns) {
    const make = remakerOf(column, remaking, shared)
    // Times that are no instants are counted.
    if (make) remakers.set(column.number, { make, isSteady: !isTimeColumn(column) })
  }
  return remakers
}

type Shared = { readonly readChoices: ReadChoices; readonly inZone?: (text: string) => string | undefined }

function remakerOf(
  column: Column,
  { redacted, hash, valuesOf, ...remaking }: Remaking,
  { readChoices, inZone: told }: Shared,
): RemakeCell | undefined {
  const how = redacted.get(column)
  const isJoining = remaking.isJoining && column.holds.kind === 'answer'
  const redact = how && redactText(how, hash)
  if (redact) return redacting(redact, { readChoices, isJoining })
  if (how) return undefined
  const clean = holdsJson(column) ? valuesOf?.(column) : undefined
  if (told && isTimeColumn(column)) {
    const retime = retiming(told, () => remaking.noInstant(column))
    return clean ? cleaning(clean, retime) : retime
  }
  if (!isJoined(column, remaking.isJoining)) return clean && cleaning(clean)
  const join = joining(readChoices)
  return clean ? cleaningChoices(cleaning(clean), { join, readChoices }) : join
}

/** Whether lists that a column holds as JSON are to stand in one cell. */
export const isJoined = (column: Column, isJoining: boolean): boolean =>
  isJoining && column.holds.kind === 'answer' && holdsJson(column)

const holdsJson = ({ held }: Column): boolean => (held & holding.json) !== 0

/** Of JSON what is left of it, and then what becomes of that; of a text without objects all is left. */
const cleaning =
  (clean: (value: unknown) => unknown, then: RemakeCell = (cell) => cell): RemakeCell =>
  (cell) => {
    const left = cell.kind === kinds.json && cell.text.includes('{') ? cleanedCell(cell, clean) : cell
    return left && then(left)
  }

/** A list of choices is joined; what becomes one by what it lost stays JSON, as the type of its column. */
const cleaningChoices =
  (
    cleanCell: RemakeCell,
    { join, readChoices }: { readonly join: RemakeCell; readonly readChoices: ReadChoices },
  ): RemakeCell =>
  (cell) => {
    if (cell.kind !== kinds.json || !readChoices(cell.text)) return cleanCell(cell)
    // Of choices only these are taken out; to parse all of them again costs a quarter of an export.
    const left = cell.text.includes('"questionId"') ? cleanCell(cell) : cell
    return left && join(left)
  }

function cleanedCell({ kind, text }: Cell, clean: (value: unknown) => unknown): Cell | undefined {
  const left = clean(parseExactly(text))
  return left === undefined ? undefined : { kind, text: JSON.stringify(left) }
}

function redacting(
  redact: (text: string) => string,
  { readChoices, isJoining }: { readonly readChoices: ReadChoices; readonly isJoining: boolean },
): RemakeCell {
  return ({ kind, text }) => {
    const choices = kind === kinds.json ? readChoices(text) : undefined
    if (!choices) return { kind: kinds.text, text: redact(text) }
    const redacted = redactedChoices(choices, redact)
    if (isJoining) return { kind: kinds.text, text: joinChosen(redacted) }
    return { kind: kinds.json, text: JSON.stringify(listOf(redacted)) }
  }
}

function remembering(timeZone: TimeZone): (text: string) => string | undefined {
  // The times of a response are often the same.
  let [last, lastInZone]: [string, string | undefined] = ['', undefined]
  return (text) => {
    if (text !== last) [last, lastInZone] = [text, inZone(text, timeZone)]
    return lastInZone
  }
}

const retiming =
  (told: (text: string) => string | undefined, noInstant: () => void): RemakeCell =>
  (cell) => {
    const text = cell.kind === kinds.text ? told(cell.text) : undefined
    if (text !== undefined) return { kind: kinds.text, text }
    noInstant()
    return cell
  }

const joining =
  (readChoices: ReadChoices): RemakeCell =>
  (cell) => {
    const choices = cell.kind === kinds.json ? readChoices(cell.text) : undefined
    return choices ? { kind: kinds.text, text: joinChosen(choices) } : cell
  }
