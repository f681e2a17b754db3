import { describe, expect, test } from 'vitest'
import { isLong } from '../../support/is-long.ts'
import { answerTo, replyWith, responseOf, responses, textsIn } from '../../support/responses.ts'
import { temporaryFolder, type Ran } from '../../support/test-host.ts'

const exporting = (records: readonly object[], line: string, cwd = temporaryFolder()): Promise<Ran> =>
  responses(`export --from - ${line}`, { cwd, stdin: replyWith(records) })

/** A response whose answer other members repeat, under the headline that the question had then. */
const response = (day: number, headline: string, secret: string): object => ({
  ...responseOf(
    { [`q1=${headline}`]: `${secret}@example.org` },
    { id: `r${day}`, createdAt: `2026-03-0${day}T09:00:00.000Z` },
  ),
  data: [
    answerTo(`q1=${headline}`, `${secret}@example.org`),
    { ...answerTo('age=Age', day), beside: { [headline]: secret } },
  ],
  meta: { lead: 'kestrel', nested: [{ [headline]: secret }] },
  personAttributes: { [headline]: secret },
  [headline]: [secret],
  answers: { [headline]: `${secret}@example.org`, kept: 'Bergen' },
})

const renamed = [
  response(1, 'E-mail', 'ada.quill'),
  response(3, 'Your mail', 'bob.quill'),
  response(2, 'Mail,\n please', 'cy.quill'),
]
// A record that answers twice, under two headlines.
const twice = {
  ...response(3, 'Your mail', 'bob.quill'),
  data: [
    answerTo('q1=Your mail', 'bob.quill'),
    answerTo('q1=E-mail', 'ada.quill'),
    answerTo('q1=Mail, please', 'cy.quill'),
    answerTo('age=Age', 1),
  ],
  answers: { 'E-mail': 'ada.quill', 'Mail, please': 'cy.quill', kept: 'Bergen' },
}

const orders = {
  'older first': renamed,
  'newer first': renamed.toReversed(),
  'many, read by what was learned': Array.from({ length: 60 }, (_, i) => ({
    ...renamed[i % 3],
    id: `r${i}`,
  })),
  'twice in a record': [twice],
}

const formats = [
  'json',
  'ndjson',
  "ndjson --where 'id is not empty'",
  ...['csv', 'tsv', 'xlsx', 'sqlite', 'parquet'].flatMap((format) => [
    format,
    `${format} --multi json`,
    `${format} --multi columns`,
    `${format} --layout long --columns id,value,answers,meta.nested`,
    `${format} --layout relational`,
  ]),
]

describe('what repeats a redacted answer under an older headline of its question is redacted, too', () => {
  const hows = ['drop', 'hash', 'mask']
  // Each format in each order, with one way to redact; in the long run with each.
  const cases = formats.flatMap((format, i) =>
    Object.entries(orders).flatMap(([order, records], k) =>
      hows
        .filter((_, n) => isLong || n === (i + k) % hows.length)
        .map((how) => ({ format, how, order, records })),
    ),
  )
  test.each(cases)('$format, by $how, $order', async ({ format, how, records }) => {
    const cwd = temporaryFolder()
    const ran = await exporting(records, `--redact q1=${how} --out out.${format}`, cwd)
    const left = await textsIn(cwd)
    expect(ran).toMatchObject({ exit: 0, stderr: expect.not.stringMatching(/\.quill/) })
    expect(left).not.toMatch(/(?:ada|bob|cy)\.quill/)
    expect(left).toContain('Bergen')
  })
})

const plain = [
  responseOf({ 'q1=E-mail': 'ada', 'age=Age': 1 }, { id: 'a' }),
  responseOf({ 'q1=Your mail': 'bob' }, { id: 'b', createdAt: '2026-03-02T09:00:00.000Z' }),
]
const now = '"E-mail" is now called "Your mail".'

describe('a name that a question had earlier is refused, with the one that it has now', () => {
  test.each([
    ['export', '--columns id,E-mail', now],
    ['export', "--columns 'id,E-mail [q1]'", '"E-mail [q1]" is now called "Your mail".'],
    ['export', '--columns E-mail --layout long', now],
    ['export', "--where 'E-mail contains ada'", now],
    ['export', "--where 'Age = 1 or E-mail contains ada'", '"E-mail" (character 12 of'],
    ['export', "--where 'Age = 1 or E-mail contains ada'", 'is now called "Your mail".'],
    ['export', '--redact E-mail=drop', now],
    ['export', '--redact E-mail=drop --format ndjson', now],
    ['export', '--redact E-mail=hash --multi columns', now],
    ['stats', "--where 'E-mail contains ada'", now],
  ])('%s %s', async (command, line, sentence) => {
    for (const records of [plain, plain.toReversed()]) {
      const ran = await responses(`${command} --from - ${line}`, { stdin: replyWith(records) })
      expect(ran).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining(sentence) })
      expect(ran.stderr).not.toMatch(/There is no column|meant\?|nobody answered/)
    }
  })

  test('beside one that there never was', async () => {
    const { stderr } = await exporting(plain, '--columns Nope,E-mail')
    expect(stderr).toContain(`${now} There is no column "Nope". To see`)
  })

  test('also where nobody might have given a member of that name', async () => {
    const mails = [
      responseOf({ 'q1=emailAddress': 'ada' }),
      responseOf({ 'q1=Write to': 'bob' }, { id: 'b', createdAt: '2026-03-02T09:00:00.000Z' }),
    ]
    const stderr = expect.stringContaining('"emailAddress" is now called "Write to".')
    expect(await exporting(mails, '--redact emailAddress=drop')).toMatchObject({
      exit: 2,
      stdout: '',
      stderr,
    })
  })
})

test.each(['wide', 'long', 'relational'])(
  'where another column bears the name, --redact covers the question that bore it, and says so: %s',
  async (layout) => {
    const other = responseOf({ 'q2=E-mail': 'cy' }, { id: 'c', createdAt: '2026-03-03T09:00:00.000Z' })
    const cwd = temporaryFolder()
    const { stderr } = await exporting(
      [...plain, other],
      `--redact E-mail=drop --layout ${layout} --out out.csv`,
      cwd,
    )
    expect(stderr).toContain('Redacted: E-mail (drop) in columns "E-mail" and "Your mail".')
    expect(await textsIn(cwd)).not.toMatch(/\b(ada|bob|cy)\b/)
  },
)

test.each(['csv', 'ndjson'])(
  'of a question whose headline is another one for everybody, each counts: %s',
  async (format) => {
    const records = Array.from({ length: 1500 }, (_, i) => {
      const headline = `Is your mail ${i}?`
      return {
        ...responseOf({ [`q1=${headline}`]: 'ada.quill' }, { id: `r${i}` }),
        answers: { [headline]: 'ada.quill', kept: 'Bergen' },
      }
    })
    const { stdout } = await exporting(records, `--redact q1=drop --format ${format}`)
    expect(stdout).toContain('Bergen')
    expect(stdout).not.toContain('ada.quill')
  },
)
