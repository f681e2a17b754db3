import { expect, test } from 'vitest'
import { makeReadChoices } from '../../src/table/answers.ts'

test('of lists only those are remembered that may well come again', () => {
  const read = makeReadChoices()
  const [short, long] = [['a', 'b'], ['x'.repeat(2000)]].map((list) => JSON.stringify(list))
  expect(read(short ?? '')).toBe(read(short ?? ''))
  expect(read(long ?? '')).toEqual(read(long ?? ''))
  expect(read(long ?? '')).not.toBe(read(long ?? ''))
})
