import { expect, test } from 'vitest'
import { leapingOver, withoutLeaps } from '../fuzz/leaps.ts'
import { replyOf as reply, smallRecord as record, smallSizes } from '../support/small-leaps.ts'

// Lines become long.
const sizes = { ...smallSizes, out: 8000 }

const rare = (i: number, n: number): string =>
  record(n).replace(
    '"data":[',
    `"data":[{"questionId":"rare${i}","response":{"type":"ShortInput","headline":"Rare ${i}","value":"x"}},`,
  )

/** More than there is room for at once: of some, the parser has to read the first record. */
const many = 800

test('two threads read what has a rare question, whoever read of it first', async () => {
  const plain = Array.from({ length: 60 }, (_, i) => record(i))
  const first = Array.from({ length: many }, (_, i) => rare(i, i))
  const again = Array.from({ length: many }, (_, i) => [record(i), rare(i, i), record(i)]).flat()
  const bytes = reply([...plain, ...first, ...plain, ...again])
  let leaps = 0
  const { output } = await leapingOver(bytes, sizes, {
    run: (task, run) => {
      if (!('cuts' in task.source)) leaps++
      return run(task)
    },
  })
  expect(output).toEqual(await withoutLeaps(bytes))
  expect(leaps).toBe(2)
})
