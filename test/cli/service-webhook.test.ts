import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDataFolder } from '../../src/cli/settings/open-data-folder.ts'
import { run as runOn } from '../../src/cli/run.ts'
import { Failure } from '../../src/failure/failure.ts'
import { openSqliteStore } from '../../src/store/open-store.ts'
import type { Delivery, Webhook } from '../../src/store/store.ts'
import { sampleSave } from '../support/samples.ts'
import {
  deterministicBytes,
  runInProcess,
  temporaryFolder,
  testHost,
  type Ran,
} from '../support/test-host.ts'
import { holding, misuse, outcome } from '../support/outcome.ts'

let cwd: string
let formId: string
let environmentId: string
let receiver: Server
let url: string
let received: { readonly headers: IncomingHttpHeaders; readonly body: string }[]
let status: number

beforeEach(async () => {
  cwd = temporaryFolder()
  const { first, close } = await openDataFolder(testHost({ argv: [], cwd }), 'formctl-data')
  formId = first.sourceFormId
  environmentId = first.environmentId
  await close()
  received = []
  status = 204
  receiver = createServer((request, reply) => void receive(request, reply))
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterEach(() => void receiver.close())

async function receive(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  received.push({ headers: request.headers, body: await text(request) })
  reply.writeHead(status).end()
  receiver.emit('received')
}

const run = (words: string): Promise<Ran> => runInProcess({ argv: `service webhook ${words}`, cwd })

async function json(words: string): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await run(`${words} -o json`)
  expect(stderr).not.toMatch(/^error/)
  expect(stdout).toMatch(/^\{"schema_version":1,.*\}\n$/)
  return JSON.parse(stdout)
}

async function create(words = ''): Promise<{ readonly id: string; readonly secret: string }> {
  const made = await json(`create ${url}${words}`)
  return { id: (made['webhook'] as { id: string }).id, secret: String(made['secret']) }
}

async function save(responseId: string): Promise<void> {
  const { store } = await openSqliteStore(join(cwd, 'formctl-data'), deterministicBytes())
  await store.responses.save(sampleSave({ environmentId, formId, responseId }))
  await store.close()
}

const allow = '--webhook-allow 127.0.0.0/8 --webhook-allow-http'

type Seen = { readonly webhook: Webhook; readonly log: readonly Delivery[] }

/** Serves until so many messages have come, and the store says so. */
async function serveUntil(count: number, isDone: (seen: Seen) => boolean = () => true): Promise<Ran> {
  return runInProcess({
    argv: `serve --port 0 --exec wait ${allow}`,
    cwd,
    ran: async () => {
      while (received.length < count) await once(receiver, 'received')
      const { store } = await openSqliteStore(join(cwd, 'formctl-data'), deterministicBytes())
      for (;;) {
        const [webhook] = await store.webhooks.list()
        if (!webhook || isDone({ webhook, log: await store.webhooks.log(webhook, 100) })) break
        await new Promise((resolve) => setImmediate(resolve))
      }
      await store.close()
      return 0
    },
  })
}

const allDelivered = ({ log }: Seen): boolean => log.every(({ status: end }) => end === 'delivered')

describe('service webhook', () => {
  test('create prints the secret once, and the receiver checks with it what serve delivers', async () => {
    const made = await run(`create ${url} --event response.started --payload full --form ${formId}`)
    expect(made).toMatchObject(
      outcome(0, /only with --webhook-allow-http.*is shown only now/s, /^whsec_\S{32}\n$/),
    )
    await save('response-1')
    await serveUntil(1)
    const [{ headers, body } = { headers: {}, body: '' }] = received
    expect(JSON.parse(body)).toMatchObject({
      type: 'response.started',
      data: { formId, responseId: 'response-1', response: { id: 'response-1', finished: false } },
    })
    writeFileSync(join(cwd, 'secret'), made.stdout)
    writeFileSync(
      join(cwd, 'head'),
      Object.entries(headers)
        .map(([name, value]) => `${name}: ${String(value)}\n`)
        .join(''),
    )
    const verify = (stdin: string): Promise<Ran> =>
      runInProcess({ argv: 'webhooks verify --secret-file secret --headers-file head', cwd, stdin })
    expect(await verify(body)).toMatchObject({ exit: 0 })
    expect(await verify(body.replace('response-1', 'response-2'))).toMatchObject({ exit: 1 })
    expect((await run('list')).stdout).not.toContain('whsec_')
  })

  test('list, log and replay say what was sent, and send it again under the same id', async () => {
    const { id } = await create()
    await save('response-1')
    await save('response-2')
    await serveUntil(2, allDelivered)
    expect((await json('list'))['webhooks']).toEqual([
      {
        environmentId,
        id,
        url,
        formIds: [],
        types: [],
        payload: 'thin',
        createdAt: expect.any(String),
        position: expect.any(Number),
        pending: 0,
      },
    ])
    const { deliveries } = (await json(`log ${id}`)) as { deliveries: { seq: number }[] }
    expect(deliveries).toMatchObject([
      {
        type: 'response.started',
        responseId: 'response-2',
        status: 'delivered',
        attempts: 1,
        outcome: 'status 204',
      },
      { responseId: 'response-1' },
    ])
    expect((await run(`log ${id} --limit 1`)).stdout).toMatch(
      /^number\t.*\n\d+\tresponse.started\tresponse-2\t.*\n$/,
    )
    expect(await json(`replay ${id} --since ${Number(deliveries[0]?.seq) - 1}`)).toEqual({
      schema_version: 1,
      replayed: 1,
    })
    await serveUntil(3, allDelivered)
    const ids = received.map(({ headers }) => headers['webhook-id'])
    expect(ids[2]).toBe(ids[1])
    expect(await json(`replay ${id} --failed`)).toMatchObject({ replayed: 0 })
  })

  test('tries the receiver with test, and only where its address is allowed', async () => {
    const { id } = await create()
    expect(await run(`test ${id} ${allow}`)).toMatchObject(
      outcome(0, 'The receiver has taken the message: status 204.\n'),
    )
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      type: 'webhook.test',
      data: { webhookId: id },
    })
    status = 500
    expect(await run(`test ${id} ${allow}`)).toMatchObject(
      outcome(1, 'The receiver has not taken the message: status 500.\n'),
    )
    expect(await run(`test ${id} --webhook-allow-http`)).toMatchObject(
      outcome(1, 'The receiver has not taken the message: the address 127.0.0.1 is not public.\n'),
    )
    expect(await run(`test ${id}`)).toMatchObject(outcome(1, holding('http is not allowed here')))
    expect(received).toHaveLength(2)
  })

  test('disable keeps changes back, and enable lets them go', async () => {
    const { id } = await create()
    expect(await run(`disable ${id}`)).toMatchObject(outcome(0, `The webhook ${id} is disabled.\n`))
    expect(await run(`disable ${id}`)).toMatchObject(outcome(0, `The webhook ${id} was disabled before.\n`))
    await save('response-1')
    await serveUntil(0)
    expect(received).toEqual([])
    expect((await run('list')).stdout).toMatch(/\tdisabled \S+: by formctl service webhook disable\t/)
    expect(await run(`enable ${id}`)).toMatchObject(outcome(0, `The webhook ${id} is enabled.\n`))
    await serveUntil(1)
    expect(received).toHaveLength(1)
  })

  test('a failed attempt is in the log with its next one, and 410 switches off', async () => {
    const { id } = await create()
    status = 503
    await save('response-1')
    await serveUntil(1, ({ log }) => log[0]?.attempts === 1)
    expect(await json(`log ${id}`)).toMatchObject({
      deliveries: [{ status: 'pending', attempts: 1, outcome: 'status 503', nextAt: expect.any(String) }],
    })
    expect((await run('list')).stdout).toContain('failing since')
    status = 410
    // The next attempt is due.
    await testHost({ argv: [], cwd }).sleep(60_000)
    const { stderr } = await serveUntil(2, ({ webhook: { disabled } }) => disabled !== undefined)
    expect(stderr).toMatch(
      /webhook cl\w+ is disabled: its receiver answered with status 410; formctl service webhook enable/,
    )
  })

  test('rotate shows another secret, and both sign for a while', async () => {
    const { id, secret } = await create()
    const rotated = await run(`rotate ${id} --overlap 7d`)
    expect(rotated).toMatchObject(outcome(0, /^The old secret signs until 2026-03-08T/, /^whsec_\S{32}\n$/))
    expect(rotated.stdout.trim()).not.toBe(secret)
    await save('response-1')
    await serveUntil(1)
    expect(received[0]?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
  })

  test('a secret that could not be shown disables its webhook', async () => {
    const host = testHost({ argv: `service webhook create ${url}`, cwd })
    const write = async (): Promise<void> => {
      throw Failure.of('output-unwritable', { name: 'The standard output', reason: 'the disk is full' })
    }
    expect(await runOn({ ...host, stdout: { ...host.stdout, write } })).toBe(3)
    expect((await run('list')).stdout).toContain('its secret could not be shown')
  })

  test.each([
    [
      'create ftp://example.com',
      'This cannot be the address of a webhook: it is not an address of https:// and a host.',
    ],
    [
      'create https://me:pw@example.com',
      'This cannot be the address of a webhook: it holds a user or a password, which would be logged.',
    ],
    [
      'create https://example.com --event response.finish',
      'There is no event "response.finish". Did you mean response.finished?',
    ],
  ])('%s is refused', async (words, sentence) => {
    expect(await run(words)).toEqual(misuse(sentence))
  })

  test('an unknown webhook or form is not found, and replay wants to know what', async () => {
    for (const verb of ['test', 'log', 'disable', 'enable', 'rotate'])
      expect(await run(`${verb} nobody`)).toMatchObject(
        outcome(5, holding('There is no webhook nobody here.')),
      )
    expect(await run(`create ${url} --form nothing`)).toMatchObject(outcome(5, holding('no form nothing')))
    expect(await run('replay nobody')).toMatchObject(outcome(2, holding('--failed or --since')))
  })
})

test('serve refuses what is not a network, from wherever it comes', async () => {
  expect(await runInProcess({ argv: 'serve --webhook-allow example.com', cwd })).toMatchObject(
    outcome(2, holding('a network such as 10.0.0.0/8')),
  )
  const env = { FORMCTL_SERVE_WEBHOOK_ALLOW: '10.0.0.0/8,example.com' }
  expect(await runInProcess({ argv: 'serve --print-config', cwd, env })).toMatchObject(
    outcome(2, holding('FORMCTL_SERVE_WEBHOOK_ALLOW has to be a network such as 10.0.0.0/8')),
  )
  const good = { FORMCTL_SERVE_WEBHOOK_ALLOW: '10.0.0.0/8,::1' }
  const { stdout } = await runInProcess({ argv: 'serve --print-config', cwd, env: good })
  expect(stdout).toContain('webhook_allow\t10.0.0.0/8,::1\tFORMCTL_SERVE_WEBHOOK_ALLOW\n')
})
