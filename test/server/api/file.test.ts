import { expect, test } from 'vitest'
import type { StoredUpload } from '../../../src/store/store.ts'
import { pathOf, routes, type Reply } from '../../../src/wire/wire.ts'
import { sampleForm } from '../../support/samples.ts'
import { storeFile } from '../../support/stored-files.ts'
import { callOf, ours, sharedTestService, textOf, theirs } from '../../support/test-service.ts'

const server = await sharedTestService()
await server.store.forms.create(sampleForm({ id: 'form-1' }))

let count = 0
/** Stores a file in a response of its own; gives its id. */
async function store(given: Partial<StoredUpload>): Promise<string> {
  const id = `file-${++count}`
  await storeFile(server.deps, { id, responseId: id, name: 'report.pdf', ...given }, 'the bytes')
  return id
}

const ask = (fileId: string, apiKey = ours.apiKey): Promise<Reply> =>
  server.service(callOf({ path: pathOf(routes.file, { fileId }), headers: { 'x-api-key': apiKey } }))

test.each([
  ['report.pdf', 'application/pdf', "attachment; filename*=UTF-8''report.pdf"],
  ['Zeugnis (März).pdf', 'application/pdf', "attachment; filename*=UTF-8''Zeugnis%20%28M%C3%A4rz%29.pdf"],
  ["it's*.pdf", 'application/pdf', "attachment; filename*=UTF-8''it%27s%2A.pdf"],
  ['a\r\nset-cookie: x', 'application/pdf', "attachment; filename*=UTF-8''a%0D%0Aset-cookie%3A%20x"],
  ['\ud800', 'application/pdf', "attachment; filename*=UTF-8''%EF%BF%BD"],
])(
  'a file called %j comes back as it was, to keep and not to show',
  async (name, contentType, disposition) => {
    const reply = await ask(await store({ name: name.toWellFormed(), contentType }))
    expect([reply.status, await textOf(reply)]).toEqual([200, 'the bytes'])
    expect(reply.headers).toMatchObject({
      'content-type': contentType,
      'content-disposition': disposition,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  },
)

test.each(['', 'nonsense', 'text/html; charset=x', 'a/b\r\nx: y'])(
  'a file whose type is %j comes back as bytes of no type',
  async (contentType) => {
    const reply = await ask(await store({ contentType }))
    expect(reply.headers['content-type']).toBe('application/octet-stream')
    await textOf(reply)
  },
)

test('a file of another environment is not there, as one that never was', async () => {
  for (const reply of [await ask(await store({}), theirs.apiKey), await ask('none')])
    expect([reply.status, JSON.parse(await textOf(reply))]).toEqual([404, { message: 'File not found' }])
})
