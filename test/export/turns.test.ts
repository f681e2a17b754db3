import { describe, expect, test } from 'vitest'
import { makeTurns } from '../../src/export/leap/turns.ts'
import { makeWriting } from '../../src/export/leap/writing.ts'

const beginAt = (at: number) => ({ at, place: 2, out: 0, isStopped: false })

describe('turns of two threads', () => {
  test.each([0, 2 ** 31 - 15, 2 ** 32 - 15, 5 * 2 ** 32])(
    'give each piece to one of them, and keep their order, from byte %d on',
    async (from) => {
      const own = makeTurns(beginAt(from))
      const other = makeTurns(own.shared)
      const [first, second, third] = [own.take(10), other.take(20), own.take(5)]
      expect([first, second, third]).toEqual([
        { from, to: from + 10 },
        { from: from + 10, to: from + 30 },
        { from: from + 30, to: from + 35 },
      ])
      const heard: string[] = []
      const listen = async (): Promise<void> => {
        heard.push(`third ${(await own.before(third)).out}`)
      }
      const follow = async (): Promise<void> => {
        heard.push(`second ${(await other.before(second)).out}`)
        other.end(second, { ...beginAt(from + 30), out: 300 })
      }
      const waiting = [listen(), follow()]
      expect(await own.before(first)).toEqual(beginAt(from))
      expect(heard).toEqual([])
      own.end(first, { ...beginAt(from + 10), out: 100 })
      await Promise.all(waiting)
      expect(heard).toEqual(['second 100', 'third 300'])
    },
  )

  test('end for those that wait where one of them has failed', async () => {
    const own = makeTurns(beginAt(0))
    const other = makeTurns(own.shared)
    own.take(10)
    const waiting = other.before(other.take(10))
    own.breakOff()
    expect((await waiting).isStopped).toBe(true)
  })
})

describe('what pieces became', () => {
  const bytes = Uint8Array.of(1, 2, 3)
  const writingOf = () => {
    const own = makeTurns(beginAt(0))
    const steps: string[] = []
    const writing = makeWriting(
      { writeAt: (part, at) => void steps.push(`${part.length} at ${at}`) },
      { turns: own, room: 0 },
    )
    return { writing, steps, other: makeTurns(own.shared), end: () => void steps.push('end') }
  }

  test('is written once its turn has ended, while nobody else may', async () => {
    const { writing, steps, other, end } = writingOf()
    await writing.last(bytes, 7, () => {
      end()
      expect(other.mayWrite()).toBe(false)
    })
    expect(steps).toEqual(['end', '3 at 7'])
    expect(other.mayWrite()).toBe(true)
  })

  test('is left for later while another thread writes, and written before what comes then', async () => {
    const { writing, steps, other, end } = writingOf()
    other.mayWrite()
    await writing.last(bytes, 7, end)
    expect(steps).toEqual(['end'])
    await writing.rest()
    await writing.rest()
    expect(steps).toEqual(['end', '3 at 7'])
    // Whoever was first is writing still.
    expect(other.mayWrite()).toBe(false)
    other.endWriting()
    await writing.now(bytes, 10)
    expect(steps).toEqual(['end', '3 at 7', '3 at 10'])
    expect(other.mayWrite()).toBe(true)
  })

  test('keeps nobody from writing where it could not be written', async () => {
    const own = makeTurns(beginAt(0))
    const writing = makeWriting({ writeAt: () => Promise.reject(new Error('full')) }, { turns: own, room: 0 })
    await expect(writing.now(bytes, 0)).rejects.toThrow('full')
    await expect(writing.last(bytes, 0, () => undefined)).rejects.toThrow('full')
    expect(own.mayWrite()).toBe(true)
    await writing.last(bytes, 0, () => undefined)
    await expect(writing.rest()).rejects.toThrow('full')
  })
})
