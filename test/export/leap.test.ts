import { describe, expect, test } from 'vitest'
import { MisreadPiece } from '../../src/export/kernel/leaps.ts'
import type { Leaping } from '../../src/export/leap/leap.ts'
import type { LeapFiles } from '../../src/export/leap/pieces.ts'
import { makeTurns } from '../../src/export/leap/turns.ts'
import { leapingOver, tryLeaps, withoutLeaps } from '../fuzz/leaps.ts'
import { trySpooledLeaps } from '../fuzz/spooled-leaps.ts'
import { sayTally, tryDocuments } from '../fuzz/trial.ts'
import { isLong } from '../support/is-long.ts'
import { replyOf as reply, smallRecord as record, smallSizes as sizes } from '../support/small-leaps.ts'

const documents = isLong ? 50_000 : 250

describe('two threads', () => {
  test(`write what one writes, of ${documents} documents`, { timeout: 3_600_000 }, async () => {
    const tally = await tryDocuments(tryLeaps, documents)
    console.log(sayTally(tally))
    expect(tally.different).toEqual([])
    expect(tally.fast).toBeGreaterThan(documents)
  })

  test(`spool what the parser does, of ${documents} documents`, { timeout: 3_600_000 }, async () => {
    const tally = await tryDocuments(trySpooledLeaps, documents)
    console.log(sayTally(tally))
    expect(tally.different).toEqual([])
    expect(tally.fast).toBeGreaterThan(documents)
  })

  const plain = Array.from({ length: 200 }, (_, i) => record(i))

  test('share the work, and leave it to one where records end', async () => {
    const { output, leapt } = await leapingOver(reply(plain), sizes)
    expect(output).toEqual(await withoutLeaps(reply(plain)))
    expect(leapt).toBeGreaterThan(50)
    expect(leapt).toBeLessThan(150)
  })

  test('find out that a piece began at what only looks like a record, within another one', async () => {
    const inner = Array.from({ length: 40 }, (_, i) => record(i + 1000)).join(',')
    const bytes = reply([...plain.slice(0, 60), record(60, `,"earlier":[${inner}]`), ...plain.slice(61)])
    await expect(leapingOver(bytes, sizes)).rejects.toBeInstanceOf(MisreadPiece)
  })

  test('wait for nobody who has not begun', async () => {
    let reads = 0
    let begin = (): void => undefined
    const begun = new Promise<void>((done) => (begin = done))
    const { output, leapt } = await leapingOver(reply(plain), sizes, {
      heard: () => {
        if (++reads === 10) begin()
      },
      run: async (task, run) => {
        await begun
        return run(task)
      },
    })
    expect(output).toEqual(await withoutLeaps(reply(plain)))
    expect(leapt).toBeGreaterThan(20)
    expect(leapt).toBeLessThan(100)
  })

  test('write all of it, however late, where it looks as if somebody else were always writing', async () => {
    const { output, leapt } = await leapingOver(reply(plain), sizes, {
      run: (task, run) => {
        expect(makeTurns(task.turns).mayWrite()).toBe(true)
        return run(task)
      },
    })
    expect(output).toEqual(await withoutLeaps(reply(plain)))
    expect(leapt).toBeGreaterThan(50)
  })

  test('read records that are longer than what is read of a piece at once', async () => {
    const bytes = reply(
      plain.map((text, i) => (i % 3 === 0 ? record(i).replace(`a${i}`, 'x'.repeat(1400)) : text)),
    )
    const { output, leapt } = await leapingOver(bytes, { ...sizes, out: 3000 })
    expect(output).toEqual(await withoutLeaps(bytes))
    expect(leapt).toBeGreaterThan(60)
    expect(leapt).toBeLessThan(140)
  })

  test('are one where there can be no other', async () => {
    const { output, leapt } = await leapingOver(reply(plain), sizes, {
      run: async () => ({ isMissing: true }),
    })
    expect(output).toEqual(await withoutLeaps(reply(plain)))
    expect(leapt).toBe(0)
  })

  test('are one where the other is lost for want of memory before it reads, and end where that is later', async () => {
    const why = new Error('no memory')
    const lost = { isMissing: true, why } as const
    const before = await leapingOver(reply(plain), sizes, { run: async () => lost })
    expect(before.output).toEqual(await withoutLeaps(reply(plain)))
    const run: Leaping['run'] = async (task) => {
      makeTurns(task.turns).join()
      return lost
    }
    expect((await leapingOver(reply(plain), sizes, { run })).output).toBe('Error: no memory')
  })

  describe('past the cache', () => {
    const past = { ...sizes, uncached: 0 }
    const long = reply(Array.from({ length: 2000 }, (_, i) => record(i)))

    test('write whole pages, together or alone', async () => {
      const wanted = await withoutLeaps(long)
      const together = await leapingOver(long, past)
      expect(together.output).toEqual(wanted)
      expect(together.leapt).toBeGreaterThan(500)
      const alone = await leapingOver(long, past, { run: async () => ({ isMissing: true }) })
      expect(alone.output).toEqual(wanted)
    })

    test('end when the other one cannot write, with its words', async () => {
      for (let room = 0; room < 5; room++) {
        let left = room
        const writePast = async (): Promise<void> => {
          if (left-- <= 0) throw Object.assign(new Error('no room on the disk'), { code: 'ENOSPC' })
        }
        const { output } = await leapingOver(long, past, { change: (files) => ({ ...files, writePast }) })
        expect(output).toBe('Error: unwritten: ENOSPC')
      }
    })
  })

  test('end when one of them cannot read or write, with its words', async () => {
    const broken = (): never => {
      throw Object.assign(new Error('no room on the disk'), { code: 'ENOSPC' })
    }
    const outputOf = async (change: Partial<LeapFiles>): Promise<unknown> =>
      (await leapingOver(reply(plain), sizes, { change: (files) => ({ ...files, ...change }) })).output
    expect(await outputOf({ readAt: broken })).toBe('Error: no room on the disk')
    expect(await outputOf({ writeAt: broken })).toBe('Error: unwritten: ENOSPC')
    for (let room = 1; room < 12; room++) {
      let left = room
      const writeAt: LeapFiles['writeAt'] = () => (left-- > 0 ? undefined : broken())
      expect(await outputOf({ writeAt })).toBe('Error: unwritten: ENOSPC')
    }
  })
})
