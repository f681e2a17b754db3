import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { needsGuard } from '../../src/table/formula.ts'
import type { TableOptions, TablesWritten } from '../../src/export/format.ts'
import { kinds, type ColumnType, type Table, type TableColumn, type Tables } from '../../src/table/table.ts'
import { xlsx, writeWorkbook } from '../../src/export/xlsx/workbook.ts'
import { Failure } from '../../src/failure/failure.ts'
import { readXlsx, timeOf, type ReadSheet } from '../support/xlsx.ts'
import { unzip } from '../support/zip.ts'
import { tableOf, type Cell } from '../table/table-of.ts'
import { runs } from '../support/is-long.ts'

const columnsOf = (...types: readonly ColumnType[]): TableColumn[] =>
  types.map((type, i) => ({ name: `c${i}`, type }))

const usual = { formulas: 'guard', bom: false, lineEnd: '\n' } as const

type Written = { readonly bytes: Buffer; readonly summary: TablesWritten }

/** What the sink got, taken out at once, since its bytes are used again. */
async function write(tables: Tables, formulas: TableOptions['formulas'] = 'guard'): Promise<Written> {
  const parts: Buffer[] = []
  const summary = await xlsx.write(tables, async (bytes) => void parts.push(Buffer.from(bytes)), {
    ...usual,
    formulas,
  })
  return { bytes: Buffer.concat(parts), summary }
}

/** A workbook whose sheets end at such limits. */
async function limited(tables: Tables, limits: Parameters<typeof writeWorkbook>[2]['limits']) {
  const parts: Buffer[] = []
  const sink = async (bytes: Uint8Array): Promise<void> => void parts.push(Buffer.from(bytes))
  const { split } = await writeWorkbook(tables, sink, { formulas: 'guard', limits })
  return { sheets: readXlsx(Buffer.concat(parts)), split }
}

const sheetsOf = async (tables: Tables): Promise<readonly ReadSheet[]> =>
  readXlsx((await write(tables)).bytes)

/** The cells of a column, behind its header. */
async function column(type: ColumnType, cells: readonly Cell[]): Promise<ReadSheet['rows'][number]> {
  const rows = cells.map((cell) => [cell])
  const [sheet] = await sheetsOf([tableOf(columnsOf(type), rows)])
  return (sheet?.rows ?? []).slice(1).map(([cell]) => cell)
}

const valuesOf = (sheet: ReadSheet | undefined): unknown[][] =>
  (sheet?.rows ?? []).map((row) => Array.from(row, (cell) => cell?.value))

describe('cells', () => {
  test('numbers, times and booleans are such cells, the rest are texts', async () => {
    const columns = columnsOf('text', 'integer', 'number', 'boolean', 'time', 'json')
    const row = ['a', 7, -0.5, true, '2026-03-01T12:00:00.250Z', { a: [1] }]
    const [sheet] = await sheetsOf([tableOf(columns, [row, [null, null, null, false, null, ['=1+1']]])])
    expect(sheet?.rows.slice(1)).toEqual([
      [
        { value: 'a', style: '' },
        { value: 7, style: '' },
        { value: -0.5, style: '' },
        { value: true, style: '"TRUE";"TRUE";"FALSE"' },
        { value: 46_082.500_002_893_52, style: 'yyyy-mm-dd hh:mm:ss.000' },
        { value: '{"a":[1]}', style: '' },
      ],
      [
        undefined,
        undefined,
        undefined,
        { value: false, style: '"TRUE";"TRUE";"FALSE"' },
        undefined,
        { value: '["=1+1"]', style: '' },
      ],
    ])
  })

  test('each has the format that shows all of it', async () => {
    const styleOf = async (type: ColumnType, cells: readonly Cell[]): Promise<unknown[]> =>
      (await column(type, cells)).map((cell) => cell?.style)
    expect(await styleOf('integer', [12_345_678_901, 123_456_789_012])).toEqual(['', '0'])
    expect(await styleOf('time', ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00.000Z', 'soon'])).toEqual([
      'yyyy-mm-dd hh:mm:ss',
      'yyyy-mm-dd hh:mm:ss.000',
      '',
    ])
    expect(await styleOf('text', ['two\nlines', 'one'])).toEqual(['top', ''])
  })

  test('an empty text is no cell, like no value', async () => {
    expect(await column('text', ['', null, ' '])).toEqual([undefined, undefined, { value: ' ', style: '' }])
  })

  test('values among texts keep their kind, and digits among texts stay text', async () => {
    const values = [1, '1', true, 'true', '2026-03-01T12:00:00.000Z', '007']
    expect((await column('text', [...values, { a: 1 }])).map((cell) => cell?.value)).toEqual([
      ...values,
      '{"a":1}',
    ])
  })

  const signs = fc.constantFrom(...'_x04Af\r\n\u0001\u001F'.split(''), '_x', '_x0041_', '_x005F_')
  const others = fc.constantFrom(...' \t&<"\uFFFE\uFFFF\uFEFF\u0085\u2028'.split(''), '🙂', ']]>')
  const texts = fc.oneof(
    fc.array(fc.oneof(signs, others), { maxLength: 12 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )

  test('every text comes out as it went in, names of columns too', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(texts, { minLength: 1, maxLength: 20 }), async (list) => {
        const columns = list.map((name) => ({ name, type: 'text' }) as const)
        const cells = list.map((text) => text || 'x')
        const [sheet] = await sheetsOf([tableOf(columns, [cells, cells.toReversed()])])
        expect(valuesOf(sheet)).toEqual([list, cells, cells.toReversed()])
      }),
      { numRuns: runs(300) },
    )
  })

  test('a text that a spreadsheet would run when its cell is edited is marked as text, and counted', async () => {
    const rows = ['=1+1', '-5', '+49 30 123', '@name', '@SUM(A1)', "'=1", "it's", '＝1', '\t=1', '東京']
    const table = tableOf(
      [{ name: '=A1', type: 'text' }],
      rows.map((row) => [row]),
    )
    const marked = (bytes: Buffer): unknown[] =>
      readXlsx(bytes).flatMap((sheet) =>
        sheet.rows.flatMap(([cell]) => (cell?.style.includes('quoted @') ? [cell.value] : [])),
      )
    const guarded = await write([table])
    expect(marked(guarded.bytes)).toEqual(['=A1', '=1+1', '@SUM(A1)', "'=1", '＝1', '\t=1'])
    expect(guarded.summary.guarded).toBe(6)
    const raw = await write([table], 'raw')
    expect(marked(raw.bytes)).toEqual([])
    expect(raw.summary.guarded).toBe(0)
    expect(readXlsx(raw.bytes).map(valuesOf)).toEqual(readXlsx(guarded.bytes).map(valuesOf))
  })

  test('none of those texts is missed', async () => {
    const starts = fc.constantFrom(
      ...`=＝-' \u00A0\u3000\u00AD\u0600\uFEFF`.split(''),
      ...'|＠SUM(|+49 30 1|-5|\u{1BCA0}|\u{E0001}'.split('|'),
    )
    const any = fc
      .tuple(fc.array(starts, { maxLength: 3 }), texts)
      .map(([parts, text]) => parts.join('') + text)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(any, fc.string({ unit: 'binary' })), { maxLength: 40 }),
        async (list) => {
          const cells = await column('text', list)
          expect(cells.map((cell) => cell?.style.includes('quoted') === true)).toEqual(list.map(needsGuard))
        },
      ),
    )
  })
})

describe('a text longer than a cell', () => {
  test('is cut between two characters, says so at its end, and is counted', async () => {
    const long = `${'ä'.repeat(32_700)}${'🙂'.repeat(100)}`
    const fits = `${'a'.repeat(32_765)}🙂`
    const table = tableOf(columnsOf('text', 'json'), [
      [long, [long]],
      [fits, null],
    ])
    const { bytes, summary } = await write([table])
    const [, [cut, json] = [], [whole] = []] = valuesOf(readXlsx(bytes)[0])
    const mark = ' … [cut: 32900 characters in all]'
    // Compared outside of `expect`, which would print them.
    expect(cut === `${long.slice(0, 32_767 - mark.length)}${mark}`).toBe(true)
    expect(/^\["ä{32700}(🙂)+ … \[cut: 32904 characters in all\]$/u.test(String(json))).toBe(true)
    expect(whole === fits).toBe(true)
    expect(summary).toEqual({ guarded: 0, cutCells: 2, textNumbers: 0 })
  })

  test('never loses half of a character', async () => {
    const list = [0, 1, 2, 3].map((n) => `${'a'.repeat(n)}${'🙂'.repeat(20_000)}`)
    const cells = await column('text', list)
    for (const [n, cell] of cells.entries())
      expect(new RegExp(`^a{${n}}(🙂)+ … \\[cut: `, 'u').test(String(cell?.value))).toBe(true)
  })
})

describe('sheets', () => {
  const rowsOf = (n: number): number[][] => Array.from({ length: n }, (_, i) => [i])

  test('a table that one sheet does not hold goes on in further ones, under the same header', async () => {
    const table = tableOf(columnsOf('integer'), rowsOf(7), { batchSize: 3 })
    const empty = tableOf(columnsOf('text'), [], { name: 'answers' })
    const { sheets, split } = await limited([table, empty], { rows: 4, bytes: Infinity })
    expect(sheets.map((sheet) => [sheet.name, sheet.filter, valuesOf(sheet).flat()])).toEqual([
      ['responses', 'A1:A4', ['c0', 0, 1, 2]],
      ['responses (2)', 'A1:A4', ['c0', 3, 4, 5]],
      ['responses (3)', 'A1:A2', ['c0', 6]],
      ['answers', 'A1:A1', ['c0']],
    ])
    expect(split).toEqual([
      {
        table: 'responses',
        sheets: [
          { name: 'responses', rows: 3 },
          { name: 'responses (2)', rows: 3 },
          { name: 'responses (3)', rows: 1 },
        ],
      },
    ])
  })

  test('so does one whose text is more than a sheet should be', async () => {
    const { sheets } = await limited([tableOf(columnsOf('integer'), rowsOf(30))], {
      rows: Infinity,
      bytes: 400,
    })
    expect(sheets.length).toBeGreaterThan(1)
    expect(sheets.flatMap((sheet) => valuesOf(sheet).slice(1))).toEqual(rowsOf(30))
  })

  test('a sheet ends at row 1,048,576', async () => {
    const [rows, batchRows] = [1_048_576, 2 ** 17]
    const batch = {
      rows: batchRows,
      kinds: new Uint8Array(batchRows).fill(kinds.none),
      starts: new Uint32Array(batchRows),
      ends: new Uint32Array(batchRows),
      bytes: new Uint8Array(0),
    }
    const table: Table = {
      ...tableOf(columnsOf('text'), []),
      rowCount: rows,
      async *rows() {
        for (let n = 0; n < rows; n += batchRows) yield batch
      },
    }
    const parts = unzip((await write([table])).bytes)
    expect(parts.get('xl/worksheets/sheet1.xml')?.toString('latin1')).toContain(
      '<row r="1048576"></row></sheetData><autoFilter ref="A1:A1048576"/>',
    )
    expect(parts.get('xl/worksheets/sheet2.xml')?.toString('latin1')).toMatch(
      /<row r="2"><\/row><\/sheetData><autoFilter ref="A1:A2"\/>/,
    )
  })

  test('several tables are several sheets; one without rows has its header, one without columns nothing', async () => {
    const tables: Tables = [
      tableOf(columnsOf('text', 'time'), [], { name: 'responses' }),
      tableOf([], [[], []], { name: 'answers' }),
      tableOf(columnsOf('boolean'), [[true]], { name: 'choices' }),
    ]
    const sheets = await sheetsOf(tables)
    expect(sheets.map((sheet) => sheet.isSelected)).toEqual([true, false, false])
    expect(sheets.map((sheet) => [sheet.name, valuesOf(sheet), sheet.filter])).toEqual([
      ['responses', [['c0', 'c1']], 'A1:B1'],
      ['answers', [[], [], []], undefined],
      ['choices', [['c0'], [true]], 'A1:A2'],
    ])
  })

  test('the header is bold, stays in view and has filters; columns are as wide as their texts, within reason', async () => {
    const columns = [
      { name: 'id', type: 'text' },
      { name: 'A longer headline', type: 'text' },
      { name: 'text', type: 'text' },
      { name: 'city', type: 'text' },
    ] as const
    const [sheet] = await sheetsOf([tableOf(columns, [['x', 'y', 'z'.repeat(500), '東京'.repeat(6)]])])
    expect(sheet?.rows[0]?.map((cell) => cell?.style)).toEqual(['bold', 'bold', 'bold', 'bold'])
    expect(sheet).toMatchObject({
      frozenRows: 1,
      filter: 'A1:D2',
      digitsAsText: 'A1:D2',
      widths: [9, 21, 60, 25],
    })
  })

  test('names that no column is wide enough for go on in a second line, unless they would fill the window', async () => {
    const options = 'What are you interested in? Several answers are possible: Prices'
    const names = [
      ['Short', 'bold'],
      ['e'.repeat(56), 'bold'],
      [options, 'bold wrapped'],
      [`=${options}`, 'bold quoted wrapped @'],
      ['東京'.repeat(15), 'bold wrapped'],
      ['e'.repeat(240), 'bold wrapped'],
      ['e'.repeat(241), 'bold'],
      [`${options}\nNewsletter`, 'bold'],
    ] as const
    const columns = names.map(([name]) => ({ name, type: 'text' }) as const)
    const [sheet] = await sheetsOf([tableOf(columns, [])])
    expect(sheet?.rows[0]?.map((cell) => cell?.style)).toEqual(names.map(([, style]) => style))
    expect(sheet?.headHeight).toBe(75)
    const heights = [columns.slice(0, 2), columns.slice(0, 3), columns.slice(6)].map(async (some) => {
      const [one] = await sheetsOf([tableOf(some, [])])
      return one?.headHeight
    })
    expect(await Promise.all(heights)).toEqual([undefined, 30, undefined])
  })

  test('16,384 columns are written, and one more is refused with what to do', async () => {
    const many = Array.from({ length: 16_385 }, (_, i) => ({ name: `c${i}`, type: 'integer' }) as const)
    const row = many.map((_, i) => i)
    const [sheet] = await sheetsOf([tableOf(many.slice(1), [row.slice(1)])])
    expect(sheet?.filter).toBe('A1:XFD2')
    expect(sheet?.rows[1]?.at(-1)?.value).toBe(16_384)
    const out: Uint8Array[] = []
    const tables = [tableOf(columnsOf('text'), []), tableOf(many, [row])] as const
    const writing = xlsx.write(tables, async (bytes) => void out.push(bytes), usual)
    await expect(writing).rejects.toThrow(Failure)
    await expect(writing).rejects.toThrow(/16385 columns.*16384.*--columns/)
    expect(out).toEqual([])
  })
})

describe('the file', () => {
  const rows = Array.from({ length: 3000 }, (_, i) => [`text ${i} `.repeat(40), i, null, i % 2 === 0])
  const columns = columnsOf('text', 'number', 'text', 'boolean')

  test('is the same bytes whatever batches the rows come in', async () => {
    const files = await Promise.all(
      [1, 7, 250, 3000].map((batchSize) => write([tableOf(columns, rows, { batchSize })])),
    )
    expect(new Set(files.map(({ bytes }) => bytes.toString('latin1'))).size).toBe(1)
    expect(valuesOf(readXlsx(files[0]?.bytes ?? Buffer.alloc(0))[0]).slice(1)).toEqual(
      rows.map((row) => row.map((cell) => cell ?? undefined)),
    )
  })

  test('holds rows larger than all buffer there is at first', async () => {
    const wide = columnsOf(...Array.from({ length: 60 }, () => 'text' as const))
    const large = [1, 2, 3].map((n) => wide.map((_, i) => String.fromCharCode(96 + n).repeat(32_000 + i)))
    const [sheet] = await sheetsOf([tableOf(wide, large)])
    expect(valuesOf(sheet).slice(1)).toEqual(large)
  })

  test('ends with the failure of what takes it, or of what gives the rows', async () => {
    let left = 3
    const sink = async (): Promise<void> => {
      if (left-- === 0) throw new Error('disk full')
    }
    const full = xlsx.write([tableOf(columns, rows)], sink, usual)
    await expect(full).rejects.toThrow('disk full')
    const broken: Table = {
      ...tableOf(columns, rows),
      async *rows() {
        yield* tableOf(columns, rows.slice(0, 2500)).rows()
        throw new Error('cut off')
      },
    }
    await expect(xlsx.write([broken], async () => undefined, usual)).rejects.toThrow('cut off')
  })
})

describe('times', () => {
  test('are the local time that they name', async () => {
    const instants = fc
      .date({
        min: new Date('1900-03-01T00:00:00Z'),
        max: new Date('9999-12-31T23:59:59.999Z'),
        noInvalidDate: true,
      })
      .map((date) => date.toISOString().slice(0, -1))
    const offsets = fc.constantFrom('Z', '+00:00', '+05:30', '-11:00')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(instants, offsets), { maxLength: 50 }), async (list) => {
        const cells = await column(
          'time',
          list.map(([local, offset]) => local + offset),
        )
        expect(cells.map((cell) => timeOf(Number(cell?.value)))).toEqual(list.map(([local]) => local))
      }),
    )
  })
})
