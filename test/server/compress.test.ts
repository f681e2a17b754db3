import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildApp } from '../../src/server/server.ts'
import { sampleSave } from '../support/samples.ts'
import { storeFile } from '../support/stored-files.ts'
import { ours, sharedTestService } from '../support/test-service.ts'

const server = await sharedTestService()
for (let n = 0; n < 20; n++)
  await server.store.responses.save(
    sampleSave({ responseId: `response-${n}`, formId: ours.sourceFormId, isFinished: true }),
  )

const page = `/s/${ours.sourceFormId}`
const list = '/api/v1/responses'
const get = async (url: string, encoding?: string) =>
  server.app.inject({
    url,
    headers: { 'x-api-key': ours.apiKey, ...(encoding !== undefined && { 'accept-encoding': encoding }) },
  })

test.each([page, list, `${list}?formId=${ours.sourceFormId}`])(
  '%s is compressed for who asks for it, and is the same then',
  async (url) => {
    const packed = await get(url, 'br, gzip;q=0.8')
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    const plain = await get(url)
    expect(plain.headers['content-encoding']).toBeUndefined()
    const length = Number(plain.headers['content-length'] ?? plain.rawPayload.length)
    expect(length).toBe(plain.rawPayload.length)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    // A page has a token and an id of its own each time.
    const withoutToken = (text: string): string =>
      text.replaceAll(/name="(resume|writer)" value="[^"]*"/g, '')
    expect(withoutToken(gunzipSync(packed.rawPayload).toString())).toBe(withoutToken(plain.payload))
  },
)

test.each([undefined, '', 'br', 'identity', 'gzip;q=0', 'gzip; q=0.0', 'notgzip'])(
  'nothing is compressed for accept-encoding: %s',
  async (encoding) => {
    expect((await get(page, encoding)).headers['content-encoding']).toBeUndefined()
  },
)

test('short replies and refusals are not compressed', async () => {
  expect((await get('/healthz', 'gzip')).headers['content-encoding']).toBeUndefined()
  expect((await get('/nowhere', 'gzip')).headers['content-encoding']).toBeUndefined()
})

test('a reader who leaves closes the file that was being compressed', async () => {
  const place = { environmentId: ours.environmentId, formId: ours.sourceFormId }
  await storeFile(
    server.deps,
    { id: 'large', responseId: 'large', ...place, contentType: 'application/json', size: 5e7 },
    '{}',
  )
  const endless = new Readable({
    read() {
      this.push(crypto.getRandomValues(Buffer.alloc(64 * 1024)))
    },
  })
  const app = buildApp({ ...server.deps, blobs: { ...server.deps.blobs, read: async () => endless } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  // A socket with a port always has such an address.
  const { port } = app.server.address() as AddressInfo
  const headers = { 'x-api-key': ours.apiKey, 'accept-encoding': 'gzip' }
  const asked = request({ host: '127.0.0.1', port, path: '/api/v1/files/large', headers }).end()
  const [reply] = (await once(asked, 'response')) as [Readable & { headers: object }]
  expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip' })
  await once(reply, 'data')
  reply.destroy()
  await expect.poll(() => endless.destroyed).toBe(true)
  await app.close()
})
