import { kernelBase64 } from '../generated/kernel.ts'
import { instanceOf, moduleOf } from '../web-assembly.ts'
import type { KernelExports } from './kernel-exports.ts'
import { makeMemory, type KernelMemory, type Part } from './rooms.ts'

/** What the kernel asks of its host about a text in its memory. */
export type KernelHost = {
  /** Of a number between two places of these bytes. */
  readonly heldBy: (bytes: Uint8Array, from: number, to: number) => number
  readonly isFormula: (text: string) => boolean
  /** Is told that what is at one place came directly before what is at another one; false where it could not note it. */
  readonly follows?: (one: number, other: number) => boolean
  /** Is told that a question was asked by a form, of which its constant is given. */
  readonly isAskedBy?: (question: number, form: number) => boolean
  /** Makes the edge of a pattern that goes on at `from`, with `texts`; gives it, or 0 where it has no room. */
  readonly fill?: (pattern: number, from: number, texts: number) => number
  /** Is told that a record has what a new template tells; false where it could not note it. */
  readonly tells?: (template: number) => boolean
  /** Makes a member of a question, by the number of its name; gives it, or 0 where it has no room. */
  readonly addMember?: (question: number, name: number) => number
}

/** A kernel and its memory. */
export type Kernel = Pick<
  KernelMemory,
  'allocate' | 'release' | 'bytes' | 'view' | 'words' | 'text' | 'spare' | 'reserve'
> & {
  readonly exports: KernelExports
  /** All that it knows, for another kernel. */
  readonly copy: () => KernelCopy
  /** Knows what another kernel knows, and no more; the copy is used up. */
  readonly restore: (copy: KernelCopy) => void
  /** What it noted, for the kernel that it was restored from. */
  readonly notes: (copy: KernelCopy) => KernelNotes
  /** Reads what another one noted as if it were in its own memory. */
  readonly readNotes: (notes: KernelNotes, read: () => void) => void
}

/** What a kernel noted: some parts of its memory, one after another. */
export type KernelNotes = { readonly memory: ArrayBuffer; readonly parts: readonly Part[] }

/** What a kernel knows, for another thread; the memory goes to it, so that there is no more of it than is needed. */
export type KernelCopy = KernelNotes & {
  /** Where it notes. */
  readonly noted: readonly Part[]
  readonly end: number
  /** Arguments of the last calls of `setRegions`, `setCsv` and `setBetween`. */
  readonly regions: number
  readonly csv: number
  readonly between: Parameters<KernelExports['setBetween']>
  readonly attempt: number
  /** How many pairs it has. */
  readonly pairs: number
  /** The compiled module, of which threads need but one. */
  readonly module: object
}

/** The longest literal that is taught; as many bytes must lie behind the input. */
export const longestLiteral = 16 * 1024

let compiled: object | undefined

const never = (): boolean => false
const none = (): number => 0

/** Starts a kernel, of a module that another thread has compiled or of our own. */
export function startKernel(host: KernelHost, module?: object): Kernel {
  compiled ??= module ?? moduleOf(kernelBase64)
  const memory = makeMemory()
  const { bytes } = memory
  const own = instanceOf(compiled, { env: { memory: memory.memory }, host: hostIn(memory, host) })
  // The names and shapes are those of assembly/index.ts, and WebAssembly has no types for them.
  const calls = own as KernelExports
  const told = { regions: 0, csv: 0, between: [0, 0] as KernelCopy['between'] }
  const exports: KernelExports = {
    ...calls,
    setRegions: (regions) => calls.setRegions((told.regions = regions)),
    setCsv: (csv) => calls.setCsv((told.csv = csv)),
    setBetween: (...between) => calls.setBetween(...(told.between = between)),
  }
  return {
    ...memory,
    exports,
    copy: () => {
      const parts = memory.lasting()
      const now = { noted: memory.noted(), end: memory.end(), ...countsOf(calls) }
      return { ...told, ...now, memory: packed(bytes(), parts), parts, module: compiled as object }
    },
    restore: (copy) => {
      memory.reach(copy.end)
      unpack(copy, bytes())
      // At once: it is large, and the engine looks rarely for what nobody needs.
      copy.memory.transfer(0)
      exports.setRegions(copy.regions)
      // Absent where rows are written, and no lines.
      if (copy.csv !== 0) exports.setCsv(copy.csv)
      exports.setBetween(...copy.between)
      setCounts(exports, copy)
    },
    notes: ({ noted }) => ({ memory: packed(bytes(), noted), parts: noted }),
    readNotes: (notes, read) => {
      const { parts } = notes
      const ours = { memory: packed(bytes(), parts), parts }
      unpack(notes, bytes())
      read()
      unpack(ours, bytes())
    },
  }
}

type Counts = Pick<KernelCopy, 'attempt' | 'pairs'>

const countsOf = ({ attempt, usedPairs }: KernelExports): Counts => ({
  attempt: attempt.value,
  pairs: usedPairs.value,
})

function setCounts({ setAttempt, usedPairs }: KernelExports, { attempt, pairs }: Counts): void {
  setAttempt(attempt)
  usedPairs.value = pairs
}

function packed(bytes: Uint8Array, parts: readonly Part[]): ArrayBuffer {
  const all = new Uint8Array(parts.reduce((size, [from, to]) => size + to - from, 0))
  let at = 0
  for (const [from, to] of parts) {
    all.set(bytes.subarray(from, to), at)
    at += to - from
  }
  return all.buffer
}

function unpack({ memory, parts }: KernelNotes, bytes: Uint8Array): void {
  let at = 0
  for (const [from, to] of parts) {
    bytes.set(new Uint8Array(memory, at, to - from), from)
    at += to - from
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function hostIn({ bytes }: Pick<Kernel, 'bytes'>, { heldBy, isFormula, ...asked }: KernelHost): object {
  const textAt = (text: number, length: number): string =>
    decoder.decode(bytes().subarray(text, text + length))
  return {
    heldBy: (text: number, length: number) => heldBy(bytes(), text, text + length),
    isFormula: (text: number, length: number) => isFormula(textAt(text, length)),
    follows: never,
    isAskedBy: never,
    fill: none,
    tells: never,
    addMember: none,
    ...asked,
  }
}

/** Writes 32-bit numbers into a kernel's memory. */
export const writeWords = ({ words }: Kernel, at: number, all: readonly number[]): void =>
  words().set(all, at / 4)
