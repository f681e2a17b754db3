import { isChoiceType } from './answers.ts'
import type { ColumnType, Expected, ExpectedTable } from './expected.ts'
import { isInt64, isSameNumber } from './same-number.ts'

/** What decides about a column beside its values. */
export type Source =
  | { readonly of: 'answer'; readonly component: string | undefined }
  | { readonly of: 'record'; readonly isTime: boolean }

/**
 * A table with the types of its columns, and the values in them: a text of digits is a number where all answers are numbers, and an
 * empty text is no value of a type.
 */
export function typed(
  { rows, ...table }: Omit<ExpectedTable, 'types'>,
  sources: ReadonlyMap<string, Source>,
): ExpectedTable {
  const types = new Map(
    Array.from(sources, ([name, source]): readonly [string, ColumnType] => [
      name,
      typeOf(
        rows.map((row) => row.get(name) ?? null).filter((cell) => cell !== null),
        source,
      ),
    ]),
  )
  return {
    ...table,
    types,
    rows: rows.map(
      (row) => new Map(Array.from(row, ([name, cell]) => [name, inType(cell, types.get(name))])),
    ),
  }
}

/** A value in a column of a type. */
export function inType(cell: Expected | null, type: ColumnType = 'text'): Expected | null {
  if (cell === null || type === 'text') return cell
  if (cell.text === '') return null
  if (cell.kind !== 'text' || (type !== 'boolean' && type !== 'whole' && type !== 'number')) return cell
  return { kind: type === 'boolean' ? 'boolean' : 'number', text: cell.text }
}

/** The kind of a single value. `long`: a whole number that fits 64 bits and no double. `digits`: a number that fits neither. */
type Kind = ColumnType | 'long' | 'digits'

/** The type that all values of a column have. */
export function typeOf(cells: readonly Expected[], source: Source): ColumnType {
  const isAnswer = source.of === 'answer'
  const given = isAnswer ? cells.filter(({ text }) => text !== '') : cells
  const kinds = new Set(given.map((cell) => kindOf(cell, source)))
  const component = isAnswer ? source.component : undefined
  const isSpelt = given.some((cell) => cell.kind === 'text' && kindOf(cell, source) !== 'text')
  if (isSpelt && component !== undefined && contacts.has(component)) return 'text'
  const [only = 'text'] = kinds
  if (kinds.size === 1 && only !== 'long' && only !== 'digits' && !numbers.has(only)) return only
  if (kinds.size === 0 || !kinds.isSubsetOf(numbers)) return 'text'
  // As numbers, the options 1.1 and 1.10 would be one.
  if (kinds.has('number'))
    return kinds.has('long') || (isSpelt && isChoiceType(component)) ? 'text' : 'number'
  return component === 'Number' && !kinds.has('long') ? 'number' : 'whole'
}

const numbers: ReadonlySet<Kind> = new Set<Kind>(['whole', 'long', 'number'])

/** Components that ask who somebody is: what looks like a number there is a code. */
const contacts = new Set(['IdentityInfo', 'EmailForm', 'PasswordInput', 'Phone', 'Address', 'FileUploader'])

function kindOf({ kind, text }: Expected, source: Source): Kind {
  if (kind === 'boolean') return 'boolean'
  if (kind === 'number') {
    const isKept = isSameNumber(String(Number(text)), text)
    return isInt64(text) ? (isKept ? 'whole' : 'long') : isKept ? 'number' : 'digits'
  }
  if (kind === 'json') return 'json'
  if (source.of === 'record') return source.isTime && isInstant(text) ? 'time' : 'text'
  if (text === 'true' || text === 'false') return 'boolean'
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && text !== '-0')
    return text.replaceAll(/\D/g, '').length > 15 ? 'text' : text.includes('.') ? 'number' : 'whole'
  return isInstant(text) ? 'time' : isInstant(`${text}T00:00:00.000Z`) ? 'day' : 'text'
}

/** Whether a text is a moment as services write it. */
export function isInstant(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString() === text
}
