import type { RecordMarks } from '../../form/record-taker.ts'
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
    room = kernel.allocate(4 * size * (most + 1), 'passing')
    exports.setTokens(room, most)
  }
  let [begin, after, count] = [0, 0, 0]
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
      return tokensOf(kernel, { from: begin, end: after, room })
    },
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

type Scanned = { readonly from: number; readonly end: number; readonly room: number }

function tokensOf({ bytes, words: all }: Kernel, { from, end, room }: Scanned): Tokens {
  const first = room / 4
  const text = decoder.decode(bytes().subarray(from, end))
  const word = (token: number, index: number): number => all()[first + size * token + index] ?? 0
  const unit = (token: number): number => word(token, 0) - word(token, 2)
  return {
    startOf: (token) => word(token, 0),
    signOf: (token) => text.charCodeAt(unit(token)),
    endOf: (token) => word(token, 1),
    textOf: (token) => {
      const begin = unit(token)
      const stop = word(token, 1) - word(token + 1, 2)
      return word(token, 3) === 0
        ? text.slice(begin + 1, stop - 1)
        : (JSON.parse(text.slice(begin, stop)) as string)
    },
    afterValue: (token) => Math.max(token + 1, word(token, 3) > 1 ? word(token, 3) : 0),
  }
}
