import { describe, expect, test } from 'vitest'
import { collectBatches, type Collected } from '../../src/table/collect.ts'
import { delimitedHeader } from '../../src/export/delimited.ts'
import { collectRaw, writeCsv } from '../../src/engine/engine.ts'
import { readRecords } from '../../src/record/read-records.ts'
import { seen } from '../support/collected.ts'
import { memorySpool } from '../support/exporting.ts'
import { cellTypes } from '../../src/table/cell-values.ts'

/** More than the engine has room for when it begins. */
const count = 5000
const numbers = Array.from({ length: count }, (_, i) => i)
const values = ['"a"', '1', '1.50', 'true', '["x"]', '"2026-03-01T09:00:00.000Z"'] as const

const valueOf = (i: number, n: number): string => values[(i + n) % values.length] ?? ''

const member = (name: string) => (i: number, n: number) => `"${name}${i}":${valueOf(i, n)}`

const question = (i: number, n: number): string =>
  `{"questionId":"q${i}","response":{"type":"T","headline":"Q${i}","value":${valueOf(i, n)}}}`

type Make = (n: number) => string

const listOf = (make: (i: number, n: number) => string, n: number, many = numbers): string =>
  many.map((i) => make(i, n)).join(',')

const makes: Readonly<Record<string, Make>> = {
  'members of the record': (n) => `{"id":"r${n}",${listOf(member('m'), n)}}`,
  'members beside the answers': (n) => `{"id":"r${n}","meta":{${listOf(member('m'), n)}},"data":[]}`,
  questions: (n) => `{"id":"r${n}","formId":"f","data":[${listOf(question, n, numbers.slice(0, 4000))}]}`,
  'members of an answer': (n) =>
    `{"id":"r${n}","data":[{"questionId":"q","response":{${listOf(member('m'), n)}}}]}`,
}

async function* chunks(bytes: Uint8Array, size = Infinity): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield new Uint8Array(bytes.subarray(at, at + size))
}

async function collectedByEngine(body: Uint8Array): Promise<{ collected: Collected; fast: number }> {
  const { raw } = readRecords(chunks(body), '')
  if (!raw) throw new Error('these records give no bytes')
  const collected = await collectRaw(raw, { multi: 'joined', spool: memorySpool() })
  return { collected, fast: collected.counts.fast }
}

describe.each(Object.entries(makes))(`thousands of %s`, (_, make) => {
  // Its tables grow with the first ones, which are then read without the engine.
  const records = Array.from({ length: 16 }, (_record, n) => make(n))
  const body = Buffer.from(`{"data":[${records.join(',')}]}`)

  test('are collected by the engine as by the parser, with all that they hold', async () => {
    const reference = await seen(() =>
      collectBatches(readRecords(chunks(body), '').batches(), { multi: 'joined', spool: memorySpool() }),
    )
    expect(await seen(async () => (await collectedByEngine(body)).collected)).toEqual(reference)
    expect((await collectedByEngine(body)).fast).toBeGreaterThan(0)
  })
})

test('what columns held is kept where room is made for more of them', async () => {
  const small = (value: string): string => `{"id":"r","meta":{"number":${value}}}`
  const large = `{"id":"r","meta":{"number":1,${listOf(member('m'), 0)}}}`
  // Only the engine reads the second and the last one.
  const body = Buffer.from(`{"data":[${[small('1'), small('1.5'), large, small('true')].join(',')}]}`)
  const { columns } = (await collectedByEngine(body)).collected
  expect(columns.of('meta', 'number').seenTypes).toBe(
    cellTypes.integer | cellTypes.number | cellTypes.boolean,
  )
})

describe('columns that come after the lines have begun', () => {
  const few = `{"id":"r${'0'.repeat(100)}","formId":"f","data":[]}`
  const late = numbers.slice(0, 1000)
  // More than a block of rows, so that lines are begun with their columns alone.
  const early = Array.from({ length: 4000 }, () => few)
  const one = (i: number): string => `{"id":"r${i + 1}","formId":"f","data":[${question(i, 0)}]}`

  const commas = { delimiter: ',', formulas: 'guard', lineEnd: '\n' } as const

  test('leave no delimiters behind the last cell of a line, which are added when it is written anew', async () => {
    const { raw } = readRecords(
      chunks(
        Buffer.from(`{"data":[${[...early, ...late.map(one), ...late.map(() => few)].join(',')}]}`),
        1000,
      ),
      '',
    )
    if (!raw) throw new Error('these records give no bytes')
    let written: Uint8Array[] = []
    let begun = 0
    const { columns } = await writeCsv(raw, {
      ...commas,
      headerLine: (names) => delimitedHeader(names, { ...commas, bom: false }),
      headers: 'id',
      guessAfter: 1,
      out: async (bytes) => void written.push(bytes.slice()),
      rewrite: async (from, remake) => {
        const before = Buffer.concat(written)
        begun = before.length
        const pieces = Array.from(
          { length: Math.ceil((before.length - from) / 1000) },
          (_piece, i) => new Uint8Array(before.subarray(from + 1000 * i, from + 1000 * (i + 1))),
        )
        written = []
        async function* lines(): AsyncIterable<Uint8Array> {
          yield* pieces
        }
        await remake(lines(), async (bytes) => void written.push(bytes.slice()))
      },
    })
    const lines = Buffer.concat(written).toString().split('\n')
    const width = columns.length
    expect(width).toBeGreaterThan(late.length)
    expect(lines).toHaveLength(early.length + 2 * late.length + 2)
    for (const line of lines.slice(0, -1)) expect(line.split(',')).toHaveLength(width)
    expect(begun).toBeGreaterThan(0)
    // Lines have the delimiters of the columns that were guessed and of those before a later cell, and none behind it.
    expect(begun).toBeLessThan(0.4 * Buffer.concat(written).length)
    const place = columns.indexOf('q624')
    expect(lines.map((line) => line.split(',')[place]).filter(Boolean)).toEqual(['q624', 'a'])
  })
})
