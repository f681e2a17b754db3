import { parquetReadObjects } from 'hyparquet'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parseCsv } from '../../support/csv.ts'
import { runInProcess, temporaryFolder, type Ran } from '../../support/test-host.ts'
import { readXlsx } from '../../support/xlsx.ts'

/** By the question, what was answered: numbers as they are spelt. */
const answers: Readonly<Record<string, readonly string[]>> = {
  price: ['1.50', '2.25', '-0.10', '1000.00'],
  count: ['1', '2.0', '3', '-0'],
  size: ['1E5', '1e5', '7', '0.0000001'],
  share: ['0.1000', '-0.0', '0.25', '0.123456789012345'],
  exact: ['9007199254740993', '1.50', '1', '0.1234567890123456789'],
}

const replyOf = (columns: typeof answers): string => {
  const records = Array.from({ length: Object.values(columns)[0]?.length ?? 0 }, (_, i) => {
    const entries = Object.entries(columns).map(
      ([id, values]) =>
        `{"questionId":"${id}","response":{"type":"ShortInput","headline":"${id.toUpperCase()}","value":${values[i]}}}`,
    )
    return `{"id":"r${i}","formId":"f","createdAt":"2026-03-01T09:00:00.000Z","data":[${entries.join(',')}]}`
  })
  return `{"data":[${records.join(',')}]}`
}

/** Exports to a file in a folder. */
async function exporting(
  out: string,
  words: readonly string[] = [],
  cwd = temporaryFolder(),
): Promise<Ran & { readonly path: string }> {
  const argv = ['responses', 'export', '--from', '-', '--force', '--out', out, ...words]
  const ran = await runInProcess({ cwd, argv, stdin: replyOf(answers) })
  expect(ran.exit).toBe(0)
  return { ...ran, path: join(cwd, out) }
}

const names = Object.keys(answers).map((name) => name.toUpperCase())

/** The columns of rows by their names. */
const columnsIn = (rows: readonly Record<string, unknown>[]): Readonly<Record<string, readonly unknown[]>> =>
  Object.fromEntries(names.map((name) => [name.toLowerCase(), rows.map((row) => row[name])]))

const numbers = {
  price: [1.5, 2.25, -0.1, 1000],
  count: [1, 2, 3, 0],
  size: [100_000, 100_000, 7, 1e-7],
  share: [0.1, 0, 0.25, 0.123_456_789_012_345],
  exact: answers['exact'],
}

function rowsOf(path: string, query: string): Record<string, unknown>[] {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return database.prepare(query).all()
  } finally {
    database.close()
  }
}

describe('numbers that a double holds, in whatever spelling, are numbers', () => {
  test('in SQLite', async () => {
    const { path, stderr } = await exporting('a.sqlite', ['--headers', 'headline'])
    expect(columnsIn(rowsOf(path, 'select * from responses'))).toEqual(numbers)
    expect(
      rowsOf(path, 'select typeof(PRICE) a, typeof(COUNT) b, typeof(EXACT) c from responses')[3],
    ).toEqual({ a: 'real', b: 'real', c: 'text' })
    expect(rowsOf(path, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(stderr.match(/^Column .*$/gm)).toEqual([
      expect.stringMatching(
        /^Column "EXACT" is text, because \d of \d values (is|are) no (whole )?number, such as "/,
      ),
    ])
  })

  test('in Parquet', async () => {
    const { path } = await exporting('a.parquet')
    const file = Uint8Array.from(readFileSync(path)).buffer
    const rows = await parquetReadObjects({
      file,
      compressors: { ZSTD: (bytes) => zstdDecompressSync(bytes) },
    })
    expect(columnsIn(rows)).toEqual({
      ...numbers,
      count: [1, 2, 3, -0],
      share: [0.1, -0, 0.25, 0.123_456_789_012_345],
    })
  })

  test('in XLSX, shown with the decimals that they came with', async () => {
    const { path, stderr } = await exporting('a.xlsx')
    const [head = [], ...rows] = readXlsx(readFileSync(path))[0]?.rows ?? []
    const cellsOf = (name: string): unknown[] => {
      const place = head.findIndex((cell) => cell?.value === name)
      return rows.map((row) => [row[place]?.value, row[place]?.style])
    }
    expect(cellsOf('PRICE')).toEqual([
      [1.5, '0.00'],
      [2.25, ''],
      [-0.1, '0.00'],
      [1000, '0.00'],
    ])
    expect(cellsOf('COUNT')).toEqual([
      [1, ''],
      [2, '0.0'],
      [3, ''],
      [0, ''],
    ])
    expect(cellsOf('SIZE')).toEqual([
      [100_000, ''],
      [100_000, ''],
      [7, ''],
      [1e-7, '0.0000000'],
    ])
    expect(cellsOf('EXACT')).toEqual([
      ['9007199254740993', ''],
      [1.5, '0.00'],
      [1, ''],
      ['0.1234567890123456789', ''],
    ])
    expect(stderr).toContain('2 numbers written as text: Excel would round them to 15 digits.\n')
  })
})

describe('numbers keep their very digits', () => {
  test.each(['csv', 'tsv'])('in %s', async (format) => {
    const { path } = await exporting(`a.${format}`)
    const [head = [], ...rows] = parseCsv(readFileSync(path, 'utf8').replaceAll('\t', ','))
    expect(names.map((name) => rows.map((row) => row[head.indexOf(name)]))).toEqual(Object.values(answers))
  })

  test.each(['json', 'ndjson'])('in %s', async (format) => {
    const { path } = await exporting(`a.${format}`)
    const found = readFileSync(path, 'utf8').matchAll(/"value": ?([^}\s]+)/g)
    const rows = Array.from(answers['price'] ?? [], (_, i) =>
      Object.values(answers).map((values) => values[i]),
    )
    expect(Array.from(found, ([, digits]) => digits)).toEqual(rows.flat())
  })

  test('where numbers and texts share a column', async () => {
    const { path } = await exporting('a.sqlite', ['--layout', 'long'])
    const found = rowsOf(path, "select value from answers where question = 'PRICE'")
    expect(found).toEqual((answers['price'] ?? []).map((value) => ({ value })))
  })

  test('where a columns file keeps a column as text', async () => {
    const cwd = temporaryFolder()
    const kept = ['--columns-file', 'c.yaml', '--headers', 'headline']
    const typesNow = async (): Promise<unknown> => {
      const { path, stderr } = await exporting('a.sqlite', kept, cwd)
      expect(stderr).not.toContain('"PRICE" is text')
      return rowsOf(path, 'select typeof(PRICE) price, PRICE value from responses')[0]
    }
    expect(await typesNow()).toEqual({ price: 'real', value: 1.5 })
    const path = join(cwd, 'c.yaml')
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace('PRICE, type: number', 'PRICE, type: text'))
    expect(await typesNow()).toEqual({ price: 'text', value: '1.50' })
    // Whoever takes the type out has it noted anew.
    writeFileSync(path, text.replace('PRICE, type: number', 'PRICE'))
    expect(await typesNow()).toEqual({ price: 'real', value: 1.5 })
    expect(readFileSync(path, 'utf8')).toBe(text)
  })
})

test('a codebook tells them as numbers', async () => {
  const { path } = await exporting('a.csv', ['--codebook', 'book.json'])
  const { resources } = JSON.parse(readFileSync(join(path, '../book.json'), 'utf8')) as {
    resources: { schema: { fields: { name: string; type: string }[] } }[]
  }
  const fields = resources[0]?.schema.fields.filter(({ name }) => names.includes(name))
  expect(fields?.map(({ type }) => type)).toEqual(['number', 'number', 'number', 'number', 'string'])
})
