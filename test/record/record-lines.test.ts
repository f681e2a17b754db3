import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { collectRaw } from '../../src/engine/engine.ts'
import { Failure, problemText } from '../../src/failure/failure.ts'
import { parseWithDigits } from '../../src/record/exact-json.ts'
import type { RawRecord } from '../../src/record/records.ts'
import type { BodyFaults } from '../../src/record/body-faults.ts'
import { readRecordLines } from '../../src/record/record-lines.ts'
import { recordTexts } from '../support/json-texts.ts'
import { runs } from '../support/is-long.ts'

const faults: BodyFaults = {
  broken: (problem) => Failure.of('saved-reply-broken', { path: 'a.ndjson', problem }),
  cutOff: (offset) => Failure.of('saved-reply-broken', { path: 'a.ndjson', problem: `cut off at ${offset}` }),
}

type Outcome = { readonly records: readonly RawRecord[]; readonly problem?: string }

async function read(body: string | Uint8Array, sizes: readonly number[] = [1 << 20]): Promise<Outcome> {
  const records: RawRecord[] = []
  try {
    for await (const batch of readRecordLines(chunksOf(Buffer.from(body), sizes), faults).batches())
      records.push(...batch)
    return { records }
  } catch (error) {
    if (!Failure.is(error, 'saved-reply-broken')) throw error
    return { records, problem: problemText(error.args.problem) }
  }
}

/** Rows that the engine makes of the bytes, as text, or what is wrong with them. */
async function taken(body: string | Uint8Array, sizes: readonly number[]): Promise<unknown> {
  const blocks: Uint8Array[] = []
  const spool = {
    append: async (block: Uint8Array): Promise<void> => void blocks.push(block.slice()),
    async *blocks() {
      yield* blocks
    },
    close: async (): Promise<void> => undefined,
  }
  try {
    const { raw } = readRecordLines(chunksOf(Buffer.from(body), sizes), faults)
    if (!raw) throw new Error('these records give no bytes')
    const { rowCount } = await collectRaw(raw, { multi: 'joined', spool })
    return rowCount
  } catch (error) {
    if (!Failure.is(error, 'saved-reply-broken')) throw error
    return problemText(error.args.problem)
  }
}

async function* chunksOf(bytes: Uint8Array, sizes: readonly number[]): AsyncIterable<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1
    const chunk = Uint8Array.from(bytes.subarray(at, at + size))
    yield chunk
    chunk.fill(0)
    at += size
  }
}

const sizeLists = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })
const ends = fc.constantFrom('\n', '\r\n', '\n\n', ' \n\t', ' ')
const bodies = fc
  .tuple(fc.array(recordTexts, { maxLength: 6 }), ends, fc.constantFrom('', '\n', '\uFEFF'), fc.boolean())
  .map(([records, end, before, isEnded]) => ({
    records,
    body: before + records.join(end) + (isEnded ? end : ''),
  }))

/** The records of a text by JSON.parse alone, or undefined where it is none of JSON lines. */
function referenceOf(text: string): readonly unknown[] | undefined {
  const records: unknown[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0
  for (;;) {
    const before = at
    while (/^[ \n\r\t]$/.test(text.charAt(at))) at++
    if (at >= text.length) return records
    if (text[at] !== '{' || (records.length > 0 && at === before)) return undefined
    const end = endOf(text, at)
    if (end === undefined) return undefined
    records.push(parseWithDigits(text.slice(at, end)))
    at = end
  }
}

function endOf(text: string, from: number): number | undefined {
  for (let end = text.indexOf('}', from); end >= 0; end = text.indexOf('}', end + 1))
    try {
      JSON.parse(text.slice(from, end + 1))
      return end + 1
    } catch {
      // It goes on.
    }
  return undefined
}

describe('JSON lines', () => {
  test('give the records that JSON.parse gives, whatever their chunks', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, sizeLists, async ({ body, records }, sizes) => {
        const outcome = await read(body, sizes)
        expect(outcome.problem).toBeUndefined()
        expect(JSON.stringify(outcome.records)).toBe(JSON.stringify(records.map(parseWithDigits)))
        expect(await taken(body, sizes)).toBe(records.length)
      }),
      { numRuns: runs(300) },
    )
  })

  test('with one byte changed are read as JSON.parse reads them, or refused with it, by the engine, too', async () => {
    const changes = fc.tuple(
      fc.nat(),
      fc.boolean(),
      fc.oneof(fc.constantFrom(...Buffer.from('{}[]",:\\019e.-tn \n')), fc.integer({ min: 0, max: 127 })),
    )
    await fc.assert(
      fc.asyncProperty(bodies, changes, sizeLists, async ({ body }, [place, isPut, byte], sizes) => {
        const bytes = [...Buffer.from(body)]
        bytes.splice(place % (bytes.length + 1), isPut ? 0 : 1, byte)
        const changed = Buffer.from(bytes)
        const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(changed)
        fc.pre(!text.includes('\uFFFD'))
        const reference = referenceOf(text)
        const outcome = await read(changed, sizes)
        expect(outcome.problem === undefined ? JSON.stringify(outcome.records) : undefined).toBe(
          reference && JSON.stringify(reference),
        )
        const rows = await taken(changed, sizes)
        expect(rows).toBe(reference?.length ?? outcome.problem)
      }),
      { numRuns: runs(1000) },
    )
  })

  test.each([
    ['{"id":1}\n{"id":2}\n{"id":}\n', 'byte 24 is } where a value was expected'],
    ['{"id":1}\n{"id":2},\n{"id":3}\n', 'byte 17 is , where the end of the line was expected'],
    ['{"id":1}\n[1]\n', 'byte 9 is [ where a record (an object) was expected'],
    ['{"id":1}\n\n{"id":2}{"id":3}', 'byte 18 is { where the end of the line was expected'],
    ['{"id":1}\n{"id":"a\nb"}\n', 'byte 17 is a control character, which JSON writes with a backslash'],
    ['{"id":1}\n{"id":[{}\n{}]}\n', 'byte 19 is { where a comma or ] was expected'],
    [
      '{"id":1}\n{"id":"b","data":[],"x":\n{"id":3}\n{"id":4}\n',
      'byte 43 is { where a comma or } was expected',
    ],
    ['{"id":1}\n{"id":2\n', 'it ends within a record, at byte 17'],
    ['{"id":1}\n{"id":2', 'it ends within a record, at byte 16'],
  ])('%j is refused, with its byte', async (body, problem) => {
    for (const sizes of [[1], [3], [1000]]) {
      expect((await read(body, sizes)).problem).toBe(problem)
      expect(await taken(body, sizes)).toBe(problem)
    }
  })

  test('are the same wherever the large chunks end in which they are looked at', async () => {
    const tail = '","a":{"b":[{},{}],"c":-1.5}}\n \n{"id":1}\r\n{"id":"\\"{"}\n'
    for (let shift = 0; shift <= tail.length + 20; shift++) {
      const body = `{"id":0}\n{"id":"${'x'.repeat(262_144 - shift)}${tail}`
      const { records, problem } = await read(body, [65_536])
      expect([problem, records.length, records[1]?.['a']]).toEqual([undefined, 4, { b: [{}, {}], c: -1.5 }])
      expect(await taken(body, [65_536])).toBe(4)
    }
  })

  test('a fault names its byte, also in many chunks and far into the file', async () => {
    const long = `{"id":"${'x'.repeat(600_000)}"}\n`
    const body = `${long}${long}{"id":"${'y'.repeat(600_000)}",}\n${long}`
    const at = long.length * 2 + 600_000 + 9
    expect((await read(body, [65_536])).problem).toBe(`byte ${at} is } where a key in quotes was expected`)
    const cut = `{"id":1}\n{"id":"b","x":\n${'{"id":2}\n'.repeat(100_000)}`
    expect((await read(cut, [65_536])).problem).toBe('byte 33 is { where a comma or } was expected')
    const small = `${'{"id":1}\n'.repeat(100_000)}{"id"}\n`
    expect(await taken(small, [65_536])).toBe('byte 900005 is } where a colon was expected')
  })
})
