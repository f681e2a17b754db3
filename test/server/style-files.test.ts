import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultStyle } from '../../src/form/style-tokens.ts'
import { styleFileFault } from '../../src/server/style.ts'
import { pageServer, type PageServer } from '../support/page-server.ts'

const files = {
  'font/woff2': Buffer.from('wOF2…'),
  'image/png': Buffer.from('89504e470d0a1a0a00', 'hex'),
  'image/jpeg': Buffer.from('ffd8ffe000', 'hex'),
  'image/webp': Buffer.from('RIFF\u0001\u0002\u0003\u0004WEBPVP8 ', 'latin1'),
} as const

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

let server: PageServer
beforeAll(async () => {
  server = await pageServer()
  const { id } = await server.publish([['One', ['ShortInput', { question: 'Who?' }]]])
  const kept = [...Object.values(files), Buffer.from('<svg/>')].map((bytes) => ({
    sha256: hashOf(bytes),
    bytes,
  }))
  await server.deps.store.forms.restyle(id, defaultStyle, kept)
})
afterAll(() => server.close())

test.each(Object.entries(files))(
  '%s is served as what its bytes are, and may be kept for good',
  async (type, bytes) => {
    const reply = await server.app.inject({
      url: `/style/${hashOf(bytes)}`,
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(reply.rawPayload).toEqual(bytes)
    expect(reply.headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
  },
)

test.each([
  'a'.repeat(64),
  hashOf(Buffer.from('<svg/>')),
  hashOf(files['image/png']).toUpperCase(),
  '',
  '..%2f..%2fformctl.db',
  '%2e%2e/formctl.db',
  "'%20or%201=1--",
  '__proto__',
  `${hashOf(files['image/png'])}/x`,
])('/style/%s is nothing', async (name) => {
  expect((await server.app.inject(`/style/${name}`)).statusCode).toBe(404)
})

test('nothing can be sent there', async () => {
  const url = `/style/${hashOf(files['image/png'])}`
  expect((await server.app.inject({ method: 'PUT', url, payload: 'x' })).statusCode).toBe(404)
})

describe('a file of a style', () => {
  test.each([
    ['font', files['font/woff2']],
    ['picture', files['image/png']],
    ['picture', files['image/jpeg']],
    ['picture', files['image/webp']],
  ] as const)('is taken as a %s: %j', (use, bytes) => {
    expect(styleFileFault(bytes, use)).toBeUndefined()
  })

  test.each([
    ['font', files['image/png']],
    ['picture', files['font/woff2']],
    ['picture', Buffer.from('GIF89a')],
    ['picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">')],
    ['picture', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['picture', Buffer.from('RIFF1234WAVE')],
    ['picture', Buffer.from(' \u0089PNG', 'latin1')],
    ['font', Buffer.from('wOFF')],
    ['font', Buffer.alloc(0)],
  ] as const)('is not taken as a %s: %j', (use, bytes) => {
    expect(styleFileFault(bytes, use)).toMatch(/^is not a .*: its first bytes are those of something else\.$/)
  })

  test('may be so large and no larger', () => {
    const large = (start: Buffer, size: number): Buffer =>
      Buffer.concat([start, Buffer.alloc(size - start.length)])
    expect(styleFileFault(large(files['font/woff2'], 200 * 1024), 'font')).toBeUndefined()
    expect(styleFileFault(large(files['font/woff2'], 200 * 1024 + 1), 'font')).toMatch(/200 KB is the most/)
    expect(styleFileFault(large(files['image/png'], 1024 * 1024), 'picture')).toBeUndefined()
    expect(styleFileFault(large(files['image/png'], 1024 * 1024 + 1), 'picture')).toMatch(/1 MB is the most/)
  })
})
