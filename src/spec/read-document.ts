import { isAlias, isMap, isScalar, isSeq, type Alias, type Node, type YAMLMap, type YAMLSeq } from 'yaml'
import { nearest } from '../form/nearest.ts'
import type { Path } from '../form/path.ts'
import type { SpecDocument } from './compose.ts'
import { limits } from './limits.ts'
import type { Lines } from './lines.ts'
import { duplicateKey } from './duplicate-key.ts'
import { keyFault } from './key-fault.ts'
import { textFault, type TextFault } from './text-fault.ts'

/** A key of an object and what stands under it, wherever in the text: a merge brings both from elsewhere. */
type Entry = {
  readonly key: Node
  readonly node: Node | null
  readonly value: unknown
  readonly isMerged?: true
}

/** A document as a plain value, and what leads from the value back to the text. */
export type Reading = {
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
  /** Anchored nodes that are read to their end; an alias of another one stands inside it. */
  readonly done: Map<Node, Seen>
  /** What the aliases weigh so far. */
  unfolded: number
}

/** A value, about how large it is as JSON with its aliases filled in, and how deep. */
type Seen = { readonly value: unknown; readonly weight: number; readonly depth: number }

const nothing: Seen = { value: null, weight: 1, depth: 0 }

/** The text that a document was read from. */
export type Source = { readonly text: string; readonly lines: Lines }

/** The plain value of a document: aliases filled in, `<<` merged, the first of two equal keys taken. */
export function readDocument(document: SpecDocument, source: Source): Reading {
  const reader: Reader = {
    ...source,
    faults: [],
    targets: new Map(),
    entries: new Map(),
    anchors: new Map(),
    done: new Map(),
    unfolded: 0,
  }
  const { value } = read(document.contents, [], reader)
  return { value, faults: reader.faults, targets: reader.targets, entries: reader.entries }
}

function read(node: Node | null, path: Path, reader: Reader): Seen {
  if (node === null) return nothing
  if (isAlias(node)) return readAlias(node, path, reader)
  if (node.anchor !== undefined) takeAnchor(node, { anchor: node.anchor, path, reader })
  const seen = isMap(node)
    ? readMap(node, path, reader)
    : isSeq(node)
      ? readSeq(node, path, reader)
      : { value: node.value, weight: 16 + (node.source?.length ?? 0), depth: 0 }
  if (node.anchor !== undefined) reader.done.set(node, seen)
  return seen
}

type Anchored = { readonly anchor: string; readonly path: Path; readonly reader: Reader }

function takeAnchor(node: Node, { anchor, path, reader }: Anchored): void {
  reader.anchors.set(anchor, node)
  const [start, end] = rangeOf(node)
  if (start < end) return
  // The place of nothing is right behind its anchor.
  const at = reader.text.lastIndexOf(`&${anchor}`, start)
  reader.faults.push(textFault('yaml-anchor', { anchor }, [at, at + anchor.length + 1, path]))
}

function readAlias(alias: Alias, path: Path, reader: Reader): Seen {
  const refuse = (fault: TextFault): Seen => {
    reader.faults.push(fault)
    return nothing
  }
  const at = [...rangeOf(alias), path] as const
  // No anchor begins with an asterisk; Markdown does.
  if (alias.source.startsWith('*')) return refuse(textFault('yaml-start', { character: '*' }, at))
  const target = reader.anchors.get(alias.source)
  if (target === undefined) {
    const near = nearest(alias.source, [...reader.anchors.keys()])?.word
    return refuse(textFault('yaml-alias', { alias: alias.source, near }, at))
  }
  const seen = reader.done.get(target)
  if (seen === undefined) return refuse(textFault('yaml-cycle', {}, at))
  reader.unfolded += seen.weight
  const problem = limitPassed(path.length + seen.depth, reader.unfolded)
  if (problem === undefined) {
    reader.targets.set(alias, target)
    return seen
  }
  const isSaid = reader.faults.some(({ code }) => code === 'yaml-limit')
  return isSaid ? nothing : refuse(textFault('yaml-limit', { problem }, at))
}

function limitPassed(depth: number, weight: number): string | undefined {
  if (depth > limits.depth)
    return `With its aliases filled in, the nesting is deeper than ${limits.depth} levels`
  return weight > limits.weight
    ? `With its aliases filled in, the form is larger than ${limits.weight / 1024 / 1024} MiB`
    : undefined
}

function readSeq(seq: YAMLSeq, path: Path, reader: Reader): Seen {
  const value: unknown[] = []
  let [weight, depth] = [16, 0]
  for (const [i, element] of seq.items.entries()) {
    const seen = read(nodeOf(element), [...path, i], reader)
    value.push(seen.value)
    weight += seen.weight
    depth = Math.max(depth, seen.depth)
  }
  return { value, weight, depth: depth + 1 }
}

function readMap(map: YAMLMap, path: Path, reader: Reader): Seen {
  const entries = new Map<string, Entry>()
  const merges: Node[] = []
  let [weight, depth] = [16, 0]
  // An entry of a list whose first key comes again lacks the dash of the next entry: one fault, not one for each key.
  let isOver = false
  for (const pair of map.items) {
    const [key, node] = [nodeOf(pair.key), nodeOf(pair.value)]
    const name = nameOf(key, path, reader)
    const seen = read(node, [...path, name ?? ''], reader)
    weight += seen.weight + (name?.length ?? 0)
    depth = Math.max(depth, seen.depth)
    if (name === undefined || key === null) continue
    const first = entries.get(name)
    if (isMerge(key)) merges.push(node ?? key)
    else if (!first) entries.set(name, { key, node, value: seen.value })
    else if (!isOver) {
      isOver = typeof path.at(-1) === 'number' && first === entries.values().next().value
      reader.faults.push(duplicateKey([first.key, key], { name, path, lines: reader.lines, isFirst: isOver }))
    }
  }
  for (const merge of merges) addMerged(entries, merge, reader)
  reader.entries.set(map, entries)
  const value = Object.fromEntries([...entries].map(([name, entry]) => [name, entry.value]))
  return { value, weight, depth: depth + 1 }
}

// An own key wins over a merged one, and an earlier merge over a later one (YAML merge key).
function addMerged(entries: Map<string, Entry>, merge: Node, reader: Reader): void {
  const source = isAlias(merge) ? reader.targets.get(merge) : merge
  // Said already, as an alias that stands for nothing.
  if (source === undefined) return
  if (isSeq(source)) {
    for (const element of source.items) {
      const node = nodeOf(element)
      if (node && !isSeq(node)) addMerged(entries, node, reader)
    }
    return
  }
  if (!isMap(source)) reader.faults.push(textFault('yaml-merge', {}, rangeOf(merge)))
  for (const [name, entry] of reader.entries.get(source) ?? [])
    if (!entries.has(name)) entries.set(name, { ...entry, isMerged: true })
}

/** The text of a key; a number or a word like true is the text that was written. */
function nameOf(key: Node | null, path: Path, reader: Reader): string | undefined {
  read(key, path, reader)
  const target = key && isAlias(key) ? reader.targets.get(key) : key
  const fault = isScalar(key) ? keyFault(key, path, reader.text) : undefined
  if (fault) {
    reader.faults.push(fault)
    return undefined
  }
  if (isScalar(target) && target.value !== null)
    return typeof target.value === 'string' ? target.value : (target.source ?? '')
  if (key && target) reader.faults.push(textFault('yaml-key', {}, [...rangeOf(key), path]))
  return undefined
}

const isMerge = (key: Node): boolean => isScalar(key) && key.value === '<<' && key.type === 'PLAIN'

// The library types what a collection holds as unknown; a parsed one holds nodes, and null for nothing.
const nodeOf = (held: unknown): Node | null => (held ?? null) as Node | null

const rangeOf = (node: Node): [number, number] => [node.range?.[0] ?? 0, node.range?.[1] ?? 0]
