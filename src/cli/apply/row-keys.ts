import { Failure } from '../../failure.ts'
import type { Each } from '../rows/each.ts'

/** The texts by which the rows of a file are known from run to run, by the number of the row: one column of it. */
export function rowKeys(each: Each, asked: string | undefined): ReadonlyMap<number, string> {
  const { file, columns, rows } = each
  const column = asked ?? columns[0] ?? ''
  if (!columns.includes(column))
    throw misuse(`--row-key ${column}: ${file} has no such column. It has ${columns.join(', ')}.`)
  const keys = new Map<number, string>()
  const numbers = new Map<string, number>()
  for (const { number, values } of rows) {
    const key = values.get(column)?.trim() ?? ''
    if (key === '') throw misuse(`Row ${number} of ${file} has no ${column}, ${remedy}`)
    const before = numbers.get(key)
    if (before !== undefined)
      throw misuse(`Rows ${before} and ${number} of ${file} have the same ${column}, "${key}", ${remedy}`)
    numbers.set(key, number)
    keys.set(number, key)
  }
  return keys
}

const remedy =
  'by which its form is to be known from run to run. Name a column that tells all rows apart with --row-key.'

const misuse = (problem: string): Failure => Failure.of('usage', { problem })
