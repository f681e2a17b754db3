import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { casesIn, judge, sum, type Case, type Message } from '../support/fixture-faults.ts'
import { runInProcess } from '../support/test-host.ts'

async function ours(path: string): Promise<readonly Message[]> {
  const { stdout } = await runInProcess({
    argv: ['forms', 'validate', basename(path), '-o', 'json'],
    cwd: dirname(path),
  })
  const [{ findings }] = JSON.parse(stdout).files
  return findings.map(({ message, help = '', line, column }: Record<string, string>) => ({
    text: `${message} ${help}`,
    line,
    column,
  }))
}

test.each([...casesIn('fixtures/specs'), ...casesIn('fixtures/unseen')])(
  '$name: each cause is named at its place, with what to do, by one message',
  async (one) => {
    const score = judge(one, await ours(one.path))
    for (const { hits, of } of Object.values(score)) expect(hits).toBe(of)
  },
)

const spec: Case = {
  name: 'a spec',
  path: '',
  text: 'name: Survey\ntype: Dropdwon\n',
  faults: [{ at: ['2:7', '2:1'], cause: 'Dropdwon', suggestion: 'Dropdown' }],
}

/** Hits of causes, places, suggestions and of one message a cause. */
const hitsOf = (messages: readonly Message[], one = spec): readonly number[] => {
  const { causes, places, suggestions, single } = judge(one, messages)
  return [causes.hits, places.hits, suggestions.hits, single.hits]
}

test.each<[string, readonly Message[], readonly number[]]>([
  ['that says all', [{ text: '"Dropdwon" is no type. Use Dropdown.', line: 2, column: 7 }], [1, 1, 1, 1]],
  ['at the key', [{ text: 'dropdwon is no type.', line: 2, column: 1 }], [1, 1, 0, 1]],
  ['whose word stands at its place', [{ text: 'This is no type.', line: 2, column: 7 }], [1, 1, 0, 1]],
  ['whose word stands where it points', [{ text: 'is no type', pointer: '/type' }], [1, 0, 0, 1]],
  ['at another place', [{ text: '"Dropdwon" is no type.', line: 1, column: 1 }], [1, 0, 0, 1]],
  ['without a place', [{ text: '"Dropdwon" is no type. Use Dropdown.' }], [1, 0, 1, 1]],
  [
    'that lists all types',
    [{ text: '"Dropdwon" is none of Header, ShortInput, LongInput, Dropdown, Disclaimer.' }],
    [1, 0, 0, 1],
  ],
  ['of something else', [{ text: 'Something is wrong.', line: 1, column: 1 }], [0, 0, 0, 0]],
  ['and another', [{ text: '"Dropdwon".' }, { text: 'must match "then" schema' }], [1, 0, 0, 0]],
])('a message %s is counted', (_, messages, hits) => {
  expect(hitsOf(messages)).toEqual(hits)
})

test('of two faults with one word, each is placed by a message of its own', () => {
  const fault = { at: ['2:7'], cause: 'Dropdwon' }
  const twice = { ...spec, faults: [fault, { ...fault, at: ['9:9'] }] }
  expect(hitsOf([{ text: 'Dropdwon', line: 2, column: 7 }], twice)).toEqual([2, 1, 0, 0])
})

test('silence answers nothing', () => {
  expect(hitsOf([])).toEqual([0, 0, 0, 0])
})

test('figures of specs are added up', () => {
  const score = judge(spec, [{ text: 'Dropdwon' }])
  expect(sum([score, score]).causes).toEqual({ hits: 2, of: 2 })
})
