import { expect, test } from 'vitest'
import { memoryLimits } from '../../src/server/rate-limits.ts'

const limit = { most: 3, seconds: 60 }

test('a name has its amount per window, and a refusal says when the next window begins', async () => {
  let time = 0
  const limits = memoryLimits(() => time)
  const take = (amount: number, name = 'a') => limits.take(name, amount, limit)
  expect(await take(2)).toEqual({})
  time = 10_500
  expect(await take(2)).toEqual({ retryAfter: 50 })
  expect(await take(1)).toEqual({})
  expect(await take(0)).toEqual({ retryAfter: 50 })
  expect(await take(3, 'b')).toEqual({})
  time = 59_999
  expect(await take(1)).toEqual({ retryAfter: 1 })
  time = 60_000
  expect(await take(3)).toEqual({})
})

test('asking takes nothing, and more than a whole window is never taken', async () => {
  const limits = memoryLimits(() => 0)
  for (let i = 0; i < 10; i += 1) expect(await limits.take('a', 0, limit)).toEqual({})
  expect(await limits.take('a', 4, limit)).toEqual({ retryAfter: 60 })
  expect(await limits.take('a', 3, limit)).toEqual({})
})

test('no more names are counted than fit: the oldest window ends first', async () => {
  const limits = memoryLimits(() => 0, 2)
  for (const name of ['a', 'b']) await limits.take(name, 3, limit)
  expect(await limits.take('b', 1, limit)).toEqual({ retryAfter: 60 })
  expect(await limits.take('c', 3, limit)).toEqual({})
  expect(await limits.take('b', 1, limit)).toEqual({ retryAfter: 60 })
  expect(await limits.take('a', 1, limit)).toEqual({})
})
