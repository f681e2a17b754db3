import { describe, expect, test } from 'vitest'
import { startKernel } from '../../src/export/kernel/memory.ts'
import { makeMemory } from '../../src/export/kernel/rooms.ts'

describe('the memory of a kernel', () => {
  test('gives nothing in which the kernel has tables of its own', () => {
    const { allocate, exports } = startKernel({ heldBy: () => 0, isFormula: () => false })
    expect(allocate(16)).toBeGreaterThanOrEqual(exports.ownEnd.value)
  })

  test('gives what was released again, as zeros', () => {
    const { allocate, release, bytes } = makeMemory()
    const first = allocate(1000)
    const second = allocate(1000)
    bytes().fill(7, first, second + 1000)
    release(second, 1000)
    release(first, 1000)
    const again = allocate(1900)
    expect(again).toBe(first)
    expect(
      bytes()
        .subarray(again, again + 1932)
        .every((byte) => byte === 0),
    ).toBe(true)
    expect(allocate(1900)).toBeGreaterThan(second)
  })
})
