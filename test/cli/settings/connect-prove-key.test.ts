import { createServer, type RequestListener, type Server } from 'node:http'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { overHttp } from '../../../src/client/over-http.ts'
import { listen, type ListeningApp } from '../../../src/server/listen.ts'
import { ours, startTestService, type TestService } from '../../support/test-service.ts'
import { runInProcess, temporaryFolder } from '../../support/test-host.ts'
import { holding, outcome } from '../../support/outcome.ts'

let service: TestService
let at: ListeningApp
beforeAll(async () => {
  service = await startTestService()
  at = await listen(service.app, { host: '127.0.0.1', port: 0 })
})
const servers: Server[] = []
afterAll(async () => {
  for (const server of servers) server.close()
  await at.close()
  await service.close()
})

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function formctl(words: string, baseUrl: string, apiKey: string = ours.apiKey) {
  const cwd = temporaryFolder()
  const ran = await runInProcess({
    argv: words.split(' '),
    cwd,
    stdin: apiKey,
    env: {
      FORMCTL_BASE_URL: baseUrl,
      FORMCTL_ATTEMPTS: '1',
      ...(words.startsWith('login') ? {} : { FORMCTL_API_KEY: apiKey }),
    },
    overHttp: async (url) => overHttp(url, { seconds: 10 }),
  })
  return { ...ran, isStored: existsSync(join(cwd, '.config/formctl/config.yaml')) }
}

const login = 'login --api-key-stdin'

/** What doctor finds about the key. */
async function found(baseUrl: string, apiKey?: string): Promise<string> {
  const { stdout } = await formctl('doctor -o json', baseUrl, apiKey)
  const { checks } = JSON.parse(stdout) as {
    checks: { name: string; result: string; found: string; advice?: string }[]
  }
  const {
    result,
    found: said,
    advice = '',
  } = checks.find(({ name }) => name === 'API key') ?? checks[0] ?? { result: '', found: '' }
  return `${result}: ${said} ${advice}`
}

describe('a key is proven', () => {
  test('by our own service, which refuses another', async () => {
    expect(await formctl(login, at.url)).toMatchObject({ exit: 0, isStored: true })
    expect(await found(at.url)).toMatch(/^ok: .* is accepted\. $/)
    expect(await formctl(login, at.url, 'fctl_canary_wrong')).toMatchObject({ exit: 4, isStored: false })
    expect(await found(at.url, 'fctl_canary_wrong')).toMatch(/^failure: The service refused the API key/)
  })

  test.each(['/api/v1', '/api/v1/', '/api', '/api/v1/responses', '/api/v1/api/v1'])(
    'only where the base URL ends before the path of the operations, which is said of %s',
    async (path) => {
      const ran = await formctl(login, `${at.url}${path}`)
      expect(ran).toMatchObject({ exit: 6, isStored: false })
      expect(ran.stderr).toContain(`The service takes the key at ${at.url}, so give that as the base URL.`)
      expect(await found(`${at.url}${path}`)).toMatch(/^failure: The base URL .* is too long/)
      const wrong = await formctl(login, `${at.url}${path}`, 'fctl_canary_wrong')
      expect(wrong).toMatchObject({ exit: 6, isStored: false })
      expect(wrong.stderr).not.toContain('give that as the base URL')
    },
  )

  test('and a path that is of nothing is not mended', async () => {
    const ran = await formctl(login, `${at.url}/forms`)
    expect(ran).toMatchObject({ exit: 6, isStored: false })
    expect(ran.stderr).toMatch(/It is not certain that the service accepts the API key/)
  })
})

const json = { 'content-type': 'application/json' }

describe('no key is stored, and none is called good, on the word of', () => {
  test.each<[string, RequestListener]>([
    [
      'a web server with errors in JSON',
      (_, reply) => reply.writeHead(404, json).end('{"message":"Cannot GET"}'),
    ],
    ['a web server that answers all with JSON', (_, reply) => reply.writeHead(200, json).end('{"ok":true}')],
    ['a web server that answers all with a page', (_, reply) => reply.writeHead(200).end('<html>')],
    ['a web server that answers all with nothing', (_, reply) => reply.writeHead(204).end()],
    [
      'one that finds no form for a good key and has no bad one',
      (request, reply) =>
        reply.writeHead(request.headers['x-api-key'] ? 404 : 401, json).end('{"message":"No"}'),
    ],
    ['a proxy that lets nobody in', (_, reply) => reply.writeHead(403).end('Forbidden')],
    [
      'a service that is broken',
      (request, reply) =>
        reply
          .writeHead(request.headers['x-api-key'] === ours.apiKey ? 404 : 500, json)
          .end('{"message":"No"}'),
    ],
  ])('%s', async (_, listener) => {
    const url = await serving(listener)
    const ran = await formctl(login, url)
    expect([ran.isStored, ran.exit === 0]).toEqual([false, false])
    expect(await found(url)).toMatch(/^(failure|skipped): /)
  })
})

test('a service that is too busy to tell is said to be so, and not to be another', async () => {
  const url = await serving((request, reply) =>
    reply
      .writeHead(request.headers['x-api-key'] === ours.apiKey ? 404 : 429, json)
      .end('{"message":"Slow down"}'),
  )
  const ran = await formctl(login, url)
  expect(ran).toMatchObject({ exit: 7, isStored: false })
  expect(ran.stderr).toContain('is too busy (status 429): Slow down')
})

test('a web server that is no service is told as one, with what to do, and leaves no form open', async () => {
  const baseUrl = await serving((_, response) => {
    response.writeHead(response.req.method === 'POST' ? 501 : 404).end('<!DOCTYPE HTML>\n<html lang="en">')
  })
  const { stdout } = await formctl('doctor -o json', baseUrl)
  const { checks } = JSON.parse(stdout) as { checks: { name: string; found: string; advice?: string }[] }
  expect(checks.find(({ name }) => name === 'API key')).toMatchObject({
    result: 'failure',
    found: expect.stringContaining('This is not a forms service'),
    advice: 'Check --base-url: it is the address of the service, up to where /api/v1 begins.',
  })
  const list = await formctl('forms list --environment e', baseUrl)
  expect(list).toMatchObject(outcome(6, holding('It is unknown whether this service lists its forms')))
})
