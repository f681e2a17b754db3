import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readIn, responses } from '../support/responses.ts'
import { temporaryFolder } from '../support/test-host.ts'

const reply = join(import.meta.dirname, '../../fixtures/responses/new-types.json')

const shown = async (line = ''): Promise<string> =>
  (await responses(`stats --from ${reply} -o table ${line}`)).stdout

test.each([
  [
    'a table of options has a row for each of its rows',
    `
                Not at all     Very   Partly  Answers
  Speed, price     1 (50%)  1 (50%)   0 (0%)        2
  =Look             0 (0%)  1 (50%)  1 (50%)        2
`,
  ],
  [
    'a ranking has mean places and first places, the best first',
    `
               Mean place  In first place  Answers
  Speed               1.5         1 (50%)        2
`,
  ],
  [
    'who came to a consent and gave no answer did not agree',
    `
  Yes        2  50%  ████████████████████████
  Not given  2  50%  ████████████████████████
`,
  ],
  ['a question for a recommendation has a score', '\n  Net Promoter Score 0, from −100 to +100.\n'],
  ['a date has the first and the last day', '\n  From 31 December 2025 to 1 March 2026.\n'],
  [
    'flagged responses are counted',
    "1 response flagged as spam: --where 'meta.flags is empty' counts the others",
  ],
])('%s', async (_, lines) => {
  expect(await shown()).toContain(lines)
})

test('figures show no phone number, address, file or booking', async () => {
  expect(await shown()).not.toMatch(/442079460958|7946|Garden|Wall|one\.pdf|cal\.example/)
})

test('flagged responses are left out by a condition', async () => {
  const others = await shown("--where 'meta.flags is empty'")
  expect(others).toContain('3 responses: 2 finished')
  expect(others).not.toContain('flagged')
})

test('the page shows the same tables', async () => {
  const cwd = temporaryFolder()
  await responses(`stats --from ${reply} --report r.html --quiet`, { cwd })
  const page = readIn(cwd, 'r.html')
  for (const words of ['Mean place', 'Not at all', '1 (50%)', 'flagged as spam'])
    expect(page).toContain(words)
})
