import { isAlias, isMap, isScalar, isSeq, type Alias, type Node, type YAMLMap, type YAMLSeq } from 'yaml'
import { nearest } from '../../form/words.ts'
import type { ParsedDocument } from './parse.ts'
import { limits } from '../limits.ts'
import { controlFault, textFault, type TextFault } from '../faults.ts'
import type { Lines } from './lines.ts'
import { hashFault, keyFault } from './causes.ts'

/** A key of an object and its value. A merge brings both from elsewhere in the text. */
type Entry = {
  readonly key: Node
  readonly node: Node | null
  readonly value: unknown
  readonly isMerged?: true
}

/** A document as a plain value, with the nodes that lead from the value back to the text. */
export type DocumentContent = {
  readonly value: unknown
  readonly faults: readonly TextFault[]
  readonly targets: ReadonlyMap<Alias, Node>
  readonly entries: ReadonlyMap<Node, ReadonlyMap<string, Entry>>
}

type Reader = Source & {
  readonly faults: TextFault[]
  readonly targets: Map<Alias, Node>
  readonly entries: Map<Node, Map<string, Entry>>
  readonly anchors: Map<string, Node>
  /** The path of the current node. All nodes share one list: copies would cost a tenth of the time. */
  readonly path: (string | number)[]
  /** Anchored nodes that are read completely. An alias of another node is inside that node. */
  readonly done: Map<Node, ReadNode>
  /** The anchor that was probably meant, by the name of an unknown alias. */
  readonly near: Map<string, string | undefined>
  /** The weight of the aliases so far. */
  unfolded: number
  isLimitReported: boolean
}

/** A value, its approximate size as JSON with aliases filled in, and its depth. */
type ReadNode = { readonly value: unknown; readonly weight: number; readonly depth: number }

const nothing: ReadNode = { value: null, weight: 1, depth: 0 }

type Source = { readonly text: string; readonly lines: Lines }

const readerOf = (source: Source): Reader => ({
  ...source,
  faults: [],
  targets: new Map(),
  entries: new Map(),
  anchors: new Map(),
  path: [],
  done: new Map(),
  near: new Map(),
  unfolded: 0,
  isLimitReported: false,
})

/** Reads a syntax tree as a plain value: fills in aliases, merges `<<`, and takes the first of two equal keys. */
export function readTree(document: ParsedDocument, source: Source): DocumentContent {
  const reader = readerOf(source)
  const { value } = read(document.contents, reader)
  return { value, faults: reader.faults, targets: reader.targets, entries: reader.entries }
}

/** Reads a tree when its value is first used: for a broken document it often never is. */
export function readLazily(document: ParsedDocument, source: Source): DocumentContent {
  let known: DocumentContent | undefined
  const reading = (): DocumentContent => (known ??= readTree(document, source))
  return {
    faults: [],
    get value() {
      return reading().value
    },
    get targets() {
      return reading().targets
    },
    get entries() {
      return reading().entries
    },
  }
}

function read(node: Node | null, reader: Reader): ReadNode {
  if (node === null) return nothing
  if (isAlias(node)) return readAlias(node, reader)
  if (node.anchor !== undefined) takeAnchor(node, node.anchor, reader)
  const hash = isScalar(node) ? hashFault(node, reader.path, reader.text) : undefined
  if (hash) report(reader, () => hash)
  // Written as an escape, as JSON has it.
  const [control] =
    (isScalar(node) && node.type === 'QUOTE_DOUBLE' && /[\u0080-\u009F]/.exec(String(node.value))) || []
  if (control !== undefined) report(reader, () => controlFault(control, [...spanOf(node), [...reader.path]]))
  const seen = isMap(node)
    ? readMap(node, reader)
    : isSeq(node)
      ? readSeq(node, reader)
      : { value: node.value, weight: 16 + (node.source?.length ?? 0), depth: 0 }
  if (node.anchor !== undefined) reader.done.set(node, seen)
  return seen
}

function readAt(part: string | number, node: Node | null, reader: Reader): ReadNode {
  reader.path.push(part)
  const seen = read(node, reader)
  reader.path.pop()
  return seen
}

function takeAnchor(node: Node, anchor: string, reader: Reader): void {
  reader.anchors.set(anchor, node)
  const [start, end] = spanOf(node)
  if (start < end) return
  // An empty node stands right after its anchor.
  const at = reader.text.lastIndexOf(`&${anchor}`, start)
  report(reader, () => textFault('yaml-anchor', { anchor }, [at, at + anchor.length + 1, [...reader.path]]))
}

function readAlias(alias: Alias, reader: Reader): ReadNode {
  const refuse = (fault: () => TextFault): ReadNode => {
    report(reader, fault)
    return nothing
  }
  const at = [...spanOf(alias), [...reader.path]] as const
  // No anchor begins with an asterisk; Markdown does.
  if (alias.source.startsWith('*')) return refuse(() => textFault('yaml-start', { character: '*' }, at))
  const target = reader.anchors.get(alias.source)
  if (target === undefined)
    return refuse(() => textFault('yaml-alias', { alias: alias.source, near: nearAnchor(alias, reader) }, at))
  const seen = reader.done.get(target)
  if (seen === undefined) return refuse(() => textFault('yaml-cycle', {}, at))
  reader.unfolded += seen.weight
  const problem = limitPassed(reader.path.length + seen.depth, reader.unfolded)
  if (problem === undefined) {
    reader.targets.set(alias, target)
    return seen
  }
  if (reader.isLimitReported) return nothing
  reader.isLimitReported = true
  return refuse(() => textFault('yaml-limit', { problem }, at))
}

function nearAnchor({ source }: Alias, { anchors, near }: Reader): string | undefined {
  // A suggestion costs more with each anchor, and nobody reads more than a hundred.
  if (!near.has(source) && near.size < 100) near.set(source, nearest(source, [...anchors.keys()])?.word)
  return near.get(source)
}

function limitPassed(depth: number, weight: number): string | undefined {
  if (depth > limits.depth)
    return `With its aliases filled in, the nesting is deeper than ${limits.depth} levels`
  return weight > limits.weight
    ? `With its aliases filled in, the form is larger than ${limits.weight / 1024 / 1024} MiB`
    : undefined
}

function readSeq(seq: YAMLSeq, reader: Reader): ReadNode {
  const value: unknown[] = []
  let [weight, depth] = [16, 0]
  for (const [i, element] of seq.items.entries()) {
    const seen = readAt(i, nodeOf(element), reader)
    value.push(seen.value)
    weight += seen.weight
    depth = Math.max(depth, seen.depth)
  }
  return { value, weight, depth: depth + 1 }
}

function readMap(map: YAMLMap, reader: Reader): ReadNode {
  const { path } = reader
  const entries = new Map<string, Entry>()
  const value: Record<string, unknown> = {}
  const merges: Node[] = []
  let [weight, depth] = [16, 0]
  // If the first key of a list entry repeats, the dash of the next entry is missing: one fault, not one for each key.
  let isNextEntry = false
  for (const pair of map.items) {
    const [key, node] = [nodeOf(pair.key), nodeOf(pair.value)]
    const name = nameOf(key, reader)
    const seen = readAt(name ?? '', node, reader)
    weight += seen.weight + (name?.length ?? 0)
    depth = Math.max(depth, seen.depth)
    if (name === undefined || key === null) continue
    const first = entries.get(name)
    if (isMerge(key)) merges.push(node ?? key)
    else if (!first) {
      entries.set(name, { key, node, value: seen.value })
      put(value, name, seen.value)
    } else if (!isNextEntry) {
      isNextEntry = typeof path.at(-1) === 'number' && first === entries.values().next().value
      const { line, column } = reader.lines.rangeOf(...spanOf(first.key))
      const args = { key: name, line, column, isFirst: isNextEntry }
      report(reader, () => textFault('yaml-duplicate-key', args, [...spanOf(key), [...path, name]]))
    }
  }
  for (const merge of merges)
    if (!addMerged(entries, merge, reader)) report(reader, () => textFault('yaml-merge', {}, spanOf(merge)))
  if (merges.length > 0) for (const [name, entry] of entries) put(value, name, entry.value)
  reader.entries.set(map, entries)
  return { value, weight, depth: depth + 1 }
}

// `__proto__` would set the prototype.
function put(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
}

// An own key wins over a merged one, and an earlier merge over a later one (YAML merge key). False if it holds no objects.
function addMerged(entries: Map<string, Entry>, merge: Node | null, reader: Reader): boolean {
  const source = targetOf(merge, reader)
  if (isSeq(source))
    return source.items.every((item) => !isSeq(item) && addMerged(entries, nodeOf(item), reader))
  if (isMap(source))
    for (const [name, entry] of reader.entries.get(source) ?? [])
      if (!entries.has(name)) entries.set(name, { ...entry, isMerged: true })
  // An unknown alias is reported already.
  return source === null || isMap(source)
}

/** The text of a key as it is written, also of a number or `true`. */
function nameOf(key: Node | null, reader: Reader): string | undefined {
  read(key, reader)
  const target = targetOf(key, reader)
  const fault = isScalar(key) ? keyFault(key, reader.path, reader.text) : undefined
  if (fault) {
    report(reader, () => fault)
    return undefined
  }
  if (isScalar(target) && target.value !== null)
    return typeof target.value === 'string' ? target.value : (target.source ?? '')
  if (key && target) report(reader, () => textFault('yaml-key', {}, [...spanOf(key), [...reader.path]]))
  return undefined
}

const isMerge = (key: Node): boolean => isScalar(key) && key.value === '<<' && key.type === 'PLAIN'

// The library types members as unknown; a parsed collection holds nodes or null.
const nodeOf = (value: unknown): Node | null => (value ?? null) as Node | null

/** The node that an alias stands for, null for an unknown alias; any other node itself. */
export const targetOf = (node: Node | null, { targets }: Pick<DocumentContent, 'targets'>): Node | null =>
  node !== null && isAlias(node) ? (targets.get(node) ?? null) : node

export const spanOf = (node: Node): readonly [start: number, end: number] => [
  node.range?.[0] ?? 0,
  node.range?.[1] ?? 0,
]

/** Reports a fault, up to one more than the limit. */
function report({ faults }: Reader, fault: () => TextFault): void {
  if (faults.length <= limits.findings) faults.push(fault())
}
