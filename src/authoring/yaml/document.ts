import { isAlias, isCollection, isScalar, isSeq, type Node } from 'yaml'
import type { Path } from '../../form/value.ts'
import type { TextFault } from '../faults.ts'
import { limits } from '../limits.ts'
import { yamlFaults } from './causes.ts'
import { linesOf, type Lines, type PlacedFinding, type Range } from './lines.ts'
import { parseDocuments, type ParsedDocument, type Trace } from './parse.ts'
import { readLazily, readTree, spanOf, targetOf, type DocumentContent } from './read.ts'

/** One YAML document: its tree, its value and its faults. */
export type YamlDocument = {
  readonly root: Node | null
  readonly reading: DocumentContent
  readonly faults: readonly TextFault[]
  /** Whether the value has everything that was written. If not, its shape means nothing. */
  readonly isWhole: boolean
  /** The fault after which the structure is a guess. */
  readonly breaks?: TextFault
  /** The lines that recovery changed, from 1. */
  readonly changedLines: ReadonlySet<number>
}

export type Documents = {
  readonly text: string
  readonly lines: Lines
  readonly documents: readonly YamlDocument[]
}

/** Reads the documents of a text, or gives the limit that it passes. Documents without content are left out. */
export function readDocuments(text: string): Documents | TextFault {
  const { documents, trace, limit } = parseDocuments(text)
  if (limit) return limit
  const lines = linesOf(text)
  const full = documents.filter((document) => !isEmpty(document))
  return { text, lines, documents: full.map((document) => documentOf(document, text, lines, trace)) }
}

function documentOf(document: ParsedDocument, text: string, lines: Lines, trace: Trace): YamlDocument {
  const { faults, isReliable } = yamlFaults(document, text, trace)
  const reading = (isReliable ? readTree : readLazily)(document, { text, lines })
  const breaks = isReliable ? reading.faults.find(({ code }) => breakingCodes.has(code)) : faults.at(-1)
  return {
    root: document.contents,
    reading,
    faults: isReliable ? [...faults, ...reading.faults] : faults,
    isWhole: isReliable && isComplete(reading.faults),
    breaks,
    changedLines: new Set(),
  }
}

/** Whether a document holds nothing but comments, as after a last `---` or `...`. */
const isEmpty = ({ contents, errors }: ParsedDocument): boolean =>
  errors.length === 0 && (contents === null || (isScalar(contents) && contents.source === ''))

// After a limit there is no value, a failed merge leaves keys out, and a wrong key was meant as something else.
const isComplete = (faults: readonly TextFault[]): boolean =>
  faults.length <= limits.findings &&
  !faults.some(({ code, path }) => breakingCodes.has(code) || path.includes('<<'))

const breakingCodes = new Set(['yaml-limit', 'yaml-merge', 'yaml-dash', 'yaml-comment', 'yaml-space'])

/** Where a path leads in a document: its key and value, or those of the nearest ancestor. */
export type Spot = {
  readonly key?: Node
  readonly node: Node | null
  readonly isWhole: boolean
  /** Whether it is written in this place, not in an alias or a merge. */
  readonly isOwn: boolean
}

export function finderOf({ root, reading }: YamlDocument): (path: Path) => Spot {
  // The spots of the last path are kept, because the next path usually leads to a neighbour.
  let [spots, parts]: [Spot[], Path] = [[], []]
  return (path) => {
    let shared = 0
    while (shared < spots.length && shared < path.length && parts[shared] === path[shared]) shared++
    spots = spots.slice(0, shared)
    parts = path
    let spot: Spot = spots.at(-1) ?? { node: root, isWhole: true, isOwn: true }
    for (const part of path.slice(shared)) {
      const next = spotIn(spot.node, part, reading)
      if (next === undefined) return { ...spot, isWhole: false }
      const isOwn = spot.isOwn && !isAlias(spot.node) && next.isMerged !== true
      spot = { ...(next.key ? { key: next.key } : {}), node: next.node, isWhole: true, isOwn }
      spots.push(spot)
    }
    return spot
  }
}

/** The range of a path: of its key or its value, or of the nearest ancestor that exists. */
export type Placer = (path: Path, marks: 'key' | 'value') => Range

export function placerOf(find: (path: Path) => Spot, lines: Lines): Placer {
  return (path, marks) => {
    const { key, node, isWhole } = find(path)
    if (key && (marks === 'key' || !isWhole || isBlank(node))) return rangeOf(key, lines)
    return node === null ? lines.rangeOf(0, 0) : rangeOf(node, lines)
  }
}

/** Finds how a scalar is written; for an empty value, the comment in its place. */
export function writtenOf(
  find: (path: Path) => Spot,
  reading: DocumentContent,
  text: string,
): (path: Path) => string | undefined {
  return (path) => {
    const { key, node, isWhole } = find(path)
    if (!isWhole) return undefined
    if (isBlank(node)) return /^\s*:[ \t]*(#.*)/.exec(text.slice(key?.range?.[1] ?? text.length))?.[1]
    const target = targetOf(node, reading)
    return isScalar(target) ? target.source : undefined
  }
}

function spotIn(
  owner: Node | null,
  part: Path[number],
  reading: DocumentContent,
): { readonly key?: Node; readonly node: Node | null; readonly isMerged?: true } | undefined {
  const node = targetOf(owner, reading)
  if (node === null) return undefined
  if (!isSeq(node)) return reading.entries.get(node)?.get(String(part))
  // A service may send an index as a string.
  const element: unknown = /^\d+$/.test(String(part)) ? node.items[Number(part)] : undefined
  // The library types members as unknown; a parsed collection holds nodes.
  return element === undefined ? undefined : { node: element as Node | null }
}

// A key without a value has an empty range, with no text to point at.
const isBlank = (node: Node | null): boolean => node === null || node.range?.[0] === node.range?.[1]

/** The range of a node; of an object or array, its first line. */
function rangeOf(node: Node, lines: Lines): Range {
  const [start, end] = spanOf(node)
  return lines.rangeOf(...(isCollection(node) ? lines.firstLineOf(start, end) : ([start, end] as const)))
}

/** Leaves out findings that may only follow from lines that recovery changed. */
export function withoutFollowUps(
  { changedLines }: YamlDocument,
  findings: readonly PlacedFinding[],
  lines: Lines,
): readonly PlacedFinding[] {
  if (changedLines.size === 0) return findings
  const unsure = withParents(changedLines, lines)
  return findings
    .filter(({ line, endLine }) => !unsure.has(line) && !changedLines.has(endLine))
    .filter(({ code }) => !absenceCodes.has(code))
    .map(withoutFix)
}

/** A finding without its fix, whose edits have the offsets of a changed text. */
export function withoutFix(finding: PlacedFinding): PlacedFinding {
  const { fix, edits, ...rest } = finding
  return fix === undefined && edits === undefined ? finding : rest
}

/** Some lines and the lines above that they belong to, whose values changed too. */
function withParents(changedLines: ReadonlySet<number>, lines: Lines): ReadonlySet<number> {
  const over = new Set(changedLines)
  const last = Math.max(...changedLines)
  const open: { readonly number: number; readonly indent: number }[] = []
  // In one pass: going up from each line would be quadratic for a file where every line begins with a tab.
  for (let number = 1; number <= last; number++) {
    const line = lines.line(number)
    if (line.trim() === '' && !changedLines.has(number)) continue
    const indent = indentOf(line)
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop()
    if (changedLines.has(number)) for (const above of open) over.add(above.number)
    if (line.trim() !== '') open.push({ number, indent })
  }
  return over
}

const indentOf = (line: string): number => line.search(/[^ ]|$/)

// What seems to be missing may be in a line that could not be read.
const absenceCodes = new Set([
  'missing-key',
  'missing-one-of',
  'too-few',
  'blank-step',
  'empty-text',
  'no-fields',
  'no-options',
  'no-way-forward',
  'prefill-without-email',
  'unknown-reveal-after',
  'yaml-alias',
  'missing-variable',
  'unused-variable',
])
