import type { ExportWords } from '../../../../src/cli/responses/plan-export.ts'
import type { Look } from './look.ts'
import type { WorldRecord } from './world.ts'

/** A way to use an option. */
export type Setting = {
  readonly id: string
  readonly words: readonly string[]
  readonly look: Partial<Look>
  /** The id of the setting that it is a kind of, so that it has to be told apart from that one. */
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

const answer = (record: WorldRecord, id: string): Readonly<Record<string, unknown>> =>
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
    { id: 'form', words: ['--form', 'clfA'], look: { formIds: ['clfA'] } },
    { id: 'other form', words: ['--form', 'clfB'], look: { formIds: ['clfB'] } },
    { id: 'form of the service', words: ['--form', 'clfA'], look: { formIds: ['clfA'], source: 'service' } },
  ],
  all: [{ id: 'all', words: ['--all'], look: { source: 'service' } }],
  from: [{ id: 'stdin', words: ['--from', '-'], look: { source: 'stdin' } }],
  format: (['csv', 'tsv', 'json', 'ndjson', 'xlsx', 'parquet', 'sqlite'] as const).map((format) => ({
    id: format,
    words: ['--format', format],
    look: { format },
  })),
  out: [{ id: 'stdout', words: ['--out', '-'], look: {} }],
  force: [{ id: 'force', words: ['--force'], look: {}, files: { answers: 'old' } }],
  manifest: [{ id: 'manifest', words: ['--manifest', 'manifest.json'], look: {} }],
  partials: [
    {
      id: 'partials',
      over: 'all',
      words: ['--all', '--partials'],
      look: { source: 'service', withPartials: true },
    },
  ],
  requireComplete: [
    {
      id: 'require complete',
      over: 'all',
      words: ['--all', '--require-complete'],
      look: { source: 'service' },
    },
  ],
  since: [
    { id: 'since', words: ['--since', '2026-03-20T00:00Z'], look: { since: '2026-03-20T00:00:00.000Z' } },
  ],
  until: [{ id: 'until', words: ['--until', '2026-04-10'], look: { until: '2026-04-10T23:59:59.999Z' } }],
  by: (['updatedAt', 'dataUpdatedAt'] as const).map((by) => ({
    id: `by ${by}`,
    over: 'since',
    words: ['--by', by, '--since', '2026-03-20T00:00Z'],
    look: { by, since: '2026-03-20T00:00:00.000Z' },
  })),
  where: [
    {
      id: 'where number',
      words: ['--where', 'score >= 5'],
      look: { where: [(it) => Number(JSON.stringify(answer(it, 'score')['value'])) >= 5] },
    },
    {
      id: 'where list',
      words: ['--where', 'Colours = "blue; dark"'],
      look: {
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
      look: {
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
      look: { where: [(it) => it.createdAt < '2026-04-01'] },
    },
  ],
  layout: (['long', 'relational'] as const).map((layout) => ({
    id: layout,
    words: ['--layout', layout],
    look: { layout },
  })),
  headers: (['id', 'both', 'sql'] as const).map((headers) => ({
    id: `headers ${headers}`,
    words: ['--headers', headers],
    look: { headers },
  })),
  multi: (['joined', 'json', 'columns'] as const).map((multi) => ({
    id: `multi ${multi}`,
    words: ['--multi', multi],
    look: { multi },
  })),
  columnsFile: [
    { id: 'columns file', words: ['--columns-file', 'columns.yaml'], look: {} },
    {
      id: 'kept columns file',
      words: ['--columns-file', 'kept.yaml'],
      look: { kept },
      files: { 'kept.yaml': keptColumns },
    },
  ],
  check: [
    {
      id: 'check',
      words: ['--check', '--columns-file', 'kept.yaml'],
      look: { kept, isChecked: true },
      files: { 'kept.yaml': keptColumns },
    },
  ],
  codebook: [{ id: 'codebook', words: ['--codebook', 'codebook.json'], look: {} }],
  columns: [
    { id: 'columns', words: ['--columns', 'colours,id,age'], look: { columns: ['colours', 'id', 'age'] } },
  ],
  timezone: [
    { id: 'zone', words: ['--timezone', 'Europe/Berlin'], look: { zone: berlin } },
    { id: 'offset', words: ['--timezone', '-03:30'], look: { zone: shifted(-210, '-03:30') } },
  ],
  redact: [
    {
      id: 'drop',
      words: ['--redact', 'ip=drop', '--redact', 'Where from=drop'],
      look: {
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
      look: {
        redactions: new Map([
          ['who.emailAddress', 'hash'],
          ['tags', 'hash'],
        ]),
      },
    },
    {
      id: 'mask',
      words: ['--redact', 'firstName=mask', '--redact', 'Colours=mask'],
      look: {
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
      look: { redactions: new Map([['leadId', 'hash']]), hashKey: fileKey },
      files: { key: `${fileKey}\n` },
    },
  ],
  delimiter: [
    { id: 'delimiter', words: ['--delimiter', ';'], look: { delimiter: ';' } },
    { id: 'wide delimiter', words: ['--delimiter', '§'], look: { delimiter: '§' } },
  ],
  for: [{ id: 'for excel', words: ['--for', 'excel'], look: { isExcel: true, bom: true, lineEnd: '\r\n' } }],
  // Its own test compares each file with an export of its form alone.
  keepDuplicates: [{ id: 'keep duplicates', words: ['--keep-duplicates'], look: {} }],
  split: [],
  bom: [{ id: 'bom', words: ['--bom'], look: { bom: true } }],
  lineEnd: [{ id: 'line end', words: ['--line-end', 'crlf'], look: { lineEnd: '\r\n' } }],
  merge: [],
  types: [{ id: 'types text', words: ['--types', 'text'], look: {} }],
  formulas: [{ id: 'formulas', words: ['--formulas', 'raw'], look: { guards: false } }],
}

/** All of them, in the order of the options. */
export const settings: readonly Setting[] = Object.values(settingsOf).flat()
