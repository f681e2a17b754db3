import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../src/failure/failure.ts'
import type { Call, Reply, Service } from '../../src/wire/wire.ts'
import { parseCsv } from '../support/csv.ts'
import { outputOf } from '../support/output-schema.ts'
import { at, sampleForm, sampleSave } from '../support/samples.ts'
import { runInProcess, temporaryFolder, type TestHostOptions } from '../support/test-host.ts'
import { ours, sharedTestService, textOf } from '../support/test-service.ts'

const server = await sharedTestService()
for (const id of ['big', 'other']) await server.store.forms.create(sampleForm({ id }))
const save = (formId: string, n: number, isFinished: boolean): Promise<unknown> =>
  server.store.responses.save(sampleSave({ formId, responseId: `${formId}-${n}`, at: at(n), isFinished }))
await Promise.all(Array.from({ length: 2345 }, (_, n) => save('big', n, true)))
await Promise.all(Array.from({ length: 15 }, (_, n) => save('big', 5000 + n, false)))
await Promise.all(Array.from({ length: 30 }, (_, n) => save('other', n, true)))

const env = { FORMCTL_API_KEY: ours.apiKey, FORMCTL_BASE_URL: 'https://forms.example' }

/** Runs a command with the service, and keeps the queries of its reads of responses. */
async function run(words: string, { service = server.service, ...rest }: Partial<TestHostOptions> = {}) {
  const reads: string[] = []
  const counting: Service = (call) => {
    if (call.path === '/api/v1/responses') reads.push(queryOf(call))
    return (service ?? server.service)(call)
  }
  const ran = await runInProcess({
    env,
    argv: ['responses', ...words.split(' ')],
    service: counting,
    ...rest,
  })
  return { ...ran, reads }
}

/** The names of a query, and its values that tell something. */
const queryOf = ({ query }: Call): string =>
  Object.entries(query)
    .map(([name, value]) => (name === 'cursor' ? name : `${name}=${value}`))
    .join('&')

const idsOf = (csv: string): readonly unknown[] => {
  const [header = [], ...rows] = parseCsv(csv)
  return rows.map((row) => row[header.indexOf('id')])
}

const newestOfBig = (count: number): string[] => Array.from({ length: count }, (_, n) => `big-${2344 - n}`)

const leadingTo = (cursor: string, reply: Reply): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'next-cursor': cursor },
})

const withoutCursor = (query: Call['query']): Call['query'] =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'cursor'))

async function* nothing(): AsyncIterable<Uint8Array> {}

/** The service, with another reply for the page with this number, from 1; `times`: how often. */
function withPage(number: number, change: (reply: Reply) => Reply, times = Infinity): Service {
  let [pages, changed] = [0, 0]
  return async (call) => {
    const reply = await server.service(call)
    if (call.query['limit'] === undefined) return reply
    pages++
    if (pages < number || changed === times) return reply
    changed++
    return change(reply)
  }
}

describe('pages that lead on without end are a fault of the service:', () => {
  const endless = (change: (n: number, reply: Reply) => Reply): Service => {
    let pages = 0
    return withPage(1, (reply) => change(++pages, reply))
  }
  test.each<[string, Service, number]>([
    ['one cursor again', endless((_, reply) => leadingTo('again', reply)), 2],
    ['two cursors in turn', endless((n, reply) => leadingTo(`cursor-${n % 2}`, reply)), 3],
    [
      'empty pages with new cursors',
      endless((n, reply) => ({ ...leadingTo(`cursor-${n}`, reply), body: nothing() })),
      101,
    ],
  ])('%s', async (_, service, pages) => {
    const { exit, stderr, reads } = await run('export --form big --format csv', {
      // The real one knows no cursor but its own.
      service: ({ query, ...call }) => service({ ...call, query: withoutCursor(query) }),
    })
    expect([exit, stderr]).toEqual([6, expect.stringContaining('error[reply-unreadable]')])
    expect(stderr).toContain('its pages lead to one another without end')
    // A page is on its way while the one before it is read.
    expect(reads.length - 1).toBeGreaterThanOrEqual(pages)
    expect(reads.length - 1).toBeLessThanOrEqual(pages + 1)
  })
})

describe('a form of a service that gives pages', () => {
  test('is read page by page, and no other form with it', async () => {
    const cwd = temporaryFolder()
    const out = '--out a.csv --manifest m.json --require-complete'
    const { exit, stderr, reads } = await run(`export --form big ${out}`, { cwd })
    expect([exit, reads]).toEqual([
      0,
      ['formId=big', 'formId=big&limit=1000', 'formId=big&limit=1000&cursor', 'formId=big&limit=1000&cursor'],
    ])
    expect(stderr).toContain(
      'Complete: every finished response of big was read, as many as the service announces.',
    )
    expect(idsOf(readFileSync(join(cwd, 'a.csv'), 'utf8'))).toEqual(newestOfBig(2345))
    const manifest: unknown = JSON.parse(readFileSync(join(cwd, 'm.json'), 'utf8'))
    expect(outputOf('responses-export-manifest', `${JSON.stringify(manifest)}\n`)).toMatchObject({
      coverage: {
        complete: true,
        checkedBy: ['newest', 'announced'],
        reads: [
          { operation: 'form', formId: 'big', returned: 10 },
          { operation: 'pages', formId: 'big', returned: 2345, mayBeMore: false },
        ],
        notProven: [],
      },
    })
  })

  test('is the same without the engine, with partial responses, and among several forms', async () => {
    const words = 'export --form big --form other --partials --format ndjson'
    const ran = await run(words)
    expect(ran.stderr).toContain('Complete: every response of big and other was read, finished or not')
    expect(ran.stdout.trim().split('\n')).toHaveLength(2345 + 15 + 30)
    const plain = await run(words, { env: { ...env, FORMCTL_NO_ENGINE: '1' } })
    expect(plain.stdout).toBe(ran.stdout)
  })

  test('is counted as a whole', async () => {
    const { stdout } = await run('stats --form big -o json')
    expect(outputOf('responses-stats', `${stdout.replaceAll('\n', '')}\n`)).toMatchObject({
      responses: { total: 2345 + 15, finished: 2345 },
      coverage: { complete: true },
    })
  })

  test('is not called complete where fewer come than the service announces', async () => {
    const service = withPage(3, (reply) => ({ ...reply, body: only('') }))
    const ran = await run('export --form big', { service })
    expect(ran.stderr).toContain(
      'The service announces 2,345 responses of big and sent 2,000: 345 are missing.',
    )
    expect(ran.stderr).not.toContain('Complete')
  })

  test('is not called complete where its pages lack its newest', async () => {
    const service = withPage(1, (reply) => ({ ...reply, body: only('') }))
    const ran = await run('export --form big --require-complete', { service })
    expect([ran.exit, ran.stderr]).toEqual([
      1,
      expect.stringContaining('10 responses came with the newest of a form but not with its pages.'),
    ])
  })
})

describe('a page', () => {
  test.each<[string, (reply: Reply) => Reply]>([
    ['is refused for now', () => ({ status: 503, headers: {}, body: only('') })],
    ['breaks off', (reply) => ({ ...reply, body: broken(reply) })],
  ])('that %s is read again, alone', async (_, change) => {
    const { reads, stdout } = await run('export --form big', { service: withPage(2, change, 1) })
    expect(reads).toHaveLength(5)
    expect(idsOf(stdout)).toEqual(newestOfBig(2345))
  })

  test('that does not say where the next one begins is refused', async () => {
    const service = withPage(2, (reply) => ({ ...reply, headers: {} }))
    const { exit, stderr } = await run('export --form big', { service })
    expect([exit, stderr]).toEqual([6, expect.stringContaining('it lacks the header next-cursor')])
  })
})

describe('responses get --limit', () => {
  test.each([
    [200, ['formId=big&limit=200']],
    [1500, ['formId=big&limit=1000', 'formId=big&limit=500&cursor']],
  ])('%i reads so many', async (limit, pages) => {
    const { stdout, stderr, reads } = await run(`get --form big --limit ${limit} -o csv`)
    expect(reads.slice(1)).toEqual(pages)
    expect(idsOf(stdout)).toEqual(newestOfBig(limit))
    expect(stderr).toContain(`These are the ${limit} newest; formctl responses export --form big writes all.`)
    expect(stderr).not.toMatch(/Complete|missing/)
  })

  test('reads all where there are no more', async () => {
    const { stdout, stderr } = await run('get --form other --limit 200 -o csv')
    expect([idsOf(stdout).length, stderr]).toEqual([30, expect.not.stringContaining('newest')])
  })
})

async function* only(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text)
}

async function* broken(reply: Reply): AsyncIterable<Uint8Array> {
  yield Buffer.from((await textOf(reply)).slice(0, 5000))
  throw Failure.of('connection-lost', { url: 'https://forms.example/x', reason: 'it ended' })
}
