import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseCsv } from '../support/csv.ts'
import { runInProcess, temporaryFolder } from '../support/test-host.ts'

/** Each list names an option twice, two of them ticked and not. */
const lists = [
  ['French', 'German', 'French'],
  [
    { key: 'French', value: true },
    { key: 'German', value: false },
    { key: 'French', value: true },
  ],
  [
    { key: 'French', value: true },
    { key: 'German', value: true },
    { key: 'French', value: false },
  ],
  ['', 'French', '', 'French'],
]
const stdin = JSON.stringify({
  data: lists.map((selected, i) => ({
    id: `r${i}`,
    formId: 'f',
    createdAt: '2026-03-01T09:00:00Z',
    finished: true,
    data: [{ questionId: 'q', response: { type: 'X', headline: 'L', selected } }],
  })),
})

async function rowsOf(words: readonly string[], file = 'a.csv'): Promise<readonly (readonly string[])[]> {
  const cwd = temporaryFolder()
  const argv = ['responses', 'export', '--from', '-', '--out', 'a.csv', ...words]
  expect((await runInProcess({ cwd, argv, stdin })).exit).toBe(0)
  return parseCsv(readFileSync(join(cwd, file), 'utf8')).slice(1)
}

describe('an option that an answer names twice', () => {
  test('stands as often as it came where the answer itself stands', async () => {
    const joined = ['French; German; French', 'French; French', 'French; German', '; French; ; French']
    expect(await rowsOf(['--columns', 'L'])).toEqual(joined.map((one) => [one]))
    const whole = lists.map((one) => JSON.stringify(one))
    expect(await rowsOf(['--columns', 'L', '--multi', 'json'])).toEqual(whole.map((one) => [one]))
    const answers = await rowsOf(['--layout', 'relational'], 'a.answers.csv')
    expect(answers.map((row) => row.at(-1))).toEqual(joined)
    const asJson = await rowsOf(['--layout', 'relational', '--multi', 'json'], 'a.answers.csv')
    expect(asJson.map((row) => row.at(-1))).toEqual(whole)
    const long = await rowsOf(['--layout', 'long', '--columns', 'responseId,value'])
    expect(long).toEqual(
      joined.flatMap((one, i) =>
        one.split('; ').flatMap((option) => (option === '' ? [] : [[`r${i}`, option]])),
      ),
    )
  })

  test('was chosen once where it is asked whether it was', async () => {
    const columns = await rowsOf(['--multi', 'columns'])
    expect(columns.map((row) => row.slice(13).filter((cell) => cell === '1').length)).toEqual([2, 1, 2, 1])
    const choices = await rowsOf(['--layout', 'relational'], 'a.choices.csv')
    expect(choices.map((row) => [row[1], row.at(-2), row.at(-1)])).toEqual([
      ['r0', 'German', 'true'],
      ['r0', 'French', 'true'],
      ['r1', 'German', 'false'],
      ['r1', 'French', 'true'],
      ['r2', 'German', 'true'],
      ['r2', 'French', 'true'],
      ['r3', 'German', 'false'],
      ['r3', 'French', 'true'],
    ])
    const ran = await runInProcess({
      argv: ['responses', 'stats', '--from', '-', '-o', 'json'],
      stdin,
    })
    const { options } = JSON.parse(ran.stdout).forms[0].questions[0].answers[0]
    expect(options).toMatchObject({ choosers: 4, chosen: 6 })
    expect(new Map(options.counts.map(Object.values))).toEqual(
      new Map([
        ['French', 4],
        ['German', 2],
      ]),
    )
  })

  test('is counted once in a codebook, as in figures, where an empty text is no option', async () => {
    const cwd = temporaryFolder()
    const argv = ['responses', 'export', '--from', '-', '--out', 'a.csv', '--codebook', 'c.json']
    expect((await runInProcess({ cwd, argv, stdin })).exit).toBe(0)
    const told = JSON.parse(readFileSync(join(cwd, 'c.json'), 'utf8'))
    expect(told.resources[0].schema.fields.at(-1).options).toEqual([
      { value: 'German', count: 2 },
      { value: 'French', count: 4 },
    ])
  })
})
