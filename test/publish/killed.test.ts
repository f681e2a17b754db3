import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../src/wire/wire.ts'
import { project, specText, type Project } from '../support/applying.ts'
import { builtProgram, runBuilt, inherited } from '../support/built-program.ts'
import { isLong } from '../support/is-long.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

let it: TestService
let server: Server
let base: string
/** Emits the body of each request that arrives. */
const arrivals = new EventEmitter<{ body: [string] }>()

// Our own service over HTTP; under /plain it is one that knows no request again, and announces nothing.
beforeAll(async () => {
  it = await startTestService()
  server = createServer((request, response) => void answer(request, response))
  base = await urlOf(server)
})

async function urlOf(listening: Server): Promise<string> {
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
  const isPlain = pathname.startsWith('/plain/')
  const path = isPlain ? pathname.slice('/plain'.length) : pathname
  const { 'x-api-key': key = '', 'idempotency-key': again, 'form-label': label } = request.headers
  const body = String(await buffer(request))
  arrivals.emit('body', body)
  if (isPlain && path === routes.wellKnown) {
    response.writeHead(404).end('{"message":"?"}')
    return
  }
  // Time for kills before the form is there, and between it and its reply.
  await delay(3)
  const reply = await it.service({
    method: request.method === 'POST' ? 'POST' : 'GET',
    path,
    query: Object.fromEntries(searchParams),
    headers: {
      'x-api-key': String(key),
      'content-type': 'application/json',
      ...(isPlain || again === undefined ? {} : { 'idempotency-key': String(again) }),
      ...(isPlain || label === undefined ? {} : { 'form-label': String(label) }),
    },
    ...(body === '' ? {} : { body }),
  })
  await delay(3)
  response.writeHead(reply.status, reply.headers)
  for await (const chunk of reply.body) response.write(chunk)
  response.end()
}

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await it.close()
})

const envOf = (baseUrl: string): Readonly<Record<string, string>> => ({
  FORMCTL_BASE_URL: baseUrl,
  FORMCTL_API_KEY: it.ours.apiKey,
  FORMCTL_ENVIRONMENT_ID: it.ours.environmentId,
  FORMCTL_SOURCE_FORM_ID: it.ours.sourceFormId,
})

type Instant = {
  /** How many of its forms have arrived at the service; 0: it has begun to speak. */
  readonly forms: number
  /** In milliseconds from then. */
  readonly later: number
}

/** Runs apply and kills it at an instant; whether that was before its end. */
async function isKilledAt(
  { forms, later }: Instant,
  { cwd, prefix }: Project & { readonly prefix: string },
  { words, baseUrl }: Way,
): Promise<boolean> {
  const env = { ...inherited, HOME: cwd, ...envOf(baseUrl) }
  const child = spawn(process.execPath, [builtProgram, 'forms', 'apply', 'forms', ...words], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const closed = once(child, 'close')
  const { promise: arrived, resolve } = Promise.withResolvers<void>()
  let count = 0
  const onBody = (body: string): void => {
    if (body.includes(prefix) && ++count >= forms) resolve()
  }
  arrivals.on('body', onBody)
  await Promise.race([once(child.stderr, 'data'), closed])
  child.stderr.resume()
  if (forms > 0) await Promise.race([arrived, closed])
  await Promise.race([delay(later), closed])
  arrivals.off('body', onBody)
  child.kill('SIGKILL')
  await closed
  return child.signalCode !== null
}

type Way = { readonly words: readonly string[]; readonly baseUrl: string }

const names = ['a', 'b', 'c', 'd', 'e']

/** The ids of the forms that the service has for a project, by their names. */
async function formsOf(prefix: string): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const forms = await it.store.forms.list(it.ours.environmentId)
  return forms.filter(({ name }) => name.startsWith(prefix))
}

/** Runs until the whole is applied; what a service cannot tell is looked up as a person would. */
async function applied(here: Project, baseUrl: string, prefix: string): Promise<number> {
  for (let resolved = 0; ; resolved++) {
    const ran = await runBuilt(['forms', 'apply', 'forms'], { cwd: here.cwd, env: envOf(baseUrl) })
    if (ran.exit === 0) return resolved
    const note = here.notes().find(({ state }) => state !== 'created')
    if (ran.exit !== 9 || !note || resolved > names.length) throw new Error(`${ran.exit}: ${ran.stderr}`)
    const form = (await formsOf(prefix)).find(({ name }) => name === note.name)
    const words = form ? ['--created', form.id] : ['--not-created']
    await runBuilt(['forms', 'resolve', note.id, ...words], { cwd: here.cwd, env: envOf(baseUrl) })
  }
}

/** What a killed run left beside the lock file, and the next one did not sweep. */
const partsIn = ({ cwd }: Project): number => readdirSync(cwd).filter((name) => name.endsWith('.part')).length

describe.each([
  ['a service that knows requests again', '', isLong ? 200 : 4],
  ['a service that does not', '/plain', isLong ? 50 : 3],
])('killed at any instant and run again, at %s', (_, path, runs) => {
  test(`${runs} times: no twins, no lost ids, no half lock files`, async () => {
    const baseUrl = `${base}${path}`
    const sums = { killed: 0, resolved: 0, twins: 0, lost: 0, half: 0, left: 0 }
    const specsOf = (prefix: string): Project =>
      project(Object.fromEntries(names.map((name) => [`forms/${name}.yaml`, specText(`${prefix}${name}`)])))
    const ways = [[], ['--jobs', '3']].map((words) => ({ words, baseUrl }))
    const one = async (n: number): Promise<void> => {
      const prefix = `run ${n}${path} `
      const here = specsOf(prefix)
      const way = ways[n % 2] ?? { words: [], baseUrl }
      // The first is killed when its second form arrives, which is certainly before its end.
      const instant =
        n === 0
          ? { forms: 2, later: 0 }
          : { forms: Math.floor(Math.random() * (names.length + 1)), later: Math.random() * 40 }
      if (await isKilledAt(instant, { ...here, prefix }, way)) sums.killed++
      try {
        here.locked()
      } catch {
        sums.half++
      }
      sums.resolved += await applied(here, baseUrl, prefix)
      const there = await formsOf(prefix)
      const locked = new Set(here.locked().map(({ id }) => id))
      sums.twins += there.length - names.length
      sums.lost += there.filter(({ id }) => !locked.has(id)).length + (names.length - locked.size)
      sums.left += here.notes().length + partsIn(here)
    }
    const waiting = Array.from({ length: runs }, (__, n) => n)
    const work = async (): Promise<void> => {
      for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) await one(n)
    }
    await Promise.all([work(), work()])
    const { killed, resolved, ...wrong } = sums
    console.log(
      `apply, kill -9 at ${runs} random instants${path}: ${killed} before its end, ${resolved} resolved by hand; ${JSON.stringify(wrong)}`,
    )
    expect(wrong).toEqual({ twins: 0, lost: 0, half: 0, left: 0 })
    expect(killed).toBeGreaterThan(0)
  })
})

describe('two runs at once on one lock file', () => {
  test('create each form once: the second waits, and finds nothing to do', async () => {
    const specs = names.map((name) => [`forms/${name}.yaml`, specText(`twice ${name}`)])
    const here = project(Object.fromEntries(specs))
    const run = () => runBuilt(['forms', 'apply', 'forms'], { cwd: here.cwd, env: envOf(base) })
    const runs = await Promise.all([run(), run(), run()])
    expect(runs.map(({ exit }) => exit)).toEqual([0, 0, 0])
    expect(runs.filter(({ stderr }) => stderr.includes('Nothing to create.'))).toHaveLength(2)
    expect((await formsOf('twice ')).length).toBe(names.length)
    expect(here.locked()).toHaveLength(names.length)
  })

  test('the second ends with 3 when the first takes longer than --lock-timeout', async () => {
    const here = project({ 'forms/a.yaml': specText('slow a') })
    const { promise: sent, resolve: isSent } = Promise.withResolvers<void>()
    const { promise: goOn, resolve: letGo } = Promise.withResolvers<void>()
    const slow = createServer((request, response) => {
      if (request.method !== 'POST') response.writeHead(404).end('{"message":"?"}')
      else {
        isSent()
        const form = { id: 's1', url: '/s/s1' }
        void goOn.then(() => response.end(JSON.stringify({ success: true, result: { form } })))
      }
    })
    const env = envOf(await urlOf(slow))
    const first = runBuilt(['forms', 'apply', 'forms'], { cwd: here.cwd, env })
    await sent
    const words = ['forms', 'apply', 'forms', '--lock-timeout', '1.2']
    const second = await runBuilt(words, { cwd: here.cwd, env })
    letGo()
    expect([second.exit, (await first).exit]).toEqual([3, 0])
    expect(second.stderr).toBe(
      'Another run holds formctl.lock.json: waiting for it to end, up to 1.2 s.\n' +
        'error[lock-file-held]: Another run has held formctl.lock.json for 1.2 s. Nothing was sent; run again when it has ended, or wait longer with --lock-timeout.\n',
    )
    slow.close()
  })
})
