import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { runInProcess, temporaryFolder, type Ran } from '../../support/test-host.ts'
import { readXlsx } from '../../support/xlsx.ts'

const ids = ['7', '9007199254740992', '9007199254740993', '9007199254740994', '-9223372036854775808']

const replyOf = (orders: readonly string[]): string =>
  `{"data":[${orders
    .map(
      (order, i) =>
        `{"id":"r${i}","formId":"f","createdAt":"2026-03-01T09:00:00.000Z","data":[{"questionId":"order","response":{"type":"ShortInput","headline":"Order","value":${order}}}]}`,
    )
    .join(',')}]}`

function running(
  command: string,
  words: readonly string[],
  {
    cwd = temporaryFolder(),
    orders = ids,
  }: { readonly cwd?: string; readonly orders?: readonly string[] } = {},
): Promise<Ran> {
  const argv = ['responses', command, '--from', '-', ...words]
  return runInProcess({ cwd, argv, stdin: replyOf(orders) })
}

/** The orders in a database, to the last digit, behind the type of their column. */
function ordersIn(path: string): readonly unknown[] {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const type = database
      .prepare(`select type from pragma_table_info('responses') where name = 'order_'`)
      .get()
    const rows = database.prepare('select order_ from responses order by rowid')
    rows.setReadBigInts(true)
    return [type?.['type'], ...rows.all().map((row) => row['order_'])]
  } finally {
    database.close()
  }
}

const exact = ids.map(BigInt)

describe('order ids that no double holds', () => {
  test('are integers in SQLite, of which nothing has to be said', async () => {
    const cwd = temporaryFolder()
    const { exit, stderr } = await running('export', ['--out', 'a.sqlite'], { cwd })
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: expect.not.stringContaining('is text') })
    expect(ordersIn(join(cwd, 'a.sqlite'))).toEqual(['INTEGER', ...exact])
  })

  test.each(['csv', 'tsv', 'ndjson', 'json'])('keep their digits in %s', async (format) => {
    const { stdout } = await running('export', ['--format', format])
    expect(stdout.match(/(?<=[,\t:])-?\d+(?=\s|\})/g)).toEqual(ids)
  })

  test('stay texts in XLSX where Excel would change them, and are counted', async () => {
    const cwd = temporaryFolder()
    const { stderr } = await running('export', ['--out', 'a.xlsx'], { cwd })
    const [head = [], ...rows] = readXlsx(readFileSync(join(cwd, 'a.xlsx')))[0]?.rows ?? []
    const place = head.findIndex((cell) => cell?.value === 'Order')
    expect(rows.map((row) => row[place]?.value)).toEqual([7, ...ids.slice(1)])
    expect(stderr).toContain('4 numbers written as text')
  })

  test('are integers in a codebook', async () => {
    const cwd = temporaryFolder()
    await running('export', ['--out', 'a.csv', '--codebook', 'book.json'], { cwd })
    const { resources } = JSON.parse(readFileSync(join(cwd, 'book.json'), 'utf8'))
    expect(resources[0].schema.fields.at(-1)).toMatchObject({ name: 'Order', type: 'integer' })
  })

  test.each([
    ['Order = 9007199254740993', [exact[2]]],
    ['Order > 9007199254740992', [exact[2], exact[3]]],
    ['Order <= 9007199254740992', [exact[0], exact[1], exact[4]]],
    ['Order in (9007199254740994, -9223372036854775808)', [exact[3], exact[4]]],
  ])('are compared to the last digit by --where %j', async (where, found) => {
    const cwd = temporaryFolder()
    expect(await running('export', ['--out', 'a.sqlite', '--where', where], { cwd })).toMatchObject({
      exit: 0,
    })
    expect(ordersIn(join(cwd, 'a.sqlite'))).toEqual(['INTEGER', ...found])
    const { stdout } = await running('get', ['--where', where, '--columns', 'Order', '-o', 'csv'])
    expect(stdout.trim().split(/\r?\n/).slice(1)).toEqual(found.map(String))
  })
})

describe('a columns file', () => {
  /** What it says of the column, and how that stands in the database, after an export. */
  async function after(cwd: string, orders: readonly string[]) {
    const { stderr } = await running('export', ['--out', 'a.sqlite', '--force', '--columns-file', 'c.yaml'], {
      cwd,
      orders,
    })
    const [, type] = /name: order_, type: (\w+)/.exec(readFileSync(join(cwd, 'c.yaml'), 'utf8')) ?? []
    const [, said] = /column "order_" (.*)/.exec(stderr) ?? []
    return { type, orders: ordersIn(join(cwd, 'a.sqlite')), said }
  }

  test.each([
    ['int64', '7', ['INTEGER', 7n]],
    ['number', '9007199254740992', ['REAL', 9_007_199_254_740_992]],
    ['text', '9007199254740993', ['TEXT', '9007199254740993']],
  ])('that has %s for it keeps that after %s', async (type, order, found) => {
    const cwd = temporaryFolder()
    await after(cwd, ['7'])
    const path = join(cwd, 'c.yaml')
    writeFileSync(path, readFileSync(path, 'utf8').replace('order_, type: integer', `order_, type: ${type}`))
    expect(await after(cwd, [order])).toEqual({ type, orders: found, said: undefined })
  })

  test.each([
    ['integer', '9007199254740993'],
    ['int64', '1.5'],
    ['int64', '12345678901234567890'],
    ['number', '9007199254740993'],
  ])('that has %s for it ends an export of %s, and nothing is written', async (type, order) => {
    const cwd = temporaryFolder()
    await after(cwd, ['7'])
    const path = join(cwd, 'c.yaml')
    const kept = readFileSync(path, 'utf8').replace('order_, type: integer', `order_, type: ${type}`)
    writeFileSync(path, kept)
    const words = ['--out', 'b.sqlite', '--columns-file', 'c.yaml']
    expect(await running('export', words, { cwd, orders: ['7', order] })).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining(
        `Column "order_" has type ${type} in the columns file, and response r1 has "${order}".`,
      ),
    })
    expect([existsSync(join(cwd, 'b.sqlite')), readFileSync(path, 'utf8')]).toEqual([false, kept])
  })
})
