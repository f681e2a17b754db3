import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { atLeast, atMost, lineOf } from '../../bench/export/judge.ts'
import { making, makeRun, othersIn, takeTurns, type Contest, type Run } from '../../bench/export/measure.ts'
import { differenceOf } from '../../bench/export/same-cells.ts'
import { makeWarm } from '../../bench/export/warm.ts'

test('a demand is met up to its limit, and a figure that could not be had meets none', () => {
  expect(lineOf(atMost('memory', 100, 100))).toBe('ok      memory: 100 (at most 100)')
  expect(lineOf(atMost('memory', 100.1, 100))).toMatch(/^NOT MET/)
  expect(lineOf(atLeast('speed', 2.4, 2.5))).toBe('NOT MET speed: 2.4 (at least 2.5)')
  expect(atMost('memory', NaN, 100).isMet).toBe(false)
})

const ran = (seconds: number): Run => ({
  seconds,
  cpu: seconds,
  megabytes: 10 * seconds,
  others: 0,
  stdout: '',
})

/** Lets three programs take turns that take so long; gives what happened, and the best of each. */
function turnsOf(
  times: readonly number[],
  rounds: number,
): { order: string[]; best: ReadonlyMap<string, Run> } {
  const order: string[] = []
  let next = 0
  const best = takeTurns(
    ['a', 'b', 'c'].map((name) => ({ name, command: [name] })),
    {
      rounds,
      megabytes: 3,
      run: ([program]) => {
        order.push(program)
        return ran(times[next++] ?? 0)
      },
      warm: () => {
        throw new Error('nothing is made')
      },
    },
  )
  return { order, best }
}

test('contests take turns; of each the fastest run counts, and the most memory', () => {
  const { order, best } = turnsOf([3, 5, 1, 2, 6, 1], 2)
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
  expect(best.get('a')).toMatchObject({ seconds: 2, megabytes: 30 })
  expect(best.get('b')).toMatchObject({ seconds: 5, megabytes: 60 })
})

test('what takes long has one turn, and all others as many as each other', () => {
  expect(turnsOf([1, 11, 2], 3).order).toEqual(['a', 'b', 'c', 'a', 'c', 'a', 'c'])
})

test('before each turn that makes a file, memory is found for as much as the largest one that was read or made', () => {
  const folder = mkdtempSync(join(tmpdir(), 'formctl-'))
  const order: (string | number)[] = []
  const made = (name: string): Contest => making(name, join(folder, name), (path) => [path])
  try {
    takeTurns([made('a'), made('b')], {
      rounds: 2,
      megabytes: 0.001,
      run: ([path]) => {
        expect(existsSync(path)).toBe(false)
        writeFileSync(path, 'x'.repeat(path.endsWith('a') ? 10 : 5000))
        order.push(basename(path))
        return ran(1)
      },
      warm: (bytes) => void order.push(bytes),
    })
    expect(order).toEqual([1000, 'a', 1000, 'b', 5000, 'a', 5000, 'b'])
    expect(readdirSync(folder)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('what finds memory writes so many bytes, and leaves nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'formctl-'))
  let size = 0
  const run = makeRun(folder, 60)
  const warm = makeWarm(folder, (command) => {
    const done = run(command)
    size = statSync(join(folder, 'warm')).size
    return done
  })
  try {
    warm(3_000_001)
    expect(size).toBe(3_000_001)
    expect(existsSync(join(folder, 'warm'))).toBe(false)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('processors that others took are told where they are more than a quarter of one', () => {
  expect(othersIn({ ...ran(1), others: 0.2 })).toBe('')
  expect(othersIn({ ...ran(1), others: 1.26 })).toBe('1.3')
  expect(othersIn({ ...ran(1), others: NaN })).toBe('')
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
