import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Host } from '../../../src/cli/host.ts'
import { run } from '../../../src/cli/run.ts'
import { openDataFolder } from '../../../src/cli/settings/open-data-folder.ts'
import { followChanges, type Caller } from '../../../src/client/client.ts'
import { overHttp } from '../../../src/client/over-http.ts'
import { Failure } from '../../../src/failure/failure.ts'
import { buildApp, listen, serviceOf } from '../../../src/server/server.ts'
import { hashKey } from '../../../src/server/keys.ts'
import { signatureProblem } from '../../../src/server/webhooks/signatures.ts'
import { routes, type Service } from '../../../src/wire/wire.ts'
import { builtProgram, inherited } from '../../support/built-program.ts'
import { isLong } from '../../support/is-long.ts'
import { outputOf } from '../../support/output-schema.ts'
import { randomOf } from '../../support/random.ts'
import { sampleForm, sampleKey } from '../../support/samples.ts'
import { temporaryFolder, testHost, type TestHostOptions } from '../../support/test-host.ts'
import { sharedTestService } from '../../support/test-service.ts'

const it = await sharedTestService()
const app = buildApp(it.deps, { streamTimes: { poll: 5, heartbeat: 1000 } })
const service = serviceOf(app)
const { port } = await listen(app, { host: '127.0.0.1', port: 0 })

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

let made = 0
async function change(): Promise<string> {
  const id = `form-${++made}`
  await it.store.forms.create(sampleForm({ id, environmentId: it.ours.environmentId }))
  return id
}
const last = (): Promise<number> => it.store.events.last(it.ours.environmentId)

const env = { FORMCTL_BASE_URL: 'https://forms.example.com', FORMCTL_API_KEY: it.ours.apiKey }

/** Runs a command until what it prints is as wanted, and then ends it as Ctrl-C does. */
async function runUntil(
  argv: string,
  {
    meanwhile,
    isDone,
    ...options
  }: Omit<TestHostOptions, 'argv'> & {
    readonly meanwhile?: () => Promise<unknown>
    readonly isDone: (printed: { readonly stdout: string; readonly stderr: string }) => boolean
  },
): Promise<{ exit: number; stdout: string; stderr: string }> {
  const controller = new AbortController()
  const host = testHost({ argv, env, service, signal: controller.signal, ...options })
  let isOver = false
  const sleep: Host['sleep'] = async (milliseconds, signal) => {
    await turn()
    signal?.throwIfAborted()
    await host.sleep(milliseconds)
  }
  const ended = run({ ...host, sleep }).finally(() => (isOver = true))
  await expect.poll(() => isOver || host.output().stderr.includes('Ctrl-C ends it')).toBe(true)
  await meanwhile?.()
  await expect.poll(() => isOver || isDone(host.output())).toBe(true)
  controller.abort(Failure.of('interrupted', {}))
  return { exit: await ended, ...host.output() }
}

/** The numbers in the first column. */
const numbersIn = (stdout: string): readonly number[] =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => Number(line.split('\t')[0]))

/** A service that does not announce some extensions. */
const without =
  (...names: readonly string[]): Service =>
  async (call) => {
    const reply = await service(call)
    if (call.path !== routes.wellKnown) return reply
    let text = ''
    for await (const chunk of reply.body) text += Buffer.from(chunk).toString()
    for (const name of names) text = text.replace(`"${name}",`, '')
    return {
      ...reply,
      body: (async function* () {
        yield Buffer.from(text)
      })(),
    }
  }

describe('events tail', () => {
  test('prints what happens from now on, a line for each change, and ends with 0', async () => {
    await change()
    const before = await last()
    let id = ''
    const { exit, stdout } = await runUntil('events tail', {
      meanwhile: async () => (id = await change()),
      isDone: (printed) => printed.stdout.includes(id),
    })
    const at = (await it.store.events.after(it.ours.environmentId, before, 1))[0]?.at
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: `${before + 1}\t${at}\tform.created\t${id}\n` })
  })

  test('prints changes of one form since a number as JSON on lines', async () => {
    const id = await change()
    await change()
    const { stdout } = await runUntil(`events tail --form ${id} --since all -o json`, {
      meanwhile: () => it.store.forms.close(id, '2026-03-01T09:00:00.000Z'),
      isDone: (printed) => printed.stdout.includes('form.closed'),
    })
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => outputOf('events-tail', `${line}\n`))
    expect(lines).toMatchObject([
      { formId: id, type: 'form.created', version: 1 },
      { formId: id, type: 'form.closed', version: 2 },
    ])
  })

  test('looks again and again at a service that has no streams', async () => {
    const before = await last()
    let id = ''
    const { exit, stdout } = await runUntil(`events tail --since ${before}`, {
      service: without('events-stream'),
      meanwhile: async () => {
        await change()
        id = await change()
      },
      isDone: (printed) => printed.stdout.includes(id),
    })
    expect([exit, numbersIn(stdout)]).toEqual([0, [before + 1, before + 2]])
  })

  test.each([
    ['a service without changes', { service: without('events-stream', 'changes') }, 6, 'does not announce'],
    ['a wrong key', { env: { ...env, FORMCTL_API_KEY: 'fctl_no' } }, 4, 'key-refused'],
  ])('ends in one sentence at %s', async (_, options, exit, says) => {
    const ended = await runUntil('events tail', { ...options, isDone: () => false })
    expect(ended).toMatchObject({ exit, stdout: '', stderr: expect.stringContaining(says) })
    expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  test('follows a folder that no server serves, in a process of its own', async () => {
    const cwd = temporaryFolder()
    const inFolder = { cwd, env: { ...inherited, HOME: cwd, FORMCTL_BASE_URL: 'embedded:data' } }
    const folder = await openDataFolder(testHost({ argv: [], cwd }), 'data')
    const child = spawn(process.execPath, [builtProgram, 'events', 'tail'], { ...inFolder, stdio: 'pipe' })
    let [stdout, stderr, isOver] = ['', '', false]
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    const ended = once(child, 'close').finally(() => (isOver = true))
    await expect.poll(() => isOver || stderr.includes('Ctrl-C ends it')).toBe(true)
    const { environmentId } = folder.first
    await folder.deps.store.forms.create(sampleForm({ id: 'form-of-another-process', environmentId }))
    await folder.close()
    await expect.poll(() => isOver || stdout.includes('form-of-another-process')).toBe(true)
    child.kill('SIGINT')
    expect([await ended, stdout]).toEqual([[0, null], expect.stringContaining('form-of-another-process')])
  })

  test('ends when its key is revoked', async () => {
    const key = 'fctl_canary_revoked-in-the-middle'
    await it.store.keys.create(
      sampleKey({ id: 'revoked', environmentId: it.ours.environmentId, hash: hashKey(key) }),
    )
    const ended = await runUntil('events tail', {
      env: { ...env, FORMCTL_API_KEY: key },
      meanwhile: async () => {
        await it.store.keys.revoke('revoked', '2026-03-01T09:00:00.000Z')
        await change()
      },
      isDone: () => false,
    })
    expect(ended).toMatchObject({ exit: 4, stdout: '', stderr: expect.stringContaining('key-refused') })
  })
})

async function running(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('a connection that is cut at any byte loses no change and doubles none', async () => {
  let [random, cuts, begun] = [randomOf(0), 0, 0]
  // Of each connection, so many bytes pass: often less than the headers, sometimes several changes.
  const proxyPort = await running(
    createTcpServer((socket) => {
      let left = Math.floor(random() ** 2 * 6000)
      const onward = connect(port, '127.0.0.1')
      for (const end of [socket, onward])
        end.on('error', () => undefined).on('close', () => [socket, onward].forEach((one) => one.destroy()))
      socket.pipe(onward)
      onward.on('data', (chunk: Buffer) => {
        socket.write(chunk.subarray(0, left))
        left -= chunk.length
        if (left <= 0) {
          cuts++
          socket.end()
        }
      })
    }),
  )
  const access: Caller['access'] = {
    service: overHttp(`http://127.0.0.1:${proxyPort}`),
    baseUrl: `http://127.0.0.1:${proxyPort}`,
    apiKey: it.ours.apiKey,
    keySource: 'the test',
    keyAdvice: '',
    environmentId: undefined,
  }
  const schedules = isLong ? 2000 : 50
  for (let seed = 1; seed <= schedules; seed++) {
    random = randomOf(seed)
    const retry = {
      sleep: async () => {
        await turn()
      },
      random,
      now: Date.now,
    }
    for (let i = 0; i < 15; i++) await change()
    const after = (await last()) - Math.floor(random() * 15)
    const seen: number[] = []
    const end = (await last()) + 10
    const happening = (async () => {
      for (let i = 0; i < 10; i++) {
        await change()
        while (random() < 0.7) await turn()
      }
    })()
    for await (const { seq } of followChanges(
      { access, retry },
      { isStreamed: true, environmentId: '' },
      after,
    )) {
      seen.push(seq)
      if (seq >= end) break
    }
    await happening
    begun += seen.length
    expect({ seed, seen }).toEqual({
      seed,
      seen: Array.from({ length: end - after }, (_, i) => after + 1 + i),
    })
  }
  expect(begun).toBeGreaterThan(schedules * 10)
  expect(cuts).toBeGreaterThan(schedules)
})

/** A receiver that answers with these statuses in turn, and keeps what came. */
async function receiver(...statuses: readonly number[]) {
  const came: { headers: Record<string, string>; body: string }[] = []
  const receiverPort = await running(
    createServer((request, reply) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        came.push({ headers: request.headers as Record<string, string>, body })
        reply.writeHead(statuses[Math.min(came.length, statuses.length) - 1] ?? 200).end()
      })
    }),
  )
  return { came, url: `http://localhost:${receiverPort}/hook` }
}

describe('events listen', () => {
  test('posts each change as a webhook does, signed, again where it fails, and goes on', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'secret'), `${secret}\n`, { mode: 0o600 })
    const { came, url } = await receiver(500, 204, 500, 500, 500, 200)
    const before = await last()
    const { exit, stdout, stderr } = await runUntil(
      `events listen --forward-to ${url} --secret-file secret -o json`,
      {
        cwd,
        meanwhile: async () => {
          for (let i = 0; i < 3; i++) await change()
        },
        isDone: (printed) => printed.stdout.split('\n').length > 3,
      },
    )
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => outputOf('events-listen', `${line}\n`))
    expect([exit, lines]).toMatchObject([
      0,
      [
        { seq: before + 1, isDelivered: true, outcome: 'status 204', attempts: 2 },
        { seq: before + 2, isDelivered: false, outcome: 'status 500', attempts: 3 },
        { seq: before + 3, isDelivered: true, outcome: 'status 200', attempts: 1 },
      ],
    ])
    expect(stderr).toContain(`Change ${before + 1} was not taken (status 500); it is sent again in 1 s.`)
    expect(new Set(came.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
    for (const { headers, body } of came) {
      const now = Number(headers['webhook-timestamp']) * 1000
      const check = { secret, now, tolerance: 0 }
      expect(signatureProblem(headers, Buffer.from(body), check)).toBeUndefined()
      expect(JSON.parse(body)).toMatchObject({
        type: 'form.created',
        data: { environmentId: it.ours.environmentId, version: 1 },
      })
    }
  })

  test('shows the secret that it makes', async () => {
    const { came, url } = await receiver()
    const { stderr } = await runUntil(`events listen --forward-to ${url}`, {
      meanwhile: change,
      isDone: (printed) => printed.stdout.includes('status 200'),
    })
    const shown = /whsec_[\w+/=]+/.exec(stderr)?.[0] ?? ''
    const [first] = came
    const now = Number(first?.headers['webhook-timestamp']) * 1000
    const check = { secret: shown, now, tolerance: 0 }
    expect(signatureProblem(first?.headers ?? {}, Buffer.from(first?.body ?? ''), check)).toBeUndefined()
  })
})

describe('events replay', () => {
  const replay = async (words: string, url: string) => {
    const host = testHost({ argv: `events replay ${words} --forward-to ${url}`, env, service })
    return { exit: await run(host), ...host.output() }
  }

  test('posts the changes of a range in order, and ends', async () => {
    for (let i = 0; i < 5; i++) await change()
    const end = await last()
    const { came, url } = await receiver()
    const { exit, stdout } = await replay(`--since ${end - 4} --until ${end - 1}`, url)
    expect([exit, numbersIn(stdout)]).toEqual([0, [end - 3, end - 2, end - 1]])
    expect(came.map(({ body }) => JSON.parse(body).data.seq)).toEqual([end - 3, end - 2, end - 1])
  })

  test('says what did not arrive, and ends with 8', async () => {
    const end = await last()
    const { url } = await receiver(500, 500, 500, 200)
    const { exit, stdout, stderr } = await replay(`--since ${end - 2}`, url)
    expect(exit).toBe(8)
    expect(stdout).toContain('not delivered: status 500')
    expect(stderr).toContain('1 done, 1 not')
  })
})
