import fc from 'fast-check'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import {
  defaultUploadQuota,
  MultipartBody,
  uploadGate,
  type UploadSlot,
  type Submission,
} from '../../../src/server/pages/submission.ts'
import { networkOf } from '../../../src/server/visitor.ts'
import { blobsIn } from '../../../src/store/blobs.ts'
import { memoryLimits } from '../../../src/store/rate-limits.ts'
import { temporaryFolder } from '../../support/test-host.ts'
import { runs } from '../../support/is-long.ts'

const blobs = blobsIn(temporaryFolder())
let open = 0

async function create() {
  const blob = await blobs.create()
  open += 1
  return {
    ...blob,
    discard: () => {
      open -= 1
      return blob.discard()
    },
  }
}

const freely: UploadSlot = { take: () => undefined, end: () => undefined }

const bodyWith = (receiving = freely): MultipartBody =>
  new MultipartBody({
    contentType: 'multipart/form-data; boundary=b',
    fileFields: new Set(['q.q0']),
    limit: 1e9,
    tooLarge: new Error('too large'),
    slot: receiving,
    deps: { blobs: { create } },
  })

/** Reads a body that comes in these chunks. */
async function read(chunks: readonly Buffer[]): Promise<Submission | 'refused'> {
  const outcome = await bodyWith()
    .read(Readable.from(chunks))
    .catch(() => 'refused' as const)
  if (typeof outcome === 'object') await outcome.close()
  return outcome
}

const head = (name: string): string => `Content-Disposition: form-data; name="${name}"`
const file = (bytes: string): string => `--b\r\n${head('q.q0')}; filename="a"\r\n\r\n${bytes}\r\n`
const text = `--b\r\n${head('q.q1')}\r\n\r\nhello\r\n`

describe('a body whose parts do not end as they should', () => {
  test.each([
    ['is closed twice', ['--b--\r\n--b--']],
    ['is closed twice behind a text', [`${text}--b--\r\n--b--`]],
    ['is closed twice behind a file', [`${file('x')}--b--\r\n--b--`]],
    ['is closed twice behind an empty part', [`${file('')}--b\r\n--b--\r\n--b--`]],
    [
      'is closed twice behind a large file',
      [file('z'.repeat(3e6)).slice(0, -2), '\r\n--b', '--\r\n--b--\r\n'],
    ],
  ])('ends, with its files gone, where it %s', async (_, chunks) => {
    expect(await read(chunks.map((chunk) => Buffer.from(chunk)))).toBeDefined()
    expect(open).toBe(0)
  })

  test('ends wherever bytes were changed, cut out or put in, and however it comes', async () => {
    const whole = `${text}${file('abc\r\n--')}${file('')}${file('z'.repeat(300))}--b--\r\n`
    const place = fc.nat(whole.length)
    const piece = fc.constantFrom('--b', '\r\n--b', '--b--', '\r\n--b--', '\r\n', '\r\n\r\n', '-', '\0', 'ÿ')
    const change = fc.record({ from: place, length: fc.nat(60), by: fc.oneof(fc.constant(''), piece) })
    const cuts = fc.array(place, { maxLength: 6 }).map((at) => [0, ...at].toSorted((a, b) => a - b))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), cuts, async (changes, at) => {
        const body = changes.reduce(
          (before, { from, length, by }) => before.slice(0, from) + by + before.slice(from + length),
          whole,
        )
        const bytes = Buffer.from(body, 'latin1')
        const chunks = at.map((start, i) => bytes.subarray(start, at[i + 1]))
        expect(await read(chunks.filter(({ length }) => length > 0))).toBeDefined()
        expect(open).toBe(0)
      }),
      { numRuns: runs(1000) },
    )
  })
})

test('a body that is refused while it comes is read to its end, and holds nothing meanwhile', async () => {
  let [left, ended] = [5, 0]
  const receiving: UploadSlot = {
    take: () => {
      left -= 1
      if (left < 0) throw new Error('enough')
    },
    end: () => void (ended += 1),
  }
  const chunks = [file('x'.repeat(1000)).slice(0, -2), ...Array.from({ length: 99 }, () => 'y'.repeat(1000))]
  const seen: [number, boolean][] = []
  async function* coming() {
    for (const chunk of chunks) {
      yield Buffer.from(chunk)
      seen.push([open, ended > 0])
    }
  }
  await expect(bodyWith(receiving).read(Readable.from(coming()))).rejects.toThrow('enough')
  expect([seen.at(-1), seen.length]).toEqual([[0, true], 100])
})

const mebibyte = 1024 * 1024

function gateAt(quota = defaultUploadQuota) {
  const clock = { time: 0 }
  const gate = uploadGate(
    memoryLimits(() => clock.time),
    'files',
    quota,
  )
  /** A body of a given size; what came of it, if it was not all. */
  const send = async (address: string, bytes: number, came = bytes): Promise<void> => {
    const receiving = await gate.admit(address, bytes)
    receiving.take(came)
    receiving.end()
  }
  return { clock, gate, send }
}

const used = expect.objectContaining({ refusal: 'quota-used', statusCode: 503 })
const busy = expect.objectContaining({ refusal: 'busy', statusCode: 503, retryAfter: 60 })

describe('an upload gate', () => {
  test('refuses what would take an address past its quota, says when to try again, and then lets it in', async () => {
    const { clock, gate, send } = gateAt(100_000)
    await send('192.0.2.1', 60_000)
    clock.time = 600_000
    await expect(gate.admit('192.0.2.1', 41_000)).rejects.toEqual(
      expect.objectContaining({ refusal: 'quota-used', statusCode: 503, retryAfter: 3000 }),
    )
    await send('192.0.2.1', 40_000)
    await send('192.0.2.2', 41_000)
    clock.time = 3_600_000
    await send('192.0.2.1', 100_000)
  })

  test('counts 1 KiB where less came: even an empty body leaves a response', async () => {
    const { gate, send } = gateAt(10 * 1024)
    for (let i = 0; i < 9; i += 1) await send('192.0.2.1', 2 * 1024, 0)
    await send('192.0.2.1', 0)
    await expect(gate.admit('192.0.2.1', 0)).rejects.toEqual(used)
  })

  test('reserves what was announced, and gives back what did not come', async () => {
    const { gate, send } = gateAt()
    const [one, two] = [
      await gate.admit('192.0.2.1', 100 * mebibyte),
      await gate.admit('192.0.2.1', 99 * mebibyte),
    ]
    await send('192.0.2.1', mebibyte)
    await expect(gate.admit('192.0.2.1', 1)).rejects.toEqual(used)
    one.take(40 * mebibyte)
    for (const { end } of [one, one]) end()
    await send('192.0.2.1', 60 * mebibyte)
    await expect(gate.admit('192.0.2.1', 1)).rejects.toEqual(used)
    two.take(99 * mebibyte)
    two.end()
    await expect(gate.admit('192.0.2.1', 1)).rejects.toEqual(used)
  })

  test('refuses more than 1 GiB under way, and takes it once others have ended', async () => {
    const { gate } = gateAt()
    const bodies = await Promise.all(
      Array.from({ length: 11 }, (_, i) => gate.admit(`192.0.2.${i}`, 100 * mebibyte)),
    )
    for (const { take } of bodies.slice(0, 10)) take(100 * mebibyte)
    expect(() => bodies[10]?.take(100 * mebibyte)).toThrow(busy)
    await expect(gate.admit('192.0.2.99', 1)).rejects.toEqual(busy)
    bodies[0]?.end()
    bodies[0]?.end()
    const { take } = await gate.admit('192.0.2.99', 1)
    take(1)
  })

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['[::ffff:a:b]:80', '0.10.0.11'],
    ['2001:DB8:0001:2::6', '2001:db8:1:2'],
    ['192.0.2.1:5000', '192.0.2.1'],
    ['[2001:db8:1:2::6]:80', '2001:db8:1:2'],
    ['[::1]', '0:0:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['2001:db8::', '2001:db8:0:0'],
  ])('counts %s as %s', (...[address, network]) => {
    expect(networkOf(address)).toBe(network)
  })
})
