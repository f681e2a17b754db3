import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { overHttp } from '../../src/client/over-http.ts'
import { runInProcess, temporaryFolder } from '../support/test-host.ts'
import { faultServer, type FaultServer } from './fault-server.ts'
import { isLong } from '../support/is-long.ts'

/** With this set every byte is cut, politely and by a reset; else every eleventh, politely. */
const isWhole = isLong
const step = isWhole ? 1 : 11
const endings: readonly Ending[] = isWhole ? ['end', 'reset'] : ['end']

type Ending = 'end' | 'reset'

const head = (headers: string): Buffer =>
  Buffer.from(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${headers}\r\n`)

type Frame = (body: Buffer, headers: string) => Buffer

const withLength: Frame = (body, headers) =>
  Buffer.concat([head(`content-length: ${body.length}\r\n${headers}`), body])

const framings: Readonly<Record<string, Frame>> = {
  'with a length': withLength,
  'in chunks': (body, headers) =>
    Buffer.concat([
      head(`transfer-encoding: chunked\r\n${headers}`),
      ...[body.subarray(0, 40), body.subarray(40)].flatMap((part) => [
        Buffer.from(`${part.length.toString(16)}\r\n`),
        part,
        Buffer.from('\r\n'),
      ]),
      Buffer.from('0\r\n\r\n'),
    ]),
  'to the end of the connection': (body, headers) =>
    Buffer.concat([head(`connection: close\r\n${headers}`), body]),
}

const responses = JSON.stringify({
  data: [1, 2].map((n) => ({
    id: `r${n}`,
    formId: 'f',
    data: [{ questionId: 'q', response: { value: 'größer' } }],
  })),
})
const forms = JSON.stringify({ data: [{ id: 'f', name: 'Fü', url: '/s/f', createdAt: '2026-03-01' }] })
const bodyOf = (target: string): string =>
  target.startsWith('/.well-known')
    ? '{"extensions":["forms-list"]}'
    : target.includes('/responses')
      ? responses
      : forms

/** What the next connections get: the reply to its target, cut after so many bytes. */
let plan: { target: RegExp; frame: (body: Buffer) => Buffer; cutAt: number; ending: Ending }
let server: FaultServer
beforeAll(async () => {
  server = await faultServer((socket, { target }) => {
    const reply = plan.target.test(target)
      ? plan.frame(Buffer.from(bodyOf(target))).subarray(0, plan.cutAt)
      : withLength(Buffer.from(bodyOf(target)), '')
    if (plan.ending === 'end' || !plan.target.test(target)) socket.end(reply)
    else socket.write(reply, () => socket.resetAndDestroy())
  })
})
afterAll(() => server.close())

const operations: Readonly<Record<string, { readonly words: string; readonly target: RegExp }>> = {
  'responses get': { words: 'responses get --form f -o json', target: /responses/ },
  'responses stats': { words: 'responses stats --form f -o json', target: /responses/ },
  'responses export': { words: 'responses export --all --out a.csv', target: /responses/ },
  'forms list': { words: 'forms list -o json', target: /forms/ },
  login: { words: 'login --api-key-file key', target: /responses/ },
}

const cwd = temporaryFolder()
writeFileSync(join(cwd, 'key'), 'formctl_0123456789')

async function outcome(words: string): Promise<{ readonly exit: number; readonly gave: string }> {
  const env = {
    FORMCTL_BASE_URL: server.url,
    FORMCTL_ENVIRONMENT_ID: 'e',
    FORMCTL_ATTEMPTS: '1',
    ...(words.startsWith('login') ? {} : { FORMCTL_API_KEY: 'formctl_0123456789' }),
  }
  const service = overHttp(server.url)
  const argv = [...words.split(' '), ...(words.includes('--out') ? ['--force'] : [])]
  const { exit, stdout } = await runInProcess({ argv, env, service, cwd })
  const file = join(cwd, 'a.csv')
  return { exit, gave: words.includes('--out') && existsSync(file) ? readFileSync(file, 'utf8') : stdout }
}

/** Cuts a reply at every step; how many runs there were, and which were taken for whole; ones below `least` never are. */
async function cutEverywhere(
  { words, target }: { readonly words: string; readonly target: RegExp },
  { frame, least }: { readonly frame: (body: Buffer) => Buffer; readonly least: number },
): Promise<{ readonly cuts: number; readonly wrong: readonly string[] }> {
  plan = { target, frame, cutAt: Number.POSITIVE_INFINITY, ending: 'end' }
  const whole = await outcome(words)
  expect(whole.exit).toBe(0)
  const wrong: string[] = []
  let cuts = 0
  const body = target.source.includes('forms') ? forms : responses
  const size = frame(Buffer.from(body)).length
  for (const ending of endings)
    for (let cutAt = 0; cutAt < size; cutAt += step) {
      plan = { target, frame, cutAt, ending }
      cuts++
      const { exit, gave } = await outcome(words)
      // A cut that takes nothing of the JSON, but of its framing, leaves a whole answer.
      if (exit === 0 && (gave !== whole.gave || cutAt < least)) wrong.push(`${ending} at ${cutAt}`)
      if (exit !== 0 && exit !== 7 && exit !== 6) wrong.push(`exit ${exit}, ${ending} at ${cutAt}`)
    }
  return { cuts, wrong }
}

describe('a read that is cut anywhere never passes for a whole one', () => {
  const figures: string[] = []
  afterAll(() => void process.stdout.write(`${figures.join('\n')}\n`))

  const cases = Object.entries(operations).flatMap(([name, operation]) =>
    Object.entries(framings).map(([framing, frame]) => [name, framing, operation, frame] as const),
  )
  test.each(cases)('%s, a reply %s', async (name, framing, operation, frame) => {
    const body = Buffer.from(operation.target.source === 'forms' ? forms : responses)
    const least = frame(body, '').lastIndexOf('}') + 1
    const { cuts, wrong } = await cutEverywhere(operation, { frame: (it) => frame(it, ''), least })
    figures.push(`${name}, a reply ${framing}: ${cuts} cuts, wrong success ${wrong.length}`)
    expect(wrong).toEqual([])
  })

  const packings = { gzip: gzipSync, br: brotliCompressSync, zstd: zstdCompressSync }
  const packed = Object.entries(packings).flatMap(([encoding, pack]) =>
    Object.entries(framings).map(([framing, frame]) => [encoding, framing, pack, frame] as const),
  )
  test.each(packed)('responses get, packed as %s, a reply %s', async (encoding, framing, pack, frame) => {
    const operation = operations['responses get'] ?? { words: '', target: /x/ }
    const packing = (body: Buffer): Buffer => frame(pack(body), `content-encoding: ${encoding}\r\n`)
    const { cuts, wrong } = await cutEverywhere(operation, { frame: packing, least: 0 })
    figures.push(
      `responses get, ${encoding}, a reply ${framing}: ${cuts} cuts, wrong success ${wrong.length}`,
    )
    expect(wrong).toEqual([])
  })
})
