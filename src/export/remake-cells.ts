import { isTimeColumn, holding, type Column } from './columns.ts'
import { joinChosen, listOf, makeReadChoices, type ReadChoices } from './lists.ts'
import { redactText, type Hash, type RedactStyle } from './redact.ts'
import { kinds } from './table.ts'
import { inZone, type TimeZone } from './time-zone.ts'

/** A cell that is to be another one. */
type Cell = { readonly kind: number; readonly text: string }

/** What becomes of the cells of a column. */
export type RemakeCell = (cell: Cell) => Cell

/** Why cells are made anew. */
export type Remaking = {
  readonly redacted: ReadonlyMap<Column, RedactStyle>
  readonly hash?: Hash
  readonly timeZone?: TimeZone
  /** Whether lists of choices, collected as JSON, are to stand in one cell. */
  readonly isJoining: boolean
  /** Told of each time that is no instant, in which column. */
  readonly noInstant: (column: Column) => void
}

/** What becomes of the cells of columns, by their numbers; those of others stay. */
export function remakersOf(columns: readonly Column[], remaking: Remaking): ReadonlyMap<number, RemakeCell> {
  const shared: Shared = {
    readChoices: makeReadChoices(),
    ...(remaking.timeZone && { inZone: remembering(remaking.timeZone) }),
  }
  const remakers = new Map<number, RemakeCell>()
  for (const column of columns) {
    const remaker = remakerOf(column, remaking, shared)
    if (remaker) remakers.set(column.number, remaker)
  }
  return remakers
}

type Shared = { readonly readChoices: ReadChoices; readonly inZone?: (text: string) => string | undefined }

function remakerOf(
  column: Column,
  { redacted, hash, ...remaking }: Remaking,
  { readChoices, inZone: told }: Shared,
): RemakeCell | undefined {
  const how = redacted.get(column)
  const isJoining = remaking.isJoining && column.holds.kind === 'answer'
  const redact = how && redactText(how, hash)
  if (redact) return redacting(redact, { readChoices, isJoining })
  if (how) return undefined
  if (told && isTimeColumn(column)) return retiming(told, () => remaking.noInstant(column))
  return isJoining && (column.held & holding.json) !== 0 ? joining(readChoices) : undefined
}

function redacting(
  redact: (text: string) => string,
  { readChoices, isJoining }: { readonly readChoices: ReadChoices; readonly isJoining: boolean },
): RemakeCell {
  return ({ kind, text }) => {
    const choices = kind === kinds.json ? readChoices(text) : undefined
    if (!choices) return { kind: kinds.text, text: redact(text) }
    const options = choices.options.map(({ name, isChosen }) => ({ name: redact(name), isChosen }))
    const redacted = { ...choices, options }
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
