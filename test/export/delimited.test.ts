import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isChangedByExcel, writeDelimited } from '../../src/export/delimited.ts'
import { guard, mayNeedGuard, needsGuard } from '../../src/table/formula.ts'
import type { Table, TableColumn } from '../../src/table/table.ts'
import { parseCsv } from '../support/csv.ts'
import { inLargerPieces, tableOf, type Cell } from '../table/table-of.ts'
import { runs } from '../support/is-long.ts'

type Options = Parameters<typeof writeDelimited>[2]

const usual: Options = { delimiter: ',', formulas: 'guard', bom: false, lineEnd: '\n' }

/** What a table is written as, and how many cells were guarded. */
async function write(table: Table, options: Partial<Options> = {}) {
  const blocks: Uint8Array[] = []
  const all = { ...usual, ...options }
  const { guarded } = await writeDelimited(table, async (bytes) => void blocks.push(bytes.slice()), all)
  // A decoder that keeps the mark at the beginning, and takes no wrong byte.
  return {
    text: new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(Buffer.concat(blocks)),
    guarded,
    blocks: blocks.length,
  }
}

const named = (...names: readonly string[]): TableColumn[] => names.map((name) => ({ name, type: 'text' }))

/** The same, as simple as can be. */
function reference(names: readonly string[], rows: readonly (readonly Cell[])[], options: Options) {
  const { delimiter, formulas, bom, lineEnd } = options
  let guarded = 0
  const cell = (value: Cell): string => {
    if (value === null) return ''
    let text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    if (
      formulas === 'guard' &&
      (typeof value === 'object' || typeof value === 'string') &&
      needsGuard(text)
    ) {
      guarded++
      text = guard(text)
    }
    return [delimiter, '"', '\r', '\n'].some((sign) => text.includes(sign))
      ? `"${text.replaceAll('"', '""')}"`
      : text
  }
  const line = (row: readonly Cell[]): string =>
    (row.map(cell).join(delimiter) || (row.length === 1 ? '""' : '')) + lineEnd
  return { text: (bom ? '\uFEFF' : '') + [names, ...rows].map(line).join(''), guarded }
}

/** Texts near what is quoted and what is guarded, in many scripts. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...`",;\t§¨€\r\n'=+-@＝＠ \u00a0\ufeff\u200b\u061c\u0001`.split(''),
        '\u{e0001}',
        '\u{1d173}',
      ),
      fc.constantFrom('SUM(A1)', '1+1', '49 30 1', 'x', 'Öl', '東京', 'нет', '🙂', '\0', '\x7f', '\u0085'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join('').toWellFormed())

const cells: fc.Arbitrary<Cell> = fc.oneof(
  { weight: 5, arbitrary: texts },
  fc.constant(null),
  fc.bigInt(),
  fc.double({ noNaN: true }),
  fc.boolean(),
  fc.array(texts, { maxLength: 2 }),
)

const tables = fc.integer({ min: 1, max: 4 }).chain((width) =>
  fc.record({
    names: fc.uniqueArray(texts, { minLength: width, maxLength: width }),
    rows: fc.array(fc.array(cells, { minLength: width, maxLength: width }), { maxLength: 8 }),
    batchSize: fc.integer({ min: 1, max: 4 }),
  }),
)

const someOptions: fc.Arbitrary<Options> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|', "'", '-', '=', ' ', '\0'),
  formulas: fc.constantFrom('guard', 'raw'),
  bom: fc.boolean(),
  lineEnd: fc.constantFrom('\n', '\r\n'),
})

describe('a delimited table', () => {
  test('is, byte by byte, what the simplest writer of texts makes of it', async () => {
    await fc.assert(
      fc.asyncProperty(tables, someOptions, async ({ names, rows, batchSize }, options) => {
        const { text, guarded } = await write(tableOf(named(...names), rows, { batchSize }), options)
        expect({ text, guarded }).toEqual(reference(names, rows, options))
      }),
      { numRuns: runs(2000) },
    )
  })

  test('guards what begins with any character, as the table of these says', async () => {
    const points = Array.from({ length: 0x11_00_00 }, (_, point) => point).filter(
      (point) => (point < 0x31_00 || point % 61 === 0) && (point < 0xd8_00 || point > 0xdf_ff),
    )
    const rows = points.flatMap((point) => [
      [`${String.fromCodePoint(point)}=1+1`],
      [`${String.fromCodePoint(point)}1+1`],
    ])
    const { text, guarded } = await write(tableOf(named('a'), rows, { batchSize: 1000 }))
    expect({ text, guarded }).toEqual(reference(['a'], rows, usual))
  })

  test('gives every text back to a reader that knows nothing of the writer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(texts, texts)), async (rows) => {
        const { text } = await write(tableOf(named('a', 'b'), rows), { formulas: 'raw' })
        expect(parseCsv(text)).toEqual([['a', 'b'], ...rows])
      }),
    )
  })

  test.each<[string, Partial<Options>, Cell[][], string]>([
    [
      'quotes what needs it and nothing else',
      {},
      [
        ['a,b', 'c;d'],
        ['"', 'e f'],
        ['g\nh', 'i\rj'],
      ],
      '"a,b",c;d\n"""",e f\n"g\nh","i\rj"\n',
    ],
    ['quotes for the delimiter that is used', { delimiter: ';' }, [['a,b', 'c;d']], 'a,b;"c;d"\n'],
    [
      'ends lines as wanted',
      { lineEnd: '\r\n' },
      [
        ['a', 'b'],
        ['c\n', null],
      ],
      'a,b\r\n"c\n",\r\n',
    ],
    [
      'guards texts and JSON',
      {},
      [
        ['=1+1', '@SUM(A1)'],
        ['-5', "'=x"],
        ['+49 30 1', '- yes'],
      ],
      "'=1+1,'@SUM(A1)\n-5,''=x\n+49 30 1,- yes\n",
    ],
    [
      'guards behind a mark and odd spaces',
      {},
      [
        ['\ufeff=1+1', '\u200b=x'],
        ["\ufeff'=1", 'x'],
        ['\u3000=1', '東京'],
      ],
      "'\ufeff=1+1,'\u200b=x\n\ufeff'=1,x\n'\u3000=1,東京\n",
    ],
    ['quotes what it guards', {}, [['=A1,B1', 'x']], `"'=A1,B1",x\n`],
    [
      'quotes what it guards where the guard is the delimiter',
      { delimiter: "'" },
      [['=1+1', 'x']],
      `"'=1+1"'x\n`,
    ],
    ['guards no number', {}, [[-1e-7, -5n]], '-1e-7,-5\n'],
    ['leaves formulas as they are where told so', { formulas: 'raw' }, [['=1+1', "'=x"]], "=1+1,'=x\n"],
    ['writes no value and an empty text alike', {}, [['', null]], ',\n'],
  ])('%s', async (_claim, options, rows, wanted) => {
    const { text } = await write(tableOf(named('a', 'b'), rows), options)
    expect(text.slice(text.indexOf('b') + 1 + (options.lineEnd?.length ?? 1))).toBe(wanted)
  })

  test('guards and quotes names of columns, and counts them', async () => {
    const { text, guarded } = await write(tableOf(named('=1+1', 'a,b', '@name'), [['=x', '', '']]))
    expect(text).toBe(`'=1+1,"a,b",@name\n'=x,,\n`)
    expect(guarded).toBe(2)
  })

  test('has a line that can be seen for a row of one empty cell', async () => {
    expect((await write(tableOf(named('a'), [[''], [null], ['x']]))).text).toBe('a\n""\n""\nx\n')
    expect((await write(tableOf(named(''), []), { lineEnd: '\r\n' })).text).toBe('""\r\n')
  })

  test('begins with a mark where wanted', async () => {
    expect((await write(tableOf(named('a'), []), { bom: true })).text).toBe('\ufeffa\n')
  })

  test('reads rows of bytes that lie anywhere in a larger piece', async () => {
    const table = tableOf(named('a', 'b'), [
      ['äb', 'c'],
      ['d', 'e'],
    ])
    expect((await write(inLargerPieces(table))).text).toBe('a,b\näb,c\nd,e\n')
  })

  test('goes out in blocks, whatever the sizes of cells and batches', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => [
      `"${i}`.repeat(i),
      'x'.repeat(i === 150 ? 700_000 : i),
    ])
    for (const batchSize of [1, 7, 300]) {
      const { text, blocks } = await write(tableOf(named('a', 'b'), rows, { batchSize }))
      expect(text).toBe(reference(['a', 'b'], rows, usual).text)
      expect(blocks).toBeLessThan(10)
    }
  })
})

test('the first character of a text tells nearly always that it is no formula, and never wrongly', () => {
  const wrong: string[] = []
  let decided = 0
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code < 0xe000) continue
    const first = String.fromCodePoint(code)
    if (mayNeedGuard(first)) continue
    decided++
    if (needsGuard(`${first}=1+1`) || needsGuard(`${first}SUM(A1)`) || needsGuard(`${first}1+1`))
      wrong.push(first)
  }
  expect(wrong).toEqual([])
  expect(decided).toBeGreaterThan(1_110_000)
})

test.each([
  ['01067', '007', '+4915112345678', '-012', '12345678901234567890', '1E5', '12e3', '1.10', ' 01067 '],
  ['3-4', '1/2', '3/4/26', '2026-03', '2026-03-01', 'SEPT1', 'mar-5', 'March 2026', '5 Dec', '1-Oct'],
])('texts that a spreadsheet takes for numbers or days are known: %s, %s, %s …', (...given) => {
  expect(given.filter((text) => !isChangedByExcel(text))).toEqual([])
  expect(['2.5', '12.5.24'].map((text) => isChangedByExcel(text, ','))).toEqual([true, true])
})

test('texts that stay as they are in a spreadsheet are not', () => {
  const given = [
    '',
    '0',
    '12',
    '-5',
    '1.5',
    '+49 151 123',
    '123456789012345',
    'A1',
    'Mark 5',
    'Maya 1',
    '1-2-b',
    'e5',
    '9:30',
  ]
  expect(given.filter((text) => isChangedByExcel(text))).toEqual([])
})
