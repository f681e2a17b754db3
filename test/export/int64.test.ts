import { parquetReadObjects } from 'hyparquet'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { nodeFiles } from '../../src/files/node-files.ts'
import { withSpools } from '../../src/export/files/spool.ts'
import { formatOf } from '../../src/export/formats.ts'
import { writeExport } from '../../src/export/write-export.ts'
import type { Records } from '../../src/record/records.ts'
import { readRecords } from '../../src/record/read-records.ts'
import { randomOf } from '../support/random.ts'
import { chunksOf } from '../support/random-replies.ts'
import { temporaryFolder } from '../support/test-host.ts'

const folder = temporaryFolder()
let files = 0

/** A record with numbers as they are spelt; there is none where there is no spelling. */
const recordOf = (numbers: readonly string[], i: number): string =>
  `{"id":"r${i}","createdAt":"2026-03-01T09:00:00.000Z","data":[${numbers
    .map((number, q) => `{"questionId":"q${q}","response":{"value":${number || 'null'}}}`)
    .join(',')}]}`

/** A reply with columns of numbers that come one after another, each column as often as the longest has numbers. */
function replyOf(columns: readonly (readonly string[])[]): Buffer {
  const rows = Math.max(...columns.map(({ length }) => length))
  const records = Array.from({ length: rows }, (_, i) =>
    recordOf(
      columns.map((column) => column[i] ?? ''),
      i,
    ),
  )
  return Buffer.from(`{"data":[${records.join(',')}]}`)
}

/** The rows that readers of others find in both formats. */
async function readBack(records: () => Records): Promise<readonly Found[]> {
  const parts: Uint8Array[] = []
  const file = join(folder, `${files++}.sqlite`)
  for (const format of ['parquet', 'sqlite'] as const) {
    await withSpools(nodeFiles(folder), async (makeSpool) =>
      writeExport(await formatOf(format), records(), {
        file,
        rewrite: undefined,
        sinkOf: () => async (bytes) => void parts.push(bytes.slice()),
        layout: 'wide',
        headers: 'id',
        bom: false,
        formulas: 'raw',
        lineEnd: '\n',
        makeSpool,
      }),
    )
  }
  const compressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) }
  const buffer = Uint8Array.from(Buffer.concat(parts)).buffer
  const parquet: Found = await parquetReadObjects({ file: buffer, compressors })
  return [parquet, ofDatabase(file)]
}

type Found = readonly Record<string, unknown>[]

function ofDatabase(file: string): Found {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const statement = database.prepare('select * from responses order by rowid')
    statement.setReadBigInts(true)
    return statement.all()
  } finally {
    database.close()
  }
}

/** The same reply as the engine and the parser read it. */
async function inBothWays(bytes: Buffer): Promise<readonly Found[]> {
  const records = (): Records => readRecords(chunksOf(bytes, randomOf(1)), '')
  return [...(await readBack(records)), ...(await readBack(() => ({ batches: records().batches })))]
}

const orders: readonly (readonly string[])[] = [
  // The first ones are small, those that no double holds come late, or the contrary.
  [...Array.from({ length: 590 }, (_, i) => String(i)), '9007199254740993'],
  ['-9223372036854775808', ...Array.from({ length: 590 }, (_, i) => String(-i || 0))],
  Array.from({ length: 600 }, (_, i) => String(9_007_199_254_740_900n + BigInt(i))),
  Array.from({ length: 600 }, (_, i) => String((2n ** 63n - 600n + BigInt(i)) * (i % 2 === 0 ? 1n : -1n))),
  '1||9223372036854775807|-1|1000000000000000000|1234567890123456800|0|-9007199254740993'.split('|'),
  // No double less, but all are whole.
  ['9007199254740992', '1000000000000000000', '7', '1234567890123456', '-123456789012345'],
]

describe('a column of whole numbers of 64 bits is one of integers', () => {
  test('to their last digits, in whatever order', async () => {
    const wanted = orders.map((column) => (i: number) => (column[i] ? BigInt(column[i]) : null))
    for (const rows of await inBothWays(replyOf(orders))) {
      expect(rows).toHaveLength(600)
      for (const [q, numberAt] of wanted.entries())
        expect(rows.map((row) => row[`q${q}`])).toEqual(rows.map((_, i) => numberAt(i)))
    }
  })
})

describe('and stays text, as each came, beside', () => {
  const large = ['9007199254740993', '-9223372036854775808']
  const odd = '1.5 1.0 1e3 -0 9007199254740993.0 9223372036854775808 -9223372036854775809 1e400'
  const others = odd.split(' ')
  const small = Array.from({ length: 600 }, (_, i) => String(i))

  test.each([
    ['large ones first', (other: string) => [...large, ...small, other]],
    ['large ones last', (other: string) => [other, ...small, ...large]],
    ['side by side', (other: string) => [...small, other, large[0] ?? '', other, large[1] ?? '']],
  ])('other numbers, with %s', async (_, columnOf) => {
    const columns = others.map(columnOf)
    for (const rows of await inBothWays(replyOf(columns)))
      for (const [q, column] of columns.entries())
        expect(rows.map((row) => row[`q${q}`])).toEqual(rows.map((__, i) => column[i] ?? null))
  })
})

describe('a column without one that only 64 bits hold is one of doubles, as it was', () => {
  const columns = [
    ['1000000000000000000', '0.5'],
    ['1.0', '9007199254740992'],
    ['1234567890123456800', '12345678901234567000'],
    ['-0', '1234567890123456'],
  ]
  test.each(['forwards', 'backwards'])('%s', async (order) => {
    const ordered = order === 'forwards' ? columns : columns.map((column) => column.toReversed())
    const small = Array.from({ length: 600 }, (_, i) => String(i))
    const long = ordered.map(([first = '', last = '']) => [first].concat(small, last))
    for (const rows of await inBothWays(replyOf(long)))
      for (const [q, column] of long.entries())
        // Of the zeros SQLite has one.
        expect(rows.map((row) => Number(row[`q${q}`]) + 0)).toEqual(column.map((text) => Number(text) + 0))
  })
})
