import { describe, expect, test } from 'vitest'
import type { LeapDone, LeapTask, Leaping } from '../../src/export/leap/leap.ts'
import type { LeapFiles } from '../../src/export/leap/pieces.ts'
import { makeWindow, readWindow } from '../../src/export/leap/window.ts'
import { leapingOver, withoutLeaps } from '../fuzz/leaps.ts'
import { arriving, tryStreams } from '../fuzz/streams.ts'
import { sayTally, tryDocuments } from '../fuzz/trial.ts'
import { isLong } from '../support/is-long.ts'
import { luckOf } from '../support/luck.ts'
import { replyOf as reply, smallRecord as record, smallSizes as sizes } from '../support/small-leaps.ts'

const documents = isLong ? 20_000 : 100

describe('one thread that receives and one that writes', () => {
  test(`write what one writes, of ${documents} documents`, { timeout: 3_600_000 }, async () => {
    const tally = await tryDocuments(tryStreams, documents)
    console.log(sayTally(tally))
    expect(tally.different).toEqual([])
    expect(tally.fast).toBeGreaterThan(10 * documents)
  })

  const plain = Array.from({ length: 200 }, (_, i) => record(i))
  const streamOf = (bytes: Buffer, isLost = false) => ({
    chunks: arriving(bytes, luckOf(1), { most: 300, isLost }),
    gather: 1,
  })

  test('leave most rows to the second, from the first calm on', async () => {
    const { output, leapt } = await leapingOver(reply(plain), sizes, { stream: streamOf(reply(plain)) })
    expect(output).toEqual(await withoutLeaps(reply(plain)))
    expect(leapt).toBeGreaterThan(170)
  })

  test('are one again for records that only the parser reads, and two behind them', async () => {
    const bytes = reply(
      plain.map((text, i) => (i % 50 === 49 ? record(i, `,"n${i}":{"deep":[[1e400]]}`) : text)),
    )
    const { output, leapt } = await leapingOver(bytes, sizes, { stream: streamOf(bytes) })
    expect(output).toEqual(await withoutLeaps(bytes))
    expect(leapt).toBeGreaterThan(100)
    expect(leapt).toBeLessThan(196)
  })

  test('are one for a record that has no room in the window', async () => {
    const bytes = reply(
      plain.map((text, i) => (i === 100 ? record(i).replace('a100', 'x'.repeat(9000)) : text)),
    )
    const { output, leapt } = await leapingOver(bytes, sizes, { stream: streamOf(bytes) })
    expect(output).toEqual(await withoutLeaps(bytes))
    expect(leapt).toBeGreaterThan(150)
  })

  test('tell of a connection that is lost, once all that came was read', async () => {
    const bytes = reply(plain)
    const cut = bytes.subarray(0, bytes.length / 2)
    const { output } = await leapingOver(cut, sizes, { stream: streamOf(cut, true) })
    expect(output).toBe('Error: the connection is lost')
    const broken = Buffer.concat([cut.subarray(0, cut.lastIndexOf('{"id"')), Buffer.from('nothing')])
    const wrong = await leapingOver(broken, sizes, { stream: streamOf(broken, true) })
    expect(wrong.output).toContain('where a record (an object) was expected')
  })

  test('are one where it is known how little is left', async () => {
    const bytes = reply(plain)
    const wary = { ...sizes, left: bytes.length / 2 }
    const announced = () => ({ ...streamOf(bytes), size: bytes.length })
    const { leapt } = await leapingOver(bytes, wary, { stream: announced() })
    expect(leapt).toBeGreaterThan(150)
    const starts: number[] = []
    const eager = {
      ...announced(),
      chunks: arriving(bytes, luckOf(1), { most: 300, begun: () => starts.push(0) }),
    }
    await leapingOver(bytes, wary, { stream: eager, start: () => starts.push(1) })
    expect(starts.slice(0, 2)).toEqual([1, 0])
    const late = { ...wary, calm: bytes.length / 2 + 1000 }
    expect(await leapingOver(bytes, late, { stream: announced() })).toEqual({
      output: await withoutLeaps(bytes),
      leapt: 0,
    })
  })

  const asked = reply(plain)
  const failing: Readonly<Record<string, (task: LeapTask, run: Leaping['run']) => Promise<LeapDone>>> = {
    'cannot start': async () => ({ isMissing: true }),
    'cannot start and is not expected to': async () => {
      throw new Error('no thread')
    },
    'ends before it reads': async () => ({ error: new Error('the thread ended') }),
    'ends while it reads': async ({ source }) => {
      if (!('window' in source)) throw new Error('a stream was expected')
      const reader = readWindow(source.window)
      reader.pass(await reader.take(new Uint8Array(500)), { rows: 3, out: 0 })
      return { error: new Error('the thread ended') }
    },
  }
  test.each([
    ['cannot start', undefined],
    ['cannot start and is not expected to', 'Error: no thread'],
    ['ends before it reads', 'Error: the thread ended'],
    ['ends while it reads', 'Error: the thread ended'],
  ])('go on or end, and never wait, where the second %s', async (name, error) => {
    const { output, leapt } = await leapingOver(asked, sizes, {
      stream: streamOf(asked),
      ...(failing[name] && { run: failing[name] }),
    })
    expect(output).toEqual(error ?? (await withoutLeaps(asked)))
    expect(leapt).toBe(0)
  })

  test('count what is written only once it is there, and leave its bytes alone until then', async () => {
    const change = (files: LeapFiles): LeapFiles => ({
      ...files,
      writeAt: async (part, at) => {
        await new Promise((done) => setImmediate(done))
        await files.writeAt(part, at)
      },
    })
    const { output, leapt } = await leapingOver(asked, sizes, { stream: streamOf(asked), change })
    expect(output).toEqual(await withoutLeaps(asked))
    expect(leapt).toBeGreaterThan(170)
  })

  test('end when the second cannot write, with its words', async () => {
    const change = (files: LeapFiles): LeapFiles => ({
      ...files,
      writeAt: () => {
        throw Object.assign(new Error('no room on the disk'), { code: 'ENOSPC' })
      },
    })
    const { output } = await leapingOver(asked, sizes, { stream: streamOf(asked), change })
    expect(output).toBe('Error: unwritten: ENOSPC')
  })
})

describe('a window', () => {
  test('gives all bytes in their order, however few it holds, and those that are still needed back', async () => {
    for (const size of [1, 3, 10, 100]) {
      const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i)
      const window = makeWindow(size)
      const reader = readWindow(window.shared)
      const luck = luckOf(size)
      const laid = window.put(bytes)
      const got: number[] = []
      while (got.length < 500) {
        const into = new Uint8Array(1 + Math.floor(luck() * 20))
        const count = await reader.take(into)
        got.push(...into.subarray(0, count))
        reader.pass(count, { rows: got.length, out: 2 ** 31 + got.length })
      }
      reader.leave()
      expect(got).toEqual([...bytes.subarray(0, got.length)])
      expect(window.told()).toEqual({ rows: got.length, out: 2 ** 31 + got.length })
      expect([...window.rest()]).toEqual([...bytes.subarray(got.length, await laid)])
    }
  })

  test('tells its reader of the end, at once or when it waits', async () => {
    const window = makeWindow(10)
    const reader = readWindow(window.shared)
    const waiting = reader.take(new Uint8Array(5))
    window.end()
    expect(await waiting).toBe(0)
    expect(await reader.take(new Uint8Array(5))).toBe(0)
  })
})
