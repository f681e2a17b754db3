import * as fc from 'fast-check'
import { parquetMetadata, parquetReadObjects, type FileMetaData, type RowGroup } from 'hyparquet'
import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parquet, writeTable } from '../../src/export/parquet/parquet.ts'
import type { GroupLimits } from '../../src/export/parquet/row-group.ts'
import { kinds, type ColumnType, type Table, type TableColumn } from '../../src/table/table.ts'
import manifest from '../../package.json' with { type: 'json' }
import { isLong } from '../support/is-long.ts'
import { tableOf, type Cell } from '../table/table-of.ts'

const options = { formulas: 'raw', bom: false, lineEnd: '\n' } as const

/** What is written; a sink may overwrite what it got, and so this one does. */
async function bytesOf(table: Table, limits?: GroupLimits): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  const sink = async (bytes: Uint8Array): Promise<void> => {
    pieces.push(bytes.slice())
    bytes.fill(0xff)
  }
  if (limits === undefined) await parquet.write([table], sink, options)
  else await writeTable(table, sink, limits)
  return new Uint8Array(await new Blob(pieces.map((piece) => Buffer.from(piece))).arrayBuffer())
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const parsers = {
  stringFromBytes: (bytes: Uint8Array) => decoder.decode(bytes),
  jsonFromBytes: (bytes: Uint8Array) => `json ${decoder.decode(bytes)}`,
  timestampFromMilliseconds: (instant: bigint) => `at ${instant}`,
  dateFromDays: (days: number) => `at ${days * 86_400_000}`,
}
const compressors = {
  ZSTD: (bytes: Uint8Array, size: number) => {
    const unpacked = zstdDecompressSync(bytes)
    expect(unpacked.length).toBe(size)
    return unpacked
  },
}

/** The rows that a reader of others finds, by the names of their columns. */
const rowsOf = (file: Uint8Array<ArrayBuffer>): Promise<readonly Record<string, unknown>[]> =>
  parquetReadObjects({ file: file.buffer, compressors, parsers })

const metadataOf = (file: Uint8Array<ArrayBuffer>): FileMetaData => parquetMetadata(file.buffer, { parsers })

/** How a reader finds a cell. */
function foundAs(cell: Cell, type: ColumnType): unknown {
  if (cell === null) return null
  if (type === 'integer' || type === 'int64') return BigInt(cell as number | bigint)
  if (type === 'number' || type === 'boolean') return cell
  if (type === 'time' || type === 'date') return `at ${Date.parse(cell as string)}`
  const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
  return type === 'json' ? `json ${text}` : text
}

/** The rows as written, as they are found, and what the file tells of itself. */
async function readBack(
  columns: readonly TableColumn[],
  rows: readonly (readonly Cell[])[],
  { batchSize = 100, limits }: { readonly batchSize?: number; readonly limits?: GroupLimits } = {},
): Promise<ReadBack> {
  const file = await bytesOf(overwritten(tableOf(columns, rows, { batchSize })), limits)
  const written = rows.map((row) =>
    Object.fromEntries(
      columns.map(({ name, type }, i) => [name, foundAs(row[i] === '' ? null : (row[i] ?? null), type)]),
    ),
  )
  return { written, found: await rowsOf(file), groups: metadataOf(file).row_groups }
}

type ReadBack = {
  readonly written: readonly object[]
  readonly found: readonly object[]
  readonly groups: readonly RowGroup[]
}

/** The same table, whose batches are good only until the next. */
const overwritten = (table: Table): Table => ({
  ...table,
  async *rows() {
    for await (const batch of table.rows()) {
      yield batch
      batch.bytes.fill(0xff)
      batch.starts.fill(0)
    }
  },
})

const columnsOf = (...types: readonly ColumnType[]): readonly TableColumn[] =>
  types.map((type, i) => ({ name: `${type} ${i}`, type }))

/** Cells of a single column. */
const column = (cells: readonly Cell[]): readonly (readonly Cell[])[] => cells.map((cell) => [cell])

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => text.isWellFormed()),
  fc.constantFrom('', 'yes', 'no', '\uFEFF', '\0', '🙂', 'x'.repeat(300)),
)
const instants = fc
  .date({
    min: new Date('0000-01-01T00:00:00.000Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString())
const cellsOf: Readonly<Record<ColumnType, fc.Arbitrary<Cell>>> = {
  text: fc.oneof(texts, fc.integer(), fc.boolean(), fc.array(fc.integer(), { maxLength: 3 })),
  integer: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -(10 ** 15 - 1), max: 10 ** 15 - 1 })),
  int64: fc.oneof(fc.integer(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  number: fc
    .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
    .map((number) => number + 0),
  boolean: fc.boolean(),
  date: instants.map((instant) => instant.slice(0, 10)),
  time: instants,
  json: fc.oneof(fc.dictionary(texts, fc.integer(), { maxKeys: 3 }), fc.array(texts, { maxLength: 3 })),
}
const types = Object.keys(cellsOf) as ColumnType[]

describe('a Parquet file', () => {
  test('gives every cell back to a reader of others, whatever it holds and wherever row groups end', async () => {
    const tables = fc.array(fc.constantFrom(...types), { minLength: 1, maxLength: 6 }).chain((ofColumns) =>
      fc.record({
        columns: fc.constant(columnsOf(...ofColumns)),
        rows: fc.array(fc.tuple(...ofColumns.map((type) => fc.option(cellsOf[type], { nil: null }))), {
          maxLength: 60,
        }),
        batchSize: fc.integer({ min: 1, max: 20 }),
        limits: fc.record({
          bytes: fc.integer({ min: 1, max: 8000 }),
          rows: fc.integer({ min: 1, max: 40 }),
        }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(tables, async ({ columns, rows, batchSize, limits }) => {
        const { written, found } = await readBack(columns, rows, { batchSize, limits })
        expect(found).toEqual(written)
      }),
      { numRuns: isLong ? 5000 : 150 },
    )
  })

  test.each([
    [String.raw`{"a\udc00":"x\ud83dy"}`, String.raw`{"a\ufffd":"x\ufffdy"}`],
    [String.raw`["\uD83D\uD83D\uDE00","\ude00\ud83d"]`, String.raw`["\ufffd\uD83D\uDE00","\ufffd\ufffd"]`],
    [
      String.raw`["\\ud83d","\\\ud83d","\u0000é\n\ud7ff\ue000"]`,
      String.raw`["\\ud83d","\\\ufffd","\u0000é\n\ud7ff\ue000"]`,
    ],
  ])(
    'has U+FFFD for half a surrogate pair in JSON, for which readers would refuse the file: %s',
    async (json, found) => {
      const read = await readBack(columnsOf('json', 'text'), [[json, json]])
      expect(read.found).toEqual([{ 'json 0': `json ${found}`, 'text 1': json }])
    },
  )

  const longs =
    '0 -1 999999999999999 -1000000000000000 9007199254740993 -9007199254740993 100000000000000000 9223372036854775807 -9223372036854775807 -9223372036854775808'
  const doubles =
    '0.1 -2.5 1e21 1e300 5e-324 2.2250738585072014e-308 1.7976931348623157e308 123456789.012345 1e-7 916.3453718085519 138.76741839890317 0.9723372896865363 966.5643123171955'
  const odd = ['"', '\n', '\uFEFFx', '🙂', '\u{10FFFF}']
  const moments =
    '0000-01-01T00:00:00.000Z 1969-12-31T23:59:59.999Z 1970-01-01T00:00:00.000Z 2000-02-29T12:00:00.001Z 2026-03-29T02:30:00.500+02:00 2026-01-01T00:15:00.000-09:30 9999-12-31T23:59:59.999Z'

  test.each<readonly [ColumnType, readonly Cell[]]>([
    ['integer', [0, 1, -1, 999_999_999_999_999, -999_999_999_999_999, 4_294_967_296, -4_294_967_296, null]],
    ['integer', [9_007_199_254_740_992n, -9_007_199_254_740_992n, 1_234_567_890_123_456_800n, 10n ** 18n]],
    ['int64', [...longs.split(' ').map(BigInt), null]],
    ['number', [...doubles.split(' ').map(Number), null]],
    ['boolean', [true, false, null, ...Array.from({ length: 30 }, (_, i) => i % 3 === 0)]],
    ['json', [{}, [], { a: [1, null, 'é'] }, null]],
    ['text', ['', null, ' ', 'null', 7, 12_345_678_901_234_567_890n, true, [1], ...odd]],
    ['time', [...moments.split(' '), null]],
  ])('keeps the limits of %s columns', async (type, cells) => {
    const { written, found, groups } = await readBack(columnsOf(type), column(cells))
    expect(found).toEqual(written)
    expect(groups.length).toBe(1)
  })

  test('has no value for an empty text', async () => {
    const columns = columnsOf('text', 'integer', 'time', 'json')
    const file = await bytesOf(
      tableOf(columns, [
        ['', '', '', ''],
        [null, null, null, null],
        ['a', 5, '1970-01-01T00:00:00.007Z', { x: 1 }],
      ]),
    )
    expect(await rowsOf(file)).toEqual([
      { 'text 0': null, 'integer 1': null, 'time 2': null, 'json 3': null },
      { 'text 0': null, 'integer 1': null, 'time 2': null, 'json 3': null },
      { 'text 0': 'a', 'integer 1': 5n, 'time 2': 'at 7', 'json 3': 'json {"x":1}' },
    ])
  })

  test('of a table without rows has its columns, and begins and ends as such files do', async () => {
    const file = await bytesOf(tableOf(columnsOf('text', 'number'), []))
    expect(await rowsOf(file)).toEqual([])
    const { num_rows: rows, row_groups: groups, schema } = metadataOf(file)
    expect([rows, groups, schema.map(({ name }) => name)]).toEqual([0n, [], ['schema', 'text 0', 'number 1']])
    expect([file.subarray(0, 4), file.subarray(-4)].map((bytes) => decoder.decode(bytes))).toEqual([
      'PAR1',
      'PAR1',
    ])
  })

  test('says of each column what it holds, to older readers, too', async () => {
    const { schema, created_by: writer } = metadataOf(await bytesOf(tableOf(columnsOf(...types), [])))
    const told = schema
      .slice(1)
      .map(({ name, type, repetition_type, converted_type, logical_type }) => [
        name,
        type,
        repetition_type,
        converted_type,
        logical_type,
      ])
    expect(told).toEqual([
      ['text 0', 'BYTE_ARRAY', 'OPTIONAL', 'UTF8', { type: 'STRING' }],
      ['integer 1', 'INT64', 'OPTIONAL', undefined, undefined],
      ['int64 2', 'INT64', 'OPTIONAL', undefined, undefined],
      ['number 3', 'DOUBLE', 'OPTIONAL', undefined, undefined],
      ['boolean 4', 'BOOLEAN', 'OPTIONAL', undefined, undefined],
      ['date 5', 'INT32', 'OPTIONAL', 'DATE', { type: 'DATE' }],
      [
        'time 6',
        'INT64',
        'OPTIONAL',
        'TIMESTAMP_MILLIS',
        { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
      ],
      ['json 7', 'BYTE_ARRAY', 'OPTIONAL', 'JSON', { type: 'JSON' }],
    ])
    expect(writer).toBe(`formctl version ${manifest.version}`)
  })

  test.each([
    { named: 'one value', values: 1 },
    { named: 'as many values as two bits tell', values: 4 },
    { named: 'one more', values: 5 },
    { named: 'as many as a byte tells', values: 256 },
    { named: 'more than a byte tells', values: 257 },
    { named: 'over a thousand', values: 1500 },
  ])('writes values that repeat only once: $named', async ({ values }) => {
    for (const type of ['text', 'integer'] as const) {
      const mixed = Array.from({ length: values * 4 + 3 }, (_, i) => (i * 7) % values)
      const cells = [...mixed, ...alike(20, values - 1), ...mixed.slice(0, 5), ...alike(9, 0)]
      const rows = cells.map((cell, i) => [cell, cells[cells.length - 1 - i] ?? null, cell, cell])
      const { written, found, groups } = await readBack(columnsOf(type, type, type, type), rows)
      expect(found).toEqual(written)
      const chunks = groups.flatMap((group) => group.columns.map((chunk) => chunk.meta_data))
      expect(chunks[0]?.dictionary_page_offset).toBe(4n)
      expect(chunks.map((chunk) => chunk?.encodings)).toEqual(alike(4, ['RLE', 'PLAIN', 'RLE_DICTIONARY']))
    }
  })

  test.each<readonly [string, readonly Cell[]]>([
    ['all different', Array.from({ length: 5000 }, (_, i) => `id${i}`)],
    ['different at first', Array.from({ length: 6000 }, (_, i) => (i < 2500 ? `id${i}` : 'same'))],
    ['few', ['a', 'b', 'a']],
    ['none', [null, null]],
  ])('writes values that are %s as they are', async (_, cells) => {
    const { written, found, groups } = await readBack(columnsOf('text'), column(cells))
    expect(found).toEqual(written)
    expect(groups[0]?.columns[0]?.meta_data?.encodings).toEqual(['RLE', 'PLAIN'])
  })

  test('keeps apart which rows have a value, however long they have one or none', async () => {
    const lengths = [1, 7, 8, 9, 31, 32, 33, 40, 503, 504, 505]
    const patterns = lengths.flatMap((length) => [
      lengths.flatMap((other) => alike(length, 'x').concat(alike(other, null))),
      lengths.flatMap((other) => alike(other, null).concat(alike(length, 5))),
    ])
    for (const cells of patterns) {
      const { written, found } = await readBack(columnsOf('text'), column(cells), { batchSize: 5000 })
      expect(found).toEqual(written)
    }
  })

  test('ends a row group where its limit of bytes or rows is reached', async () => {
    const rows = Array.from({ length: 100 }, (_, i) => [`${i}`.padStart(100), i])
    const plenty = { bytes: 1e6, rows: 1e6 }
    const rowsOfGroups = async (limits: Partial<GroupLimits>): Promise<readonly number[]> => {
      const { written, found, groups } = await readBack(columnsOf('text', 'integer'), rows, {
        limits: { ...plenty, ...limits },
      })
      expect(found).toEqual(written)
      return groups.map((group) => Number(group.num_rows))
    }
    expect(await rowsOfGroups({})).toEqual([100])
    expect(await rowsOfGroups({ rows: 40 })).toEqual([40, 40, 20])
    expect((await rowsOfGroups({ bytes: 5000 })).length).toBeGreaterThan(1)
  })

  test('takes cells that are larger than a row group should be', async () => {
    const limits = { bytes: 1000, rows: 1000 }
    const large = '🙂é'.repeat(500_000)
    const rows = [
      ['a', 1],
      [large, 2],
      ['b', 3],
      ['c', 4],
      [large, 5],
    ]
    const { written, found, groups } = await readBack(columnsOf('text', 'integer'), rows, { limits })
    expect(found).toEqual(written)
    expect(groups.map((group) => Number(group.num_rows))).toEqual([2, 3])
  })

  test('has thousands of columns, of which a row holds few', async () => {
    const columns = columnsOf(...Array.from({ length: 3000 }, (_, i) => types[i % types.length] ?? 'text'))
    const rows = Array.from({ length: 40 }, (_, row) =>
      columns.map(({ type }, i) => (type === 'text' && i % 40 === row ? `${row} ${i}` : null)),
    )
    const { written, found } = await readBack(columns, rows)
    expect(found).toEqual(written)
  })

  test('has the names of columns as they are', async () => {
    const names = ['', ' ', 'a.b', 'größe 東京 🙂', '"quoted"\nline', '__proto__', 'x'.repeat(10_000)]
    const file = await bytesOf(
      tableOf(
        names.map((name) => ({ name, type: 'text' })),
        [names],
      ),
    )
    const [, ...elements] = metadataOf(file).schema
    expect(elements.map(({ name }) => name)).toEqual(names)
    const paths = metadataOf(file).row_groups.map(({ columns }) =>
      columns.map((chunk) => chunk.meta_data?.path_in_schema),
    )
    expect(paths).toEqual([names.map((name) => [name])])
  })

  test('is the same whenever it is written, and however its rows come', async () => {
    const rows = Array.from({ length: 500 }, (_, i) => [`row ${i}`, i % 7, { i }, null])
    const columns = columnsOf('text', 'integer', 'json', 'boolean')
    const limits = { bytes: 4000, rows: 90 }
    const files = await Promise.all(
      [1, 3, 500, 500].map((batchSize) => bytesOf(tableOf(columns, rows, { batchSize }), limits)),
    )
    expect(new Set(files.map((file) => Buffer.from(file).toString('base64'))).size).toBe(1)
  })

  test('is not written past a sink that fails', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => [`${i} ${'x'.repeat(i % 100)}`, i])
    const full = async (): Promise<void> => {
      throw new Error('The disk is full.')
    }
    const limits = { bytes: 20_000, rows: 1e6 }
    await expect(writeTable(tableOf(columnsOf('text', 'integer'), rows), full, limits)).rejects.toThrow(
      'The disk is full.',
    )
  })
})

describe('the dictionary of a column', () => {
  const mixer = 0x9e37_79b1
  // The second half of each undoes what the first did to the hash.
  const colliding = (i: number): Buffer => {
    const first = Buffer.from(`${i}`.padStart(4))
    const hash = Math.imul((8 << 5) ^ first.readUInt32LE(0), mixer)
    const second = Buffer.alloc(4)
    second.writeInt32LE((hash << 5) | (hash >>> 27))
    return Buffer.concat([first, second])
  }
  const plain = (i: number): Buffer => Buffer.from(`${i}`.padStart(8))

  test.each([
    { named: 'is found for values that repeat', valueOf: plain, hasDictionary: true },
    { named: 'is not sought on among values made to share a hash', valueOf: colliding, hasDictionary: false },
  ])('$named', async ({ valueOf, hasDictionary }) => {
    const cells = Array.from({ length: 4000 }, (_, i) => valueOf(i % 1000))
    const file = await bytesOf({
      ...tableOf(columnsOf('text'), []),
      async *rows() {
        yield {
          rows: cells.length,
          kinds: new Uint8Array(cells.length).fill(kinds.text),
          starts: Uint32Array.from(cells, (_, i) => 8 * i),
          ends: Uint32Array.from(cells, (_, i) => 8 * i + 8),
          bytes: Buffer.concat(cells),
        }
      },
    })
    const [chunk] = parquetMetadata(file.buffer).row_groups[0]?.columns ?? []
    expect(chunk?.meta_data?.encodings.includes('RLE_DICTIONARY')).toBe(hasDictionary)
  })
})

describe('the statistics of a row group', () => {
  test('are trusted by readers, because the file says in which order values are', async () => {
    const file = await bytesOf(tableOf(columnsOf('text'), []))
    // Field 7, a list of one struct, whose field 1 is an empty struct; then all ends.
    const ordersOfOneColumn = [0x19, 0x1c, 0x1c, 0, 0, 0]
    expect([...file.subarray(-14, -8)]).toEqual(ordersOfOneColumn)
  })

  test.each<readonly [ColumnType, readonly Cell[], unknown, unknown]>([
    ['integer', [5, -3, null, 999_999_999_999_999], -3n, 999_999_999_999_999n],
    ['int64', [5, 9_007_199_254_740_993n, null, 9_007_199_254_740_992n], 5n, 9_007_199_254_740_993n],
    ['int64', [2n ** 63n - 1n, -(2n ** 63n), null, 0], -(2n ** 63n), 2n ** 63n - 1n],
    ['number', [0.5, -1e300, null], -1e300, 0.5],
    ['number', [0, 1, null], -0, 1],
    ['number', [-1, 0, null], -1, 0],
    ['boolean', [true, null, false], false, true],
    ['boolean', [true, null], true, true],
    [
      'time',
      ['2026-01-02T00:00:00.000+01:00', null, '2026-01-01T22:00:00.000Z'],
      'at 1767304800000',
      'at 1767308400000',
    ],
    // By their bytes, in which they come as their code points do, unlike UTF-16.
    ['text', ['b', null, '\uFF5E', '🙂', 'é'], 'b', '🙂'],
    ['text', ['ab', 'abc', 'abcd\u0000', null, 'abcd'], 'ab', 'abcd\u0000'],
    ['text', ['abcdefgh2', 'abcdefgh1', null], 'abcdefgh1', 'abcdefgh2'],
    ['text', Array.from({ length: 40 }, (_, i) => (i === 7 ? null : `v${i % 3}`)), 'v0', 'v2'],
    ['json', [[1], null, [0]], '[0]', '[1]'],
    ['text', [null], undefined, undefined],
    // A part of a long text is neither the least nor the greatest.
    ['text', ['a', 'b'.repeat(65), null], undefined, undefined],
    ['text', ['a', 'b'.repeat(64), null], 'a', 'b'.repeat(64)],
  ])(
    'of %s cells %o are the least, the greatest, and how many hold nothing',
    async (type, cells, least, greatest) => {
      const file = await bytesOf(tableOf(columnsOf(type), column(cells)))
      const statistics = metadataOf(file).row_groups[0]?.columns[0]?.meta_data?.statistics
      const asText = (value: unknown): unknown =>
        typeof value === 'string' ? value.replace(/^json /, '') : value
      expect([asText(statistics?.min_value), asText(statistics?.max_value)]).toEqual([least, greatest])
      expect(statistics?.null_count).toBe(1n)
    },
  )
})

const alike = (length: number, cell: Cell): readonly Cell[] => Array.from({ length }, () => cell)
