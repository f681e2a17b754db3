import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { generateForm } from '../../src/client/generate.ts'
import { overHttp, type HttpOptions } from '../../src/client/over-http.ts'
import { everyResponse, collectAll, newestResponses } from '../../src/client/client.ts'
import { Failure } from '../../src/failure/failure.ts'
import { callerOf } from '../support/scripted-service.ts'
import {
  answer,
  faultServer,
  hangUp,
  json,
  reset,
  silence,
  type FaultServer,
  type Script,
} from './fault-server.ts'

const opened: FaultServer[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()))
})

async function callerTo(scripts: readonly Script[], options: HttpOptions = {}) {
  const server = await faultServer(...scripts)
  opened.push(server)
  return { caller: callerOf(overHttp(server.url, options), { baseUrl: server.url }), server }
}

const records = Array.from({ length: 400 }, (_, i) => ({ id: `r${i}`, text: 'größer'.repeat(20) }))
const text = JSON.stringify({ data: records })
const whole = answer({ body: text })
/** Packed bodies whose first bytes are wrong. */
const damaged: Readonly<Record<string, Script>> = Object.fromEntries([
  ...Object.entries({ gzip: gzipSync, br: brotliCompressSync, zstd: zstdCompressSync }).map(
    ([encoding, pack]) => [
      encoding,
      answer({ body: spoilt(pack(text)), headers: { 'content-encoding': encoding } }),
    ],
  ),
  ['no gzip', answer({ body: text, headers: { 'content-encoding': 'gzip' } })],
])

function spoilt(packed: Uint8Array): Uint8Array {
  return packed.map((byte, at) => (at < 8 ? 0xff : byte))
}

// Long enough for any reply on a busy machine, and what silence costs in each case.
const quick: HttpOptions = { waits: { connect: 5, headers: 0.5, idle: 0.5 } }

describe('a read that breaks off gives the whole of a later reply, and never a part of two', () => {
  test.each<[string, Script]>([
    ['before a reply', reset],
    ['politely before a reply', hangUp],
    ['in the body', answer({ body: text, cutAt: 20_000 })],
    ['in the body, by a reset', answer({ body: text, cutAt: 20_000, after: 'reset' })],
    ['in the body, by silence', answer({ body: text, cutAt: 20_000, after: 'silence' })],
    ['in a body without a length', answer({ body: text, cutAt: 20_000, length: 'none' })],
    ['at the very end of a body without a length', answer({ body: text.slice(0, -1), length: 'none' })],
    [
      'in a packed body',
      answer({ body: gzipSync(text).subarray(0, -9), headers: { 'content-encoding': 'gzip' } }),
    ],
    [
      'in a packed body whose cut nobody notices',
      answer({ body: zstdCompressSync(text).subarray(0, -1), headers: { 'content-encoding': 'zstd' } }),
    ],
    ['with 500', json({ message: 'Oops' }, { status: 500 })],
    ['with 502 and a page', answer({ status: 502, body: '<h1>Bad gateway</h1>' })],
    ['with 429', json({ message: 'Slow down' }, { status: 429, headers: { 'retry-after': '3' } })],
    ['with 503', json({ message: 'Later' }, { status: 503, headers: { 'retry-after': '3' } })],
    ['by silence', silence],
    ['by a page in place of JSON', answer({ body: '<!doctype html><title>Wait</title>' })],
    ['by JSON that is broken', answer({ body: text.replace(':', ';') })],
    ['by a part that nobody asked for', answer({ status: 206, body: text })],
    ...Object.entries(damaged).map(([name, fault]): [string, Script] => [
      `by a damaged body of ${name}`,
      fault,
    ]),
  ])('%s', async (_, fault) => {
    const { caller, server } = await callerTo([fault, fault, whole], quick)
    expect(await everyResponse(caller, { withPartials: false }, collectAll)).toEqual(records)
    expect(server.arrived).toHaveLength(3)
    expect(server.arrived.map(({ headers }) => headers['range'])).toEqual([undefined, undefined, undefined])
  })
})

describe('a read that can only be refused is not tried again', () => {
  test.each<[string, Script, string]>([
    ['a redirect', answer({ status: 302, headers: { location: 'https://other.example/' } }), 'redirected'],
    ['a wrong key', json({ message: 'No' }, { status: 401 }), 'key-refused'],
  ])('%s', async (_, fault, code) => {
    const { caller, server } = await callerTo([fault, whole])
    const failure = await newestResponses(caller, { formId: 'f', withPartials: false }).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(Failure)
    expect(failure).toMatchObject({ code })
    expect(server.arrived).toHaveLength(1)
  })

  test.each<[string, Script, string, number]>([
    [
      'a page in place of JSON',
      answer({ body: '<!doctype html><title>Log in</title>' }),
      'reply-unreadable',
      6,
    ],
    ['a part', answer({ status: 206, body: text }), 'reply-damaged', 7],
    ...Object.entries(damaged).map(([name, fault]): [string, Script, string, number] => [
      name,
      fault,
      'reply-damaged',
      7,
    ]),
  ])('unless it may be better next time, and then four times: %s', async (_, fault, code, exit) => {
    const { caller, server } = await callerTo([fault])
    await expect(newestResponses(caller, { formId: 'f', withPartials: false })).rejects.toMatchObject({
      code,
      exit,
    })
    expect(server.arrived).toHaveLength(4)
  })

  test('a redirect to another host gets no call, and so no key', async () => {
    const other = await callerTo([whole])
    const { caller } = await callerTo([
      answer({ status: 307, headers: { location: `${other.server.url}/x` } }),
    ])
    await expect(everyResponse(caller, { withPartials: false }, collectAll)).rejects.toThrow(
      'is not followed because it would receive the API key',
    )
    expect(other.server.arrived).toEqual([])
  })
})

describe('a form', () => {
  const step = { name: 'One', components: [{ type: 'Header', content: { title: 'Hello' } }] }
  const body = { sourceFormId: 's', name: 'Contact', steps: [step, step] }
  const sending = { idempotencyKey: 'key-1', isAgain: false }
  const made = json({ success: true, result: { form: { id: 'f', url: '/s/f' } } })

  test.each<[string, Script]>([
    ['the connection breaks after it was sent', reset],
    ['the service hangs up', hangUp],
    ['nobody answers', silence],
    ['the reply is cut', answer({ body: '{"success":true,"result":{', length: 'none' })],
    ['the service fails', json({ message: 'Oops' }, { status: 500 })],
    ['a part comes', json({ success: true }, { status: 206 })],
    ['a damaged reply comes', answer({ body: '{}', headers: { 'content-encoding': 'gzip' } })],
  ])('is sent once, whatever follows: %s', async (_, fault) => {
    const { caller, server } = await callerTo([fault, made], quick)
    await expect(generateForm(caller, body, sending)).rejects.toMatchObject({
      code: 'outcome-unknown',
      exit: 9,
    })
    const posted = server.arrived.filter(({ method }) => method === 'POST')
    expect(posted.map((request) => JSON.parse(request.body))).toEqual([body])
  })

  test('is sent again when the service says that it comes too fast', async () => {
    const { caller, server } = await callerTo([
      json({}, { status: 429, headers: { 'retry-after': '2' } }),
      made,
    ])
    expect(await generateForm(caller, body, sending)).toEqual({
      kind: 'created',
      form: { id: 'f', url: '/s/f' },
    })
    expect(server.arrived).toHaveLength(2)
  })
})
