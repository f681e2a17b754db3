import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeSend } from '../../../src/server/webhooks/send.ts'
import { webhookWorker } from '../../../src/server/webhooks/worker.ts'
import { openSqliteStore } from '../../../src/store/open-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { happens, many, oneOf, randomOf, times } from '../../support/random.ts'
import {
  at,
  sampleAnswer,
  sampleEnvironment,
  sampleForm,
  sampleSave,
  sampleWebhook,
} from '../../support/samples.ts'
import { deterministicBytes, temporaryFolder } from '../../support/test-host.ts'

let store: Store
beforeEach(async () => {
  ;({ store } = await openSqliteStore(temporaryFolder(), deterministicBytes()))
  await store.environments.create(sampleEnvironment('environment-1'))
  await store.forms.create(sampleForm({ id: 'form-1' }))
})
afterEach(() => store.close())

const reply = (status: number, headers = ''): string =>
  `HTTP/1.1 ${status} X\r\n${headers}content-length: 0\r\n\r\n`

/** Every way in which a receiver fails. */
const failures: readonly ((socket: Socket) => void)[] = [
  (socket) => socket.end(reply(500)),
  (socket) => socket.end(reply(404)),
  (socket) => socket.end(reply(410)),
  (socket) => socket.end(reply(429, 'retry-after: 3600\r\n')),
  (socket) => socket.end(reply(503, 'retry-after: Wed, 21 Oct 2099 07:28:00 GMT\r\n')),
  (socket) => socket.end(reply(302, 'location: http://127.0.0.1:1/\r\n')),
  (socket) => socket.end(reply(307, 'location: /elsewhere\r\n')),
  (socket) => void socket.resetAndDestroy(),
  (socket) => void socket.end(),
  (socket) => void socket.write('HTTP/1.1 200 O'),
  (socket) => void socket.end('nothing like HTTP\r\n\r\n'),
  // It says nothing at all.
  () => undefined,
  (socket) => {
    socket.write('HTTP/1.1 500 X\r\ncontent-length: 1000000000\r\n\r\n')
    socket.write(Buffer.alloc(1_000_000))
  },
]

/** Takes the message, in ways that a careful sender has to understand. */
const successes: readonly ((socket: Socket) => void)[] = [
  (socket) => socket.end(reply(200)),
  (socket) => socket.end(reply(204)),
  (socket) => void socket.write('HTTP/1.1 202 X\r\ncontent-length: 1000000\r\n\r\nslow'),
  (socket) => {
    socket.write('HTTP/1.1 200 X\r\ncontent-length: 1000000000\r\n\r\n')
    socket.write(Buffer.alloc(1_000_000))
  },
]

test('a receiver that fails in every way gets every change in the end, in order per response', async () => {
  const random = randomOf(3)
  const sockets = new Set<Socket>()
  const taken: { readonly seq: number; readonly responseId: string }[] = []
  const seen = new Set<number>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let request = ''
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      request += data.toString()
      const [head = '', body = ''] = request.split('\r\n\r\n')
      if (body.length < Number(/content-length: (\d+)/.exec(head)?.[1] ?? Infinity)) return
      const isTaken = happens(random, 0.4)
      const way = Math.floor(random() * failures.length)
      if (isTaken) taken.push(JSON.parse(body).data)
      else seen.add(way)
      ;(isTaken ? oneOf(random, successes) : failures[way])?.(socket)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const key = { environmentId: 'environment-1', id: 'webhook-1' }
  await store.webhooks.create(
    sampleWebhook({ id: 'webhook-1', url: `http://127.0.0.1:${port}/`, position: 1 }),
  )

  let second = 0
  const worker = webhookWorker({
    store,
    send: makeSend({ networks: ['127.0.0.1'], allowsHttp: true, milliseconds: 100 }),
    now: () => at(second),
    log: () => undefined,
    randomBytes: deterministicBytes(),
  })
  const responses = times(12, (i) => `response-${i}`)
  let changes = 0
  for (let round = 0; round < 1000; round++) {
    if (round < 30)
      for (let n = many(random, 1, 4); n > 0; n--)
        await store.responses.save(
          sampleSave({
            responseId: oneOf(random, responses),
            at: at(second),
            answers: [sampleAnswer('question-a', `${changes++}`)],
          }),
        )
    await worker.tick()
    // After a 410, somebody switches it on again.
    await store.webhooks.enable(key, at(second))
    if (round >= 30 && (await store.webhooks.pending(key)) === 0) break
    second += 3600
  }
  await worker.stop()
  for (const socket of sockets) socket.destroy()
  server.close()

  expect(seen.size).toBe(failures.length)
  const events = await store.events.after('environment-1', 1, 1000)
  expect(events).toHaveLength(changes)
  const log = await store.webhooks.log(key, 1000)
  // None was given up, and the log says of each that it arrived.
  expect(log.filter(({ status }) => status !== 'delivered')).toEqual([])
  expect(new Set(taken.map(({ seq }) => seq))).toEqual(new Set(events.map(({ seq }) => seq)))
  // On a busy machine a reply may come too late, and the message again.
  const firsts = taken.filter(({ seq }, i) => taken.findIndex((one) => one.seq === seq) === i)
  const last = new Map<string, number>()
  for (const { seq, responseId } of firsts) {
    expect(last.get(responseId) ?? 0).toBeLessThan(seq)
    last.set(responseId, seq)
  }
})
