import { describe, expect, test } from 'vitest'
import type { LeapDone, Leaping, LeapTask } from '../../src/export/leap/leap.ts'
import { leapingOver, withoutLeaps } from '../fuzz/leaps.ts'
import { replyOf as reply, smallRecord as record, smallSizes as sizes } from '../support/small-leaps.ts'

const plain = Array.from({ length: 200 }, (_, i) => record(i))
const late = reply([...plain, record(200, ',"aLateOne":"first of all"'), ...plain])

/** What the other thread is asked for, by kind. */
function asking(
  answer: (task: LeapTask, run: Leaping['run']) => Promise<LeapDone> = (task, run) => run(task),
) {
  const asked = { moves: 0, leaps: 0 }
  const run = (task: LeapTask, usual: Leaping['run']): Promise<LeapDone> => {
    asked['cuts' in task.source ? 'moves' : 'leaps']++
    return answer(task, usual)
  }
  return { asked, run }
}

const isMove = ({ source }: LeapTask): boolean => 'cuts' in source

describe('lines to which columns came late', () => {
  test.each([
    ['through the cache', sizes],
    ['past it', { ...sizes, uncached: 0, past: { piece: 900, out: 700 } }],
  ])('are written anew by two threads, %s', async (_, used) => {
    const written: number[] = []
    const { asked, run } = asking(async (task, usual) => {
      const done = await usual(task)
      if (isMove(task) && done.read) written.push(...done.ends)
      return done
    })
    const { output } = await leapingOver(late, used, { run })
    expect(output).toEqual(await withoutLeaps(late))
    expect(output).toMatchObject({ rows: 401 })
    expect(asked.moves).toBe(1)
    expect(written.length).toBeGreaterThan(0)
  })

  test('are written anew by one thread where there is no other, or where it fails to begin', async () => {
    const { run } = asking(async (task, usual) => (isMove(task) ? { isMissing: true } : usual(task)))
    const { output } = await leapingOver(late, sizes, { run })
    expect(output).toEqual(await withoutLeaps(late))
  })

  test('are written anew by one thread from one on that is longer than its rooms', async () => {
    const long = reply([...plain, record(200, `,"aLateOne":"${'x'.repeat(9000)}"`), ...plain])
    const { asked, run } = asking()
    const { output } = await leapingOver(long, sizes, { run })
    expect(output).toEqual(await withoutLeaps(long))
    expect(asked.moves).toBe(1)
  })

  test('are written anew by one thread where they are few', async () => {
    const { asked, run } = asking()
    const { output } = await leapingOver(late, { ...sizes, left: late.length }, { run })
    expect(output).toEqual(await withoutLeaps(late))
    expect(asked.moves).toBe(0)
  })

  test('fail as what could not be written', async () => {
    const { run } = asking(async (task, usual) =>
      isMove(task) ? { error: new Error('lost'), unwritten: { code: 'ENOSPC' } } : usual(task),
    )
    const { output } = await leapingOver(late, sizes, { run })
    expect(output).toBe('Error: unwritten: ENOSPC')
  })
})
