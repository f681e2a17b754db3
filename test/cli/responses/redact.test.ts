import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { answerTo, readIn, replyWith, responseOf, responses, textsIn } from '../../support/responses.ts'
import { temporaryFolder, type Ran } from '../../support/test-host.ts'

const exporting = (records: readonly object[], line: string, cwd = temporaryFolder()): Promise<Ran> =>
  responses(`export --from - ${line}`, { cwd, stdin: replyWith(records) })

const hows = ['drop', 'hash', 'mask']

/** `--redact` of each of these names. */
const redacting = (how: string, ...names: readonly string[]): string =>
  names.map((name) => `--redact '${name}=${how}'`).join(' ')

describe('a redacted answer stands in no file that an export writes, and in nothing that it says', () => {
  const option = (key: string, more: object = {}): object => ({ key, value: true, ...more })
  const beside = (question: string, given: object, more: object): object => ({
    ...answerTo(question, given),
    ...more,
  })
  // What is in small letters stands nowhere but in answers that are redacted.
  const mail = { emailAddress: 'zoe.quill@example.com' }
  const two = [
    responseOf(
      {},
      {
        finished: true,
        data: [
          beside('n1=Name', { value: 'Zebedee', Zebra: 'Zebedee' }, { n2: 'Zebedee' }),
          answerTo('age=How old', 471147),
          answerTo('picks=Picks', { choices: [option('Zanzibar'), { key: 'Oslo', value: false }] }),
          answerTo('more=More', {
            choices: [option('Zebedee', { questionId: 'n1' }), option('Bergen', { note: 1 })],
          }),
          answerTo('texts=Texts', { selected: ['Rome', 'Paris'] }),
          beside(
            'score=Score',
            { value: 3, n1: 'Zebedee', deep: { n1: ['Zebedee'], kept: 'Kestrel', age: 471147 } },
            { n1: 'Zebedee', Name: 'Zebedee', beside: { Name: { a: 'Zebedee' } } },
          ),
          { questionId: 'n1', response: 'Zebedee' },
          { questionId: 'n1', Zebra: ['Zebedee'] },
        ],
        meta: { leadId: 'lead', 'How old': 471147, mail },
        personAttributes: { ip: '192.0.2.1', ...mail, who: [{ Name: 'Zebedee' }] },
        n1: 'Zebedee',
        age: { a: 471147 },
        Picks: ['Zanzibar'],
      },
    ),
    responseOf(
      {},
      {
        createdAt: '2026-03-02T09:00:00.000Z',
        data: [
          answerTo('n1=Name', ''),
          answerTo('more=More', { choices: [option('Oslo'), { key: 'Bergen', value: false }] }),
          answerTo('who=', { ...mail, companyName: 'Ames' }),
        ],
        personAttributes: 'zoe.quill@example.com',
      },
    ),
  ]
  /** So many that most of them are read by what was learned of the first. */
  const records = Array.from({ length: 60 }, (_, i) => ({ ...two[i % 2], id: `r${i}` }))

  const tables = [
    'csv',
    'tsv --layout long',
    'tsv --layout long --multi json',
    'csv --multi json --headers both',
    'csv --multi columns',
    'csv --multi columns --columns-file columns.yaml',
    'csv --layout relational',
    "csv --where 'Name = Zebedee'",
    'xlsx --multi columns --headers id',
    'xlsx --layout relational --multi json',
    'sqlite --layout relational',
    'sqlite --multi columns',
  ]
  const lines = ['json', "ndjson --where 'Name = Zebedee'"]
  const programs = [
    'csv --codebook a.sps',
    'csv --multi columns --codebook a.do',
    'tsv --layout long --codebook a.R',
  ]
  const books = tables.map((line) => `${line} --codebook datapackage.json`)
  const all = [...lines, ...tables, ...books, ...programs]

  test.each(all.flatMap((line) => hows.map((how) => [line, how] as const)))(
    '%s, by %s',
    async (line, how) => {
      const cwd = temporaryFolder()
      const redact = redacting(how, 'Name', 'age', 'Picks', 'emailAddress', 'personAttributes')
      const ran = await exporting(records, `--manifest manifest.json ${redact} --out out.${line}`, cwd)
      expect(ran).toMatchObject({ exit: 0 })
      // Names for SQL are in small letters.
      const left = (await textsIn(cwd)).toLowerCase()
      expect(left).not.toMatch(/zebedee|zanzibar|471147|zoe\.quill/)
      expect(ran.stderr + ran.stdout).not.toMatch(/Zebedee|Zanzibar|471147|zoe\.quill/)
      expect([left.includes('kestrel'), left.includes('bergen')]).toEqual([true, true])
    },
  )
})

describe('no hint names an option of a list, where anything is redacted', () => {
  const records = [
    responseOf({
      'lang=Languages': ['Zebra', 'French'],
      'pick=Picks': {
        choices: [
          { key: 'Zanzibar', value: true },
          { key: 'Oslo', value: false },
        ],
      },
      'age=Age': '18',
    }),
  ]
  const slips = [
    "--where 'ebra = 1'",
    `--where '"languages: zebra" = 1'`,
    `--where 'Age = 18 and "lang.zebra" = 1'`,
    `--where '"languagse" = Zebr'`,
    '--columns id,ebra',
    "--columns 'id,Languages: Zebr'",
    '--columns id,lang.Zebr',
    '--redact ebra=drop',
    "--redact 'Languages: Zebr=hash'",
    "--redact 'Languages: Zebr [lang.Zebr]=mask'",
    '--redact anziba=drop',
  ]
  const layouts = ['wide --multi columns', 'long', 'relational']
  const cases = slips.flatMap((slip) =>
    hows.flatMap((how) => layouts.map((layout) => [slip, how, layout] as const)),
  )

  test.each(cases)('%s, by %s, --layout %s', async (slip, how, layout) => {
    const ran = await exporting(records, `${redacting(how, 'Languages', 'Picks')} ${slip} --layout ${layout}`)
    expect(ran.stderr).not.toMatch(/Zebra|Zanzibar/)
    expect(ran).toMatchObject({ exit: 2, stdout: '' })
  })

  test.each([
    // Of a slip in --redact itself, the list is proposed; where nothing is redacted, the option is.
    ['--redact Language=drop', '"Languages"', /Zebra|French/],
    ["--columns 'Languages: zebra'", 'did you mean "Languages: Zebra"', /Zanzibar/],
  ])('%s proposes %s', async (line, proposed, hidden) => {
    const { stderr } = await exporting(records, `--multi columns ${line}`)
    expect(stderr).toContain(proposed)
    expect(stderr).not.toMatch(hidden)
  })
})

describe('what repeats a redacted answer under a headline that other places tell is redacted, too', () => {
  const repeating = {
    ...responseOf({ 'q1=Your mail': 'ada.quill', 'age=Age': 18 }, { createdAt: '2026-03-03T09:00:00.000Z' }),
    meta: { nested: [{ 'Old mail': 'ada.quill', kept: 'Kestrel' }] },
    personAttributes: { 'Old mail': 'ada.quill' },
    'Old mail': ['ada.quill'],
  }
  const file = 'schema_version: 1\nheaders: headline\nmulti: joined\ncolumns:\n  - '
  const asked = 'questions:\n  - { id: q1, headline: "Old\\n mail", shown: 2026-03-01T09:00:00.000Z }\n'
  const kept = {
    'the headline of a columns file': `${file}{ name: id, record: id }\n${asked}`,
    'the name of a column there': `${file}{ name: Old mail, question: q1, member: value }\n`,
    'the name of another of its columns': `${file}{ name: "Old mail: selectedOther", question: q1, member: selectedOther }\n`,
  }
  // A column that is dropped can't be shown, so nothing is written then.
  const shown = "csv --columns 'id,meta.nested,personAttributes.Old mail'"
  const outs = ['csv', 'tsv --codebook book.json', 'sqlite', shown]
  const cases = Object.entries(kept).flatMap(([where, text]) =>
    hows.flatMap((how) => outs.map((out) => ({ where, text, how, out }))),
  )

  test.each(cases)('$where, by $how, as $out', async ({ text, how, out }) => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'columns.yaml'), text)
    const line = `--columns-file columns.yaml --manifest m.json --redact q1=${how} --out out.${out}`
    const ran = await exporting([repeating], line, cwd)
    const isRefused = out === shown && how === 'drop'
    expect(ran).toMatchObject({ exit: isRefused ? 2 : 0 })
    const left = (await textsIn(cwd)) + ran.stderr
    expect([left.includes('ada.quill'), left.includes('Kestrel')]).toEqual([false, !isRefused])
  })

  const nested = [
    { history: [answerTo('q1=Old mail', 'ada.quill')] },
    { history: { deep: [[{ questionId: 'q1', headline: 'Old mail', answer: 'ada.quill' }]] } },
    { personAttributes: { seen: { questionId: 'q1', response: { headline: 'Old mail' } } } },
  ]
  const formats = [
    'ndjson',
    "json --where 'Age = 18'",
    'csv',
    'csv --layout relational --out out.csv',
    'tsv --multi columns',
    'csv --layout long --columns value,meta.nested',
  ]
  const nestedCases = nested.flatMap((more) =>
    hows.flatMap((how) => formats.map((format) => ({ more, how, format }))),
  )

  test.each(nestedCases)('a nested answer in $more, by $how, $format', async ({ more, how, format }) => {
    const cwd = temporaryFolder()
    const records = [
      { ...repeating, id: 'r0' },
      { ...repeating, ...more },
    ]
    const { exit, stdout } = await exporting(records, `--redact q1=${how} --format ${format}`, cwd)
    const left = stdout + (await textsIn(cwd))
    expect([exit, left.includes('ada.quill'), left.includes('Kestrel')]).toEqual([0, false, true])
  })
})

test.each(hows)(
  'a columns file tells no time of a response whose time of creation is redacted by %s',
  async (how) => {
    const cwd = temporaryFolder()
    const exported = async (headline: string, day: number): Promise<string> => {
      const record = responseOf({ [`q1=${headline}`]: 'Ada' }, { createdAt: `2026-03-0${day}T09:17:31.123Z` })
      const line = `--columns-file columns.yaml --out out.csv --force --redact createdAt=${how}`
      const { exit, stderr } = await exporting([record], line, cwd)
      expect([exit, (await textsIn(cwd)).includes('09:17:31')]).toEqual([0, false])
      return stderr
    }
    await exported('Name', 1)
    expect(await exported('Your name', 2)).toContain('a question is now "Your name" and was "Name"')
    expect(readIn(cwd, 'columns.yaml')).toContain('Your name')
    expect(await exported('Your name', 3)).not.toContain('a question is now')
  },
)
