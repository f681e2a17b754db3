import type { RecordMarks } from '../../record/records.ts'
import type { Kernel } from './memory.ts'

/** The tokens of a record, by their numbers: its strings, brackets, numbers and words. */
export type Tokens = {
  /** Its first byte in the record, as a place and as what it is. */
  readonly startOf: (token: number) => number
  readonly signOf: (token: number) => number
  /** The byte after it; of an opening bracket, after that alone. */
  readonly endOf: (token: number) => number
  /** The text of a string. */
  readonly textOf: (token: number) => string
  /** The text behind the token before `from`, up to the beginning of another one. */
  readonly textUpTo: (token: number, from: number) => string
  /** The token after the value that begins with this one. */
  readonly afterValue: (token: number) => number
}

/** Finds the tokens of records. */
export type Tokenizer = {
  /** Scans a record. */
  readonly scan: (from: number, end: number) => RecordMarks
  /**
   * The tokens of that record, while it stands where it stood; undefined where they are too many to be of use. The
   * kernel's memory may move.
   */
  readonly tokens: () => Tokens | undefined
}

const usualTokens = 4 * 1024
const mostTokens = 256 * 1024
/** Words of a token: see assembly/tokens.ts. */
const size = 4

/** A tokenizer of records in a kernel's memory. */
export function makeTokenizer(kernel: Kernel): Tokenizer {
  const { exports } = kernel
  let [room, most] = [0, 0]
  const reach = (wanted: number): void => {
    most = wanted
    room = kernel.allocate(4 * size * (most + 1))
    exports.setTokens(room, most)
  }
  let [begin, after, count] = [0, 0, 0]
  let own = new Uint32Array(size * 256)
  reach(usualTokens)
  return {
    scan: (from, end) => {
      begin = from
      after = end
      count = exports.scanTokens(from, end)
      return { deepest: exports.deepest.value, hasOddNumber: exports.hasOddNumber.value !== 0 }
    },
    tokens: () => {
      if (count > mostTokens) return undefined
      if (count > most) {
        reach(2 * count)
        exports.scanTokens(begin, after)
      }
      const words = size * (count + 1)
      if (words > own.length) own = new Uint32Array(2 * words)
      // The kernel's memory may move while they are of use.
      own.set(kernel.words().subarray(room / 4, room / 4 + words))
      return tokensOf(own, decoder.decode(kernel.bytes().subarray(begin, after)))
    },
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function tokensOf(words: Uint32Array, text: string): Tokens {
  const unit = (at: number): number => (words[at] ?? 0) - (words[at + 2] ?? 0)
  return {
    startOf: (token) => words[size * token] ?? 0,
    signOf: (token) => text.charCodeAt(unit(size * token)),
    endOf: (token) => words[size * token + 1] ?? 0,
    textOf: (token) => {
      const at = size * token
      const begin = unit(at)
      const stop = (words[at + 1] ?? 0) - (words[at + size + 2] ?? 0)
      return words[at + 3] === 0
        ? text.slice(begin + 1, stop - 1)
        : (JSON.parse(text.slice(begin, stop)) as string)
    },
    textUpTo: (token, from) => {
      const begin = from === 0 ? 0 : (words[size * from - 3] ?? 0) - (words[size * from + 2] ?? 0)
      return text.slice(begin, unit(size * token))
    },
    afterValue: (token) => Math.max(token + 1, behind(words[size * token + 3])),
  }
}

/** Of a string it is 1 where that has an escape. */
const behind = (token = 0): number => (token > 1 ? token : 0)
