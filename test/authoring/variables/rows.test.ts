import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keysOfRows, readList, readTable } from '../../../src/authoring/variables/rows.ts'
import { textOfValue } from '../../../src/authoring/variables/variables.ts'
import { bytesOf, placed } from '../../support/checking.ts'
import { runs } from '../../support/is-long.ts'

const read = (text: string) => readTable(bytesOf(text))

/** Rows as `line name=value name=value`. */
const shown = (rows: ReturnType<typeof readTable>['rows']): string[] =>
  rows.map(({ line, values }) =>
    [line, ...Array.from(values, ([name, value]) => `${name}=${textOfValue(value)}`)].join(' '),
  )

describe('a table', () => {
  test.each([
    ['has a header and rows', 'a,b\n1,2\n3,4\n', ['2 a=1 b=2', '3 a=3 b=4']],
    ['needs no line end at its end', 'a,b\n1,2', ['2 a=1 b=2']],
    ['may end its lines as Windows does', 'a,b\r\n1,2\r\n', ['2 a=1 b=2']],
    ['may begin with a byte order mark', '\uFEFFa\n1\n', ['2 a=1']],
    ['may have lines with nothing on them', '\n\na\n\n1\r\n\r\n\n2\n\n', ['5 a=1', '8 a=2']],
    ['gives no value where a field is empty', 'a,b,c\n,"",x\n', ['2 c=x']],
    ['has a row of one empty text where it is written', 'a\n""\n', ['2']],
    ['keeps what stands in quotes', 'a,b\n"x,""y""\r\n\nz",2\n3,4\n', ['2 a=x,"y"\r\n\nz b=2', '5 a=3 b=4']],
    ['keeps blanks', 'a,b\n 1 ,\t2\n', ['2 a= 1  b=\t2']],
    ['keeps control characters', 'a\n\u0001\u001B[31m\u007F\n', ['2 a=\u0001\u001B[31m\u007F']],
    ['keeps a lone carriage return in quotes', 'a\n"x\ry"\n', ['2 a=x\ry']],
    ['reads no numbers, dates or words', 'a,b,c\n007,1e400,true\n', ['2 a=007 b=1e400 c=true']],
    ['may have semicolons', 'a;b\n1,5;2\n', ['2 a=1,5 b=2']],
    ['may have tabs', 'a\tb\n1,5\t2\n', ['2 a=1,5 b=2']],
    ['leaves out columns that can be no variables', 'a,b c,,2d\n1,2,3,4\n', ['2 a=1']],
    [
      'keeps columns apart from what every object has by itself',
      '__proto__,constructor,toString,hasOwnProperty\n1,2,3,4\n',
      ['2 __proto__=1 constructor=2 toString=3 hasOwnProperty=4'],
    ],
  ])('%s', (_, text, expected) => {
    expect(shown(read(text).rows)).toEqual(expected)
  })

  test('tells its columns and the numbers of its rows', () => {
    const { columns, rows } = read('b,a\n1,2\n\n3,4\n')
    expect([columns, rows.map(({ number, line }) => `${number} in ${line}`)]).toEqual([
      ['b', 'a'],
      ['1 in 2', '2 in 4'],
    ])
  })
})
describe('a fault of a table has its place:', () => {
  test.each([
    ['a quote inside', 'a,b\nx"y,2\n', ['2:2 csv-quote']],
    ['a quote that ends too early', 'a,b\n"x"y,2\n', ['2:4 csv-quote']],
    ['a blank behind a quote', 'a,b\n"x" ,2\n', ['2:4 csv-quote']],
    ['a quote without end', 'a,b\n1,2\n"x,2\n3,4\n', ['3:1 csv-quote']],
    ['a field too few, and one too many', 'a,b\n1\n1,2,3\n1,2\n', ['2:1 csv-fields', '3:1 csv-fields']],
    ['a column that stands twice', 'a,b,a,b\n1,2,3,4\n', ['1:5 csv-header', '1:7 csv-header']],
    ['names that are none', 'a b,c,\n1,2,3\n', ['1:1 variable-name', '1:7 variable-name']],
    ['behind wide characters', 'größe,日本\n"👍"x,2\n', ['2:5 csv-quote']],
    ['no row', 'a,b\n', ['1:1 rows-shape']],
    ['nothing', '', ['1:1 rows-shape']],
    ['nothing but line ends', '\n\r\n', ['1:1 rows-shape']],
    ['bytes of no text', 'a\n\0\n', ['2:1 not-text']],
    ['another code', new Uint8Array([0x61, 0x0a, 0xe9, 0x0a]), ['2:1 not-utf8']],
    ['too many rows', `a\n${'1\n'.repeat(1001)}`, ['1002:1 rows-limit']],
    ['too many columns', `${'a,'.repeat(1000)}b\n1\n`, ['1:1 rows-limit']],
  ])('%s', (_, text, expected) => {
    expect(placed(readTable(typeof text === 'string' ? bytesOf(text) : text).findings)).toEqual(expected)
  })
})

test.each([
  ['customer, product', 'Remove the space before product.'],
  ['customer,product ', 'Remove the space behind product.'],
  ['customer, product ', 'Remove the space before product.'],
  ['customer,the product', 'Use a letter first, then letters, digits, ".", "-" and "_".'],
  ['customer, 2nd', 'Use a letter first, then letters, digits, ".", "-" and "_".'],
])('the help for the header %j: %s', (header, help) => {
  expect(read(`${header}\nA,B\n`).findings).toMatchObject([{ code: 'variable-name', help }])
})

test.each([
  ['other values', 'a,b\nx,1\ny,1\n', 'a', []],
  ['equal values', 'a,b\nx,1\n x,2\n"x ",3\n', 'a', [3, 4]],
  ['no value', 'a,b\n,1\nx,2\n" ",3\n', 'a', [2, 4]],
  ['an asked column', 'a,b\nx,1\ny,1\n', 'b', [3]],
])('rows whose key has %s', (_, text, column, lines) => {
  expect(keysOfRows(read(text), column).findings.map(({ line }) => line)).toEqual(lines)
})

test('what is written as RFC 4180 says is read back, whatever it holds', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
    fc.constantFrom('', '"', ',', '\n', '\r\n', '\r', 'a"b', '=1+1', ' '),
  )
  const table = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 6 })
  const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  fc.assert(
    fc.property(table, fc.constantFrom('\n', '\r\n'), fc.boolean(), (rows, end, isLast) => {
      const lines = [['a', 'b'], ...rows].map((fields) => fields.map(quoted).join(','))
      const { rows: found, findings } = read(lines.join(end) + (isLast ? end : ''))
      expect(findings).toEqual([])
      expect(found.map(({ values }) => [values.get('a') ?? '', values.get('b') ?? ''])).toEqual(rows)
    }),
    { numRuns: runs(500), seed: 4 },
  )
})

test('bytes of any kind are answered, at places inside the file', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc
      .array(fc.constantFrom('"', ',', '\n', '\r', 'a', ';', '\t', '👍'), { maxLength: 30 })
      .map((parts) => new TextEncoder().encode(parts.join(''))),
  )
  fc.assert(
    fc.property(bytes, (given) => {
      const { rows, findings } = readTable(given)
      const last = new TextDecoder().decode(given).split(/\r\n?|\n/).length
      expect(rows.length + findings.length).toBeGreaterThan(0)
      for (const { line, endLine } of findings) expect([line > 0, endLine <= last]).toEqual([true, true])
      for (const { line } of rows) expect(line).toBeLessThanOrEqual(last)
    }),
    { numRuns: runs(500), seed: 4 },
  )
})

describe('a list', () => {
  const list = (text: string) => readList(bytesOf(text))

  test.each([
    [
      'YAML',
      '- customer: Acme\n  seats: 007\n\n- {customer: Beta}\n',
      ['1 customer=Acme seats=007', '4 customer=Beta'],
    ],
    [
      'JSON',
      '[\n  {"customer": "Acme", "seats": 007},\n\n  {"customer": "Beta"}\n]\n',
      ['2 customer=Acme seats=007', '4 customer=Beta'],
    ],
    [
      'objects that share keys',
      '- &a\n  customer: Acme\n  seats: 007\n- <<: *a\n  customer: Beta\n',
      ['2 customer=Acme seats=007', '4 customer=Beta seats=007'],
    ],
    [
      'a name with nothing behind it',
      '- customer: A\n- customer:\n  seats: 7\n',
      ['1 customer=A', '2 seats=7'],
    ],
  ])('may be %s', (_, text, expected) => {
    const { rows, columns, findings } = list(text)
    expect(findings).toEqual([])
    expect(columns).toEqual(['customer', 'seats'])
    expect(shown(rows)).toEqual(expected)
    expect(rows.map(({ number }) => number)).toEqual(expected.map((_row, i) => i + 1))
  })

  test.each([
    ['an object', 'rows: []\n', ['1:1 rows-shape']],
    ['a text', 'Acme\n', ['1:1 rows-shape']],
    ['nothing', '# none\n', ['1:1 rows-shape']],
    ['no row', '[]\n', ['1:1 rows-shape']],
    [
      'rows that are none',
      '- a\n- [b]\n-\n- ~\n- {c: d}\n',
      ['1:3 variable-value', '2:3 variable-value', '3:2 rows-shape', '4:3 rows-shape'],
    ],
    ['a value that is none', '- a: [[b]]\n- a: {b: c}\n', ['1:6 variable-value', '2:6 variable-value']],
    ['a key that stands twice', '- a: b\n  a: c\n', ['2:3 yaml-duplicate-key']],
    ['a name that is none', '- "a b": c\n', ['1:3 variable-name']],
    ['broken YAML', '- a: "b\n', ['1:6 yaml-quote']],
    ['a second list', '- a: b\n---\n- c: d\n', ['3:1 rows-shape']],
    ['too many rows', '- {a: b}\n'.repeat(1001), ['1001:3 rows-limit']],
  ])('%s for rows is said at its place', (_, text, expected) => {
    expect(placed(list(text).findings)).toEqual(expected)
  })

  test.each(['[{"customer": "a"} {"customer": "b"}]', '[{"customer": "a"}, {"customer": "b"]'])(
    'what breaks the text is all that is said of it: %s',
    (text) => {
      const codes = list(text).findings.map(({ code }) => code)
      expect(codes).toHaveLength(1)
      expect(codes).not.toContain('rows-shape')
    },
  )
})
