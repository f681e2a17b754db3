import { isAlias, isMap, isScalar, isSeq, type Alias, type Node, type YAMLMap, type YAMLSeq } from 'yaml'
import { nearest } from '../form/nearest.ts'
import type { SpecDocument } from './compose.ts'
import { limits } from './limits.ts'
import { duplicateKey } from './duplicate-key.ts'
import { keyFault } from './key-fault.ts'
import {
  nothing,
  readerOf,
  say,
  type Entry,
  type Reader,
  type Reading,
  type Seen,
  type Source,
} from './reader.ts'
import { textFault, type TextFault } from './text-fault.ts'

/** The plain value of a document: aliases filled in, `<<` merged, the first of two equal keys taken. */
export function readDocument(document: SpecDocument, source: Source): Reading {
  const reader = readerOf(source)
  const { value } = read(document.contents, reader)
  return { value, faults: reader.faults, targets: reader.targets, entries: reader.entries }
}

/** The reading of a document of which its faults may be all that matters: it is read when more is asked for. */
export function readLater(document: SpecDocument, source: Source): Reading {
  let known: Reading | undefined
  const reading = (): Reading => (known ??= readDocument(document, source))
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

function read(node: Node | null, reader: Reader): Seen {
  if (node === null) return nothing
  if (isAlias(node)) return readAlias(node, reader)
  if (node.anchor !== undefined) takeAnchor(node, node.anchor, reader)
  const seen = isMap(node)
    ? readMap(node, reader)
    : isSeq(node)
      ? readSeq(node, reader)
      : { value: node.value, weight: 16 + (node.source?.length ?? 0), depth: 0 }
  if (node.anchor !== undefined) reader.done.set(node, seen)
  return seen
}

/** What stands at a place that the reading has reached. */
function readAt(part: string | number, node: Node | null, reader: Reader): Seen {
  reader.path.push(part)
  const seen = read(node, reader)
  reader.path.pop()
  return seen
}

function takeAnchor(node: Node, anchor: string, reader: Reader): void {
  reader.anchors.set(anchor, node)
  const [start, end] = rangeOf(node)
  if (start < end) return
  // The place of nothing is right behind its anchor.
  const at = reader.text.lastIndexOf(`&${anchor}`, start)
  say(reader, () => textFault('yaml-anchor', { anchor }, [at, at + anchor.length + 1, [...reader.path]]))
}

function readAlias(alias: Alias, reader: Reader): Seen {
  const refuse = (fault: () => TextFault): Seen => {
    say(reader, fault)
    return nothing
  }
  const at = [...rangeOf(alias), [...reader.path]] as const
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
  if (reader.isLimitSaid) return nothing
  reader.isLimitSaid = true
  return refuse(() => textFault('yaml-limit', { problem }, at))
}

function nearAnchor({ source }: Alias, { anchors, near }: Reader): string | undefined {
  // The cost of a suggestion grows with the anchors; past a hundred, nobody reads on.
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

function readSeq(seq: YAMLSeq, reader: Reader): Seen {
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

function readMap(map: YAMLMap, reader: Reader): Seen {
  const { path } = reader
  const entries = new Map<string, Entry>()
  const value: Record<string, unknown> = {}
  const merges: Node[] = []
  let [weight, depth] = [16, 0]
  // An entry of a list whose first key comes again lacks the dash of the next entry: one fault, not one for each key.
  let isOver = false
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
    } else if (!isOver) {
      isOver = typeof path.at(-1) === 'number' && first === entries.values().next().value
      const told = { name, path: [...path], lines: reader.lines, isFirst: isOver }
      say(reader, () => duplicateKey([first.key, key], told))
    }
  }
  for (const merge of merges) addMerged(entries, merge, reader)
  if (merges.length > 0) for (const [name, entry] of entries) put(value, name, entry.value)
  reader.entries.set(map, entries)
  return { value, weight, depth: depth + 1 }
}

// The one key that would be taken for another thing than a key.
function put(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
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
  if (!isMap(source)) say(reader, () => textFault('yaml-merge', {}, rangeOf(merge)))
  for (const [name, entry] of reader.entries.get(source) ?? [])
    if (!entries.has(name)) entries.set(name, { ...entry, isMerged: true })
}

/** The text of a key; a number or a word like true is the text that was written. */
function nameOf(key: Node | null, reader: Reader): string | undefined {
  read(key, reader)
  const target = key && isAlias(key) ? reader.targets.get(key) : key
  const fault = isScalar(key) ? keyFault(key, reader.path, reader.text) : undefined
  if (fault) {
    say(reader, () => fault)
    return undefined
  }
  if (isScalar(target) && target.value !== null)
    return typeof target.value === 'string' ? target.value : (target.source ?? '')
  if (key && target) say(reader, () => textFault('yaml-key', {}, [...rangeOf(key), [...reader.path]]))
  return undefined
}

const isMerge = (key: Node): boolean => isScalar(key) && key.value === '<<' && key.type === 'PLAIN'

// The library types what a collection holds as unknown; a parsed one holds nodes, and null for nothing.
const nodeOf = (held: unknown): Node | null => (held ?? null) as Node | null

const rangeOf = (node: Node): [number, number] => [node.range?.[0] ?? 0, node.range?.[1] ?? 0]
