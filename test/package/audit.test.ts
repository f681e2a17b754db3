import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { audit } from '../../.ci/audit.ts'

/** A registry on this machine that answers the question of `npm audit` so. */
async function auditBy(answer: RequestListener): ReturnType<typeof audit> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  try {
    return await audit(['yaml'], [`--registry=http://127.0.0.1:${port}/`, '--fetch-retries=0'])
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

const advisory = (severity: string): unknown => [
  {
    id: 1,
    url: 'https://example.com/1',
    title: 'A fault',
    severity,
    vulnerable_versions: '*',
    cwe: [],
    cvss: {},
  },
]

test('a vulnerable package in the bundle is a fault, one of the tools only a note', async () => {
  const found = await auditBy((request, response) => {
    if (request.method === 'POST') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ yaml: advisory('high'), knip: advisory('low') }))
    } else response.writeHead(404).end('{}')
  })
  expect(found.faults).toEqual(['yaml: high, by A fault (https://example.com/1)'])
  expect(found.notes.join('\n')).toMatch(/^Audit: [^]*only a tool: knip: \w+, by A fault/)
})

test('nothing known is one line', async () => {
  const found = await auditBy((_, response) => response.end('{}'))
  expect(found).toEqual({
    faults: [],
    notes: ['Audit: 0 of the locked packages have known vulnerabilities.'],
  })
})

test('a registry that has no audit is a note', async () => {
  const { faults, notes } = await auditBy((_, response) => response.writeHead(405).end())
  expect(faults).toEqual([])
  expect(notes).toEqual([
    expect.stringMatching(/^Audit skipped: the registry has no audit \(405 Method Not Allowed/),
  ])
})

test('a registry that fails, or cannot be reached, is an error', async () => {
  await expect(auditBy((_, response) => response.writeHead(403).end())).rejects.toThrow('audit failed: 403')
  const refused = audit(['yaml'], ['--registry=http://127.0.0.1:1/', '--fetch-retries=0'])
  await expect(refused).rejects.toThrow(/^npm audit failed: .*ECONNREFUSED/)
})
