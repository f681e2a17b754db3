import type { Node, YAMLMap } from 'yaml'
import { spanOf } from './place.ts'
import type { Edit } from './placed.ts'

/** What takes a key and its value out of an object; undefined where a comment would go along, or nothing be left. */
export function removalOf({ items, flow }: YAMLMap, at: number, text: string): Edit | undefined {
  const [before, here, after] = [at - 1, at, at + 1].map((i) => extentOf(items[i]))
  // An anchor in it may be what others stand for.
  if (here === undefined || text.slice(here.start, here.end).includes('&')) return undefined
  if (flow) return inBrackets(before, here, { after, text })
  if (before === undefined && after === undefined) return undefined
  const lineStart = text.lastIndexOf('\n', here.start - 1) + 1
  if (/^[ \t]*$/.test(text.slice(lineStart, here.start))) return wholeLines(lineStart, here.end, text)
  // The first key behind a dash: the next one takes its place.
  const isNext = after !== undefined && /^[ \t]*\r?\n[ \t]*$/.test(text.slice(here.end, after.start))
  return isNext ? { start: here.start, end: after.start, text: '' } : undefined
}

type Extent = { readonly start: number; readonly end: number }

/** From the key to the end of what it holds, without the blanks behind. */
function extentOf(pair: YAMLMap['items'][number] | undefined): Extent | undefined {
  if (pair === undefined) return undefined
  // The library types what a collection holds as unknown; a parsed one holds nodes, and null for nothing.
  const [key, value] = [pair.key, pair.value] as [Node | null, Node | null]
  if (key === null) return undefined
  const [start, keyEnd] = spanOf(key)
  return { start, end: Math.max(keyEnd, value === null ? 0 : spanOf(value)[1]) }
}

function inBrackets(
  before: Extent | undefined,
  here: Extent,
  { after, text }: { readonly after: Extent | undefined; readonly text: string },
): Edit | undefined {
  const isComma = (start: number, end: number): boolean => /^\s*,\s*$/.test(text.slice(start, end))
  if (after)
    return isComma(here.end, after.start) ? { start: here.start, end: after.start, text: '' } : undefined
  if (before)
    return isComma(before.end, here.start) ? { start: before.end, end: here.end, text: '' } : undefined
  return { start: here.start, end: here.end, text: '' }
}

/** The lines of a key and its value, with the comment at the end of the last one. */
function wholeLines(start: number, end: number, text: string): Edit {
  // A block of text or an object ends behind its last line break.
  const last = start + text.slice(start, end).trimEnd().length
  const newline = text.indexOf('\n', last)
  return { start, end: newline === -1 ? text.length : newline + 1, text: '' }
}
