import { kernelBase64 } from '../generated/kernel.ts'
import { instanceOf, memoryOf, moduleOf } from '../web-assembly.ts'
import type { KernelExports } from './kernel-exports.ts'

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
  /**
   * Takes so many bytes of its memory for good, and 32 that are only read; they are zeros, and the place is a multiple of 16. What is `passing` holds
   * nothing that another kernel would have to know.
   */
  readonly allocate: (size: number, holds?: 'lasting' | 'passing') => number
  /** Its memory; another after `allocate`. */
  readonly bytes: () => Uint8Array
  readonly view: () => DataView
  /** The same by numbers of 32 bits. */
  readonly words: () => Uint32Array
  /** All that it knows, for another kernel; in the place of an earlier copy, which is of no use then. */
  readonly copy: (earlier?: KernelCopy) => KernelCopy
  /** Knows what another kernel knows, and no more. */
  readonly restore: (copy: KernelCopy) => void
  /** Copies back what it knows now, where it was restored from. */
  readonly giveBack: (copy: KernelCopy) => void
  /** Reads what was given back as if it were its own memory. */
  readonly readBack: (copy: KernelCopy, read: () => void) => void
}

/** What a kernel knows, for another thread. */
export type KernelCopy = {
  /** Its memory, as far as it is copied: from one byte to another, each. */
  readonly memory: SharedArrayBuffer
  readonly parts: readonly Part[]
  readonly end: number
  /** Arguments of the last calls of `setRegions`, `setCsv` and `setBetween`. */
  readonly regions: number
  readonly csv: number
  readonly between: Parameters<KernelExports['setBetween']>
  readonly attempt: number
  /** The compiled module, of which threads need but one. */
  readonly module: object
}

type Part = readonly [number, number]

/** The longest literal that is taught; as many bytes must lie behind the input. */
export const longestLiteral = 16 * 1024

const page = 64 * 1024

// What the compiler keeps for itself lies in the first page.
const firstFree = page

let compiled: object | undefined

const never = (): boolean => false

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
    copy: (earlier) => {
      const { parts, end } = memory.lasting()
      const isEnough = earlier && earlier.memory.byteLength >= end
      const shared = isEnough ? earlier.memory : new SharedArrayBuffer(2 * end)
      move(parts, bytes(), new Uint8Array(shared))
      return { ...told, memory: shared, parts, end, attempt: calls.attempt.value, module: compiled as object }
    },
    restore: (copy) => {
      memory.reach(copy.end)
      move(copy.parts, new Uint8Array(copy.memory), bytes())
      exports.setRegions(copy.regions)
      // Absent where rows are written, and no lines.
      if (copy.csv !== 0) exports.setCsv(copy.csv)
      exports.setBetween(...copy.between)
      exports.setAttempt(copy.attempt)
    },
    giveBack: (copy) => move(copy.parts, bytes(), new Uint8Array(copy.memory)),
    readBack: (copy, read) => memory.readAs(copy.memory, read),
  }
}

function move(parts: readonly Part[], from: Uint8Array, to: Uint8Array): void {
  for (const [begin, end] of parts) to.set(from.subarray(begin, end), begin)
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function hostIn(
  { bytes }: Pick<Kernel, 'bytes'>,
  { heldBy, isFormula, follows = never, isAskedBy = never }: KernelHost,
): object {
  const textAt = (text: number, length: number): string =>
    decoder.decode(bytes().subarray(text, text + length))
  return {
    heldBy: (text: number, length: number) => heldBy(textAt(text, length)),
    isFormula: (text: number, length: number) => isFormula(textAt(text, length)),
    follows,
    isAskedBy,
  }
}

type KernelMemory = Pick<Kernel, 'allocate' | 'bytes' | 'view' | 'words'> & {
  readonly memory: object
  /** What is taken so far, but for what is passing. */
  readonly lasting: () => Pick<KernelCopy, 'parts' | 'end'>
  /** Takes all up to this byte, whatever was taken of it. */
  readonly reach: (to: number) => void
  readonly readAs: (other: SharedArrayBuffer, read: () => void) => void
}

function makeMemory(): KernelMemory {
  const memory = memoryOf(2)
  let now = viewsOf(memory.buffer)
  let end = firstFree
  const parts: [number, number][] = [[0, firstFree]]
  const grow = (): void => {
    if (end <= now.bytes.length) return
    memory.grow(Math.ceil((end - now.bytes.length) / page))
    now = viewsOf(memory.buffer)
  }
  return {
    memory,
    bytes: () => now.bytes,
    view: () => now.view,
    words: () => now.words,
    allocate: (size, holds = 'lasting') => {
      const at = end
      end += (size + 47) & ~15
      grow()
      const last = parts.at(-1)
      if (holds === 'passing') parts.push([end, end])
      else if (last) last[1] = end
      return at
    },
    lasting: () => ({ parts: parts.filter(([from, to]) => to > from), end }),
    reach: (to) => {
      end = to
      grow()
    },
    readAs: (other, read) => {
      const own = now
      now = viewsOf(other)
      read()
      now = own
    },
  }
}

type Views = { readonly bytes: Uint8Array; readonly view: DataView; readonly words: Uint32Array }

const viewsOf = (buffer: ArrayBufferLike): Views => ({
  bytes: new Uint8Array(buffer),
  view: new DataView(buffer),
  words: new Uint32Array(buffer),
})

/** Writes 32-bit numbers into a kernel's memory. */
export const writeWords = ({ words }: Kernel, at: number, all: readonly number[]): void =>
  words().set(all, at / 4)
