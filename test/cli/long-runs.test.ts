import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commands } from '../../src/cli/commands/index.ts'
import { everyComponent } from '../support/every-component.ts'
import { recordsOf, write } from '../support/exporting.ts'
import { fasterThanLength, longRunsFor, type LongRun } from '../support/growth.ts'
import { runInProcess, temporaryFolder } from '../support/test-host.ts'
import { formatNames } from '../../src/export/formats.ts'
import { holding, outcome, rows } from '../support/outcome.ts'

/** Characters; a command line or file may hold more, and twice as many are tried. */
const length = 20_000

const spec = `name: Survey
steps:
  - name: Questions
    components:
      - { type: ShortInput, content: { question: Who are you? } }
  - name: Thanks
`

/** The texts of an answer, each in its place. */
const record = (text: string, nth = 0): object => ({
  id: `r${nth}`,
  createdAt: '2026-11-03T19:40:12.000Z',
  updatedAt: '2026-11-03T19:40:12.000Z',
  dataUpdatedAt: '2026-11-03T19:40:12.000Z',
  finished: true,
  status: 2,
  formId: 'f',
  version: '2.0',
  data: [
    ['ShortInput', { value: text }],
    ['Number', { value: text }],
    ['Date', { value: text }],
    ['Time', { value: text }],
    ['Phone', { value: text }],
    ['EmailForm', { value: text }],
    ['Dropdown', { value: text, selectedOther: true, other: text }],
    ['MultipleOptionsQuestion', { choices: [{ key: text, value: true, index: 0 }], selectedOther: false }],
    ['Matrix', { rows: [{ row: text, value: text }] }],
    ['Ranking', { values: [text, 'b'] }],
    ['FileUploader', { files: [{ name: text, url: text, size: 3 }] }],
    ['IdentityInfo', { fields: [{ key: 'fullName', value: text }] }],
    [text, { [text]: text }],
  ].map(([type, members], i) => ({
    questionId: `q${i}`,
    response: { type, headline: `Question ${i}`, componentShapeVersion: '2.0', ...(members as object) },
  })),
  meta: { leadId: text },
  personAttributes: { ip: text, country: text },
})

const reply = (text: string): string => JSON.stringify({ data: [record(text)] })

/** A folder with a spec and a saved reply. */
function project(): string {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'ok.yaml'), spec)
  writeFileSync(join(cwd, 'reply.json'), reply('5'))
  return cwd
}

describe('the time for an option grows with its length', () => {
  // They stay, ask or draw pictures of pages.
  const lasting = new Set(['quickstart', 'serve', 'forms preview', 'service style preview'])
  const args: Readonly<Record<string, readonly string[]>> = {
    'forms validate': ['ok.yaml'],
    'forms generate': ['ok.yaml', '--dry-run'],
    'forms apply': ['ok.yaml', '--dry-run'],
    'responses export': ['--from', 'reply.json', '--out', 'out.csv'],
    'responses get': ['--from', 'reply.json'],
    'responses stats': ['--from', 'reply.json'],
    'responses files': ['--from', 'reply.json', '--out', 'uploads'],
  }
  test.each(
    commands.filter(({ words }) => !lasting.has(words)).map((entry, i) => [entry.words, entry, i] as const),
  )('of %s', async (words, { load }, i) => {
    const cwd = project()
    const { options } = await load()
    const flags = Object.values(options).flatMap(
      ({ flags: written }) => /--[\w-]+(?= [<[])/.exec(written) ?? [],
    )
    const globals = ['--base-url', '--environment', '--profile', '--output', '--timeout', '--api-key-file']
    for (const [n, flag] of [...flags, ...(words === 'status' ? globals : [])].entries())
      expect([
        flag,
        await fasterThanLength(
          (text) =>
            runInProcess({
              cwd,
              argv: [...words.split(' '), ...(args[words] ?? []), `${flag}=${text.replaceAll('\0', '')}`],
            }),
          longRunsFor(40 * i + n, 1),
          length,
        ),
      ]).toEqual([flag, []])
    expect([
      'argument',
      await fasterThanLength(
        (text) => runInProcess({ cwd, argv: [...words.split(' '), '--', text] }),
        longRunsFor(40 * i + 39, 1),
        length,
      ),
    ]).toEqual(['argument', []])
  })

  test('a condition', async () => {
    const cwd = project()
    for (const [i, where] of [
      (text: string) => text,
      (text: string) => `Q > ${text}`,
      (text: string) => `Q = "${text}"`,
    ].entries())
      expect(
        await fasterThanLength(
          (text) =>
            runInProcess({ cwd, argv: ['responses', 'get', '--from', 'reply.json', '--where', where(text)] }),
          longRunsFor(i, 4),
          length,
        ),
      ).toEqual([])
  })
})

describe('the time for a file grows with its length', () => {
  const component =
    (text: string): ((given: (typeof everyComponent)[number][1]) => object) =>
    ([type, content]) =>
      JSON.parse(JSON.stringify({ type, content }), (key, value: unknown) =>
        typeof value === 'string' && key !== 'type' ? text : value,
      )
  const components = everyComponent.flatMap(([, ...inStep]) => inStep)
  const specOf = (components_: readonly object[]): string =>
    JSON.stringify({
      name: 'a',
      steps: [
        { name: 'b', components: components_ },
        { name: 'c', components: [] },
      ],
    })

  // A name, a file, a command, and what the file holds: the text as it is (‹›), or as a text of JSON ("‹›").
  const files = rows(String.raw`
    a spec | a.yaml | forms validate a.yaml | ‹›
    a spec that is mended | a.yaml | forms validate --fix a.yaml | name: ‹›\nsteps:\n  - name: a
    steps of a spec | a.yaml | forms validate a.yaml | {"name":"a","steps":"‹›"}
    steps of YAML | a.yaml | forms validate a.yaml | name: a\nsteps: ‹›\n
    a key of a spec | a.yaml | forms validate a.yaml | {"name":"a","‹›":"‹›"}
    a list of YAML | a.yaml | forms validate a.yaml | name: a\nsteps: [‹›]\n
    a quoted text of YAML | a.yaml | forms validate a.yaml | name: "‹›\nsteps: []\n
    an address of a calendar | a.yaml | forms validate a.yaml | ${specOf([{ type: 'Scheduler', content: { dataUrl: 'https://‹›' } }])}
    settings | formctl.yaml | status | ‹›
    a profile | formctl.yaml | status | profiles: {a: {base_url: "‹›"}}
    a lock file | formctl.lock.json | forms apply ok.yaml --dry-run | ‹›
    an entry of a lock file | formctl.lock.json | forms open ok.yaml --print | {"version":1,"forms":{"‹›":{"url":"‹›","id":"‹›"}}}
    rows | a.csv | forms generate ok.yaml --dry-run --each a.csv | ‹›
    variables | a.yaml | forms validate ok.yaml --var-file a.yaml | a: ‹›
    a columns file | a.yaml | responses export --from reply.json --out o.csv --columns-file a.yaml | ‹›
    a saved reply | a.json | responses get --from a.json | ‹›
    a saved reply of lines | a.ndjson | responses get --from a.ndjson | ‹›
    a reply that breaks off | a.json | responses get --from a.json | {"data":[{"id":"‹›
    a reply that breaks off in a number | a.json | responses get --from a.json | {"data":[{"id":1‹›
    a reply with more | a.json | responses get --from a.json | ${reply('a')}‹›
    a table | a.json | responses get --from a.json | "a ""b""",‹›\n1,2\n
    a table without an end | a.json | responses get --from a.json | "a ""b""",‹›
    answers | a.json | responses get --from a.json | ${reply('‹›')}
    answers in figures | a.json | responses stats --from a.json | ${reply('‹›')}
    answers that are personal | a.json | responses export --from a.json --out o.csv --redact all | ${reply('‹›')}
    files of answers | a.json | responses files --from a.json --out u | ${reply('‹›')}
  `).concat(
    components.map((given) => [
      `texts of a ${given[0]}`,
      'a.yaml',
      'forms validate a.yaml',
      specOf([component('‹›')(given)]),
    ]),
  )

  test.each(files.map((file, i) => [file[0], file, i] as const))(
    'of %s',
    async (_, [, file = '', words = '', content = ''], i) => {
      const cwd = project()
      mkdirSync(join(cwd, '.git'))
      const work = async (text: string): Promise<void> => {
        const filled = content
          .replaceAll(String.raw`\n`, '\n')
          .replaceAll('"‹›"', () => JSON.stringify(text))
          .replaceAll('https://‹›', () => JSON.stringify(`https://${text}`).slice(1, -1))
          .replaceAll('‹›', () => text)
        writeFileSync(join(cwd, file), filled)
        await runInProcess({ cwd, argv: words })
      }
      expect(await fasterThanLength(work, longRunsFor(i, 3), length)).toEqual([])
    },
  )

  test('a table of many columns with quotes in their names', async () => {
    const header: LongRun = { name: 'columns', of: (size) => `id,${'"a ""b"" c",'.repeat(size / 12)}z\n1\n` }
    const cwd = project()
    const work = async (text: string): Promise<void> => {
      writeFileSync(join(cwd, 'a.json'), text)
      const { exit, stderr } = await runInProcess({
        cwd,
        argv: 'responses export --from a.json --out o.csv',
      })
      expect({ exit, stderr }).toEqual(outcome(3, holding('it is a table such as CSV, not JSON')))
    }
    await work(header.of(360))
    expect(await fasterThanLength(work, [header], length)).toEqual([])
  })
})

test('the time for marks that Unicode puts in order grows with their length', async () => {
  const marks: LongRun = { name: 'marks', of: (size) => `a${'\u0301\u0316'.repeat(size / 2)}` }
  const cwd = project()
  const ways: readonly (readonly [file: string, words: string, of: (text: string) => string])[] = [
    [
      'a.yaml',
      'forms validate a.yaml',
      (text) =>
        JSON.stringify({
          name: text,
          steps: [
            {
              name: text,
              components: [{ type: 'Dropdown', content: { question: text, options: [text, `${text}b`] } }],
            },
          ],
        }),
    ],
    ['a.json', 'responses files --from a.json --out u', reply],
    [
      'a.json',
      'responses export --from a.json --out o.csv --headers sql',
      (text) => reply('5').replaceAll('Question', text),
    ],
  ]
  for (const [file, words, of] of ways)
    expect(
      await fasterThanLength(
        (text) => {
          writeFileSync(join(cwd, file), of(text))
          return runInProcess({ cwd, argv: words.split(' ') })
        },
        [marks],
        length,
      ),
    ).toEqual([])
})

describe('the time for a cell grows with its length', () => {
  const layouts = ['wide', 'long', 'relational'] as const
  const ways = formatNames.flatMap((format) => layouts.map((layout) => [format, layout] as const))

  test.each(ways.map(([format, layout], i) => [format, layout, i] as const))(
    'as %s, %s',
    async (format, layout, i) => {
      const work = async (text: string): Promise<void> => {
        const records = await recordsOf(reply(text.toWellFormed()))
        // A layout that a format does not have is refused before a cell is read.
        await write([records], format, { layout }).catch(() => undefined)
      }
      expect(await fasterThanLength(work, longRunsFor(i, 3), length)).toEqual([])
    },
  )

  test('which a spreadsheet could run', async () => {
    const runs: readonly LongRun[] = ['+', '-', '@', '=', "'"].flatMap((sign) =>
      [' ', '0', '.', '(', ')', 'a', '1,'].map((unit) => ({
        name: sign + unit,
        of: (size: number) => `${sign}${unit.repeat(size)}x`,
      })),
    )
    expect(
      await fasterThanLength(async (text) => write([await recordsOf(reply(text))], 'csv'), runs, length),
    ).toEqual([])
  })
})
