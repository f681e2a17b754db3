import type { Choices } from './cell-text.ts'
import { chosenIn, joinChosen, readChoices } from './lists.ts'
import { viewOf } from './room.ts'
import type { ReadRow } from './row-blocks.ts'
import { kinds } from './table.ts'

/** What becomes a row of its own. */
export type MadeItem = { readonly kind: number; readonly text: DataView; readonly isChosen: boolean }

/** Of a cell of a row that is a list of choices, the rows that it makes; undefined: the cell is one row, as it is. */
export type ItemsOf = (row: ReadRow, cell: number) => readonly MadeItem[] | undefined

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
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

const mostRemembered = 4096

/** A list as it stands in cells, and what it makes. */
type Known = { readonly text: Uint8Array; readonly items: readonly MadeItem[] | undefined }

/** The same lists come again and again: each is known by its bytes, so that nothing is made to look it up. */
function remembered(make: (choices: Choices) => readonly MadeItem[]): ItemsOf {
  const known = new Map<number, Known>()
  return ({ cells, bytes, view }, cell) => {
    const [from, to] = [cells.starts[cell] ?? 0, cells.ends[cell] ?? 0]
    if (cells.kinds[cell] !== kinds.json || bytes[from] !== 0x5b) return undefined
    const hash = hashOf(view, from, to)
    const before = known.get(hash)
    if (before?.text.length === to - from && standsAt(before.text, bytes, from)) return before.items
    if (known.size >= mostRemembered) known.clear()
    const text = bytes.slice(from, to)
    const choices = readChoices(decoder.decode(text))
    const items = choices && make(choices)
    known.set(hash, { text, items })
    return items
  }
}

function hashOf(view: DataView, from: number, to: number): number {
  let hash = to - from
  let at = from
  for (; at + 4 <= to; at += 4)
    hash = Math.imul(((hash << 5) | (hash >>> 27)) ^ view.getUint32(at, true), mixer)
  for (; at < to; at++) hash = Math.imul(((hash << 5) | (hash >>> 27)) ^ view.getUint8(at), mixer)
  return hash
}

// An odd number with bits all over.
const mixer = 0x9e37_79b1

function standsAt(text: Uint8Array, bytes: Uint8Array, from: number): boolean {
  for (let i = 0; i < text.length; i++) if (text[i] !== bytes[from + i]) return false
  return true
}
