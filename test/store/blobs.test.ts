import { createServer, type IncomingMessage, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blobsIn, type Blobs } from '../../src/store/blobs.ts'
import { s3Blobs } from '../../src/store/s3-blobs.ts'
import { storedBytes } from '../support/stored-files.ts'
import { temporaryFolder } from '../support/test-host.ts'

/** A bucket in memory: as much of S3 as uploads need. It refuses calls that are not signed. */
const objects = new Map<string, { readonly bytes: Buffer; readonly at: Date }>()
const pageSize = 2
let bucket: Server
let address: string

async function answer(request: IncomingMessage): Promise<[number, string | Buffer]> {
  const url = new URL(request.url ?? '/', 'http://bucket')
  const key = decodeURIComponent(url.pathname.replace(/^\/forms\/?/, ''))
  if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=id/')) return [403, 'unsigned']
  if (request.method === 'PUT') {
    objects.set(key, { bytes: await buffer(request), at: new Date() })
    return [200, '']
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    return [204, '']
  }
  if (key !== '') return objects.has(key) ? [200, objects.get(key)?.bytes ?? ''] : [404, '']
  const names = [...objects.keys()].toSorted()
  const from = Number(url.searchParams.get('continuation-token') ?? 0)
  const shown = names.slice(from, from + pageSize)
  const next = from + pageSize < names.length ? from + pageSize : undefined
  const contents = shown.map(
    (name) =>
      `<Contents><Key>${name}</Key><LastModified>${objects.get(name)?.at.toISOString()}</LastModified><Size>1</Size></Contents>`,
  )
  const more = next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
  return [
    200,
    `<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${contents.join('')}${more}</ListBucketResult>`,
  ]
}

beforeAll(async () => {
  bucket = createServer((request, reply) => {
    void answer(request).then(([status, body]) => reply.writeHead(status).end(body))
  })
  bucket.listen(0, '127.0.0.1')
  await once(bucket, 'listening')
  // A socket with a port always has such an address.
  address = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}/forms`
})
afterAll(() => bucket.close())

const keys = { region: 'auto', accessKeyId: 'id', secretAccessKey: 'secret' }

describe.each<[string, (folder: string) => Promise<Blobs>]>([
  ['a folder', async (folder) => blobsIn(join(folder, 'uploads'))],
  ['a bucket', async (folder) => s3Blobs({ endpoint: address, ...keys }, blobsIn(join(folder, 'uploads')))],
])('blobs in %s', (_, open) => {
  async function keep(blobs: Blobs, id: string, ...chunks: readonly string[]): Promise<void> {
    const blob = await blobs.create()
    for (const chunk of chunks) await blob.append(Buffer.from(chunk))
    expect(blob.size()).toBe(chunks.join('').length)
    await blob.keep(id)
    await blob.discard()
  }

  test('come back as they were, are listed, and are gone once they are removed', async () => {
    objects.clear()
    const folder = temporaryFolder()
    const blobs = await open(folder)
    for (const id of ['a', 'b', 'c', 'd', 'e']) await keep(blobs, id, 'the ', 'bytes of ', id)
    expect(String(await storedBytes(blobs, 'c'))).toBe('the bytes of c')
    expect(await storedBytes(blobs, 'x')).toBeUndefined()
    const listed = await Array.fromAsync(blobs.list())
    expect(listed.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
    for (const { at } of listed) expect(Math.abs(Date.now() - at.getTime())).toBeLessThan(60_000)
    await blobs.remove('c')
    await blobs.remove('c')
    expect(await storedBytes(blobs, 'c')).toBeUndefined()
    expect((await Array.fromAsync(blobs.list())).map(({ id }) => id)).not.toContain('c')
  })

  test('that are discarded leave nothing', async () => {
    objects.clear()
    const folder = temporaryFolder()
    const blobs = await open(folder)
    const blob = await blobs.create()
    await blob.append(Buffer.from('x'))
    await blob.discard()
    expect(readdirSync(join(folder, 'uploads'))).toEqual([])
    expect(objects.size).toBe(0)
  })
})

test('a bucket that refuses is a failure that names it', async () => {
  const folder = join(temporaryFolder(), 'uploads')
  const blobs = s3Blobs({ endpoint: address, ...keys, accessKeyId: 'other' }, blobsIn(folder))
  const blob = await blobs.create()
  await blob.append(Buffer.from('x'))
  await expect(blob.keep('a')).rejects.toMatchObject({
    code: 'store-unusable',
    message: expect.stringContaining(address),
  })
  await blob.discard()
  expect(readdirSync(folder)).toEqual([])
})
