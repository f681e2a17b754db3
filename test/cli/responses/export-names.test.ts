import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parquetMetadata } from 'hyparquet'
import { describe, expect, test } from 'vitest'
import { parseCsv } from '../../support/csv.ts'
import {
  answerTo,
  readIn,
  replyWith,
  responseOf,
  responses,
  rowsIn,
  savedReply,
  type Answers,
} from '../../support/responses.ts'
import { temporaryFolder, type Ran } from '../../support/test-host.ts'
import { readXlsx } from '../../support/xlsx.ts'

const exporting = (stdin: string, line: string, cwd = temporaryFolder()): Promise<Ran> =>
  responses(`export --from - ${line}`, { cwd, stdin })

const table = async (stdin: string, line: string): Promise<string> => (await exporting(stdin, line)).stdout

const empty = replyWith([])

const header = ({ stdout }: Ran): readonly string[] => parseCsv(stdout)[0] ?? []

describe('with a columns file, a name is that of its header', () => {
  // The columns stay `Nickname` and `Real name`; the questions are called otherwise now.
  async function renamed(line: string): Promise<Ran> {
    const cwd = temporaryFolder()
    await exporting(
      savedReply({ 'a=Nickname': 'nick1', 'b=Real name': 'real1' }),
      '--columns-file c.yaml',
      cwd,
    )
    const later = savedReply({ 'a=Real name': 'nick2', 'b=Legal name': 'real2' })
    return exporting(later, `--columns-file c.yaml ${line}`, cwd)
  }

  test.each(['Real name=drop', 'Legal name=drop', 'b=drop', 'b=mask'])('--redact %s', async (redaction) => {
    const ran = await renamed(`--redact '${redaction}'`)
    expect(ran.exit).toBe(0)
    expect(ran.stdout).not.toContain('real2')
  })

  test('--redact covers all that a name may mean, and says which columns these are', async () => {
    const ran = await renamed("--redact 'Real name=drop'")
    expect(ran.stdout).not.toContain('nick2')
    expect(ran.stderr).toContain('Redacted: Real name (drop) in columns "Nickname" and "Real name".')
    expect((await renamed("--redact 'Legal name=mask'")).stderr).toContain(
      'Redacted: Legal name (mask) in column "Real name".',
    )
  })

  test.each([
    [`--columns 'id,Real name' --where '"Real name" = real2'`, 'id,Real name\nr1,real2\n'],
    [`--columns 'Legal name' --where '"Legal name" = real2' --where 'a = nick2'`, 'Real name\nreal2\n'],
  ])('%s', async (line, stdout) => {
    expect(await renamed(line)).toMatchObject({ stdout })
  })

  test('also one that was given by hand, and of a list as a whole', async () => {
    const cwd = temporaryFolder()
    const reply = savedReply({ 'a=Mail': 'secret', 'l=Languages': ['French'] })
    await exporting(reply, '--columns-file c.yaml --multi columns', cwd)
    const own = readIn(cwd, 'c.yaml')
      .replace('name: Mail', 'name: Contact')
      .replace('"Languages: French"', '"Sprachen: French"')
    writeFileSync(join(cwd, 'c.yaml'), own)
    for (const [line, stdout] of [
      [
        `Sprachen,Contact --where 'Contact = secret' --where 'Sprachen = French'`,
        'Sprachen: French,Contact\n1,secret\n',
      ],
      ['id --redact Contact=drop --redact Sprachen=drop', 'id\nr1\n'],
    ])
      expect(await exporting(reply, `--columns-file c.yaml --columns ${line}`, cwd)).toMatchObject({ stdout })
  })

  test('a question that these responses lack is known by its name and its headline', async () => {
    const cwd = temporaryFolder()
    await exporting(savedReply({ 'a=Phone': '1', 'b=Age': 1 }), '--columns-file c.yaml --headers id', cwd)
    for (const line of ['--redact Phone=drop', '--columns a', "--where 'Phone is empty'"])
      expect(await exporting(savedReply({ 'b=Age': 2 }), `--columns-file c.yaml ${line}`, cwd)).toMatchObject(
        { exit: 0 },
      )
  })
})

describe('without a response there is nothing to be wrong about', () => {
  test('what is known is redacted, and what is not is said', async () => {
    const ran = await exporting(empty, "--redact ip=drop --redact ipp=drop --where 'Age > 3'")
    expect(ran.exit).toBe(0)
    expect(header(ran)).not.toContain('personAttributes.ip')
    expect(ran.stderr).toContain('Without responses, it is unknown whether there is a column "Age" or "ipp".')
    expect(ran.stderr).toContain('Redacted: ip (drop) in column "personAttributes.ip".')
  })

  test('columns have the names by which they were asked for, day by day', async () => {
    const age = savedReply({ 'a=Age': 3 })
    expect(await table(empty, '--columns id,Age')).toBe('id,Age\n')
    expect(await table(age, '--columns id,Age')).toBe('id,Age\nr1,3\n')
    expect(await table(age, '--columns id,Age --since 2027-01-01')).toBe('id,Age\n')
  })

  test('columns of a columns file are known', async () => {
    const cwd = temporaryFolder()
    await exporting(savedReply({ 'a=Alpha': 'x' }), '--columns-file c.yaml', cwd)
    const ran = await exporting(empty, '--columns-file c.yaml --redact Alpha=drop', cwd)
    expect(header(ran)).not.toContain('Alpha')
    expect(ran.stderr).toContain('Redacted: Alpha (drop).')
  })
})

describe('a member that nobody gave', () => {
  test('may be named, as every form could have asked for it', async () => {
    const line = "--redact emailAddress=drop --columns id,emailAddress --where 'phoneNumber is empty'"
    const ran = await exporting(savedReply({ 'a=Age': 3 }), line)
    expect(ran).toMatchObject({ exit: 0, stdout: 'id,emailAddress\nr1,\n' })
    expect(ran.stderr).toContain('No response has a value for "phoneNumber" or "emailAddress".')
    expect(ran.stderr).not.toContain('Redacted')
  })

  test('may not where it may be a slip for a column that is there', async () => {
    const reply = savedReply({ 'a=E-mail address': 'x@example.com' })
    expect(await exporting(reply, '--redact emailAddress=drop')).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: expect.stringContaining('(did you mean "E-mail address"?)'),
    })
  })
})

describe('a question of the name of a field', () => {
  const reply = replyWith([
    responseOf({ 'q=country': { selected: 'France' } }, { personAttributes: { country: 'DE' } }),
  ])
  const shown = '--columns country,personAttributes.country'

  test('is what --columns and --where mean by it, and is redacted together with the field', async () => {
    const names = 'country,personAttributes.country'
    expect(await table(reply, `${shown} --where 'country = France'`)).toBe(`${names}\nFrance,DE\n`)
    const ran = await exporting(reply, `${shown} --redact country=mask`)
    expect(ran).toMatchObject({ exit: 0, stdout: `${names}\nF•••,•••\n` })
    expect(ran.stderr).toContain('country (mask) in columns "personAttributes.country" and "country"')
  })
})

describe('a field of the record is named by its path, and found by its last part, too', () => {
  const reply = replyWith(
    ['DE', 'FR'].map((country, i) =>
      responseOf({}, { id: `r${i + 1}`, meta: { leadId: `l${i + 1}` }, personAttributes: { country } }),
    ),
  )

  test('in --where and --columns, under the same headers', async () => {
    const columns = 'id,meta.leadId,personAttributes.country'
    expect(await table(reply, `--where 'personAttributes.country = DE' --columns ${columns}`)).toBe(
      `${columns}\nr1,l1,DE\n`,
    )
    expect(await table(reply, "--where 'meta.leadId = l2' --format ndjson")).toContain('"id":"r2"')
  })

  test.each(['csv', 'ndjson'])('in --redact, for %s', async (format) => {
    const line = '--redact personAttributes.country=drop --redact meta.leadId=mask'
    const ran = await exporting(reply, `${line} --format ${format}`)
    expect(ran.exit).toBe(0)
    expect(ran.stdout).not.toMatch(/DE|FR|l1|l2/)
    expect(ran.stderr).toContain('personAttributes.country (drop), meta.leadId (mask)')
  })

  test.each(['--redact leadd=drop', "--where 'Lead = l1'", '--redact leadi=drop'])(
    'which a slip does not suggest beside it: %s',
    async (line) => {
      expect((await exporting(reply, line)).stderr).toContain('(did you mean "leadId"?)')
    },
  )
})

test('a condition that no response matches is shown as it was typed, and its column is not called unknown', async () => {
  const { stderr } = await exporting(savedReply({ 'a=Age': 3 }), `--where 'firstName = "x"'`)
  expect(stderr).toContain(`No response matches 'firstName = "x"'.`)
  expect(stderr).toContain('No response has a value for "firstName".')
  expect(stderr).not.toContain('unknown')
})

describe('names that differ in capital letters only', () => {
  test('carry ids, and no format changes a name', async () => {
    const cwd = temporaryFolder()
    const odd = savedReply({
      'a=Country': 1,
      'b=country': 2,
      'c=id': 3,
      'd=\0a.b "x"\ud800': 4,
      'e=É': 5,
      'f=é': 6,
    })
    const names = header(await exporting(odd, ''))
    const own = ['Country [a]', 'country [b]', 'id [c]', '\uFFFDa.b "x"\uFFFD', 'É [e]', 'é [f]']
    expect(names.slice(13)).toEqual(own)
    for (const out of ['a.parquet', 'a.xlsx', 'a.db'])
      await exporting(odd, `--headers headline --out ${out}`, cwd)
    const inSqlite = rowsIn(join(cwd, 'a.db'), `select name from pragma_table_info('responses')`)
    expect(inSqlite.map(({ name }) => name)).toEqual(names)
    const parquet = parquetMetadata(new Uint8Array(readFileSync(join(cwd, 'a.parquet'))).buffer)
    expect(parquet.schema.slice(1).map(({ name }) => name)).toEqual(names)
    const [sheet] = readXlsx(readFileSync(join(cwd, 'a.xlsx')))
    expect(sheet?.rows[0]?.map((cell) => cell?.value)).toEqual(names)
  })

  test.each([
    ['country', { exit: 0, stdout: 'id\nr1\n' }],
    ['Country', { exit: 0, stdout: 'id\nr1\n' }],
    ['COUNTRY', { exit: 2 }],
    ['personAttributes.country', { exit: 0, stdout: 'id\n' }],
  ])('are found as they are written, and in small letters as SQL has them: %s', async (name, found) => {
    const reply = savedReply({ 'a=Country': 'Germany' })
    expect(await exporting(reply, `--where '${name} = Germany' --columns id`)).toMatchObject(found)
  })
})

describe('names', () => {
  const twins = savedReply({ 'a=Age': 1, 'b=Age': 2, 'c=Languages': 'x' })

  test('that several columns share choose all of them, and do not hang on what else is shown', async () => {
    expect(await table(twins, '--columns Age,id')).toBe('Age [a],Age [b],id\n1,2,r1\n')
    expect(header(await exporting(twins, '--redact a=drop'))).toContain('Age [b]')
    expect(await table(twins, '--columns b')).toBe('Age [b]\n2\n')
  })

  test.each(['la', 'gu', 'Z'])('of one or two letters suggest nothing: %s', async (name) => {
    const { stderr } = await exporting(twins, `--where '${name} = 3'`)
    expect(stderr).toContain(`There is no column "${name}". To see`)
  })

  test('of questions without a headline are also their types, as tables of answers call them', async () => {
    const reply = replyWith([
      responseOf({}, { data: [answerTo('q=', { emailAddress: 'ada@x.org' }, 'IdentityInfo')] }),
    ])
    const ran = await exporting(reply, '--layout long --redact IdentityInfo=drop')
    expect([ran.exit, ran.stdout.includes('ada@')]).toEqual([0, false])
  })

  test.each([
    ['IdentityInfo', 'firstName,emailAddress'],
    [
      'personAttributes',
      ['ip', 'country', 'visitedForm', 'completedForm'].map((name) => `personAttributes.${name}`).join(),
    ],
    ['data', 'firstName,emailAddress,Why'],
  ])('mean the same in --where, --columns and --redact: %s', async (name, columns) => {
    const identity = answerTo('q=', { firstName: 'Ada', emailAddress: 'ada@example.com' }, 'IdentityInfo')
    const more = { personAttributes: { ip: '203.0.113.9' }, data: [identity, answerTo('w=Why', '')] }
    const reply = replyWith([responseOf({}, more), responseOf({}, { id: 'r2', personAttributes: {} })])
    expect(header(await exporting(reply, `--columns id,${name}`)).join()).toBe(`id,${columns}`)
    expect(await table(reply, `--where '${name} is empty' --columns id`)).toBe('id\nr2\n')
    const left = header(await exporting(reply, `--redact ${name}=drop`))
    expect(columns.split(',').filter((column) => left.includes(column))).toEqual([])
  })

  test('a condition that no response holds is named, also under --quiet', async () => {
    expect((await exporting(twins, "--where 'Languages = French' --quiet")).stderr).toContain(
      'No response matches "Languages = French".',
    )
  })
})

describe('what is said of a name helps', () => {
  const given = { selected: ['x'], selectedOther: 'y' }
  const listed = savedReply({ 'q0=Languages': given }, { 'q1=Colours': given })

  test.each(['--columns selectedothe', "--where 'selectedothe = y'"])(
    '%s: no name is meant that is refused',
    async (line) => {
      const ran = await exporting(listed, line)
      expect(ran.exit).toBe(2)
      const [, meant = ''] = /did you mean (.*?)\?/.exec(ran.stderr) ?? []
      const names = Array.from(meant.matchAll(/"([^"]*)"/g), ([, name = '']) => name)
      expect([names[0], names.length > 1]).toEqual(['selectedOther', true])
      for (const name of names) expect((await exporting(listed, `--columns '${name}'`)).exit).toBe(0)
    },
  )

  test('a headline with a comma is shown in the quotes that it needs', async () => {
    const reply = savedReply({ 'q=Price, net': 1 })
    const ran = await exporting(reply, '--columns Price,net,id')
    expect(ran.exit).toBe(2)
    expect(ran.stderr).toContain(`Quotes go round a name that holds a comma: --columns '"Price, net"'.`)
    expect(await table(reply, `--columns ' "Price, net" , q ,id'`)).toBe('"Price, net",id\n1,r1\n')
    expect((await exporting(reply, '--redact Price,=drop')).stderr).not.toContain('Quotes')
  })

  test.each(['', ' --format ndjson'])(
    'a warning holds no value of a column that is redacted, with "%s"',
    async (format) => {
      for (const how of ['drop', 'mask']) {
        const line = `--redact Country=${how} --where 'Country = zanzibar'${format}`
        const { stderr } = await exporting(savedReply({ 'a=Country': 'Zanzibar' }), line)
        expect(stderr).toContain('Country holds it otherwise: letter case and spaces must match.')
        expect(stderr).not.toContain('Zanzibar')
      }
    },
  )
})

test.each([
  ['csv', ','],
  ['tsv', '\t'],
])(
  'in %s headlines with other halves of signs, all of which become �, stay apart',
  async (format, separator) => {
    const reply = savedReply({
      'a=Mood \ud83d': '1',
      'b=Mood \ude00': '2',
      'c=Mood \ufffd': '3',
      'd=Mood': '4',
    })
    const rows = [
      ['Mood � [a]', 'Mood � [b]', 'Mood � [c]', 'Mood'],
      [1, 2, 3, 4],
    ]
    expect(await table(reply, `--format ${format} --columns a,b,c,d`)).toBe(
      rows.map((row) => `${row.join(separator)}\n`).join(''),
    )
  },
)

test('a member whose name is like another one up to a backslash has a column of its own', async () => {
  const names = [String.raw`"x\\"`, String.raw`"x\""`, String.raw`"x\u0041"`]
  const records = names.map((name, i) => `{"id":"r${i + 1}",${name}:"r${i + 1}","data":[]}`)
  const columns = String.raw`id,x\,"x""",xA`
  expect(await table(`{"data":[${records.join()}]}`, `--columns ${columns}`)).toBe(
    `${columns}\nr1,r1,,\nr2,,r2,\nr3,,,r3\n`,
  )
})

test.each([
  [`--columns 'id,""'`, 'id,\nr1,odd\n'],
  [`--columns ' "" ,id'`, ',id\nodd,r1\n'],
  [`--columns '""'`, '""\nodd\n'],
  [`--columns id --where '"" = odd'`, 'id\nr1\n'],
  [`--columns id --where 'id = r1 and ("" = "odd")'`, 'id\nr1\n'],
  [`--columns id --where '"" != odd'`, 'id\n'],
])('a column whose name is empty is called "": %s', async (line, stdout) => {
  expect(await exporting(replyWith([{ id: 'r1', '': 'odd' }]), line)).toMatchObject({ exit: 0, stdout })
})

describe('a headline with a line break', () => {
  const asked: Answers = { 'q1=Price\nper piece': 1, 'q2=Price per piece': 2, 'q3= a\r\n\tb\u00a0': 3 }
  const reply = savedReply(asked)

  test('is one line in every header, and stays apart from the same words without one', async () => {
    const names = ['Price per piece [q1]', 'Price per piece [q2]', 'a b']
    expect(await table(reply, "--columns 'Price per piece,a b'")).toBe(`${names.join()}\n1,2,3\n`)
    expect(await table(reply, `--columns '${names.toReversed().join()}'`)).toBe(
      `${names.toReversed().join()}\n3,2,1\n`,
    )
    const long = parseCsv(await table(reply, '--layout long --columns question'))
    expect(long.map((row) => row.at(-1))).toEqual(['question', ...names])
  })

  test('is described by a codebook in one line, kept as it was written by a columns file, and breaks no sentence', async () => {
    const cwd = temporaryFolder()
    await exporting(reply, '--columns-file c.yaml --out a.csv --codebook b.json', cwd)
    expect(readIn(cwd, 'b.json')).toContain('"title": "Price per piece"')
    expect(readIn(cwd, 'c.yaml')).toContain(String.raw`headline: "Price\nper piece"`)
    for (const line of ['--check', '--out b.csv'])
      expect(
        (await exporting(savedReply({}, { 'q1=Price': 1 }), `--columns-file c.yaml ${line}`, cwd)).stderr,
      ).toContain(String.raw`is now "Price" and was "Price\nper piece"; its columns keep their names.`)
  })

  test.each([
    ['get -o table', false],
    ['get', true],
    ['stats', true],
  ])('is one line where people read responses and figures, too: %s', async (line, isTerminal) => {
    const { stdout } = await responses(`${line} --from -`, { stdin: reply, isTerminal })
    expect(stdout).toMatch(/Price per piece[^]*Price per piece/)
    expect(stdout).toMatch(/\ba b\b/)
  })
})
