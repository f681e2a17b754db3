import { describe, expect, test } from 'vitest'
import { startKernel, type Kernel } from '../../src/export/kernel/memory.ts'
import { makeMemory } from '../../src/export/kernel/rooms.ts'
import { makePieceRoom } from '../../src/export/leap/piece-room.ts'
import { usualSizes } from '../../src/export/leap/pieces.ts'

const isAmong = (at: number, parts: readonly (readonly [number, number])[]): boolean =>
  parts.some(([from, to]) => from <= at && at < to)

describe('the memory of a kernel', () => {
  test('gives nothing in which the kernel has tables of its own', () => {
    const { allocate, exports } = started()
    expect(allocate(16)).toBeGreaterThanOrEqual(exports.ownEnd.value)
  })

  test('gives what was released to what is passing, as zeros, and to nothing that lasts', () => {
    const { allocate, release, bytes } = makeMemory()
    const first = allocate(1000, 'passing')
    const second = allocate(1000, 'passing')
    bytes().fill(7, first, second + 1000)
    release(second, 1000)
    release(first, 1000)
    expect(allocate(1000)).toBeGreaterThan(second)
    const again = allocate(1900, 'passing')
    expect(again).toBe(first)
    expect(
      bytes()
        .subarray(again, again + 1932)
        .every((byte) => byte === 0),
    ).toBe(true)
    expect(allocate(1900, 'passing')).toBeGreaterThan(second)
  })

  test('counts nothing that passes, or was released, to what lasts', () => {
    const { allocate, release, lasting } = makeMemory()
    const [table, kept, room] = [allocate(5000), allocate(5000), allocate(5000, 'passing')]
    release(table, 5000)
    release(room, 5000)
    const [again, last] = [allocate(3000, 'passing'), allocate(16)]
    expect([kept, kept + 4999, last].every((at) => isAmong(at, lasting()))).toBe(true)
    expect([table, room, again].some((at) => isAmong(at, lasting()))).toBe(false)
  })

  test('has what is noted together, as a part of what lasts', () => {
    const { allocate, lasting, noted } = makeMemory()
    const places = Array.from({ length: 2000 }, () => (allocate(600), allocate(20, 'noted')))
    const size = noted().reduce((sum, [from, to]) => sum + to - from, 0)
    expect(new Set(places).size).toBe(2000)
    expect(places.every((at) => isAmong(at, noted()) && isAmong(at + 19, lasting()))).toBe(true)
    expect(size).toBeLessThan(2000 * 32 + 20_000)
  })
})

const started = (): Kernel => startKernel({ heldBy: () => 0, isFormula: () => false })

describe('a copy of what a kernel knows', () => {
  const made = (): { kernel: Kernel; lasts: number; notes: number; copy: ReturnType<Kernel['copy']> } => {
    const kernel = started()
    const passes = kernel.allocate(1_000_000, 'passing')
    const [lasts, notes] = [kernel.allocate(300), kernel.allocate(30, 'noted')]
    kernel.bytes().fill(1, passes, passes + 1_000_000)
    kernel.bytes().fill(2, lasts, lasts + 300)
    kernel.bytes().fill(3, notes, notes + 30)
    return { kernel, lasts, notes, copy: kernel.copy() }
  }

  test('is as large as what lasts, and is gone once another kernel knows it', () => {
    const { lasts, notes, copy } = made()
    expect(copy.memory.byteLength).toBeLessThan(100_000)
    const other = started()
    other.restore(copy)
    expect([lasts, lasts + 299, notes, notes + 29].map((at) => other.bytes()[at])).toEqual([2, 2, 3, 3])
    expect(copy.memory.detached).toBe(true)
  })

  test('gives notes back that are read in the place of our own, which stay', () => {
    const { kernel, notes, copy } = made()
    const other = started()
    other.restore(copy)
    other.bytes()[notes] = 9
    let read: number | undefined
    kernel.readNotes(other.notes(copy), () => (read = kernel.bytes()[notes]))
    expect([read, kernel.bytes()[notes]]).toEqual([9, 3])
  })
})

test('pieces are read into a room that is there already, where it is large enough', () => {
  const kernel = started()
  const most = usualSizes.block + usualSizes.tail
  const at = kernel.allocate(most, 'passing')
  expect(makePieceRoom(kernel, usualSizes, { at, size: most }).input).toBe(at)
  expect(makePieceRoom(kernel, usualSizes, { at, size: most - 1 }).input).toBeGreaterThan(at)
})
