import { brokenAt, type BodyFaults } from './body-faults.ts'
import { makeJsonChecker, sayByte, type JsonChecker } from './json-checker.ts'
import type { From } from './record-cutter.ts'

/** Reads a body's top level around the array `data`: checks every byte of it, keeps none. */
export type Envelope = {
  /** Reads from `at` on; gives the index after the `[` of `data`, or the end of the chunk. */
  readonly read: (chunk: Uint8Array, from: From) => number
  /** Whether what comes next belongs to the array `data`. */
  readonly isInData: () => boolean
  /** The array's `]` is what `read` gets next. */
  readonly leaveData: () => void
  /** Whether the body may end here. */
  readonly isWhole: () => boolean
}

type Reading = {
  readonly faults: BodyFaults
  readonly checker: JsonChecker
  /** The first bytes of the top-level key that is being read, or was read last. */
  key: number[]
  isInKey: boolean
  data: 'unseen' | 'inside' | 'seen'
  /** Bytes of the byte order mark. */
  mark: number
}

/** An envelope before its first byte. */
export function makeEnvelope(faults: BodyFaults): Envelope {
  const reading: Reading = {
    faults,
    checker: makeJsonChecker('text'),
    key: [],
    isInKey: false,
    data: 'unseen',
    mark: 0,
  }
  return {
    read: (chunk, { at, base }) => {
      for (let next = at; next < chunk.length; next++) {
        const byte = chunk[next] ?? 0
        if (isMark(reading, byte, base + next)) continue
        readByte(reading, byte, base + next)
        if (reading.data === 'inside') return next + 1
      }
      return chunk.length
    },
    isInData: () => reading.data === 'inside',
    leaveData: () => (reading.data = 'seen'),
    isWhole: () => reading.checker.place() === 'whole',
  }
}

// Windows programs put the byte order mark of UTF-8 before what they save; RFC 8259 allows to ignore it.
const mark = [0xef, 0xbb, 0xbf]

function isMark(reading: Reading, byte: number, offset: number): boolean {
  const isNext = offset === reading.mark && byte === mark[offset]
  if (isNext) reading.mark++
  else if (offset === reading.mark && offset > 0 && offset < mark.length)
    throw brokenAt(reading.faults, offset, 'is not UTF-8 text')
  return isNext
}

function readByte(reading: Reading, byte: number, offset: number): void {
  const { checker } = reading
  const [place, depth] = [checker.place(), checker.depth()]
  if (!checker.take(byte)) throw brokenAt(reading.faults, offset, checker.refusal(byte))
  const opened = place === 'value' && !isSpace(byte) ? String.fromCharCode(byte) : undefined
  const expect = (character: string, words: string): void => {
    if (opened !== character)
      throw brokenAt(reading.faults, offset, `is ${sayByte(byte)} where ${words} was expected`)
  }
  if (depth === 0 && opened !== undefined) expect('{', 'an object with the array "data"')
  if (depth !== 1) return
  if (checker.depth() === 0 && reading.data === 'unseen')
    throw brokenAt(reading.faults, offset, 'ends it, and it has no "data"')
  if (place === 'key' || checker.place() === 'key') readKey(reading, byte, offset)
  else if (opened !== undefined && isData(reading.key)) {
    expect('[', 'the array "data"')
    reading.data = 'inside'
  }
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

function readKey(reading: Reading, byte: number, offset: number): void {
  const place = reading.checker.place()
  const isFirst = place === 'key' && !reading.isInKey
  reading.isInKey = place === 'key'
  // The opening quote begins the key anew, so that the key is a JSON text once its closing quote is there.
  if (isFirst) reading.key = []
  if (reading.key.length <= longest) reading.key.push(byte)
  if (place === 'colon' && isData(reading.key) && reading.data === 'seen')
    throw brokenAt(reading.faults, offset, 'ends a second "data"')
}

/** `"data"` with every letter as an escape, and one byte more to tell it from longer keys. */
const longest = 26

function isData(key: readonly number[]): boolean {
  if (key.length > longest) return false
  return JSON.parse(String.fromCharCode(...key)) === 'data'
}
