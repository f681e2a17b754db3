import { type Choices, chosenIn, joinChosen, readChoices } from '../answers.ts'
import { cachePerCell } from '../rows/cell-cache.ts'
import { viewOf } from '../bytes.ts'
import type { ReadRow } from '../rows/remake-rows.ts'
import { kinds } from '../table.ts'

/** What becomes a row of its own. */
export type MadeItem = { readonly kind: number; readonly text: DataView; readonly isChosen: boolean }

/** Of a cell of a row that is a list of choices, the rows that it makes; undefined: the cell is one row, as it is. */
export type ItemsOf = (row: ReadRow, cell: number) => readonly MadeItem[] | undefined

const encoder = new TextEncoder()
const none: readonly MadeItem[] = []
const nothing: readonly MadeItem[] = [{ kind: kinds.none, text: viewOf(new Uint8Array(0)), isChosen: false }]

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
  return (row, cell) => itemsOf(row, cell) ?? none
}

const itemOf = (name: string, isChosen: boolean): MadeItem => ({
  kind: kinds.text,
  text: viewOf(encoder.encode(name)),
  isChosen,
})

function remembered(make: (choices: Choices) => readonly MadeItem[]): ItemsOf {
  const itemsOf = cachePerCell(({ text }) => {
    const choices = readChoices(text)
    return choices && make(choices)
  })
  return (row, cell) => {
    const { cells, bytes } = row
    const isList = cells.kinds[cell] === kinds.json && bytes[cells.starts[cell] ?? 0] === 0x5b
    return isList ? itemsOf(row, cell) : undefined
  }
}
