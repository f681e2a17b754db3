import type { ExportWords } from '../../../../src/cli/responses/plan-export.ts'
import type { ExportOptions } from './options.ts'
import type { DatasetRecord } from './dataset.ts'

/** A way to use an option. */
export type Setting = {
  readonly id: string
  readonly words: readonly string[]
  readonly options: Partial<ExportOptions>
  /** The id of the setting that it is a kind of, so that it has to differ from that one. */
  readonly over?: string
  /** Files that it needs, by their names. */
  readonly files?: Readonly<Record<string, string>>
}

const fileKey = 'another key, of the file'

/** The columns file of an earlier export, in which somebody renamed a column, and of which one is gone. */
const keptColumns = `schema_version: 1
headers: headline
multi: joined
columns:
  - { name: Alter, type: integer, question: age, member: value }
  - { name: Gone, type: text, question: gone, member: value }
  - { name: id, type: text, record: id }
questions:
  - { id: age, headline: Age, shown: "2026-01-01T00:00:00.000Z" }
`
const kept = new Map([
  ['age', 'Alter'],
  ['gone', 'Gone'],
  ['id', 'id'],
])

const answer = (record: DatasetRecord, id: string): Readonly<Record<string, unknown>> =>
  record.data.find(({ questionId }) => questionId === id)?.response ?? {}

const shifted =
  (minutes: number, name: string) =>
  (time: string): string =>
    new Date(Date.parse(time) + minutes * 60_000).toISOString().replace('Z', name)

const berlin = (time: string): string =>
  time >= '2026-03-29T01:00:00.000Z' ? shifted(120, '+02:00')(time) : shifted(60, '+01:00')(time)

/** Of every option of the command, the ways in which it is tried. One that is missing here fails the test. */
export const settingsOf: Readonly<Record<keyof ExportWords, readonly Setting[]>> = {
  form: [
    { id: 'form', words: ['--form', 'clfA'], options: { formIds: ['clfA'] } },
    { id: 'other form', words: ['--form', 'clfB'], options: { formIds: ['clfB'] } },
    {
      id: 'form of the service',
      words: ['--form', 'clfA'],
      options: { formIds: ['clfA'], source: 'service' },
    },
  ],
  all: [{ id: 'all', words: ['--all'], options: { source: 'service' } }],
  from: [{ id: 'stdin', words: ['--from', '-'], options: { source: 'stdin' } }],
  format: (['csv', 'tsv', 'json', 'ndjson', 'xlsx', 'parquet', 'sqlite'] as const).map((format) => ({
    id: format,
    words: ['--format', format],
    options: { format },
  })),
  out: [{ id: 'stdout', words: ['--out', '-'], options: {} }],
  force: [{ id: 'force', words: ['--force'], options: {}, files: { answers: 'old' } }],
  manifest: [{ id: 'manifest', words: ['--manifest', 'manifest.json'], options: {} }],
  partials: [
    {
      id: 'partials',
      over: 'all',
      words: ['--all', '--partials'],
      options: { source: 'service', withPartials: true },
    },
  ],
  requireComplete: [
    {
      id: 'require complete',
      over: 'all',
      words: ['--all', '--require-complete'],
      options: { source: 'service' },
    },
  ],
  since: [
    { id: 'since', words: ['--since', '2026-03-20T00:00Z'], options: { since: '2026-03-20T00:00:00.000Z' } },
  ],
  until: [{ id: 'until', words: ['--until', '2026-04-10'], options: { until: '2026-04-10T23:59:59.999Z' } }],
  by: (['updatedAt', 'dataUpdatedAt'] as const).map((by) => ({
    id: `by ${by}`,
    over: 'since',
    words: ['--by', by, '--since', '2026-03-20T00:00Z'],
    options: { by, since: '2026-03-20T00:00:00.000Z' },
  })),
  where: [
    {
      id: 'where number',
      words: ['--where', 'score >= 5'],
      options: { where: [(it) => Number(JSON.stringify(answer(it, 'score')['value'])) >= 5] },
    },
    {
      id: 'where list',
      words: ['--where', 'Colours = "blue; dark"'],
      options: {
        where: [
          (it) => {
            const { choices = [] } = answer(it, 'colours') as {
              choices?: readonly { key: string; value: boolean }[]
            }
            return choices.some(({ key, value }) => value && key === 'blue; dark')
          },
        ],
      },
    },
    {
      id: 'where either',
      words: ['--where', '(age < 25 or Tags in (z, none)) and land != France'],
      options: {
        where: [
          (it) => {
            const { selected = [] } = answer(it, 'tags') as { selected?: readonly string[] }
            const isYoung = Number(answer(it, 'age')['value']) < 25
            return (isYoung || selected.includes('z')) && answer(it, 'land')['selected'] !== 'France'
          },
        ],
      },
    },
    {
      id: 'where time',
      words: ['--where', 'createdAt < 2026-04-01'],
      options: { where: [(it) => it.createdAt < '2026-04-01'] },
    },
  ],
  layout: (['long', 'relational'] as const).map((layout) => ({
    id: layout,
    words: ['--layout', layout],
    options: { layout },
  })),
  headers: (['id', 'both', 'sql'] as const).map((headers) => ({
    id: `headers ${headers}`,
    words: ['--headers', headers],
    options: { headers },
  })),
  multi: (['joined', 'json', 'columns'] as const).map((multi) => ({
    id: `multi ${multi}`,
    words: ['--multi', multi],
    options: { multi },
  })),
  columnsFile: [
    { id: 'columns file', words: ['--columns-file', 'columns.yaml'], options: {} },
    {
      id: 'kept columns file',
      words: ['--columns-file', 'kept.yaml'],
      options: { kept },
      files: { 'kept.yaml': keptColumns },
    },
  ],
  check: [
    {
      id: 'check',
      words: ['--check', '--columns-file', 'kept.yaml'],
      options: { kept, isChecked: true },
      files: { 'kept.yaml': keptColumns },
    },
  ],
  codebook: [{ id: 'codebook', words: ['--codebook', 'codebook.json'], options: {} }],
  columns: [
    { id: 'columns', words: ['--columns', 'colours,id,age'], options: { columns: ['colours', 'id', 'age'] } },
  ],
  timezone: [
    { id: 'zone', words: ['--timezone', 'Europe/Berlin'], options: { zone: berlin } },
    { id: 'offset', words: ['--timezone', '-03:30'], options: { zone: shifted(-210, '-03:30') } },
  ],
  redact: [
    {
      id: 'drop',
      words: ['--redact', 'ip=drop', '--redact', 'Where from=drop'],
      options: {
        redactions: new Map([
          ['ip', 'drop'],
          ['land', 'drop'],
          ['land.other', 'drop'],
        ]),
      },
    },
    {
      id: 'hash',
      words: ['--redact', 'emailAddress=hash', '--redact', 'Tags=hash'],
      options: {
        redactions: new Map([
          ['who.emailAddress', 'hash'],
          ['tags', 'hash'],
        ]),
      },
    },
    {
      id: 'mask',
      words: ['--redact', 'firstName=mask', '--redact', 'Colours=mask'],
      options: {
        redactions: new Map([
          ['who.firstName', 'mask'],
          ['colours', 'mask'],
        ]),
      },
    },
  ],
  redactKeyFile: [
    {
      id: 'key file',
      words: ['--redact', 'leadId=hash', '--redact-key-file', 'key'],
      options: { redactions: new Map([['leadId', 'hash']]), hashKey: fileKey },
      files: { key: `${fileKey}\n` },
    },
  ],
  delimiter: [{ id: 'delimiter', words: ['--delimiter', ';'], options: { delimiter: ';' } }],
  for: [
    { id: 'for excel', words: ['--for', 'excel'], options: { isExcel: true, bom: true, lineEnd: '\r\n' } },
  ],
  // Its own test compares each file with an export of its form alone.
  keepDuplicates: [{ id: 'keep duplicates', words: ['--keep-duplicates'], options: {} }],
  split: [],
  bom: [{ id: 'bom', words: ['--bom'], options: { bom: true } }],
  lineEnd: [{ id: 'line end', words: ['--line-end', 'crlf'], options: { lineEnd: '\r\n' } }],
  merge: [],
  types: [{ id: 'types text', words: ['--types', 'text'], options: {} }],
  formulas: [{ id: 'formulas', words: ['--formulas', 'raw'], options: { guards: false } }],
}

/** All of them, in the order of the options. */
export const settings: readonly Setting[] = Object.values(settingsOf).flat()
