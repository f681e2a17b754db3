import { chosenIn, joinChosen, readChoices, withoutMark, type Choices } from '../answers.ts'
import { viewOf } from '../bytes.ts'
import { cachePerCell } from '../rows/cell-cache.ts'
import type { ReadRow } from '../rows/remake-rows.ts'
import { kinds } from '../table.ts'

const encoder = new TextEncoder()

/** An item of a list that becomes a row. */
export type MadeItem = { readonly kind: number; readonly text: DataView; readonly isChosen: boolean }

/** The items of a cell, one for each row; undefined: the cell becomes one row, unchanged. */
export type ItemsOf = (row: ReadRow, cell: number) => readonly MadeItem[] | undefined

export const itemOf = (name: string, isChosen: boolean, kind: number = kinds.text): MadeItem => ({
  kind,
  text: viewOf(encoder.encode(name)),
  isChosen,
})

/** A row for each chosen option. */
export const chosenItems = (): ItemsOf =>
  itemsOfLists((choices) => chosenIn(choices).map((name) => itemOf(name, true)))

/** One row with all chosen options. */
export const joinedItems = (): ItemsOf => itemsOfLists((choices) => [itemOf(joinChosen(choices), true)])

const itemsOfLists = (make: (choices: Choices) => readonly MadeItem[]): ItemsOf =>
  itemsOfJson((text) => {
    const choices = readChoices(text)
    return choices && make(choices)
  })

/** One row for each cell. */
export const wholeItems = (): ItemsOf =>
  itemsOfJson((json) => {
    const whole = withoutMark(json)
    return whole && [itemOf(whole.text, true, whole.isText ? kinds.text : kinds.json)]
  })

function itemsOfJson(make: (json: string) => readonly MadeItem[] | undefined): ItemsOf {
  const known = cachePerCell(({ text }) => make(text))
  return (row, cell) => (row.cells.kinds[cell] === kinds.json ? known(row, cell) : undefined)
}
