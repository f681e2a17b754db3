import { describe, expect, test } from 'vitest'
import { makeQueue } from '../../../src/export/parquet/parquet.ts'

/** Work that ends when it is told to. */
function work(name: string, done: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  return { run: () => promise.then(() => void done.push(name)), resolve, reject }
}

/** Whether a promise is settled by now. */
async function isSettled(promise: Promise<void>): Promise<boolean> {
  let settled = false
  void promise.finally(() => (settled = true)).catch(() => undefined)
  await new Promise(setImmediate)
  return settled
}

describe('a queue', () => {
  test('does one thing after another, and lets who gives them go on up to its limit', async () => {
    const done: string[] = []
    const queue = makeQueue({ items: 2, bytes: 100 })
    const [a, b, c] = [work('a', done), work('b', done), work('c', done)]
    expect(await isSettled(queue.add(a.run, 1))).toBe(true)
    expect(await isSettled(queue.add(b.run, 1))).toBe(true)
    const third = queue.add(c.run, 1)
    c.resolve()
    b.resolve()
    expect(await isSettled(third)).toBe(false)
    a.resolve()
    await third
    await queue.end()
    expect(done).toEqual(['a', 'b', 'c'])
  })

  test('holds no more bytes than it may, however few things they are', async () => {
    const queue = makeQueue({ items: 10, bytes: 100 })
    const [a, b] = [work('a', []), work('b', [])]
    expect(await isSettled(queue.add(a.run, 60))).toBe(true)
    const second = queue.add(b.run, 60)
    expect(await isSettled(second)).toBe(false)
    a.resolve()
    await second
    b.resolve()
    await queue.end()
  })

  test('tells of what failed, and does nothing after it', async () => {
    const done: string[] = []
    const queue = makeQueue({ items: 1, bytes: 100 })
    const [a, b] = [work('a', done), work('b', done)]
    await queue.add(a.run, 1)
    b.resolve()
    const second = queue.add(b.run, 1)
    a.reject(new Error('The disk is full.'))
    await expect(second).rejects.toThrow('The disk is full.')
    await expect(queue.end()).rejects.toThrow('The disk is full.')
    expect(done).toEqual([])
  })
})
