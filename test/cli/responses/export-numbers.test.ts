import { parquetReadObjects } from 'hyparquet'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parseCsv } from '../../support/csv.ts'
import { outputOf } from '../../support/output-schema.ts'
import {
  answerTo,
  readIn,
  replyWith,
  responseOf,
  responses,
  rowsIn,
  savedReply,
} from '../../support/responses.ts'
import { temporaryFolder, type Ran } from '../../support/test-host.ts'
import { readXlsx } from '../../support/xlsx.ts'

/** A saved reply with one column a question, of values as JSON. */
const replyOf = (columns: Readonly<Record<string, readonly string[]>>): string => {
  const entries = Object.entries(columns)
  const records = Array.from({ length: entries[0]?.[1].length ?? 0 }, (_, i) =>
    JSON.stringify(
      responseOf(Object.fromEntries(entries.map(([name]) => [`${name}=${name}`, `<${name}>`])), {
        id: `r${i}`,
      }),
    ).replaceAll(/"<(\w+)>"/g, (__, name: string) => columns[name]?.[i] ?? 'null'),
  )
  return `{"data":[${records.join()}]}`
}

/** By the question, what was answered: numbers as they are spelt. */
const answers: Readonly<Record<string, readonly string[]>> = {
  PRICE: ['1.50', '2.25', '-0.10', '1000.00'],
  COUNT: ['1', '2.0', '3', '-0'],
  SIZE: ['1E5', '1e5', '7', '0.0000001'],
  SHARE: ['0.1000', '-0.0', '0.25', '0.123456789012345'],
  EXACT: ['9007199254740993', '1.50', '1', '0.1234567890123456789'],
  // No double holds them, and 64 bits do.
  ORDER: ['7', '9007199254740993', '9007199254740992', '-9223372036854775808'],
}
const names = Object.keys(answers)

/** Exports them to a file. */
async function exported(
  out: string,
  line = '',
  cwd = temporaryFolder(),
): Promise<Ran & { readonly path: string }> {
  const ran = await responses(`export --from - --force --out ${out} ${line}`, {
    cwd,
    stdin: replyOf(answers),
  })
  expect(ran.exit).toBe(0)
  return { ...ran, path: join(cwd, out) }
}

/** The columns of rows by their names. */
const columnsIn = (rows: readonly Record<string, unknown>[]): Readonly<Record<string, readonly unknown[]>> =>
  Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])]))

const numbers = {
  PRICE: [1.5, 2.25, -0.1, 1000],
  COUNT: [1, 2, 3, 0],
  SIZE: [100_000, 100_000, 7, 1e-7],
  SHARE: [0.1, 0, 0.25, 0.123_456_789_012_345],
  EXACT: answers['EXACT'],
  ORDER: answers['ORDER']?.map(BigInt),
}

describe('numbers that a double or 64 bits hold, in whatever spelling, are numbers', () => {
  test('in SQLite', async () => {
    const { path, stderr } = await exported('a.sqlite', '--headers headline')
    const database = new DatabaseSync(path, { readOnly: true })
    const statement = database.prepare('select * from responses')
    statement.setReadBigInts(true)
    expect(columnsIn(statement.all())).toEqual(numbers)
    database.close()
    const types = 'select typeof(PRICE) a, typeof(COUNT) b, typeof(EXACT) c, typeof("ORDER") d from responses'
    expect(rowsIn(path, types)[3]).toEqual({ a: 'real', b: 'real', c: 'text', d: 'integer' })
    expect(rowsIn(path, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(stderr.match(/^Column .*$/gm)).toEqual([
      expect.stringMatching(
        /^Column "EXACT" is text, because \d of \d values (is not a|are not) (whole )?numbers?, such as "/,
      ),
    ])
  })

  test('in Parquet', async () => {
    const { path } = await exported('a.parquet')
    const compressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) }
    const rows = await parquetReadObjects({ file: Uint8Array.from(readFileSync(path)).buffer, compressors })
    const zeros = { COUNT: [1, 2, 3, -0], SHARE: [0.1, -0, 0.25, 0.123_456_789_012_345] }
    expect(columnsIn(rows)).toEqual({ ...numbers, ...zeros })
  })

  test('in XLSX, shown with the decimals that they came with', async () => {
    const { path, stderr } = await exported('a.xlsx')
    const [head = [], ...rows] = readXlsx(readFileSync(path))[0]?.rows ?? []
    const cells = names.map((name) => {
      const place = head.findIndex((cell) => cell?.value === name)
      return [name, rows.map((row) => row[place]?.value), rows.map((row) => row[place]?.style).join('|')]
    })
    expect(cells).toEqual([
      ['PRICE', numbers.PRICE, '0.00||0.00|0.00'],
      ['COUNT', numbers.COUNT, '|0.0||'],
      ['SIZE', numbers.SIZE, '|||0.0000000'],
      ['SHARE', numbers.SHARE, '0.0000|0.0||'],
      ['EXACT', ['9007199254740993', 1.5, 1, '0.1234567890123456789'], '|0.00||'],
      ['ORDER', [7, '9007199254740993', '9007199254740992', '-9223372036854775808'], '|||'],
    ])
    expect(stderr).toContain('5 numbers written as text: Excel would round them to 15 digits.\n')
  })

  test('in a codebook', async () => {
    const { path } = await exported('a.csv', '--codebook book.json')
    const { fields } = JSON.parse(readIn(join(path, '..'), 'book.json')).resources[0].schema
    expect(fields.slice(-6).map(({ name, type }: Record<string, string>) => `${name} ${type}`)).toEqual([
      'PRICE number',
      'COUNT number',
      'SIZE number',
      'SHARE number',
      'EXACT string',
      'ORDER integer',
    ])
  })
})

describe('numbers keep their very digits', () => {
  test.each(['csv', 'tsv'])('in %s', async (format) => {
    const { path } = await exported(`a.${format}`)
    const [head = [], ...rows] = parseCsv(readFileSync(path, 'utf8').replaceAll('\t', ','))
    expect(names.map((name) => rows.map((row) => row[head.indexOf(name)]))).toEqual(Object.values(answers))
  })

  test.each(['json', 'ndjson'])('in %s', async (format) => {
    const { path } = await exported(`a.${format}`)
    const found = readFileSync(path, 'utf8').matchAll(/"value": ?([^}\s]+)/g)
    const rows = [0, 1, 2, 3].flatMap((i) => Object.values(answers).map((values) => values[i]))
    expect(Array.from(found, ([, digits]) => digits)).toEqual(rows)
  })

  test('where numbers and texts share a column', async () => {
    const { path } = await exported('a.sqlite', '--layout long')
    expect(rowsIn(path, "select value from answers where question = 'PRICE'")).toEqual(
      answers['PRICE']?.map((value) => ({ value })),
    )
  })

  test('where a columns file keeps a column as text', async () => {
    const cwd = temporaryFolder()
    const typesNow = async (): Promise<unknown> => {
      const { path, stderr } = await exported('a.sqlite', '--columns-file c.yaml --headers headline', cwd)
      expect(stderr).not.toContain('"PRICE" is text')
      return rowsIn(path, 'select typeof(PRICE) price, PRICE value from responses')[0]
    }
    const keep = (from: string, to: string): void =>
      writeFileSync(join(cwd, 'c.yaml'), text.replace(from, to))
    expect(await typesNow()).toEqual({ price: 'real', value: 1.5 })
    const text = readIn(cwd, 'c.yaml')
    keep('PRICE, type: number', 'PRICE, type: text')
    expect(await typesNow()).toEqual({ price: 'text', value: '1.50' })
    // Whoever takes the type out has it noted anew.
    keep('PRICE, type: number', 'PRICE')
    expect(await typesNow()).toEqual({ price: 'real', value: 1.5 })
    expect(readIn(cwd, 'c.yaml')).toBe(text)
  })
})

const typed = {
  Number: [5, 7, -1.5],
  Consent: [true, false],
  Dropdown: ['1', '2'],
  ShortInput: ['007', '7', 7],
}

test.each([
  ['long', typed],
  ['relational', typed],
  ['long --types text', { Number: ['5', '7', '-1.5'], Consent: ['true', 'false'] }],
])('a value in a table of answers is a number if its question has numbers: %s', async (layout, expected) => {
  const given = {
    Number: ['5', 7, '-1.5'],
    Consent: ['true', false],
    Dropdown: ['1', ['2']],
    ShortInput: ['007', '7', 7],
  }
  const records = Object.entries(given).flatMap(([type, values]) =>
    values.map((value, i) => {
      const answer = answerTo(type, { [type === 'Dropdown' ? 'selected' : 'value']: value }, type)
      return responseOf({}, { id: `r${i}`, data: [answer] })
    }),
  )
  const cwd = temporaryFolder()
  const line = `export --from - --keep-duplicates --out a.xlsx --layout ${layout}`
  expect(await responses(line, { cwd, stdin: replyWith(records) })).toMatchObject({ exit: 0 })
  const sheet = readXlsx(readFileSync(join(cwd, 'a.xlsx'))).find(({ name }) => name === 'answers')
  const rows = (sheet?.rows ?? []).map((row) => row.map((cell) => cell?.value))
  const [question = 0, value = 0] = ['questionId', 'value'].map((name) => rows[0]?.indexOf(name))
  for (const [type, values] of Object.entries(expected))
    expect(rows.filter((row) => row[question] === type).map((row) => row[value])).toEqual(values)
})

const mixed = replyOf({
  AGE: ['18', '"no"', '19.5'],
  SUM: ['1', '9007199254740993', '2.5'],
  OK: ['true', '"no"', 'false'],
})
  .replace('"id":"r1",', '"id":"r1","updatedAt":"one day",')
  .replace('"id":"r2",', '"id":"r2","updatedAt":"2026-03-03T09:00:00.000Z",')

const ofMixed = (line: string, cwd = temporaryFolder()): Promise<Ran> =>
  responses(`export --from - ${line}`, { cwd, stdin: mixed })

describe('formats with types report a column that is text because of a few values', () => {
  test.each(['parquet', 'sqlite', 'xlsx'])('in %s', async (format) => {
    const { exit, stderr } = await ofMixed(`--out a.${format} --headers headline`)
    expect([exit, stderr.match(/^Column .*$/gm)]).toEqual([
      0,
      [
        'Column "updatedAt" is text, because 1 of 2 values is not a time, such as "one day" in response r1.',
        'Column "AGE" is text, because 1 of 3 values is not a number, such as "no" in response r1.',
        'Column "SUM" is text, because 1 of 3 values is not a number, such as "9007199254740993" in response r1.',
        'Column "OK" is text, because 1 of 3 values is not true or false, such as "no" in response r1.',
      ],
    ])
  })

  const redacted = (how: string): string =>
    ['updatedAt', 'AGE', 'SUM', 'OK'].map((name) => `--redact ${name}=${how}`).join(' ')

  test.each([
    '--out a.csv',
    '--out a.ndjson',
    '--out a.sqlite --columns id,createdAt',
    '--out a.parquet --layout long --columns responseNumber,value',
    '--out a.sqlite --quiet',
    ...['drop', 'hash', 'mask'].map((how) => `--out a.sqlite ${redacted(how)}`),
  ])('and not by %s', async (line) => {
    expect(await ofMixed(line)).toMatchObject({ exit: 0, stderr: expect.not.stringContaining('is text') })
  })

  test('five of many', async () => {
    const seven = Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`Q${i}`, ['"1"', '"x"']]))
    const given = { cwd: temporaryFolder(), stdin: replyOf(seven) }
    const { stderr } = await responses('export --from - --out a.sqlite', given)
    expect(stderr.match(/^Column .* is text/gm)).toHaveLength(5)
    expect(stderr).toContain('The same applies to 2 more columns.')
  })
})

describe('the manifest tells how several choices stand, and how questions are called', () => {
  const told = async (line: string, cwd = temporaryFolder()): Promise<unknown> => {
    expect(await ofMixed(`--out a.csv --manifest m.json --force ${line}`, cwd)).toMatchObject({ exit: 0 })
    return JSON.parse(readIn(cwd, 'm.json')).table
  }
  test.each([
    ['', { multi: 'joined', headers: 'headline' }],
    ['--layout long', { multi: 'rows' }],
    ['--layout long --multi json', { multi: 'json' }],
    ['--layout relational', { multi: 'joined' }],
    ['--multi columns --headers both', { multi: 'columns', headers: 'both' }],
  ])('"%s"', async (line, table) => {
    expect(await told(line)).toMatchObject(table)
  })

  test('as the columns file has it', async () => {
    const cwd = temporaryFolder()
    await told('--columns-file c.yaml --multi json --headers id', cwd)
    expect(await told('--columns-file c.yaml', cwd)).toMatchObject({ multi: 'json', headers: 'id' })
  })
})

test.each([
  ['csv', 'x\uFFFDy'],
  ['tsv', 'x\uFFFDy'],
  ['ndjson', String.raw`x\ud83dy`],
  ['json', String.raw`x\ud83dy`],
])(
  'half of a surrogate pair, which UTF-8 has none of, is in %s what the README says',
  async (format, written) => {
    const { stdout } = await responses(`export --from - --format ${format}`, {
      stdin: savedReply({ a: 'x\ud83dy' }),
    })
    expect(stdout).toContain(written)
  },
)

describe('--for excel', () => {
  const excel = (values: readonly string[], line = '', cwd = temporaryFolder()): Promise<Ran> => {
    const stdin = replyOf({ Name: values.map(() => '"=Ada"'), N: values })
    return responses(`export --from - --columns id,Name,N --for excel ${line}`, { cwd, stdin })
  }
  const many = ['1', '2.5', '-0.25', '123456789012345', '12345678901234567', '0.1234567890123456789']

  test('writes a byte order mark, CRLF, guarded formulas and numbers whose digits Excel would lose as text', async () => {
    const { stdout, stderr } = await excel(many)
    const cells = [...many.slice(0, 4), "'12345678901234567", "'0.1234567890123456789"]
    expect(stdout).toBe(`\uFEFFid,Name,N\r\n${cells.map((cell, i) => `r${i},'=Ada,${cell}\r\n`).join('')}`)
    expect(stderr).toContain('2 numbers written as text: Excel would round them to 15 digits.\n')
    expect(stderr).toContain("6 cells would run as a formula in a spreadsheet, so a ' is put before each")
  })

  test.each([
    ['where semicolons separate the cells', many, "r0;'=Ada;1 r1;'=Ada;2,5 r2;'=Ada;-0,25"],
    ['also in texts of a column that holds numbers alone', ['"2.5"', '"3"'], "r0;'=Ada;2,5"],
    ['but not in a column of texts', ['"2.5"', '"v3.1"'], "r0;'=Ada;2.5"],
  ])('has decimal commas %s', async (_, values, rows) => {
    const { stdout } = await excel(values, '--delimiter ;')
    expect(stdout.split('\r\n').slice(1, 1 + rows.split(' ').length)).toEqual(rows.split(' '))
  })

  test.each([
    ['--line-end lf', "\uFEFFid,Name,N\nr0,'=Ada,2.5\n"],
    ['--formulas raw', '\uFEFFid,Name,N\r\nr0,=Ada,2.5\r\n'],
    ['--delimiter |', "\uFEFFid|Name|N\r\nr0|'=Ada|2.5\r\n"],
    ['--bom', "\uFEFFid,Name,N\r\nr0,'=Ada,2.5\r\n"],
    ['--format tsv', "\uFEFFid\tName\tN\r\nr0\t'=Ada\t2.5\r\n"],
    ['--format tsv --delimiter \\t', "\uFEFFid\tName\tN\r\nr0\t'=Ada\t2.5\r\n"],
  ])('with %s follows the explicit option', async (line, stdout) => {
    expect(await excel(['2.5'], line)).toMatchObject({ stdout })
  })

  test('names the columns whose texts Excel would change, each once, and says what keeps them', async () => {
    const cwd = temporaryFolder()
    const stdin = replyOf({
      Zip: ['"01067"', '"98765"', '"x"'],
      Tel: ['"+4915112345678"', '"–"', '"–"'],
      Name: ['"A1"', '"b"', '"c"'],
    })
    const line = '--for excel --out a.csv --manifest m.json'
    const { stderr } = await responses(`export --from - ${line}`, { cwd, stdin })
    expect(stderr).toContain(
      'Excel changes values of 2 columns when it opens this file: "Zip" (such as 01067) and "Tel" (such as +4915112345678). In a file named .xlsx, they stay as they are.',
    )
    expect(
      outputOf('responses-export-manifest', `${JSON.stringify(JSON.parse(readIn(cwd, 'm.json')))}\n`),
    ).toMatchObject({
      noticed: {
        changedByExcel: [
          { column: 'Zip', values: 1 },
          { column: 'Tel', values: 1 },
        ],
      },
    })
    expect((await responses('export --from - --out b.csv', { cwd, stdin })).stderr).not.toContain('Excel')
  })

  test('tells the codebook of decimal commas', async () => {
    const cwd = temporaryFolder()
    await excel(['2.5'], '--delimiter ; --out a.csv --codebook b.json', cwd)
    const [{ dialect, schema }] = JSON.parse(readIn(cwd, 'b.json')).resources
    expect(dialect).toMatchObject({ delimiter: ';', lineTerminator: '\r\n' })
    expect(schema.fields[2]).toMatchObject({ name: 'N', type: 'number', decimalChar: ',' })
    expect(schema.fields[0]).not.toHaveProperty('decimalChar')
  })
})
