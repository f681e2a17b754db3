import type { Choices } from './cell-text.ts'
import { chosenIn, joinChosen, makeReadChoices } from './lists.ts'
import { kinds } from './table.ts'

/** What becomes a row of its own. */
export type MadeItem = { readonly kind: number; readonly text: Uint8Array; readonly isChosen: boolean }

/** Of a cell that is a list of choices, the rows that it makes; undefined: the cell is one row, as it is. */
export type ItemsOf = (kind: number, text: Uint8Array) => readonly MadeItem[] | undefined

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const nothing: readonly MadeItem[] = [{ kind: kinds.none, text: new Uint8Array(0), isChosen: false }]

/** A row an option that was chosen; one without a value where none was, so that the answer is not lost. */
export const chosenItems = (): ItemsOf =>
  remembered((choices) => {
    const chosen = chosenIn(choices).map((name) => itemOf(name, true))
    return chosen.length > 0 ? chosen : nothing
  })

/** The options that were chosen in one row. */
export const joinedItems = (): ItemsOf => remembered((choices) => [itemOf(joinChosen(choices), true)])

/** Every cell as it is. */
export const wholeItems = (): ItemsOf => () => undefined

/** A row an option that the list names, each once; what is no list makes no row. */
export function optionItems(): ItemsOf {
  const itemsOf = remembered(({ options }) => {
    const chosen = new Map<string, boolean>()
    for (const { name, isChosen } of options) chosen.set(name, isChosen || chosen.get(name) === true)
    return [...chosen].map(([name, isChosen]) => itemOf(name, isChosen))
  })
  return (kind, text) => itemsOf(kind, text) ?? []
}

const itemOf = (name: string, isChosen: boolean): MadeItem => ({
  kind: kinds.text,
  text: encoder.encode(name),
  isChosen,
})

const mostRemembered = 4096

/** The same lists come again and again. */
function remembered(make: (choices: Choices) => readonly MadeItem[]): ItemsOf {
  const readChoices = makeReadChoices()
  const known = new Map<Choices, readonly MadeItem[]>()
  return (kind, text) => {
    if (kind !== kinds.json || text[0] !== 0x5b) return undefined
    const choices = readChoices(decoder.decode(text))
    if (choices === undefined) return undefined
    const before = known.get(choices)
    if (before) return before
    if (known.size >= mostRemembered) known.clear()
    const items = make(choices)
    known.set(choices, items)
    return items
  }
}
