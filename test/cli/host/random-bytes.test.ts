import { expect, test } from 'vitest'
import { randomBytes } from '../../../src/cli/host/node-host.ts'

test('random bytes never come twice, however many are asked for at once', () => {
  const counts = Array.from({ length: 2000 }, (_, i) => [8, 23, 36, 5000][i % 4] ?? 0)
  const texts = counts.map((count) => {
    const bytes = randomBytes(count)
    expect(bytes.length).toBe(count)
    return Buffer.from(bytes.subarray(0, 8)).toString('hex')
  })
  expect(new Set(texts).size).toBe(counts.length)
})
