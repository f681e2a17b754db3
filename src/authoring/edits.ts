import { isAlias, isMap, isScalar, type Node, type Scalar, type YAMLMap } from 'yaml'
import type { Fix, FixedValue } from '../form/finding.ts'
import type { Spot } from './yaml/document.ts'
import type { Edit } from './yaml/lines.ts'
import { spanOf } from './yaml/read.ts'

export type EditSource = { readonly text: string; readonly find: (path: Fix['path']) => Spot }

/** The edits of a fix. Undefined if the text is written in a way that has no place for it. */
export function editsOf(fix: Fix, source: EditSource): readonly Edit[] | undefined {
  const spot = source.find(fix.path)
  if (!spot.isWhole || !spot.isOwn) return undefined
  if (fix.kind === 'remove') return all([removal(fix.path, source)])
  if (fix.kind === 'replace-value') return all([replacement(spot.node, fix.to, source)])
  if (fix.kind === 'move') return all([removal(fix.path, source), insertion(spot, fix, source)])
  const owner = fix.path.slice(0, -1)
  const gone = (fix.without ?? []).map((key) => removal([...owner, key], source))
  return all([renaming(spot, fix.to), ...gone])
}

/** The edits in the order of the text; undefined if one is missing or two overlap. */
function all(edits: readonly (Edit | undefined)[]): readonly Edit[] | undefined {
  const [only] = edits
  if (edits.length === 1) return only && [only]
  const known = edits.filter((edit) => edit !== undefined).toSorted((a, b) => a.start - b.start)
  const isApart = known.every((edit, i) => edit.start >= (known[i - 1]?.end ?? 0))
  return isApart && known.length === edits.length ? known : undefined
}

function renaming({ key }: Spot, to: string): Edit | undefined {
  if (!isScalar(key) || !hasNoAnchorOrTag(key)) return undefined
  const [start, end] = spanOf(key)
  return { start, end, text: inStyleOf(key, to) }
}

function replacement(node: Node | null, to: FixedValue, { text }: EditSource): Edit | undefined {
  if (node === null) return undefined
  const [start, end] = spanOf(node)
  // An alias itself is replaced; others may use its target.
  if (isAlias(node)) return { start, end, text: valueText(to, plainOrQuoted) }
  if (!isScalar(node) || !hasNoAnchorOrTag(node) || start === end) return undefined
  if (text.slice(start, end).includes('\n')) return undefined
  return { start, end, text: valueText(to, (one) => inStyleOf(node, one)) }
}

function valueText(to: FixedValue, textOf: (text: string) => string): string {
  if (typeof to === 'object') return `[${to.map(textOf).join(', ')}]`
  return typeof to === 'string' ? textOf(to) : String(to)
}

/** Whether it has no anchor, which others may use, and no tag, which asks for a type. */
const hasNoAnchorOrTag = (node: Scalar): boolean =>
  node.anchor === undefined && node.tag === undefined && /^(PLAIN|QUOTE)/.test(node.type ?? '')

const inStyleOf = ({ type }: Scalar, text: string): string =>
  type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE'
    ? quoted(text, type === 'QUOTE_SINGLE' ? "'" : '"')
    : plainOrQuoted(text)

function removal(path: Fix['path'], { text, find }: EditSource): Edit | undefined {
  const [{ node: owner }, spot] = [find(path.slice(0, -1)), find(path)]
  if (!spot.isWhole || !spot.isOwn || !isMap(owner)) return undefined
  const at = owner.items.findIndex(({ key }) => key === spot.key)
  return at === -1 ? undefined : removalOf(owner, at, text)
}

/** Removes a key and its value from an object. Undefined if a comment would go with it, or nothing be left. */
function removalOf({ items, flow }: YAMLMap, at: number, text: string): Edit | undefined {
  const [before, here, after] = [at - 1, at, at + 1].map((i) => extentOf(items[i]))
  // Aliases elsewhere may need an anchor in it.
  if (here === undefined || text.slice(here.start, here.end).includes('&')) return undefined
  if (flow) return inBrackets(before, here, after, text)
  if (before === undefined && after === undefined) return undefined
  const lineStart = text.lastIndexOf('\n', here.start - 1) + 1
  if (/^[ \t]*$/.test(text.slice(lineStart, here.start))) return wholeLines(lineStart, here.end, text)
  // The first key behind a dash: the next one takes its place.
  const isNext = after !== undefined && /^[ \t]*\r?\n[ \t]*$/.test(text.slice(here.end, after.start))
  return isNext ? { start: here.start, end: after.start, text: '' } : undefined
}

/** Writes a key with its value, of one line, behind the first key of another object. */
function insertion(
  { node: value }: Spot,
  { to, into }: Extract<Fix, { kind: 'move' }>,
  { text, find }: EditSource,
): Edit | undefined {
  const [{ node: owner, isWhole }, there] = [find(into), find([...into, to])]
  const first = isMap(owner) ? extentOf(owner.items[0]) : undefined
  if (value === null || !isMap(owner) || !first || !isWhole || there.isWhole) return undefined
  const written = text.slice(...spanOf(value)).trimEnd()
  if (written.includes('\n')) return undefined
  if (owner.flow)
    return /^[^"'{[].*[,[\]{}]/.test(written)
      ? undefined
      : { start: first.end, end: first.end, text: `, ${to}: ${written}` }
  const indent = first.start - text.lastIndexOf('\n', first.start - 1) - 1
  const last = first.start + text.slice(first.start, first.end).trimEnd().length
  const newline = text.indexOf('\n', last)
  if (newline === -1) return undefined
  const end = text.charAt(newline - 1) === '\r' ? '\r\n' : '\n'
  return { start: newline + 1, end: newline + 1, text: `${' '.repeat(indent)}${to}: ${written}${end}` }
}

type Extent = { readonly start: number; readonly end: number }

/** From the key to the end of its value, without trailing blanks. */
function extentOf(pair: YAMLMap['items'][number] | undefined): Extent | undefined {
  if (pair === undefined) return undefined
  // The library types members as unknown; a parsed map holds nodes or null.
  const [key, value] = [pair.key, pair.value] as [Node | null, Node | null]
  if (key === null) return undefined
  const [start, keyEnd] = spanOf(key)
  return { start, end: Math.max(keyEnd, value === null ? 0 : spanOf(value)[1]) }
}

function inBrackets(
  before: Extent | undefined,
  here: Extent,
  after: Extent | undefined,
  text: string,
): Edit | undefined {
  const isComma = (start: number, end: number): boolean => /^\s*,\s*$/.test(text.slice(start, end))
  if (after)
    return isComma(here.end, after.start) ? { start: here.start, end: after.start, text: '' } : undefined
  if (before)
    return isComma(before.end, here.start) ? { start: before.end, end: here.end, text: '' } : undefined
  return { start: here.start, end: here.end, text: '' }
}

/** The lines of a key and its value, with the comment at the end of the last line. */
function wholeLines(start: number, end: number, text: string): Edit {
  // A block text or an object ends after its last line break.
  const last = start + text.slice(start, end).trimEnd().length
  const newline = text.indexOf('\n', last)
  return { start, end: newline === -1 ? text.length : newline + 1, text: '' }
}

/** A text as a YAML scalar, without quotes if no reader could take it for anything else. */
export const plainOrQuoted = (text: string): string => (isPlain(text) ? text : quoted(text, '"'))

/** A text in quotes. Control characters need double quotes. */
const quoted = (text: string, quote: '"' | "'"): string =>
  quote === "'" && !/\p{Cc}/u.test(text) ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text)

// Words, names and web addresses; no commas, which would end a text between brackets.
const isPlain = (text: string): boolean =>
  /^[A-Za-z][\w./:%@?=&+~-]*$/.test(text) && !text.endsWith(':') && !isWordOfYaml.test(text)

const isWordOfYaml = /^(true|false|null|y|yes|n|no|on|off)$/i
