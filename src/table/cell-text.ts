import { isNumberText } from '../record/exact-json.ts'
import { isKeyed } from '../form/value.ts'

/** A value as the text of a cell: a string as it is, nothing for null, a list or an object as JSON. */
export function cellText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value === null || value === undefined) return ''
  return isNumberText(value) ? value.rawJSON : JSON.stringify(value)
}

/** A list in one cell: its texts with `; ` between them, a `;` or `\` in them behind a `\`. */
export const joinList = (texts: readonly string[]): string =>
  texts.map((text) => text.replaceAll(/[\\;]/g, '\\$&')).join('; ')

/** What a list says of its options: each by name, chosen or not. */
export type Choices = {
  readonly options: readonly { readonly name: string; readonly isChosen: boolean }[]
  /** Whether options that were not chosen are named too. */
  readonly isComplete: boolean
}

/** A list as choices: of texts, or `{key, value}` an option as in a MultipleOptionsQuestion; undefined for others. */
export function choicesOf(list: readonly unknown[]): Choices | undefined {
  if (list.every((entry) => typeof entry === 'string'))
    return { options: list.map((name) => ({ name, isChosen: true })), isComplete: false }
  const options = list.map(optionOf)
  if (!options.every((option) => option !== undefined)) return undefined
  return { options, isComplete: true }
}

function optionOf(entry: unknown): { name: string; isChosen: boolean } | undefined {
  if (!isKeyed(entry)) return undefined
  const { key, value } = entry
  return typeof key === 'string' && typeof value === 'boolean' ? { name: key, isChosen: value } : undefined
}
