import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runInProcess, temporaryFolder } from '../../support/test-host.ts'
import { readXlsx } from '../../support/xlsx.ts'

const answers: Readonly<Record<string, readonly unknown[]>> = {
  Number: ['5', 7, '-1.5'],
  Consent: ['true', false],
  Dropdown: ['1', ['2']],
  ShortInput: ['007', '7', 7],
}

test.each([
  [
    'long',
    [],
    { Number: [5, 7, -1.5], Consent: [true, false], Dropdown: ['1', '2'], ShortInput: ['007', '7', 7] },
  ],
  [
    'relational',
    [],
    { Number: [5, 7, -1.5], Consent: [true, false], Dropdown: ['1', '2'], ShortInput: ['007', '7', 7] },
  ],
  ['long', ['--types', 'text'], { Number: ['5', '7', '-1.5'], Consent: ['true', 'false'] }],
] as const)(
  'a value in a table of answers is a number if its question has numbers: %s %j',
  async (layout, words, expected) => {
    const data = Object.entries(answers).flatMap(([type, values]) =>
      values.map((value, i) => ({
        id: `r${i}`,
        createdAt: '2026-03-01T09:00:00.000Z',
        data: [
          {
            questionId: type,
            response: { type, headline: type, [type === 'Dropdown' ? 'selected' : 'value']: value },
          },
        ],
      })),
    )
    const cwd = temporaryFolder()
    const argv = [
      'responses',
      'export',
      '--from',
      '-',
      '--keep-duplicates',
      '--layout',
      layout,
      '--out',
      'a.xlsx',
      ...words,
    ]
    expect(await runInProcess({ cwd, argv, stdin: JSON.stringify({ data }) })).toMatchObject({ exit: 0 })
    const sheet = readXlsx(readFileSync(join(cwd, 'a.xlsx'))).find(({ name }) => name === 'answers')
    const rows = (sheet?.rows ?? []).map((row) => row.map((cell) => cell?.value))
    const [question = 0, value = 0] = ['questionId', 'value'].map((name) => rows[0]?.indexOf(name))
    for (const [type, values] of Object.entries(expected))
      expect(rows.filter((row) => row[question] === type).map((row) => row[value])).toEqual(values)
  },
)
