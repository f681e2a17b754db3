import { kernelBase64 } from '../generated/kernel.ts'

/** A number that the kernel keeps. */
type Cell = { readonly value: number }

// TypeScript knows WebAssembly from browsers only.
type WebAssemblyApi = {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Memory: new (size: { readonly initial: number }) => {
    readonly buffer: ArrayBuffer
    readonly grow: (pages: number) => number
  }
  readonly Instance: new (module: object, imports: object) => { readonly exports: object }
}
const { Module, Memory, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly

/** What the kernel exports; places are byte offsets into its memory. */
type KernelExports = {
  readonly setRegions: (regions: number) => void
  readonly hashText: (text: number, length: number) => number
  readonly otherForms: Cell
  readonly otherTimes: Cell
  readonly searches: Cell
  readonly parts: Cell
  /** The edge of a state whose literal stands at a place and has a length, or 0. */
  readonly findLiteral: (state: number, at: number, length: number) => number
  readonly linkEdge: (state: number, edge: number, isLong: boolean) => void
  readonly forgetLong: (state: number) => void
  readonly findPair: (first: number, second: number) => number
  readonly putPair: (first: number, second: number, value: number) => void
  readonly movePairs: (from: number, to: number) => void
  readonly usedPairs: Cell
  readonly read: (from: number, to: number) => number
  readonly recordEnd: (from: number, to: number) => number
  readonly setOut: (from: number, to: number) => void
  readonly setPlace: (place: number) => void
  readonly at: Cell
  readonly out: Cell
  readonly place: Cell
  readonly rows: Cell
  readonly setCsv: (settings: number) => void
  readonly writeCsv: (from: number, to: number) => number
  readonly moveCells: (from: number, to: number) => number
  readonly unplaced: Cell
  readonly blockAt: Cell
  readonly guarded: Cell
  readonly copyLines: (from: number, to: number) => number
  readonly setBetween: (bytes: number, length: number) => void
  readonly setLinePlace: (place: number) => void
  readonly lineAt: Cell
  readonly linePlace: Cell
  readonly lines: Cell
  readonly beginScan: (from: number) => void
  readonly moveScan: (to: number) => void
  readonly findEnd: (to: number) => number
  readonly scanAt: Cell
}

/** What the kernel asks of its host about a text in its memory. */
export type KernelHost = {
  readonly heldBy: (text: string) => number
  readonly isFormula: (text: string) => boolean
  /** Is told that what is at one place came directly before what is at another one; false where it could not note it. */
  readonly follows?: (one: number, other: number) => boolean
  /** Is told that a question was asked by a form, of which its constant is given. */
  readonly isAskedBy?: (question: number, form: number) => boolean
}

/** A kernel and its memory. */
export type Kernel = {
  readonly exports: KernelExports
  /** Takes so many bytes of its memory for good; they are zeros, and the place is a multiple of 16. */
  readonly allocate: (size: number) => number
  /** Its memory; another after `allocate`. */
  readonly bytes: () => Uint8Array
  readonly view: () => DataView
}

const page = 64 * 1024

// What the compiler keeps for itself lies in the first page.
const firstFree = page

let compiled: object | undefined

const never = (): boolean => false

/** Starts a kernel. */
export function startKernel({ heldBy, isFormula, follows = never, isAskedBy = never }: KernelHost): Kernel {
  compiled ??= new Module(Uint8Array.from(atob(kernelBase64), (byte) => byte.charCodeAt(0)))
  const memory = new Memory({ initial: 2 })
  let bytes = new Uint8Array(memory.buffer)
  let view = new DataView(memory.buffer)
  let end = firstFree
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const textAt = (text: number, length: number): string => decoder.decode(bytes.subarray(text, text + length))
  const instance = new Instance(compiled, {
    env: { memory },
    host: {
      heldBy: (text: number, length: number) => heldBy(textAt(text, length)),
      isFormula: (text: number, length: number) => isFormula(textAt(text, length)),
      follows,
      isAskedBy,
    },
  })
  return {
    // The names and shapes are those of assembly/index.ts, and WebAssembly has no types for them.
    exports: instance.exports as unknown as KernelExports,
    allocate: (size) => {
      const at = end
      end += (size + 31) & ~15
      if (end > bytes.length) {
        memory.grow(Math.ceil((end - bytes.length) / page))
        bytes = new Uint8Array(memory.buffer)
        view = new DataView(memory.buffer)
      }
      return at
    },
    bytes: () => bytes,
    view: () => view,
  }
}

/** Writes 32-bit numbers into a kernel's memory. */
export function writeWords({ view }: Kernel, at: number, words: readonly number[]): void {
  const { length } = words
  const place = view()
  for (let i = 0; i < length; i++) place.setUint32(at + 4 * i, words[i] ?? 0, true)
}
