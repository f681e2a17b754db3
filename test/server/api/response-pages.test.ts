import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ResponseRecord } from '../../../src/form/response.ts'
import { routes, type Query, type Reply } from '../../../src/wire/wire.ts'
import { at, sampleAnswer, sampleForm, sampleSave } from '../../support/samples.ts'
import {
  callOf,
  ours,
  startTestService,
  textOf,
  theirs,
  type TestService,
} from '../../support/test-service.ts'

let it: TestService
beforeEach(async () => {
  it = await startTestService()
  for (const id of ['form-1', 'form-2']) await it.store.forms.create(sampleForm({ id }))
})
afterEach(() => it.close())

const save = (responseId: string, second: number, more: Partial<Parameters<typeof sampleSave>[0]> = {}) =>
  it.store.responses.save(sampleSave({ responseId, at: at(second), isFinished: true, ...more }))

const many = async (count: number, more = {}): Promise<void> =>
  void (await Promise.all(Array.from({ length: count }, (_, n) => save(`r${n}`, n, more))))

const ask = (query: Query, headers = {}): Promise<Reply> =>
  it.service(callOf({ path: routes.responses, query, headers: { 'x-api-key': ours.apiKey, ...headers } }))

type Page = { data: ResponseRecord[]; nextCursor?: string | null; until?: number }
const read = async (query: Query): Promise<Page> => JSON.parse(await textOf(await ask(query)))

/** The ids of all pages; `between` is done after each page. */
async function readAll(query: Query, between = async (): Promise<unknown> => undefined): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null | undefined = ''; cursor !== null;) {
    const page = await read({ ...query, ...(cursor && { cursor }) })
    ids.push(...page.data.map(({ id }) => id))
    cursor = page.nextCursor ?? null
    await between()
  }
  return ids
}

const newestFirst = (count: number): string[] => Array.from({ length: count }, (_, n) => `r${count - 1 - n}`)
const namesOf = (count: number): string[] => newestFirst(count).toReversed()

describe('pages of responses by creation', () => {
  test.each([1, 7, 10, 24, 25, 26, 1000])('of %i give every response once, newest first', async (limit) => {
    await many(25)
    expect(await readAll({ formId: 'form-1', limit: `${limit}` })).toEqual(newestFirst(25))
  })

  test('neither skip nor repeat while responses arrive', async () => {
    await many(30)
    let next = 30
    const ids = await readAll({ formId: 'form-1', limit: '4' }, () =>
      Promise.all([save(`r${next}`, next++), save(`r${next}`, next++)]),
    )
    expect(ids).toEqual(newestFirst(30))
  })

  test('hold those of one form, or of the environment and no other', async () => {
    await many(3)
    await save('other', 9, { formId: 'form-2' })
    await save('theirs', 10, { environmentId: theirs.environmentId, formId: theirs.sourceFormId })
    expect(await readAll({ formId: 'form-2', limit: '2' })).toEqual(['other'])
    expect(await readAll({ limit: '2' })).toEqual(['other', ...newestFirst(3)])
  })

  test('hold partial responses where they are asked for', async () => {
    await many(3, { isFinished: false })
    await save('whole', 5)
    expect(await readAll({ formId: 'form-1', limit: '2' })).toEqual(['whole'])
    expect(await readAll({ formId: 'form-1', limit: '2', returnPartials: 'true' })).toHaveLength(4)
  })

  test.each([
    [at(3), ['r5', 'r4', 'r3']],
    ['2026-03-01T10:00:04+01:00', ['r5', 'r4']],
    ['2026-03-01', newestFirst(6)],
    ['2026-03-02', []],
  ])('since %s begin there', async (since, ids) => {
    await many(6)
    for (const limit of ['1', '2', '3', '4', '100'])
      expect(await readAll({ formId: 'form-1', since, limit })).toEqual(ids)
  })

  test('end early where responses are long, and miss none', async () => {
    for (let n = 0; n < 250; n++)
      await save(`r${n}`, n, n % 2 ? {} : { answers: [sampleAnswer('question-a', 'x'.repeat(100_000))] })
    const { data, nextCursor } = await read({ limit: '1000' })
    expect([data.length, typeof nextCursor]).toEqual([200, 'string'])
    expect(await readAll({ limit: '1000' })).toEqual(newestFirst(250))
    expect(await readAll({ limit: '1000', since: '0', fields: 'id' })).toEqual(namesOf(250))
  })

  test('have 100 responses where only since is given', async () => {
    await many(101)
    expect((await read({ formId: 'form-1', since: '2026-03-01' })).data).toHaveLength(100)
  })
})

describe('pages of responses by change', () => {
  test('give each response once, at its last change', async () => {
    await many(4, { isFinished: false })
    await save('r1', 10)
    await save('r0', 11)
    const query = { formId: 'form-1', since: '0', returnPartials: 'true' }
    expect(await readAll({ ...query, limit: '3' })).toEqual(['r2', 'r3', 'r1', 'r0'])
    expect(await readAll({ ...query, returnPartials: 'false' })).toEqual(['r1', 'r0'])
  })

  test('tell where the next run begins, which reads what has changed meanwhile', async () => {
    await many(6, { isFinished: false })
    const query = { formId: 'form-1', returnPartials: 'true', limit: '2' }
    const { until = -1 } = await read({ ...query, since: '0' })
    let isChanged = false
    const first = await readAll({ ...query, since: '0' }, async () => {
      if (!isChanged) await Promise.all([save('r5', 20), save('new', 21)])
      isChanged = true
    })
    expect(first).toEqual(namesOf(5))
    const second = await readAll({ ...query, since: String(until) })
    expect(second.toSorted()).toEqual(['new', 'r5'])
  })

  test('have the same until on all pages', async () => {
    await many(3)
    const one = await read({ since: '0', limit: '2' })
    await save('late', 9)
    const two = await read({ since: '0', limit: '2', cursor: one.nextCursor ?? '' })
    expect(two).toEqual({ data: [expect.objectContaining({ id: 'r2' })], nextCursor: null, until: one.until })
  })

  test('run after run, with many savers, miss no response and no last state', async () => {
    const seen = new Map<string, boolean>()
    let since = 0
    const run = async (): Promise<void> => {
      const query = { since: `${since}`, limit: '3', returnPartials: 'true' }
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Page = await read({ ...query, ...(cursor && { cursor }) })
        for (const { id, finished } of page.data) seen.set(id, finished)
        cursor = page.nextCursor ?? null
        since = page.until ?? 0
      }
    }
    const savers = Array.from({ length: 8 }, async (_, n) => {
      for (let i = 0; i < 10; i++) {
        await save(`s${n}-${i}`, i, { isFinished: false })
        await save(`s${n}-${i}`, i + 1)
      }
    })
    const saving = { isDone: false }
    const all = Promise.all(savers).then(() => (saving.isDone = true))
    while (!saving.isDone) await run()
    await all
    await run()
    expect([seen.size, new Set(seen.values())]).toEqual([80, new Set([true])])
  })
})

describe('the parameters of a page are checked:', () => {
  const faultOf = async (query: Query): Promise<unknown> => {
    const reply = await ask(query)
    const { errors = [] } = JSON.parse(await textOf(reply))
    return [
      reply.status,
      ...errors.map(({ path, message }: { path: string[]; message: string }) => [path, message]),
    ]
  }

  test.each(['0', '1001', '-1', '1.5', 'ten', ''])('limit=%j', async (limit) => {
    expect(await faultOf({ limit })).toEqual([400, [['limit'], 'limit is a whole number from 1 to 1000.']])
  })

  test.each(['yesterday', '2026-13-01', '2026-03-01T09:00:00', '-1', ''])('since=%j', async (since) => {
    expect(await faultOf({ since })).toEqual([
      400,
      [['since'], expect.stringContaining('2026-03-01T09:00:00Z')],
    ])
  })

  test.each([
    ['id,ip', '"ip"'],
    ['', '""'],
    ['id,', '""'],
    ['constructor', '"constructor"'],
  ])('fields=%j', async (fields, named) => {
    expect(await faultOf({ fields })).toEqual([400, [['fields'], expect.stringContaining(named)]])
  })

  test('a cursor that is damaged, foreign or of another query', async () => {
    await many(4)
    const query = { formId: 'form-1', limit: '2' }
    const { nextCursor } = await read(query)
    const cursor = nextCursor ?? ''
    const refused = [400, [['cursor'], 'cursor is damaged, or of a query with other parameters.']]
    const damaged = [
      '',
      'x',
      `${cursor}x`,
      cursor.slice(1),
      `${cursor}.`,
      cursor.replace('.', ''),
      `A${cursor}`,
    ]
    for (const one of damaged) expect(await faultOf({ ...query, cursor: one })).toEqual(refused)
    const others: Query[] = [
      {},
      { formId: 'form-2' },
      { ...query, returnPartials: 'true' },
      { ...query, since: '0' },
      { ...query, since: '2026-03-01' },
      { ...query, fields: 'id' },
    ]
    for (const other of others) expect(await faultOf({ ...other, cursor })).toEqual(refused)
    expect((await read({ ...query, limit: '1', returnPartials: 'false', cursor })).data).toHaveLength(1)
  })

  test('a parameter that is given twice, once', async () => {
    const url = `${routes.responses}?limit=1&limit=2&since=0&since=1`
    const reply = await it.app.inject({ url, headers: { 'x-api-key': ours.apiKey } })
    expect([reply.statusCode, reply.json().errors]).toEqual([
      400,
      [
        { message: 'limit is given more than once.', path: ['limit'] },
        { message: 'since is given more than once.', path: ['since'] },
      ],
    ])
  })
})

describe('fields', () => {
  test('choose members, on pages and without them', async () => {
    await many(12)
    const fields = 'finished,id'
    expect((await read({ formId: 'form-1', fields })).data).toHaveLength(10)
    const queries: readonly Query[] = [{ fields }, { fields, limit: '20' }, { fields, since: '0' }]
    for (const query of queries) {
      const { data } = await read(query)
      expect(data).toHaveLength(12)
      for (const record of data) expect(record).toEqual({ id: record.id, finished: true })
    }
  })
})

describe('lines', () => {
  const lines = { accept: 'application/x-ndjson' }
  const readLines = async (query: Query): Promise<{ headers: Reply['headers']; ids: string[] }> => {
    const reply = await ask(query, lines)
    const text = await textOf(reply)
    expect(text === '' || text.endsWith('\n')).toBe(true)
    const records = text.split('\n').slice(0, -1)
    return { headers: reply.headers, ids: records.map((line) => JSON.parse(line).id) }
  }

  test.each<[Query, number]>([
    [{ formId: 'form-1' }, 10],
    [{}, 2000],
    [{ fields: 'id' }, 2000],
    [{ formId: 'form-2' }, 0],
    [{ formId: 'form-2', limit: '5' }, 0],
    [{ formId: 'form-1', since: '2027-01-01' }, 0],
  ])('are one response each, with %j', async (query, count) => {
    await many(2000)
    const { headers, ids } = await readLines(query)
    expect([headers['content-type'], ids]).toEqual([
      'application/x-ndjson',
      newestFirst(2000).slice(0, count),
    ])
  })

  test('have the cursor of a page, and its end, in a header', async () => {
    await many(3)
    const one = await readLines({ since: '0', limit: '2' })
    const cursor = one.headers['next-cursor'] ?? ''
    const two = await readLines({ since: '0', limit: '2', cursor })
    expect([one.ids, two.ids]).toEqual([['r0', 'r1'], ['r2']])
    expect(two.headers).toMatchObject({ 'next-cursor': 'none', until: one.headers['until'] })
  })

  test.each([
    ['application/x-ndjson', true],
    ['application/x-ndjson, */*', true],
    ['Application/X-NDJSON;q=0.9, application/json;q=0.5', true],
    ['application/x-ndjson, application/json', false],
    ['application/x-ndjson;q=0', false],
    ['application/json', false],
    ['*/*', false],
    ['', false],
  ])('come where they are preferred: %j', async (accept, isLines) => {
    const { headers } = await ask({}, { accept })
    expect(headers['content-type']).toMatch(isLines ? /ndjson/ : /^application\/json/)
  })
})
