import { describe, expect, test } from 'vitest'
import { makeTurns } from '../../src/export/leap/turns.ts'
import { beginPages, endPages, layingPages, pageSize } from '../../src/export/leap/uncached.ts'
import { makeWritingBeside } from '../../src/export/leap/writing-beside.ts'
import { luckOf } from '../support/luck.ts'

const beginAt = (out: number) => ({ at: 0, place: 2, out, isStopped: false })

/** A file that takes whole pages from `past`, and any bytes from `writeAt`. */
function pagedFile(begun: Uint8Array) {
  const room = Buffer.alloc(40 * pageSize)
  room.set(begun)
  const writeAt = (bytes: Uint8Array, at: number): void => room.set(bytes, at)
  return {
    room,
    writeAt,
    readAt: (into: Uint8Array, at: number) => room.copy(into, 0, at),
    past: async (bytes: Uint8Array, at: number): Promise<void> => {
      // As of a disk: until it is done, the bytes have to stay.
      await new Promise((done) => setImmediate(done))
      expect([bytes.byteOffset % pageSize, bytes.length % pageSize, at % pageSize]).toEqual([0, 0, 0])
      writeAt(bytes, at)
    },
  }
}

describe('what goes past the cache', () => {
  test.each([
    ['nothing', 0, 700],
    ['a page', pageSize, 700],
    ['part of a page', 5000, 700],
    ['all but a byte of a page', 3 * pageSize - 1, 700],
    ['part of a page, and comes in large pieces', 5000, 3 * pageSize],
  ])('is whole, where there was %s before it', async (_, size, most) => {
    const luck = luckOf(size + most)
    const text = Buffer.alloc(size + 20 * pageSize)
    for (let i = 0; i < text.length; i++) text[i] = Math.floor(luck() * 256)
    const { room, writeAt, readAt, past } = pagedFile(text.subarray(0, size))
    const own = makeTurns(beginAt(size))
    await beginPages({ readAt }, own)
    // Two threads, each with memory of its own.
    const threads = [own, makeTurns(own.shared)].map((turns) => {
      const memory = new Uint8Array(16 * pageSize)
      const rooms = [pageSize, 9 * pageSize] as const
      return {
        memory,
        writing: makeWritingBeside(past, { rooms, laying: layingPages({ bytes: () => memory }, turns) }),
      }
    })
    for (let at = size; at < text.length;) {
      const length = Math.min(Math.floor(luck() * most), text.length - at)
      const thread = threads[Math.floor(luck() * 2)]
      if (!thread) throw new Error('there are two')
      const place = await thread.writing.room()
      thread.memory.set(text.subarray(at, at + length), place)
      at += length
      const end = (): void => own.end({ from: 0, to: 0 }, beginAt(at))
      await thread.writing.last(thread.memory.subarray(place, place + length), at - length, end)
    }
    for (const { writing } of threads) await writing.rest()
    await endPages(writeAt, own)
    expect(room.subarray(0, text.length).equals(text)).toBe(true)
  })

  test('tells what could not be written with what comes then, or at the end', async () => {
    const memory = new Uint8Array(16 * pageSize)
    const turns = makeTurns(beginAt(0))
    const laying = layingPages({ bytes: () => memory }, turns)
    const rooms = [pageSize, 9 * pageSize] as const
    const writing = makeWritingBeside(() => Promise.reject(new Error('full')), { rooms, laying })
    const some = memory.subarray(pageSize, 3 * pageSize)
    await writing.now(some, 0)
    await expect(writing.now(some, some.length)).rejects.toThrow('full')
    await expect(writing.rest()).rejects.toThrow('full')
  })
})
