import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Bucket } from '../../src/store/s3-blobs.ts'

/** A bucket in memory: as much of S3 as uploads and data sets need. It refuses calls that are not signed. */
export type TestBucket = {
  readonly place: Bucket
  readonly objects: Map<string, Buffer>
  /** Decides how a put is answered. */
  onPut: (key: string) => Promise<number>
  /** The session tokens that calls had. */
  readonly tokens: Set<unknown>
  readonly empty: () => void
  readonly close: () => void
}

const pageSize = 2

export async function startBucket(): Promise<TestBucket> {
  const server = createServer((request, reply) => {
    void answer(bucket, request).then(([status, body, headers = {}]) =>
      reply.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A socket with a port always has such an address.
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/forms`
  const bucket: TestBucket = {
    place: { endpoint, region: 'auto', accessKeyId: 'id', secretAccessKey: 'secret' },
    objects: new Map(),
    tokens: new Set(),
    onPut: async () => 200,
    empty: () => {
      bucket.objects.clear()
      bucket.onPut = async () => 200
    },
    close: () => void server.close(),
  }
  return bucket
}

const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`

type Answer = [number, string | Buffer, Record<string, string | number>?]

async function answer(bucket: TestBucket, request: IncomingMessage): Promise<Answer> {
  const { objects } = bucket
  bucket.tokens.add(request.headers['x-amz-security-token'])
  const url = new URL(request.url ?? '/', 'http://bucket')
  const key = decodeURIComponent(url.pathname.replace(/^\/forms\/?/, ''))
  if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=id/')) return [403, 'unsigned']
  if (!url.pathname.startsWith('/forms')) return [404, '<Code>NoSuchBucket</Code>']
  if (request.method === 'PUT') {
    const bytes = await buffer(request)
    const status = await bucket.onPut(key)
    const [is, wanted] = [objects.get(key), request.headers['if-match']]
    if (request.headers['if-none-match'] === '*' && is) return [412, '<Code>PreconditionFailed</Code>']
    if (wanted !== undefined && wanted !== (is && etagOf(is))) return [412, '<Code>PreconditionFailed</Code>']
    if (status === 200) objects.set(key, bytes)
    return [status, '', { etag: etagOf(bytes) }]
  }
  // S3 itself answers 204 always; this is how others do it.
  if (request.method === 'DELETE') return objects.delete(key) ? [204, ''] : [404, '<Code>NoSuchKey</Code>']
  if (key !== '') {
    const whole = objects.get(key)
    if (!whole) return [404, '']
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const bytes = from === undefined ? whole : whole.subarray(Number(from), Number(to) + 1)
    return [from === undefined ? 200 : 206, bytes, { etag: etagOf(whole) }]
  }
  const prefix = url.searchParams.get('prefix') ?? ''
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix)).toSorted()
  const from = Number(url.searchParams.get('continuation-token') ?? 0)
  const next = from + pageSize < names.length ? from + pageSize : undefined
  const contents = names
    .slice(from, from + pageSize)
    .map((name) => `<Contents><Key>${name}</Key><Size>${objects.get(name)?.length}</Size></Contents>`)
  const more = next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
  return [
    200,
    `<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${contents.join('')}${more}</ListBucketResult>`,
  ]
}
