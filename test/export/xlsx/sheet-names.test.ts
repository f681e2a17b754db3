import { expect, test } from 'vitest'
import { makeSheetNames } from '../../../src/export/xlsx/workbook.ts'

test.each([
  ['responses', 'responses'],
  ['a[b]c:d*e?f/g\\h\u0000', 'a_b_c_d_e_f_g_h_'],
  ["'quoted'", '_quoted_'],
  ["it's", "it's"],
  ['History', 'History_'],
  ['', 'Sheet'],
  ['  ', 'Sheet'],
  [`${'a'.repeat(30)}🙂`, 'a'.repeat(30)],
  ['a'.repeat(30) + "'b", `${'a'.repeat(30)}_`],
])('%j is named %j', (table, name) => {
  expect(makeSheetNames()(table)).toBe(name)
})

test('no two are the same, in 31 characters, whatever their case', () => {
  const nameOf = makeSheetNames()
  const long = 'x'.repeat(40)
  const names = ['a', 'A', 'a', 'a (2)', long, long, ...Array.from({ length: 9 }, () => long)].map(nameOf)
  expect(names.slice(0, 6)).toEqual([
    'a',
    'A (2)',
    'a (3)',
    'a (2) (2)',
    'x'.repeat(31),
    `${'x'.repeat(27)} (2)`,
  ])
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  expect(Math.max(...names.map((name) => name.length))).toBe(31)
})
