import type { Column, Columns } from '../columns.ts'
import type { Kernel } from './memory.ts'

/** Where the kernel would read over a null that makes a column known. It leaves no trace in rows. */
export type OpenNulls = {
  /** Looks for all nulls from one place of the memory to another. */
  readonly look: (from: number, end: number) => void
  /** Where the first record begins, at a place or behind, that has such a null; `Infinity` where none has. */
  readonly next: (from: number, end: number) => number
}

/** The places of nulls behind a name, and how many of them lie behind us. */
type Places = { readonly at: number[]; passed: number }

/** A name with an escape, which may be any. */
const anyName = Symbol('any name')

/** Looks out for nulls that are values of answers whose columns are not known yet to stay. */
export function makeOpenNulls(
  kernel: Pick<Kernel, 'bytes' | 'exports'>,
  columns: Columns,
  isKnown: (column: Column) => boolean,
): OpenNulls {
  const nulls = new Map<string | typeof anyName, Places>()
  const isOpen = openNames(columns, isKnown)
  return {
    look: (from, end) => {
      nulls.clear()
      const text = bufferOf(kernel.bytes(), from, end)
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const name = nameBefore(text, at)
        if (name === undefined) continue
        const places = nulls.get(name)
        if (places) places.at.push(from + at)
        else nulls.set(name, { at: [from + at], passed: 0 })
      }
    },
    next: (from, end) => {
      let first = Number.POSITIVE_INFINITY
      for (const [name, places] of nulls) {
        while ((places.at[places.passed] ?? Number.POSITIVE_INFINITY) < from) places.passed++
        const at = places.at[places.passed] ?? Number.POSITIVE_INFINITY
        if (at < first && (name === anyName || isOpen(name))) first = at
      }
      return first < end ? recordWith(kernel, first, { from, end }) : first
    },
  }
}

const word = 'null'

/** Whether an answer's member of a name has a column that is not known yet to stay. */
function openNames(columns: Columns, isKnown: (column: Column) => boolean): (name: string) => boolean {
  const open = new Map<string, Set<Column>>()
  let met = 0
  return (name) => {
    for (; met < columns.all.length; met++) {
      const column = columns.all[met]
      if (column?.holds.kind !== 'answer' || column.holds.option !== undefined) continue
      const { name: own } = column.holds.member
      open.set(own, (open.get(own) ?? new Set()).add(column))
    }
    const left = open.get(name) ?? none
    for (const column of left) {
      if (!isKnown(column)) return true
      left.delete(column)
    }
    return false
  }
}

const none = new Set<Column>()

const bufferOf = ({ buffer, byteOffset }: Uint8Array, from: number, end: number): Buffer =>
  Buffer.from(buffer, byteOffset + from, end - from)

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]

/** The name of the member whose value stands at a place; undefined where there is none. */
function nameBefore(text: Buffer, at: number): string | typeof anyName | undefined {
  const sign = lastBefore(text, at)
  if (text[sign] !== colon) return undefined
  const end = lastBefore(text, sign)
  if (text[end] !== quote) return undefined
  const begin = end === 0 ? -1 : text.lastIndexOf(quote, end - 1)
  const isPlain = text[begin - 1] !== backslash && !text.subarray(begin + 1, end).includes(backslash)
  return isPlain ? text.toString('utf8', begin + 1, end) : anyName
}

/** The place of what stands before another place but for white space. */
function lastBefore(text: Buffer, at: number): number {
  let before = at - 1
  while (isSpace(text[before])) before--
  return before
}

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

const [comma, openObject] = [0x2c, 0x7b]

/** Where the record begins that holds a place, by way of all before it; `Infinity` where it has not ended, or is none. */
function recordWith(
  { bytes, exports }: Pick<Kernel, 'bytes' | 'exports'>,
  place: number,
  { from, end }: { readonly from: number; readonly end: number },
): number {
  const all = bytes()
  for (let at = from; at < place;) {
    const byte = all[at]
    if (byte === comma || isSpace(byte)) {
      at++
      continue
    }
    const after = byte === openObject ? exports.recordEnd(at, end) : 0
    if (after === 0) break
    if (after > place) return at
    at = after
  }
  return Number.POSITIVE_INFINITY
}
