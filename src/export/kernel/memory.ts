import { kernelBase64 } from '../generated/kernel.ts'
import { instanceOf, moduleOf } from '../web-assembly.ts'
import type { KernelExports } from './kernel-exports.ts'
import { makeMemory, type KernelMemory } from './rooms.ts'

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
}

/** The longest literal that is taught; as many bytes must lie behind the input. */
export const longestLiteral = 16 * 1024

let compiled: object | undefined

const never = (): boolean => false
const none = (): number => 0

/** Starts a kernel. */
export function startKernel(host: KernelHost): Kernel {
  compiled ??= moduleOf(kernelBase64)
  const memory = makeMemory()
  const own = instanceOf(compiled, { env: { memory: memory.memory }, host: hostIn(memory, host) })
  // The names and shapes are those of assembly/index.ts, and WebAssembly has no types for them.
  return { ...memory, exports: own as KernelExports }
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
