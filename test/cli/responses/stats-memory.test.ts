import { expect, test } from 'vitest'
import { runInSmallHeap } from '../../support/peak-memory.ts'
import { temporaryFolder } from '../../support/test-host.ts'

/** A record in which everything is new: its day, its option, its number, its text. */
function record(n: number): string {
  const at = new Date(Date.UTC(1000, 0, 1) + n * 86_400_000).toISOString()
  const ended = new Date(Date.parse(at) + n * 1000).toISOString()
  const answers = [
    { selected: [`Option ${n}`, 'Common'] },
    { value: n / 7 },
    { value: `Text ${n} ${'x'.repeat(300)}` },
    { choices: [{ key: `Choice ${n}`, value: true, index: 0 }] },
  ]
  return JSON.stringify({
    id: `r${n}`,
    createdAt: at,
    dataUpdatedAt: ended,
    finished: n % 3 > 0,
    formId: 'f',
    data: answers.map((members, i) => ({ questionId: `q${i}`, response: { headline: `${i}`, ...members } })),
  })
}

function* body(records: number): Iterable<string> {
  yield '{"data":['
  for (let n = 0; n < records; n += 500)
    yield `${n === 0 ? '' : ','}${Array.from({ length: 500 }, (_, i) => record(n + i)).join(',')}`
  yield ']}'
}

test('100 MB in which nothing comes twice are counted in a heap of 64 MB', async () => {
  const records = 140_000
  const words = 'responses stats --from - -o json --quiet'.split(' ')
  const { exit, stdout, stderr, size, peak } = await runInSmallHeap(temporaryFolder(), words, body(records))
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
  expect(size).toBeGreaterThan(100_000_000)
  const [form] = JSON.parse(stdout).forms
  expect(form.responses.total).toBe(records)
  expect([form.days.length, form.earlier]).toEqual([3653, records - 3653])
  const [options, numbers] = form.questions.map((question: { answers: unknown[] }) =>
    Object(question.answers[0]),
  )
  expect([options.options.counts.length, options.options.chosen]).toEqual([1000, 2 * records])
  expect(numbers.numbers.count).toBe(records)
  // All of it at once would take far more; this is Node itself, a young heap grown to its full size, and some buffers.
  expect(peak).toBeLessThan(256 * 1024)
})
