import { expect, test } from 'vitest'
import { failures } from '../../../src/failure.ts'
import { codes } from '../../../src/spec/codes.ts'
import { outputOf } from '../../support/output-schema.ts'
import { runInProcess, type Ran } from '../../support/test-host.ts'

const explain = (...words: readonly string[]): Promise<Ran> => runInProcess({ argv: ['explain', ...words] })
const all = [...codes.keys(), ...Object.keys(failures)]

test('every code stands in the list, with a sentence that says what it means', async () => {
  const { stdout, exit } = await explain()
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t'))
  expect(rows.map(([code]) => code)).toEqual(['code', ...all])
  for (const [, , meaning] of rows.slice(1)) expect(meaning).toMatch(/^[A-Z`].*\.$/)
  expect(exit).toBe(0)
})

test('without a code the JSON holds every page', async () => {
  const { stdout } = await explain('-o', 'json')
  expect(outputOf('explain', stdout)).toMatchObject({ pages: all.map((code) => ({ code })) })
})

test.each(all)('the page of %s says what it means, and comes as JSON in its shape', async (code) => {
  const [text, json] = [await explain(code), await explain(code, '-o', 'json')]
  expect(text.stdout).toMatch(new RegExp(`^${code}: An? .*\\.\n\n[A-Z\`]`))
  expect(outputOf('explain', json.stdout)).toMatchObject({
    pages: [{ code, text: expect.stringMatching(/\.$/) }],
  })
})

test('the page of a finding shows a spec wrong, what is reported of it, and the spec right', async () => {
  const { stdout } = await explain('yaml-dash')
  expect(stdout).toMatch(
    /\nWrong\n[^]*\n {2}-name: Questions\n[^]*\nReported\nerror\[yaml-dash\][^]*\nRight\n[^]*\n {2}- name: Questions\n/,
  )
})

test('what may be set and silenced is told with how', async () => {
  expect((await explain('empty-text')).stdout).toContain('"# formctl-ignore empty-text"')
  expect((await explain('wrong-type')).stdout).toContain(
    'Before forms are created, it is an error all the same.',
  )
  expect((await explain('yaml-tab')).stdout).not.toContain('formctl-ignore')
})

test('prose fits the terminal, and examples are left as they are', async () => {
  const { stdout } = await runInProcess({ argv: ['explain', 'misspelt-key'], isTerminal: true, columns: 40 })
  const [prose = ''] = stdout.split('\nWrong\n')
  expect(Math.max(...prose.split('\n').map((line) => line.length))).toBeLessThanOrEqual(44)
})

test.each([
  ['error[wrong-type]', 'wrong-type'],
  ['WRONG-TYPE', 'wrong-type'],
])('%s, as a report has it, is a code too', async (word, code) => {
  expect((await explain(word)).stdout).toMatch(new RegExp(`^${code}:`))
})

test.each([
  ['wrong-typ', 'Did you mean wrong-type?'],
  ['toString', 'formctl explain lists them.'],
])('%s is no code, which is said with what to do', async (word, help) => {
  expect(await explain(word)).toEqual({
    exit: 2,
    stdout: '',
    stderr: `error: There is no code "${word}". ${help}\n`,
  })
})
