import { expect, test } from 'vitest'
import { atLeast, atMost, lineOf } from '../../bench/export/judge.ts'
import { takeTurns, type Run } from '../../bench/export/measure.ts'
import { differenceOf } from '../../bench/export/same-cells.ts'

test('a demand is met up to its limit, and a figure that could not be had meets none', () => {
  expect(lineOf(atMost('memory', 100, 100))).toBe('ok      memory: 100 (at most 100)')
  expect(lineOf(atMost('memory', 100.1, 100))).toMatch(/^NOT MET/)
  expect(lineOf(atLeast('speed', 2.4, 2.5))).toBe('NOT MET speed: 2.4 (at least 2.5)')
  expect(atMost('memory', NaN, 100).isMet).toBe(false)
})

test('contests take turns; of each the fastest run counts, and the most memory', () => {
  const order: string[] = []
  const times = [3, 5, 2, 6]
  const run = ([program]: readonly string[]): Run => {
    order.push(program ?? '')
    const seconds = times[order.length - 1] ?? 0
    return { seconds, cpu: seconds, megabytes: 10 * seconds, stdout: '' }
  }
  const best = takeTurns(
    [
      { name: 'a', command: ['one'] },
      { name: 'b', command: ['two'] },
    ],
    { rounds: 2, run },
  )
  expect(order).toEqual(['one', 'two', 'one', 'two'])
  expect(best.get('a')).toMatchObject({ seconds: 2, megabytes: 30 })
  expect(best.get('b')).toMatchObject({ seconds: 5, megabytes: 60 })
})

const ours = 'id,q,q.other\nr1,x,1\nr2,,2\n'

test('the same cells in another order, with another spelling of main columns, are the same', () => {
  expect(differenceOf(ours, '"q.value","q.other","id"\n"","2","r2"\n"x","1","r1"\n')).toBeUndefined()
})

test.each([
  ['id,q,q.other\nr1,x,1\n', '1 rows'],
  ['id,q\nr1,x\nr2,\n', '2 columns'],
  ['id,q,q.other\nr1,y,1\nr2,,2\n', 'another q in r1: y'],
])('a table that differs is told: %j', (theirs, difference) => {
  expect(differenceOf(ours, theirs)).toContain(difference)
})
