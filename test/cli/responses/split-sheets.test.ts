import { expect, test } from 'vitest'
import { planExport, type ExportWords } from '../../../src/cli/responses/plan-export.ts'
import { formatRemarks } from '../../../src/cli/commands/responses-export.ts'
import type { SplitTable } from '../../../src/export/format.ts'
import { isLong } from '../../support/is-long.ts'
import { runInProcess, temporaryFolder } from '../../support/test-host.ts'

const words = { form: [], where: [], redact: [], all: true, out: 'a.xlsx' } as unknown as ExportWords
const plan = planExport(words, { output: undefined, isTerminal: false, now: new Date(0) })

const remarks = (...split: readonly SplitTable[]): readonly string[] =>
  Array.from(
    formatRemarks({ plan }, { rows: 1, guarded: 0, renamedQuestions: [], split }),
    ({ sentence }) => sentence,
  )

test('tables that stand in several sheets are told, each with its sheets and their rows', () => {
  const sheet = (table: string, n: number): { name: string; rows: number } => ({
    name: n === 1 ? table : `${table} (${n})`,
    rows: n === 3 ? 1234 : 1_048_575,
  })
  const split = ['answers', 'choices'].map((table) => ({
    table,
    sheets: [1, 2, 3].map((n) => sheet(table, n)),
  }))
  expect(remarks()).toEqual([])
  expect(remarks(...split)).toEqual([
    'The table answers is larger than an XLSX sheet, so it is split into 3 sheets: answers (1,048,575 rows), answers (2) (1,048,575 rows) and answers (3) (1,234 rows).',
    'The table choices is larger than an XLSX sheet, so it is split into 3 sheets: choices (1,048,575 rows), choices (2) (1,048,575 rows) and choices (3) (1,234 rows).',
  ])
  const many = { table: 'answers', sheets: Array.from({ length: 8 }, (_, i) => sheet('answers', i + 1)) }
  expect(remarks(many)[0]).toMatch(/8 sheets: .*, answers \(5\) \(1,048,575 rows\) and 3 more\.$/)
})

// Half a minute a layout: as many rows as make two sheets.
const layouts = [
  ['wide', 'responses'],
  ['long', 'answers'],
  ['relational', 'answers'],
] as const

test.each(isLong ? layouts : [])('an export says so, of layout %s', async (layout, table) => {
  const answers = Array.from(
    { length: 1100 },
    (_, i) => `{"questionId":"q${i}","response":{"headline":"Q${i}","value":[]}}`,
  )
  const record = (nth: number, data: string): string =>
    `{"id":"r${nth}","formId":"f","createdAt":"2026-03-01T09:00:00Z","data":[${data}]}`
  const reply = (n: number, data: string): string =>
    `{"data":[${Array.from({ length: n }, (_, i) => record(i, data)).join()}]}`
  const stdin = layout === 'wide' ? reply(1_048_600, '') : reply(1000, answers.join())
  const argv = ['responses', 'export', '--from', '-', '--layout', layout, '--out', 'a.xlsx']
  const ran = await runInProcess({ cwd: temporaryFolder(), argv, stdin })
  expect(ran.stderr).toContain(`The table ${table} is more than a sheet of XLSX holds`)
  expect(ran.stderr).toContain(`2 sheets: ${table} (1,048,575 rows) and ${table} (2) (`)
})
