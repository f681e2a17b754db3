import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { overHttp } from '../../src/client/over-http.ts'
import { canaryKey } from '../support/canary.ts'
import { httpServer, type Running } from '../support/proxies.ts'
import { temporaryFolder, testHost } from '../support/test-host.ts'

const record = (i: number): string =>
  JSON.stringify({
    id: `r${i}`,
    createdAt: '2026-03-01T09:00:00.000Z',
    formId: 'f',
    data: [
      {
        questionId: 'q',
        response: { type: 'LongInput', headline: 'Q', value: `größer ${'x'.repeat(3000)}` },
      },
    ],
  })

/** The records of a reply, by megabytes. */
const megabytes = Array.from({ length: 10 }, (_, n) =>
  Array.from({ length: 320 }, (__, i) => `${n + i === 0 ? '' : ','}${record(n * 320 + i)}`).join(''),
)
const replyLength = Buffer.byteLength(`{"data":[${megabytes.join('')}]}`)

const servers: Running[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map(({ close }) => close()))
})

/** What happens on the way. */
type Way = {
  /** Whether the length of the reply is told; else it comes in pieces with theirs. */
  readonly isTold: boolean
  /** After a part of the reply, while the export waits for more. */
  readonly inTheMiddle: (answer: ServerResponse, attempt: number) => void
  readonly idle?: number
  readonly words?: readonly string[]
  readonly signal?: AbortSignal
}

async function exportOver({ isTold, inTheMiddle, idle, words = [], signal }: Way) {
  const cwd = temporaryFolder()
  let attempts = 0
  const put = async (answer: ServerResponse, some: readonly string[]): Promise<void> => {
    for (const megabyte of some) if (!answer.write(megabyte)) await once(answer, 'drain')
  }
  const server = await httpServer((request, answer) => {
    if (!request.url?.includes('/responses')) return answer.writeHead(404).end()
    const attempt = ++attempts
    answer.on('error', () => undefined)
    return void (async () => {
      if (isTold) answer.setHeader('content-length', replyLength)
      answer.write('{"data":[')
      await put(answer, megabytes.slice(0, 8))
      inTheMiddle(answer, attempt)
      if (answer.destroyed || idle !== undefined) return
      await put(answer, megabytes.slice(8))
      answer.end(']}')
    })()
  })
  servers.push(server)
  const host = testHost({
    argv: ['responses', 'export', '--all', '--out', 'a.csv', ...words],
    cwd,
    env: { FORMCTL_API_KEY: canaryKey, FORMCTL_BASE_URL: `http://127.0.0.1:${server.port}` },
    ...(signal && { signal }),
    overHttp: async (baseUrl, options) =>
      overHttp(baseUrl, {
        ...options,
        ...(signal && { signal }),
        ...(idle !== undefined && { waits: { idle } }),
      }),
  })
  const exit = await run(host)
  const left = (): readonly string[] => readdirSync(cwd).filter((name) => !/^\.(local|config)$/.test(name))
  return { exit, left, attempts, said: host.output().stderr, cwd }
}

describe.each([
  ['in pieces', false],
  ['with its length told', true],
] as const)('an export of a large reply that comes over HTTP, %s', (_pieces, isTold) => {
  const rows = 320 * megabytes.length
  const goOn = (): void => undefined

  test('is whole', async () => {
    const { exit, left, attempts, cwd } = await exportOver({ isTold, inTheMiddle: goOn })
    expect([exit, left(), attempts]).toEqual([0, ['a.csv'], 1])
    const lines = readFileSync(join(cwd, 'a.csv'), 'utf8').split('\n')
    expect(lines.length).toBe(1 + rows + 1)
    expect(lines.slice(1, -1).every((line, i) => line.startsWith(`r${i},`) && line.length > 3000)).toBe(true)
  })

  test('begins anew when the connection is lost in the middle', async () => {
    const { exit, left, attempts, cwd } = await exportOver({
      isTold,
      inTheMiddle: (answer, attempt) => attempt === 1 && answer.socket?.resetAndDestroy(),
    })
    expect([exit, left(), attempts]).toEqual([0, ['a.csv'], 2])
    expect(readFileSync(join(cwd, 'a.csv'), 'utf8').split('\n').length).toBe(1 + rows + 1)
  })

  test('ends when the service goes silent in the middle, as often as it is tried', async () => {
    const { exit, left, attempts, said } = await exportOver({ isTold, inTheMiddle: goOn, idle: 0.2 })
    expect([exit, left(), attempts]).toEqual([7, [], 4])
    expect(said).toContain('the reply stopped in the middle')
  })

  test('ends at the deadline', async () => {
    const { exit, left, said } = await exportOver({
      isTold,
      inTheMiddle: goOn,
      idle: 60,
      words: ['--timeout', '1'],
    })
    expect([exit, left()]).toEqual([7, []])
    expect(said).toMatch(/within 1 s|1 s/)
  })

  test('ends at Ctrl-C', async () => {
    const interruption = new AbortController()
    const { exit, left } = await exportOver({
      isTold,
      inTheMiddle: () => interruption.abort(new Error('interrupted')),
      idle: 60,
      signal: interruption.signal,
    })
    expect(exit).not.toBe(0)
    // The program ends at once, and takes away what is there; here it goes by itself.
    await expect.poll(left).toEqual([])
  })
})
