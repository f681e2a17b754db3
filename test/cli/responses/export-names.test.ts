import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parquetMetadata } from 'hyparquet'
import { describe, expect, test } from 'vitest'
import { parseCsv } from '../../support/csv.ts'
import { runInProcess, temporaryFolder, type Ran } from '../../support/test-host.ts'
import { readXlsx } from '../../support/xlsx.ts'

type Answers = Readonly<Record<string, unknown>>

/** A saved reply: a response for each, of questions `id=headline` with a value. */
const replyOf = (...responses: readonly Answers[]): string =>
  JSON.stringify({
    data: responses.map((answers, i) => ({
      id: `r${i + 1}`,
      formId: 'f1',
      createdAt: `2026-03-0${i + 1}T09:00:00.000Z`,
      personAttributes: { ip: '203.0.113.9' },
      data: Object.entries(answers).map(([question, value]) => ({
        questionId: question.replace(/=.*/s, ''),
        response: { type: 'ShortInput', headline: question.replace(/.*=/s, ''), value },
      })),
    })),
  })

function exporting(cwd: string, reply: string, words: readonly string[]): Promise<Ran> {
  writeFileSync(join(cwd, 'reply.json'), reply)
  return runInProcess({ cwd, argv: ['responses', 'export', '--from', 'reply.json', ...words] })
}

const kept = ['--columns-file', 'c.yaml']
const empty = replyOf()

const header = ({ stdout }: Ran): readonly string[] => parseCsv(stdout)[0] ?? []

describe('with a columns file, a name is that of its header', () => {
  // The columns stay `Nickname` and `Real name`; the questions are called otherwise now.
  async function renamed(words: readonly string[]): Promise<Ran> {
    const cwd = temporaryFolder()
    await exporting(cwd, replyOf({ 'a=Nickname': 'nick1', 'b=Real name': 'real1' }), kept)
    const later = replyOf({ 'a=Real name': 'nick2', 'b=Legal name': 'real2' })
    return exporting(cwd, later, [...kept, ...words])
  }

  test.each(['Real name=drop', 'Legal name=drop', 'b=drop', 'b=mask'])('--redact %s', async (redaction) => {
    const ran = await renamed(['--redact', redaction])
    expect(ran.exit).toBe(0)
    expect(ran.stdout).not.toContain('real2')
  })

  test('--redact covers all that a name may mean, and says which columns these are', async () => {
    const ran = await renamed(['--redact', 'Real name=drop'])
    expect(ran.stdout).not.toContain('nick2')
    expect(ran.stderr).toContain('Redacted: Real name (drop) in columns "Nickname" and "Real name".')
    expect((await renamed(['--redact', 'Legal name=mask'])).stderr).toContain(
      'Redacted: Legal name (mask) in column "Real name".',
    )
  })

  test('--where and --columns', async () => {
    const words = ['--columns', 'id,Real name', '--where', '"Real name" = real2']
    expect((await renamed(words)).stdout).toBe('id,Real name\nr1,real2\n')
    const today = ['--columns', 'Legal name', '--where', '"Legal name" = real2', '--where', 'a = nick2']
    expect((await renamed(today)).stdout).toBe('Real name\nreal2\n')
  })

  test('also one that was given by hand, and of a list as a whole', async () => {
    const cwd = temporaryFolder()
    const reply = replyOf({ 'a=Mail': 'secret', 'l=Languages': ['French'] })
    await exporting(cwd, reply, [...kept, '--multi', 'columns'])
    const file = readFileSync(join(cwd, 'c.yaml'), 'utf8')
    const own = file
      .replace('name: Mail', 'name: Contact')
      .replace('"Languages: French"', '"Sprachen: French"')
    writeFileSync(join(cwd, 'c.yaml'), own)
    const chosen = [
      '--columns',
      'Sprachen,Contact',
      '--where',
      'Contact = secret',
      '--where',
      'Sprachen = French',
    ]
    expect((await exporting(cwd, reply, [...kept, ...chosen])).stdout).toBe(
      'Sprachen: French,Contact\n1,secret\n',
    )
    const redacted = ['--redact', 'Contact=drop', '--redact', 'Sprachen=drop', '--columns', 'id']
    const ran = await exporting(cwd, reply, [...kept, ...redacted])
    expect(ran.stdout).toBe('id\nr1\n')
  })

  test('a question that these responses lack is known by its name and its headline', async () => {
    const cwd = temporaryFolder()
    await exporting(cwd, replyOf({ 'a=Phone': '1', 'b=Age': 1 }), [...kept, '--headers', 'id'])
    for (const words of [
      ['--redact', 'Phone=drop'],
      ['--columns', 'a'],
      ['--where', 'Phone is empty'],
    ])
      expect(await exporting(cwd, replyOf({ 'b=Age': 2 }), [...kept, ...words])).toMatchObject({ exit: 0 })
  })
})

describe('without a response there is nothing to be wrong about', () => {
  test('what is known is redacted, and what is not is said', async () => {
    const cwd = temporaryFolder()
    const ran = await exporting(cwd, empty, [
      '--redact',
      'ip=drop',
      '--redact',
      'ipp=drop',
      '--where',
      'Age > 3',
    ])
    expect(ran.exit).toBe(0)
    expect(header(ran)).not.toContain('personAttributes.ip')
    expect(ran.stderr).toContain('Without responses, it is unknown whether there is a column "Age" or "ipp".')
    expect(ran.stderr).toContain('Redacted: ip (drop) in column "personAttributes.ip".')
  })

  test('columns have the names by which they were asked for, day by day', async () => {
    const cwd = temporaryFolder()
    for (const reply of [empty, replyOf({ 'a=Age': 3 })])
      expect(header(await exporting(cwd, reply, ['--columns', 'id,Age']))).toEqual(['id', 'Age'])
    const since = await exporting(cwd, replyOf({ 'a=Age': 3 }), [
      '--columns',
      'id,Age',
      '--since',
      '2027-01-01',
    ])
    expect(since).toMatchObject({ exit: 0, stdout: 'id,Age\n' })
    for (const layout of ['long', 'relational'])
      expect(
        await exporting(cwd, empty, [
          '--columns',
          'id,Age',
          '--layout',
          layout,
          '--out',
          'a.xlsx',
          '--force',
        ]),
      ).toMatchObject({ exit: 0 })
  })

  test('columns of a columns file are known', async () => {
    const cwd = temporaryFolder()
    await exporting(cwd, replyOf({ 'a=Alpha': 'x' }), kept)
    const ran = await exporting(cwd, empty, [...kept, '--redact', 'Alpha=drop'])
    expect(header(ran)).not.toContain('Alpha')
    expect(ran.stderr).toContain('Redacted: Alpha (drop).')
  })
})

describe('a member that nobody gave', () => {
  test('may be named, as every form could have asked for it', async () => {
    const cwd = temporaryFolder()
    const words = [
      '--redact',
      'emailAddress=drop',
      '--columns',
      'id,emailAddress',
      '--where',
      'phoneNumber is empty',
    ]
    const ran = await exporting(cwd, replyOf({ 'a=Age': 3 }), words)
    expect(ran).toMatchObject({ exit: 0, stdout: 'id,emailAddress\nr1,\n' })
    expect(ran.stderr).toContain('No response has a value for "phoneNumber" or "emailAddress".')
    expect(ran.stderr).not.toContain('Redacted')
  })

  test('may not where it may be a slip for a column that is there', async () => {
    const cwd = temporaryFolder()
    const ran = await exporting(cwd, replyOf({ 'a=E-mail address': 'x@example.com' }), [
      '--redact',
      'emailAddress=drop',
    ])
    expect(ran).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: expect.stringContaining('(did you mean "E-mail address"?)'),
    })
  })
})

describe('a question of the name of a field', () => {
  const reply = JSON.stringify({
    data: [
      {
        id: 'r1',
        personAttributes: { country: 'DE' },
        data: [{ questionId: 'q', response: { headline: 'country', selected: 'France' } }],
      },
    ],
  })
  const shown = ['--columns', 'country,personAttributes.country']

  test('is what --columns and --where mean by it', async () => {
    const ran = await exporting(temporaryFolder(), reply, [...shown, '--where', 'country = France'])
    expect(ran).toMatchObject({ exit: 0, stdout: 'country,personAttributes.country\nFrance,DE\n' })
  })

  test('is redacted together with the field', async () => {
    const ran = await exporting(temporaryFolder(), reply, [...shown, '--redact', 'country=mask'])
    expect(ran).toMatchObject({ exit: 0, stdout: 'country,personAttributes.country\nF•••,•••\n' })
    expect(ran.stderr).toContain('country (mask) in columns "personAttributes.country" and "country"')
  })
})

describe('a field of the record is named by its path, and found by its last part, too', () => {
  const reply = JSON.stringify({
    data: ['DE', 'FR'].map((country, i) => ({
      id: `r${i + 1}`,
      meta: { leadId: `l${i + 1}` },
      personAttributes: { country },
      data: [],
    })),
  })
  const columns = ['--columns', 'id,meta.leadId,personAttributes.country']

  test('in --where and --columns, under the same headers', async () => {
    const cwd = temporaryFolder()
    const ran = await exporting(cwd, reply, ['--where', 'personAttributes.country = DE', ...columns])
    expect(ran).toMatchObject({ exit: 0, stdout: 'id,meta.leadId,personAttributes.country\nr1,l1,DE\n' })
    const ofLead = await exporting(cwd, reply, ['--where', 'meta.leadId = l2', '--format', 'ndjson'])
    expect(ofLead.stdout).toContain('"id":"r2"')
  })

  test.each(['csv', 'ndjson'])('in --redact, for %s', async (format) => {
    const words = ['--redact', 'personAttributes.country=drop', '--redact', 'meta.leadId=mask']
    const ran = await exporting(temporaryFolder(), reply, [...words, '--format', format])
    expect(ran.exit).toBe(0)
    expect(ran.stdout).not.toMatch(/DE|FR|l1|l2/)
    expect(ran.stderr).toContain('personAttributes.country (drop), meta.leadId (mask)')
  })

  test('which a slip does not suggest beside it', async () => {
    for (const words of [
      ['--redact', 'leadd=drop'],
      ['--where', 'Lead = l1'],
      ['--redact', 'leadi=drop'],
    ]) {
      const ran = await exporting(temporaryFolder(), reply, words)
      expect(ran.stderr).toContain('(did you mean "leadId"?)')
    }
  })
})

test('a condition that no response matches is shown as it was typed, and its column is not called unknown', async () => {
  const words = ['--where', 'firstName = "x"', '--where', `firstName = "y's"`]
  const ran = await exporting(temporaryFolder(), replyOf({ 'a=Age': 3 }), words)
  expect(ran.stderr).toContain(`No response matches --where 'firstName = "x"'.`)
  expect(ran.stderr).toContain('No response has a value for "firstName".')
  expect(ran.stderr).not.toContain('unknown')
})

describe('names that differ in capital letters only', () => {
  const reply = replyOf({ 'a=Country': 'Germany' })

  test('carry ids, and no format changes a name', async () => {
    const cwd = temporaryFolder()
    const odd = replyOf({
      'a=Country': 1,
      'b=country': 2,
      'c=id': 3,
      'd=\0a.b "x"\ud800': 4,
      'e=É': 5,
      'f=é': 6,
    })
    const names = header(await exporting(cwd, odd, []))
    expect(names.slice(13)).toEqual([
      'Country [a]',
      'country [b]',
      'id [c]',
      '\uFFFDa.b "x"\uFFFD',
      'É [e]',
      'é [f]',
    ])
    for (const out of ['a.parquet', 'a.xlsx', 'a.db'])
      await exporting(cwd, odd, ['--headers', 'headline', '--out', out])
    const database = new DatabaseSync(join(cwd, 'a.db'), { readOnly: true })
    const inSqlite = database.prepare(`select name from pragma_table_info('responses')`).all()
    database.close()
    expect(inSqlite.map(({ name }) => name)).toEqual(names)
    const parquet = parquetMetadata(new Uint8Array(readFileSync(join(cwd, 'a.parquet'))).buffer)
    expect(parquet.schema.slice(1).map(({ name }) => name)).toEqual(names)
    const [sheet] = readXlsx(readFileSync(join(cwd, 'a.xlsx')))
    expect(sheet?.rows[0]?.map((cell) => cell?.value)).toEqual(names)
  })

  test.each([
    ['country', 'r1'],
    ['Country', 'r1'],
    ['COUNTRY', undefined],
    ['personAttributes.country', ''],
  ])('are found as they are written, and in small letters as SQL has them: %s', async (name, found) => {
    const ran = await exporting(temporaryFolder(), reply, ['--where', `${name} = Germany`, '--columns', 'id'])
    expect(ran).toMatchObject(
      found === undefined ? { exit: 2 } : { exit: 0, stdout: (found && `id\n${found}\n`) || 'id\n' },
    )
  })
})

describe('names', () => {
  const twins = replyOf({ 'a=Age': 1, 'b=Age': 2, 'c=Languages': 'x' })

  test('that several columns share choose all of them', async () => {
    expect((await exporting(temporaryFolder(), twins, ['--columns', 'Age,id'])).stdout).toBe(
      'Age [a],Age [b],id\n1,2,r1\n',
    )
  })

  test('do not hang on what else is shown', async () => {
    const cwd = temporaryFolder()
    expect(header(await exporting(cwd, twins, ['--redact', 'a=drop']))).toContain('Age [b]')
    expect(header(await exporting(cwd, twins, ['--columns', 'b']))).toEqual(['Age [b]'])
  })

  test('that no column bears are all told at once', async () => {
    const ran = await exporting(temporaryFolder(), twins, ['--columns', 'id,Nope,Langages'])
    expect(ran).toMatchObject({ exit: 2, stdout: '' })
    expect(ran.stderr).toContain(
      'There is no column "Nope" or "Langages" (did you mean "Languages"?). To see the columns of these responses, run formctl responses export without',
    )
  })

  test('of one or two letters suggest nothing', async () => {
    for (const name of ['la', 'gu', 'Z']) {
      const ran = await exporting(temporaryFolder(), twins, ['--where', `${name} = 3`])
      expect(ran.stderr).toContain(`There is no column "${name}". To see`)
    }
  })

  test('of questions without a headline are also their types, as tables of answers call them', async () => {
    const response = { type: 'IdentityInfo', emailAddress: 'ada@example.com' }
    const reply = JSON.stringify({ data: [{ id: 'r1', data: [{ questionId: 'q', response }] }] })
    const words = ['--layout', 'long', '--redact', 'IdentityInfo=drop']
    const ran = await exporting(temporaryFolder(), reply, words)
    expect(ran.exit).toBe(0)
    expect(ran.stdout).not.toContain('ada@')
  })

  test.each([
    ['IdentityInfo', 'firstName,emailAddress'],
    [
      'personAttributes',
      'personAttributes.ip,personAttributes.country,personAttributes.visitedForm,personAttributes.completedForm',
    ],
    ['data', 'firstName,emailAddress,Why'],
  ])('mean the same in --where, --columns and --redact: %s', async (name, columns) => {
    const identity = { type: 'IdentityInfo', firstName: 'Ada', emailAddress: 'ada@example.com' }
    const data = [
      { questionId: 'q', response: identity },
      { questionId: 'w', response: { type: 'ShortInput', headline: 'Why', value: '' } },
    ]
    const bare = { id: 'r2', personAttributes: {}, data: [] }
    const reply = JSON.stringify({
      data: [{ id: 'r1', personAttributes: { ip: '203.0.113.9' }, data }, bare],
    })
    const of = (words: readonly string[]): Promise<Ran> => exporting(temporaryFolder(), reply, words)
    expect(header(await of(['--columns', `id,${name}`])).join()).toBe(`id,${columns}`)
    expect((await of(['--where', `${name} is empty`, '--columns', 'id'])).stdout).toBe('id\nr2\n')
    expect(header(await of(['--redact', `${name}=drop`]))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(new RegExp(`^(${columns.replaceAll(',', '|')})$`))]),
    )
  })

  test('cannot be shown and dropped', async () => {
    const ran = await exporting(temporaryFolder(), twins, [
      '--redact',
      'id=drop',
      '--columns',
      'id,Languages',
    ])
    expect(ran.exit).toBe(2)
    expect(ran.stderr).toContain('--columns names "id", and --redact drops it.')
  })

  test('are redacted one way', async () => {
    const ran = await exporting(temporaryFolder(), twins, ['--redact', 'id=mask', '--redact', 'id=hash'])
    expect(ran.exit).toBe(2)
    expect(ran.stderr).toContain('--redact names id twice, with mask and with hash.')
  })

  test('a key without a hash is misuse, and no file is left', async () => {
    const cwd = temporaryFolder()
    const ran = await exporting(cwd, twins, ['--redact-key-file', 'none', '--out', 'a.csv'])
    expect(ran.exit).toBe(2)
    expect(ran.stderr).toContain('--redact-key-file is the key of hashes')
    expect(existsSync(join(cwd, 'a.csv'))).toBe(false)
  })

  test('a condition that no response holds is named, also under --quiet', async () => {
    const words = ['--where', 'Languages = French', '--quiet']
    expect((await exporting(temporaryFolder(), twins, words)).stderr).toContain(
      'No response matches --where "Languages = French".',
    )
  })
})

describe('what is said of a name helps', () => {
  const listed = JSON.stringify({
    data: ['Languages', 'Colours'].map((headline, i) => ({
      id: `r${i}`,
      data: [{ questionId: `q${i}`, response: { headline, selected: ['x'], selectedOther: 'y' } }],
    })),
  })

  test.each([
    ['--columns', 'selectedothe'],
    ['--where', 'selectedothe = y'],
  ])('%s: no name is meant that is refused', async (option, given) => {
    const ran = await exporting(temporaryFolder(), listed, [option, given])
    expect(ran.exit).toBe(2)
    const [, meant = ''] = /did you mean (.*?)\?/.exec(ran.stderr) ?? []
    const names = Array.from(meant.matchAll(/"([^"]*)"/g), ([, name = '']) => name)
    expect(names[0]).toBe('selectedOther')
    expect(names.length).toBeGreaterThan(1)
    for (const name of names) {
      const shown = await exporting(temporaryFolder(), listed, ['--columns', name])
      expect(shown.exit).toBe(0)
    }
  })

  test('a headline with a comma is shown in the quotes that it needs', async () => {
    const reply = replyOf({ 'q=a,b': 1 })
    const ran = await exporting(temporaryFolder(), reply, ['--columns', 'a,b,id'])
    expect(ran.exit).toBe(2)
    expect(ran.stderr).toContain(`Quotes go round a name that holds a comma: --columns '"a,b"'.`)
    expect((await exporting(temporaryFolder(), reply, ['--columns', '"a,b"'])).stdout).toBe('"a,b"\n1\n')
    const slip = await exporting(temporaryFolder(), reply, ['--redact', 'a,=drop'])
    expect(slip.stderr).not.toContain('Quotes')
  })

  test.each([[[]], [['--format', 'ndjson']]])(
    'a warning holds no value of a column that is redacted, with %j',
    async (words) => {
      const reply = replyOf({ 'a=Country': 'Zanzibar' })
      for (const how of ['drop', 'mask']) {
        const given = ['--redact', `Country=${how}`, '--where', 'Country = zanzibar', ...words]
        const ran = await exporting(temporaryFolder(), reply, given)
        expect(ran.stderr).toContain('Country holds it otherwise: letter case and spaces must match.')
        expect(ran.stderr).not.toContain('Zanzibar')
      }
    },
  )
})

test.each(['csv', 'tsv'])(
  'in %s headlines with other halves of signs, all of which become �, stay apart',
  async (format) => {
    const reply = replyOf({ 'a=Mood \ud83d': '1', 'b=Mood \ude00': '2', 'c=Mood \ufffd': '3', 'd=Mood': '4' })
    const words = ['--format', format, '--columns', 'a,b,c,d']
    const { stdout } = await exporting(temporaryFolder(), reply, words)
    const separator = format === 'csv' ? ',' : '\t'
    expect(stdout).toBe(
      `${['Mood � [a]', 'Mood � [b]', 'Mood � [c]', 'Mood'].join(separator)}\n${[1, 2, 3, 4].join(separator)}\n`,
    )
  },
)

test('a member whose name is like another one up to a backslash has a column of its own', async () => {
  const record = (id: string, name: string): string =>
    `{"id":"${id}","createdAt":"2026-03-01T09:00:00Z",${name}:"${id}","data":[]}`
  const names = [String.raw`"x\\"`, String.raw`"x\""`, String.raw`"x\u0041"`]
  const reply = `{"data":[${names.map((name, i) => record(`r${i + 1}`, name)).join(',')}]}`
  const ran = await exporting(temporaryFolder(), reply, ['--columns', String.raw`id,x\,"x""",xA`])
  expect(ran.stdout).toBe(String.raw`id,x\,"x""",xA` + '\nr1,r1,,\nr2,,r2,\nr3,,,r3\n')
})

test('a column whose name is empty is called "", and chosen by nothing else', async () => {
  const reply = JSON.stringify({ data: [{ id: 'r1', '': 'odd' }] })
  for (const [names, table] of [
    ['id,""', 'id,\nr1,odd\n'],
    [' "" ,id', ',id\nodd,r1\n'],
    ['""', '""\nodd\n'],
  ] as const)
    expect(await exporting(temporaryFolder(), reply, ['--columns', names])).toMatchObject({
      exit: 0,
      stdout: table,
    })
  for (const [condition, table] of [
    ['"" = odd', 'id\nr1\n'],
    ['id = r1 and ("" = "odd")', 'id\nr1\n'],
    ['"" != odd', 'id\n'],
  ] as const) {
    const ran = await exporting(temporaryFolder(), reply, ['--columns', 'id', '--where', condition])
    expect([ran.exit, ran.stdout]).toEqual([0, table])
  }
  expect(await exporting(temporaryFolder(), reply, ['--columns', 'id,'])).toMatchObject({
    exit: 2,
    stdout: '',
  })
})

describe('a headline with a line break', () => {
  const reply = replyOf({ 'q1=Price\nper piece': 1, 'q2=Price per piece': 2, 'q3= a\r\n\tb\u00a0': 3 })
  const told = async (words: readonly string[]): Promise<string> =>
    (await exporting(temporaryFolder(), reply, words)).stdout

  test('is one line in every header, and stays apart from the same words without one', async () => {
    const names = ['Price per piece [q1]', 'Price per piece [q2]', 'a b']
    expect(await told(['--columns', 'Price per piece,a b'])).toBe(`${names.join()}\n1,2,3\n`)
    expect(await told(['--columns', names.toReversed().join()])).toBe(`${names.toReversed().join()}\n3,2,1\n`)
    const long = await told(['--layout', 'long', '--columns', 'question'])
    expect(parseCsv(long).map((row) => row.at(-1))).toEqual(['question', ...names])
  })

  test('is described by a codebook in one line, and kept as it was written by a columns file', async () => {
    const cwd = temporaryFolder()
    await exporting(cwd, reply, [...kept, '--out', 'a.csv', '--codebook', 'b.json'])
    expect(readFileSync(join(cwd, 'b.json'), 'utf8')).toContain('"title": "Price per piece"')
    expect(readFileSync(join(cwd, 'c.yaml'), 'utf8')).toContain(String.raw`headline: "Price\nper piece"`)
  })

  test('is one line where people read responses and figures, too', async () => {
    const cwd = temporaryFolder()
    await exporting(cwd, reply, [])
    for (const [words, isTerminal] of [
      [['get', '-o', 'table'], false],
      [['get'], true],
      [['stats'], true],
    ] as const) {
      const argv = ['responses', ...words, '--from', 'reply.json']
      const { stdout } = await runInProcess({ cwd, argv, isTerminal })
      expect(stdout).toMatch(/Price per piece[^]*Price per piece/)
      expect(stdout).toMatch(/\ba b\b/)
    }
  })

  test('breaks no sentence', async () => {
    const cwd = temporaryFolder()
    await exporting(cwd, reply, [...kept, '--out', 'a.csv'])
    for (const words of [['--check'], ['--out', 'b.csv']])
      expect((await exporting(cwd, replyOf({}, { 'q1=Price': 1 }), [...kept, ...words])).stderr).toContain(
        String.raw`is now "Price" and was "Price\nper piece"; its columns keep their names.`,
      )
  })
})
