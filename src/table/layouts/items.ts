import { choiceOf, chosenIn, joinList, readChoices } from '../answers.ts'
import { viewOf } from '../bytes.ts'
import { foldedName } from '../columns/header.ts'
import { cachePerCell } from '../rows/cell-cache.ts'
import type { ReadRow } from '../rows/remake-rows.ts'
import { kinds } from '../table.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export const textIn = ({ cells, bytes }: ReadRow, cell: number): string =>
  decoder.decode(bytes.subarray(cells.starts[cell], cells.ends[cell]))

/** An item of a list that becomes a row. */
export type MadeItem = { readonly kind: number; readonly text: DataView; readonly isChosen: boolean }

/**
 * The items of a cell, one for each row; undefined: the cell becomes one row, unchanged. What was typed as "Other" is one of them.
 * No cell has a negative number: then only that was answered, in column `-1 - cell`.
 */
export type ItemsOf = (
  row: ReadRow,
  cell: number,
  typed: string | undefined,
) => readonly MadeItem[] | undefined

export const itemOf = (name: string, isChosen: boolean): MadeItem => ({
  kind: kinds.text,
  text: viewOf(encoder.encode(name)),
  isChosen,
})

/** A row for each chosen option. */
export const chosenItems = (): ItemsOf => itemsOfChosen((chosen) => chosen.map((name) => itemOf(name, true)))

/** One row with all chosen options. */
export const joinedItems = (): ItemsOf => itemsOfChosen((chosen) => [itemOf(joinList(chosen), true)])

/** One row for each cell, unchanged. */
export const wholeItems = (): ItemsOf => (row, cell, typed) =>
  typed === undefined ? undefined : [...wholeItem(row, cell), itemOf(typed, true)]

function itemsOfChosen(make: (chosen: readonly string[]) => readonly MadeItem[]): ItemsOf {
  const known = cachePerCell(({ text }) => {
    const choices = readChoices(text)
    return choices && make(chosenIn(choices))
  })
  return (row, cell, typed) => {
    const kind = row.cells.kinds[cell]
    const isList = kind === kinds.json && row.bytes[row.cells.starts[cell] ?? 0] === 0x5b
    if (typed === undefined) return isList ? known(row, cell) : undefined
    const choices = isList
      ? readChoices(textIn(row, cell))
      : choiceOf(kind === kinds.text ? textIn(row, cell) : '')
    return choices && (isList || kind === kinds.text || cell < 0)
      ? make(withTyped(chosenIn(choices), typed))
      : [...wholeItem(row, cell), itemOf(typed, true)]
  }
}

/** Chosen options with what was typed as "Other" in the place of that option; at the end if there is none of that name. */
function withTyped(chosen: readonly string[], typed: string): readonly string[] {
  const at = (text: string): number => chosen.findIndex((name) => foldedName(name) === foldedName(text))
  if (at(typed) >= 0) return chosen
  const other = at('Other')
  return other < 0 ? [...chosen, typed] : chosen.with(other, typed)
}

/** The item of a cell as it is. */
const wholeItem = ({ cells, bytes }: ReadRow, cell: number): readonly MadeItem[] =>
  cell < 0
    ? []
    : [
        {
          kind: cells.kinds[cell] ?? 0,
          text: viewOf(bytes.subarray(cells.starts[cell], cells.ends[cell])),
          isChosen: true,
        },
      ]
