import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as trials from '../fuzz/engine.ts'
import { collectBatches } from '../../src/table/collect.ts'
import { keptRecords } from '../../src/table/sparse-rows.ts'
import { writeRecords } from '../../src/export/write-export.ts'
import { writeRaw, collectRaw } from '../../src/engine/engine.ts'
import { readRecords } from '../../src/record/read-records.ts'
import type { RawRecords, RecordFilter } from '../../src/record/records.ts'
import { tryDocuments, type Trial } from '../fuzz/trial.ts'
import { seen } from '../support/collected.ts'
import { memorySpool } from '../support/exporting.ts'
import { isLong } from '../support/is-long.ts'

// A seed is tried again by `npm run fuzz -- rows --from <seed> --count 1`.
describe('the engine collects what is collected without it, and refuses the same', () => {
  const cases: readonly (readonly [what: string, trial: Trial])[] = [
    ['rows', trials.tryRows],
    ['rows of chosen records', trials.tryChoice],
    ['lines', trials.tryLines],
    ['CSV', trials.tryCsv],
  ]
  test.each(cases)('%s', async (_what, trial) => {
    const tally = await tryDocuments(trial, isLong ? 2000 : 100)
    expect(tally.different).toEqual([])
    // If most records were read without the engine, this would show little.
    expect(tally.fast).toBeGreaterThan(1.2 * tally.slow)
  })
})

async function* bytesOf(body: string | Uint8Array): AsyncIterable<Uint8Array> {
  yield Buffer.from(body)
}

function rawOf(body: string | Uint8Array): RawRecords {
  const { raw } = readRecords(bytesOf(body), '')
  if (!raw) throw new Error('these records give no bytes')
  return raw
}

const bodyOf = (records: readonly string[]): string => `{"data":[${records.join(',')}]}`

/** What is collected of records with and without the engine, and how many records the engine did not read. */
const collected = (records: readonly string[], multi: 'joined' | 'json' = 'joined') =>
  collectedOf(bodyOf(records), multi)

async function collectedOf(body: string | Uint8Array, multi: 'joined' | 'json' = 'joined') {
  let counts = { fast: 0, slow: 0 }
  const plain = await seen(() =>
    collectBatches(readRecords(bytesOf(body), '').batches(), { multi, spool: memorySpool() }),
  )
  const engine = await seen(async () => {
    const rows = await collectRaw(rawOf(body), { multi, spool: memorySpool() })
    counts = rows.counts
    return rows
  })
  return { plain, engine, counts }
}

async function linesOf(records: readonly string[]) {
  const [plain, engine]: [Uint8Array[], Uint8Array[]] = [[], []]
  const body = bodyOf(records)
  await writeRecords(readRecords(bytesOf(body), '').batches(), {
    out: async (bytes) => void plain.push(bytes.slice()),
    between: '\n',
  })
  const { counts } = await writeRaw(rawOf(body), {
    out: async (bytes) => void engine.push(bytes.slice()),
    between: '\n',
  })
  return {
    plain: Buffer.concat(plain).toString(),
    engine: Buffer.concat(engine).toString(),
    slow: counts.slow,
  }
}

/** A record with one question, whose response has these members. */
const answering = (members: string, more = ''): string =>
  `{"id":"r","createdAt":"2026-03-01T09:00:00.000Z","formId":"f","data":[{"questionId":"q","response":{"type":"T","headline":"H",${members}}}]${more}}`

/** A record whose `value` is this JSON. */
const valued = (json: string): string => answering(`"value":${json}`)

// Each comes four times: the first has a new shape, so it is read without the engine; `slow` counts all that are.
const records: readonly (readonly [what: string, record: string, slow: number])[] = [
  // Lines of `slow | what | record`, or the members of an answer in its place.
  ...readFileSync('fixtures/engine/records.txt', 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' | '))
    .map(
      ([slow, what = '', text = '']) =>
        [what, text.startsWith('{') ? text : answering(text), Number(slow)] as const,
    ),
  [
    'white space everywhere',
    ' { "id" : "r" ,\n\t"data" : [ { "questionId" : "q" , "response" : { "value" : [ "a" , "b" ] } } ] , "meta" : { "a" : 1 } } ',
    1,
  ],
  ['a deep value', valued(`${'['.repeat(70)}${']'.repeat(70)}`), 4],
  ['a long name', answering(`"${'n'.repeat(5000)}":1`), 4],
  ['a long text', valued(`"${'long; text '.repeat(2000)}"`), 1],
]

describe('rows, of a record that comes four times', () => {
  test.each(records)('%s', async (_what, record, slow) => {
    const { plain, engine, counts } = await collected([record, record, record, record])
    expect(engine).toEqual(plain)
    expect(counts).toEqual({ fast: 4 - slow, slow })
  })

  test.each(records)('%s, with lists as JSON', async (_what, record) => {
    const { plain, engine } = await collected([record, record, record, record], 'json')
    expect(engine).toEqual(plain)
  })

  test('a type that is an object, with names that other types are', async () => {
    const typed = (type: string): string => `{"data":[{"questionId":"q","response":{"type":${type}}}]}`
    const all = ['"a"', '"b"', '{"a":{}}', '"b"', '{"a":{}}', '"b"', '{"a":{}}'].map(typed)
    const { plain, engine } = await collected(all)
    expect(engine).toEqual(plain)
  })

  test('records of different makes, each of them twice, in both directions', async () => {
    const all = records.map(([, record]) => record)
    const { plain, engine } = await collected([...all, ...all, ...all.toReversed()])
    expect(engine).toEqual(plain)
  })
})

describe('lines, of a record that comes twice', () => {
  test.each(records)('%s', async (_what, record) => {
    const { plain, engine } = await linesOf([record, record])
    expect(engine).toBe(plain)
  })

  test('only what may change its place or is repeated is parsed', async () => {
    expect(await linesOf([valued('{"a":[1,{"b":"\\u0041"}]}'), valued('{"new":1}')])).toMatchObject({
      slow: 0,
    })
    expect(await linesOf([valued('{"a":1,"a":2}'), valued('{"b":1,"1":2}')])).toMatchObject({ slow: 2 })
  })
})

describe('the newest headline stands, whatever order the records come in', () => {
  const shown = (headline: string, createdAt: string): string =>
    `{"createdAt":"${createdAt}","data":[{"questionId":"q","response":{"headline":"${headline}","type":"${headline}"}}]}`
  const [older, newer, newest] = [
    shown('A', '2026-03-01T09:00:00.000Z'),
    shown('B', '2026-03-02T09:00:00.000Z'),
    shown('A', '2026-03-03T09:00:00.000Z'),
  ] as const
  const orders: readonly (readonly [what: string, all: readonly string[]])[] = [
    ['upwards', [older, newer, older, newer]],
    ['downwards', [newer, older, newer, older]],
    ['back again', [older, newer, newest, older]],
    ['at the same time', [older, shown('C', '2026-03-01T09:00:00.000Z'), older]],
    ['without a time', [shown('B', ''), shown('A', ''), shown('B', '')]],
    ['short times', [shown('B', '2026'), shown('A', '2026-'), shown('B', '2026'), shown('A', '2026-')]],
  ]
  test.each(orders)('%s', async (_what, all) => {
    const { plain, engine } = await collected(all)
    expect(engine).toEqual(plain)
  })

  test('with more headlines than are kept', async () => {
    const many = Array.from({ length: 1200 }, (_, i) => shown(`H ${i}`, '2026-03-01T09:00:00.000Z'))
    const { plain, engine } = await collected([...many, ...many.slice(0, 100)])
    expect(engine).toEqual(plain)
  })
})

describe('faults are the same as without the engine', () => {
  const good = valued('"a"')
  const faults: readonly (readonly [what: string, ...records: readonly string[]])[] = [
    ['a record that is not JSON', good, good, valued('tru')],
    ['two commas', good, '', good],
    ['no record', good, '5'],
    ['a number with a leading zero', good, valued('01')],
    ['a control character', good, valued('"\n"')],
    ['a record that ends too early', good, good.slice(0, -3)],
    ['too many levels', good, valued(`${'['.repeat(600)}${']'.repeat(600)}`)],
  ]
  test.each(faults)('%s', async (_what, ...all) => {
    const { plain, engine } = await collected(all)
    expect(engine).toBeTypeOf('string')
    expect(engine).toBe(plain)
  })

  // Texts are read in blocks, and a character may be broken at their borders.
  test.each(Array.from({ length: 70 }, (_, i) => i))(
    'a character that breaks off at byte %d of a text',
    async (at) => {
      const body = Buffer.from(`{"data":[${good},${valued(`"${'x'.repeat(100)}"`)}]}`)
      body[body.indexOf('xxx') + at] = 0xc3
      const { plain, engine } = await collectedOf(body)
      expect(engine).toContain('is not UTF-8 text')
      expect(engine).toBe(plain)
    },
  )
})

describe('of chosen records', () => {
  const record = (id: string, formId: string): string => `{"id":"${id}","formId":"${formId}","data":[]}`
  const take = async (choice: Partial<RecordFilter>, all: readonly string[]) => {
    const asked: unknown[] = []
    const read: [string, number][] = []
    const raw = rawOf(bodyOf(all))
    const given: RecordFilter = {
      ...raw.filter,
      ...choice,
      choose: (it) => (asked.push(it['id']), choice.choose?.(it)),
      countForm: (...form) => void read.push(form),
    }
    const rows = await collectRaw({ ...raw, filter: given }, { multi: 'joined', spool: memorySpool() })
    return { asked, read, rows }
  }

  test.each([3, 5000, 100_000])('the host is asked for each of %d ids', async (count) => {
    const ids = new Set(Array.from({ length: count }, (_, i) => `r${i}`))
    const { asked } = await take({ ids }, [
      record('other', 'f'),
      ...['r0', 'r2', `r${count - 1}`].map((id) => record(id, 'f')),
    ])
    expect(asked).toEqual(expect.arrayContaining(['r0', 'r2', `r${count - 1}`]))
  })

  test('the host is not asked for other forms, and of those that are wanted it learns how many there were', async () => {
    const all = ['a', 'b', 'a', 'c', 'a'].map((form, i) => record(`${i}`, form))
    const { asked, read } = await take(
      { formIds: new Set(['a', 'c', '\ud800', 'x'.repeat(9000)]), choose: (it) => it },
      all,
    )
    expect(asked).toEqual(['0'])
    expect(read.map(([, count]) => count)).toEqual([2, 1, 0, 0])
  })

  test('records that are not wanted leave no columns', async () => {
    const odd = '{"formId":"b","odd":1,"data":[{"questionId":"odd","response":{"value":1}}]}'
    const { rows } = await take({ formIds: new Set(['a']), choose: () => undefined }, [
      odd,
      odd,
      record('1', 'a'),
    ])
    expect(
      rows.columns.all.find(({ holds }) => holds.kind === 'record' && holds.name === 'odd'),
    ).toBeUndefined()
    expect([...rows.columns.questions()]).toEqual([])
    expect(rows.counts).toEqual({ fast: 2, slow: 1 })
  })
})

describe('tables grow', () => {
  test('with thousands of columns, and of cells in one record', async () => {
    const wide = (from: number): string =>
      `{"meta":{${Array.from({ length: 3000 }, (_, i) => `"m${from + i}":${i}`).join(',')}}}`
    const { plain, engine, counts } = await collected([0, 0, 0, 0, 0, 0, 1500, 1500, 1500, 1500, 0].map(wide))
    expect(engine).toEqual(plain)
    expect(counts.fast).toBeGreaterThan(0)
  })

  test('with questions in every order', async () => {
    const shuffled = (seed: number): string => {
      const entries = Array.from({ length: 60 }, (_, i) => (i * (2 * seed + 1) * 7 + seed) % 61)
      const data = [...new Set(entries)].map((q) => `{"questionId":"q${q}","response":{"value":${q}}}`)
      return `{"formId":"f${seed % 5}","data":[${data.join(',')}]}`
    }
    const { plain, engine } = await collected(Array.from({ length: 60 }, (_, i) => shuffled(i)))
    expect(engine).toEqual(plain)
  })
})

test('rows that are longer than their records never leave the output, with or without their records', async () => {
  const large = answering(`"value":"${'x'.repeat(700)}"`)
  const runs = Array.from({ length: isLong ? 25 : 6 }, (_, i) => [
    ...many(large, 300 + ((i * 71) % 200)),
    ...many('{}', 85_000 + ((i * 7919) % 50_000)),
  ]).flat()
  const body = bodyOf([large, '{}', ...runs])
  const rows = await collectRaw(rawOf(body), { multi: 'json', keepsRecord: true, spool: memorySpool() })
  expect(rows.rowCount).toBe(runs.length + 2)
  let kept = 0
  for await (const batch of keptRecords(rows.spool.blocks(), () => true)) kept += batch.length
  expect(kept).toBe(runs.length + 2)
})

const many = (record: string, times: number): readonly string[] => Array.from({ length: times }, () => record)
