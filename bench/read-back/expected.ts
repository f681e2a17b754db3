import { isRawJson } from './exact-json.ts'

/** What a cell has to hold, as the source says it. */
export type Expected = { readonly kind: 'text' | 'number' | 'boolean' | 'json'; readonly text: string }

/** What the values of a column are, in a format whose columns have types. */
export type ColumnType = 'text' | 'whole' | 'number' | 'boolean' | 'day' | 'time' | 'json'

/** A table that has to be there: rows in order, their cells by the name of the column; null is no value. */
export type ExpectedTable = {
  readonly name: string
  readonly columns: ReadonlySet<string>
  readonly rows: readonly ReadonlyMap<string, Expected | null>[]
  /** Of columns that are no text, what they hold. */
  readonly types: ReadonlyMap<string, ColumnType>
  /** Columns by which rows are put in order before they are compared; in order as they are where absent. */
  readonly sortedBy?: readonly string[]
}

/** A value as a cell. */
export function cellOf(value: unknown): Expected | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (typeof value === 'number') return { kind: 'number', text: String(value) }
  if (isRawJson(value)) return { kind: 'number', text: value.rawJSON }
  if (typeof value === 'boolean') return { kind: 'boolean', text: String(value) }
  return { kind: 'json', text: JSON.stringify(value) }
}

/** A list of choices as a cell holds them, or any other value. */
export function answerCell(value: unknown): Expected | null {
  const chosen = Array.isArray(value) ? chosenOf(value) : undefined
  if (chosen === undefined) return cellOf(value)
  return { kind: 'text', text: joined(chosen) }
}

/** Several texts in one; a single one is as it is. */
export const joined = (texts: readonly string[]): string =>
  texts.length === 1 ? (texts[0] ?? '') : texts.map((text) => text.replaceAll(/[\\;]/g, '\\$&')).join('; ')

/** The names of what was chosen, of a list of names or of options that say whether they were; undefined for others. */
export function chosenOf(list: readonly unknown[]): readonly string[] | undefined {
  const named = namedIn(list)
  return named?.filter(([, isChosen]) => isChosen).map(([name]) => name)
}

/** All options that such a list names, and whether they were chosen; none of another list. */
export function optionsOf(list: readonly unknown[]): ReadonlyMap<string, boolean> {
  const options = new Map<string, boolean>()
  for (const [name, isChosen] of namedIn(list) ?? [])
    options.set(name, isChosen || options.get(name) === true)
  return options
}

function namedIn(list: readonly unknown[]): readonly (readonly [string, boolean])[] | undefined {
  if (list.every((name) => typeof name === 'string')) return list.map((name) => [name, true])
  const named: [string, boolean][] = []
  for (const option of list) {
    if (typeof option !== 'object' || option === null) return undefined
    const [key, value]: readonly unknown[] = [Reflect.get(option, 'key'), Reflect.get(option, 'value')]
    if (typeof key !== 'string' || typeof value !== 'boolean') return undefined
    named.push([key, value])
  }
  return named
}
