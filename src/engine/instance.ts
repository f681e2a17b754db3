import { cellTypesOfNumberBytes, cellTypesOfText } from '../table/cell-values.ts'
import { needsGuard } from '../table/formula.ts'
import { engineBase64 } from './generated/engine.ts'

type Value = { readonly value: number }

/** What the module exports, by the names of assembly/index.ts; addresses are byte offsets into its memory. */
type Exports = {
  readonly allocate: (size: number) => number
  readonly isMemoryLow: Value
  readonly makeSpace: () => void
  readonly nodeOf: (...node: [parent: number, text: number, length: number, role: number]) => number
  readonly setTemplates: (ofQuestion: number, ofOption: number) => void
  readonly setRoots: (record: number, questions: number, entry: number) => void
  readonly setStyle: (
    ...style: [isLines: boolean, joins: boolean, joinsLater: boolean, keepsRecord: boolean]
  ) => void
  readonly setScratch: (at: number) => void
  readonly setIdsToPass: (node: number, areAll: boolean) => void
  readonly setChoice: (byForm: boolean, since: number, until: number) => void
  readonly setBetween: (bytes: number, length: number) => void
  readonly setOut: (at: number) => void
  readonly setOutEnd: (at: number) => void
  readonly setCsv: (delimiter: number, guards: boolean, isCrlf: boolean) => void
  readonly setColumnOrder: (
    ...order: [positions: number, width: number, cells: number, filled: number, atOnce: boolean]
  ) => void
  readonly formatRows: (from: number, end: number) => number
  readonly moveLines: (from: number, end: number) => number
  readonly setPlace: (place: number) => void
  readonly beginLine: () => void
  readonly clearIds: () => void
  readonly read: (from: number, end: number) => number
  readonly beginScan: (at: number) => void
  readonly moveScan: (at: number) => void
  readonly scanTo: (end: number) => number
} & Readonly<
  Record<
    | 'at'
    | 'guarded'
    | 'hasPartial'
    | 'idCount'
    | 'ids'
    | 'isNew'
    | 'isOutFull'
    | 'lateUpdates'
    | 'latest'
    | 'otherForms'
    | 'otherTimes'
    | 'out'
    | 'pairSlots'
    | 'pairTable'
    | 'partials'
    | 'pending'
    | 'pendingEnd'
    | 'place'
    | 'scannedTo'
    | 'taken',
    Value
  >
>

/** The roles of nodes: see assembly/tree.ts. */
export const roles = {
  nested: 0,
  column: 1,
  member: 2,
  extra: 3,
  time: 4,
  created: 5,
  id: 6,
  form: 7,
  members: 8,
  data: 9,
  questionId: 10,
  response: 11,
  text: 13,
  version: 14,
  key: 15,
  tick: 16,
  updated: 17,
  finished: 18,
  split: 19,
  question: 20,
  value: 21,
  record: 22,
  entry: 23,
} as const

export type Engine = {
  readonly exports: Exports
  readonly bytes: () => Uint8Array
  readonly words: () => Uint32Array
  /** Makes a node below `parent` (0: a root); returns 0 if its name is too long or there are too many nodes. */
  readonly node: (parent: number, name: string, role: number) => number
  readonly textOf: (node: number) => string
}

let compiled: object | undefined

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const literalAt = 64
/** The offset in a node of what its column held, or of a form's number of records. */
export const heldAt = 28
/** A page of its memory. */
export const page = 64 * 1024
/** How many bytes beyond an end may be read or written. */
export const slack = 128

export function startEngine(): Engine {
  compiled ??= new Module(bytesOf(engineBase64))
  const memory = new Memory({ initial: 4 })
  let [bytes, words] = [new Uint8Array(memory.buffer), new Uint32Array(memory.buffer)]
  /** The memory has another buffer after it has grown. */
  const refreshViews = (): void => {
    if (bytes.buffer === memory.buffer) return
    bytes = new Uint8Array(memory.buffer)
    words = new Uint32Array(memory.buffer)
  }
  const currentBytes = (): Uint8Array => (refreshViews(), bytes)
  const currentWords = (): Uint32Array => (refreshViews(), words)
  const textAt = (at: number, length: number): string =>
    decoder.decode(currentBytes().subarray(at, at + length))
  const host = {
    heldBy: (at: number, length: number) => cellTypesOfNumberBytes(currentBytes(), at, at + length),
    heldByText: (at: number, length: number) => cellTypesOfText(textAt(at, length)),
    isFormula: (at: number, length: number) => needsGuard(textAt(at, length)),
  }
  // The names and shapes are those of assembly/index.ts, and WebAssembly has no types for them.
  const exports = new Instance(compiled, { env: { memory }, host }).exports as Exports
  exports.makeSpace()
  const name = exports.allocate(page + slack)
  return {
    exports,
    bytes: currentBytes,
    words: currentWords,
    node: (parent, text, role) => {
      const { written } = encoder.encodeInto(text, currentBytes().subarray(name, name + page))
      const node = exports.nodeOf(parent, name, written, role)
      if (node !== 0 || exports.isMemoryLow.value === 0) return node
      exports.makeSpace()
      return exports.nodeOf(parent, name, written, role)
    },
    textOf: (node) => textAt(node + literalAt + 1, (currentWords()[node / 4 + 1] ?? 0) & 0xffff),
  }
}

// TypeScript declares WebAssembly for browsers only.
type WebAssemblyApi = {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Memory: new (size: { readonly initial: number }) => WebAssemblyMemory
  readonly Instance: new (module: object, imports: object) => { readonly exports: object }
}

/** Memory of an instance, in pages of 64 KiB; it has another buffer once it has grown. */
type WebAssemblyMemory = { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number }

const { Module, Memory, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly

// Only in Node 26, where it is much faster.
const { fromBase64 } = Uint8Array as { readonly fromBase64?: (base64: string) => Uint8Array }

const bytesOf = (base64: string): Uint8Array =>
  fromBase64
    ? fromBase64.call(Uint8Array, base64)
    : Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))
