import type { Alias, Node } from 'yaml'
import { limits } from './limits.ts'
import type { Lines } from './lines.ts'
import type { TextFault } from './text-fault.ts'

/** A key of an object and what stands under it, wherever in the text: a merge brings both from elsewhere. */
export type Entry = {
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

/** A document that is being read. */
export type Reader = Source & {
  readonly faults: TextFault[]
  readonly targets: Map<Alias, Node>
  readonly entries: Map<Node, Map<string, Entry>>
  readonly anchors: Map<string, Node>
  /** Where the reading is; one and the same list, since a copy for each place costs a tenth of the reading. */
  readonly path: (string | number)[]
  /** Anchored nodes that are read to their end; an alias of another one stands inside it. */
  readonly done: Map<Node, Seen>
  /** For an alias without its anchor, the one that was probably meant. */
  readonly near: Map<string, string | undefined>
  /** What the aliases weigh so far. */
  unfolded: number
  isLimitSaid: boolean
}

/** A value, about how large it is as JSON with its aliases filled in, and how deep. */
export type Seen = { readonly value: unknown; readonly weight: number; readonly depth: number }

/** What a place holds that is empty. */
export const nothing: Seen = { value: null, weight: 1, depth: 0 }

/** The text that a document was read from. */
export type Source = { readonly text: string; readonly lines: Lines }

/** A reader that has read nothing yet. */
export const readerOf = (source: Source): Reader => ({
  ...source,
  faults: [],
  targets: new Map(),
  entries: new Map(),
  anchors: new Map(),
  path: [],
  done: new Map(),
  near: new Map(),
  unfolded: 0,
  isLimitSaid: false,
})

/** Takes a fault, unless there are more already than are told; then it is not even worked out. */
export function say({ faults }: Reader, fault: () => TextFault): void {
  if (faults.length <= limits.findings) faults.push(fault())
}
