import { expect, test } from 'vitest'
import { lineOf, run, takeTurns, type Run } from '../../bench/export/turns.ts'

test('a bound is kept up to its limit, and by no figure that could not be measured', () => {
  expect(lineOf({ what: 'memory', figure: 100, most: 100 })).toBe('ok      memory: 100 (at most 100)')
  expect(lineOf({ what: 'memory', figure: 100.1, most: 100 })).toMatch(/^NOT MET/)
  expect(lineOf({ what: 'speed', figure: 2.4, least: 2.5 })).toBe('NOT MET speed: 2.40 (at least 2.5)')
  expect(lineOf({ what: 'memory', figure: NaN, most: 100 })).toMatch(/^NOT MET/)
})

test('contests take turns; of each the shortest times count, and the most memory', () => {
  const times = [3, 5, 2, 6]
  const order: string[] = []
  const runOne = ([program = '']: readonly string[]): Run => {
    order.push(program)
    const seconds = times[order.length - 1] ?? NaN
    return { seconds, cpu: 10 - seconds, megabytes: 10 * seconds }
  }
  const contests = ['a', 'b'].map((name) => ({ name, command: [name] }))
  const best = takeTurns(contests, 2, runOne)
  expect(order).toEqual(['a', 'b', 'a', 'b'])
  expect(best.get('a')).toEqual({ seconds: 2, cpu: 7, megabytes: 30 })
  expect(best.get('b')).toEqual({ seconds: 5, cpu: 4, megabytes: 60 })
})

test('a program that fails is not measured: its last line is the reason', () => {
  const failing = [process.execPath, '-e', 'console.error("first\\nlast"); process.exitCode = 3']
  expect(() => run(failing)).toThrow(/^last$/)
  expect(run([process.execPath, '-e', '']).seconds).toBeGreaterThan(0)
})
