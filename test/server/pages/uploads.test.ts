import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../../src/server/server.ts'
import type { PublishedForm } from '../../../src/form/form.ts'
import type { ServerDeps } from '../../../src/server/deps.ts'
import {
  type FilePart,
  notLast,
  pageServer,
  type PageServer,
  type ShortStep,
  Visitor,
} from '../../support/page-server.ts'
import { storedBytes } from '../../support/stored-files.ts'

const mebibyte = 1024 * 1024
const withFile: readonly ShortStep[] = [
  ['A', ['FileUploader', { question: 'Brief?' }], ['EmailForm', {}]],
  ['B', ['FileUploader'], ['ShortInput']],
]
const withoutFile: readonly ShortStep[] = notLast(['ShortInput'])
const fileOf = (size: number, rest: Partial<FilePart> = {}): FilePart => ({
  field: 'q.q0',
  name: 'brief.pdf',
  bytes: Buffer.alloc(size),
  ...rest,
})

let server: PageServer
let app: PageServer['app']
/** Files that were begun, and those of them that are still open. */
let opened = { all: 0, now: 0 }

beforeEach(async () => {
  server = await pageServer()
  opened = { all: 0, now: 0 }
  app = buildApp(watched(server.deps))
})
afterEach(async () => {
  await app.close()
  await server.close()
})

const watched = (deps: ServerDeps): ServerDeps => ({
  ...deps,
  blobs: {
    ...deps.blobs,
    create: async () => {
      const blob = await deps.blobs.create()
      opened = { all: opened.all + 1, now: opened.now + 1 }
      return {
        ...blob,
        discard: async () => {
          opened.now -= 1
          await blob.discard()
        },
      }
    },
  },
})

async function visit(steps = withFile): Promise<{ visitor: Visitor; form: PublishedForm }> {
  const form = await server.publish(steps)
  const visitor = new Visitor(app, form)
  await visitor.open()
  return { visitor, form }
}

const filesOf = async (form: PublishedForm, questionId = 'q0') => {
  const entry = (await server.responses(form))[0]?.data.find((one) => one.questionId === questionId)
  return (entry?.response['files'] ?? []) as { name: string; size: number; url: string }[]
}

/** Sends the beginning of a post on a socket. */
async function begin(form: PublishedForm, length: number, body = ''): Promise<Socket> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  // A socket with a port always has such an address.
  const { port } = app.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.write(
    `POST /s/${form.id} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\n` +
      `content-length: ${length}\r\n\r\n${body}`,
  )
  return socket
}

async function answerOf(socket: Socket): Promise<string> {
  const [first] = (await once(socket, 'data')) as [Buffer]
  return first.toString()
}

const startOfFile = '--b\r\nContent-Disposition: form-data; name="q.q0"; filename="a"\r\n\r\nbeginning'

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(5)
}

describe('files that a person sends', () => {
  test('are taken where there are five of 8 MB', async () => {
    const { visitor, form } = await visit()
    const five = Array.from({ length: 5 }, (_, i) => fileOf(8e6, { name: `${i}.jpg` }))
    await visitor.send({}, five)
    expect(visitor.text).toContain('Step 2 of 2')
    expect((await filesOf(form)).map(({ name, size }) => [name, size])).toEqual(
      five.map(({ name }) => [name, 8_000_000]),
    )
    await until(() => opened.now === 0)
    expect(opened.all).toBe(5)
  })

  test('keep their bytes and the signs of their names', async () => {
    const { visitor, form } = await visit()
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251))
    await visitor.send({}, [
      fileOf(0, { name: 'Lebenslauf – Zoë %22a%22.pdf', bytes }),
      fileOf(0, { name: '履歴書.pdf', bytes: '\r\n--boundary-of-the-tes' }),
    ])
    const files = await filesOf(form)
    expect(files.map(({ name }) => name)).toEqual(['Lebenslauf – Zoë "a".pdf', '履歴書.pdf'])
    const stored = await Promise.all(
      files.map(({ url }) => storedBytes(server.deps.blobs, url.replace('/api/v1/files/', ''))),
    )
    expect(stored[0]?.equals(bytes)).toBe(true)
    expect(stored[1]?.toString()).toBe('\r\n--boundary-of-the-tes')
  })

  test.each([
    ['application/pdf', '%PDF-1.7', 'application/pdf'],
    ['application/pdf', '<script>', 'application/octet-stream'],
    ['image/png', 'PNG', 'application/octet-stream'],
    ['text/plain', '<script>', 'text/plain'],
    ['no type', 'x', 'application/octet-stream'],
  ])('of the type %s that begin with %s have the type %s', async (type, bytes, kept) => {
    const { visitor, form } = await visit()
    await visitor.send({}, [fileOf(0, { bytes, type })])
    const [{ url } = { url: '' }] = await filesOf(form)
    const id = url.replace('/api/v1/files/', '')
    expect(await server.deps.store.uploads.get('environment-1', id)).toMatchObject({
      contentType: kept,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
  })

  test('of more than 100 MB in one response are refused, and those of before are kept', async () => {
    const { visitor, form } = await visit()
    await visitor.send({}, [fileOf(1000)])
    const [record] = await server.responses(form)
    const before = record?.data[0]?.response
    if (!before) throw new Error('the answer is missing')
    const [file] = await filesOf(form)
    await server.deps.store.responses.save({
      environmentId: 'environment-1',
      formId: form.id,
      responseId: record?.id ?? '',
      at: server.deps.now(),
      isFinished: false,
      questionIds: ['q0'],
      answers: [{ questionId: 'q0', response: { ...before, files: [{ ...file, size: 100 * mebibyte }] } }],
      order: ['q0', 'q1', 'q2', 'q3'],
      leadId: 'lead',
      person: { ip: '', country: '', visitedForm: 1 },
    })
    const reply = await visitor.send({ 'q.q3': 'Ada' }, [fileOf(1, { field: 'q.q2' })])
    expect(reply.statusCode).toBe(413)
    expect(visitor.text).toContain('The files of one response may have 100 MB together.')
    expect([(await filesOf(form)).length, (await filesOf(form, 'q2')).length]).toEqual([1, 0])
  })
})

describe('files that nobody asked for', () => {
  test('are refused before they come where the form takes none', async () => {
    const { form } = await visit(withoutFile)
    const socket = await begin(form, 30e6)
    expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 413 [^]*These answers are too long:/)
    socket.destroy()
  })

  test('are refused before they come where they are too large for a response', async () => {
    const { form } = await visit()
    const socket = await begin(form, 102 * mebibyte)
    expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 413 [^]*These files are larger than 100 MB together\./)
    socket.destroy()
  })

  test('are read on after the refusal, so that the connection serves the next request', async () => {
    const { form } = await visit(withoutFile)
    const socket = await begin(form, 2 * mebibyte)
    expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 413 /)
    socket.write(Buffer.alloc(2 * mebibyte))
    socket.write(`GET /s/${form.id} HTTP/1.1\r\nhost: x\r\n\r\n`)
    while (!(await answerOf(socket)).startsWith('HTTP/1.1 200 ')) continue
    socket.destroy()
  })

  test('are skipped where the field is no question for files', async () => {
    const { visitor, form } = await visit()
    await visitor.send({ 'q.q1': 'ada@example.com' }, [
      fileOf(1000, { field: 'q.q1' }),
      fileOf(9, { field: 'x' }),
    ])
    expect((await server.responses(form))[0]?.data.map(({ questionId }) => questionId)).toEqual(['q1'])
    expect(opened.all).toBe(0)
  })
})

describe('an upload that is not taken', () => {
  test('leaves no temporary file where it breaks off, and is no failure of ours', async () => {
    const { form } = await visit()
    const socket = await begin(form, 1e6, startOfFile)
    await until(() => opened.now === 1)
    socket.destroy()
    await until(() => opened.now === 0)
    expect(server.logged).toEqual([])
    expect(await server.responses(form)).toEqual([])
  })

  test('ends with the refusal of a request that takes too long, also where its client goes on', async () => {
    const { form } = await visit()
    const rest = `${'x'.repeat(1000)}\r\n--b--\r\n`
    const connected = once(app.server, 'connection')
    const socket = await begin(form, startOfFile.length + rest.length, startOfFile)
    const [taken] = (await connected) as [Socket]
    await until(() => opened.now === 1)
    const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    app.server.emit('clientError', late, taken)
    expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 408 /)
    socket.on('error', () => undefined).write(rest)
    await until(() => opened.now === 0)
    expect(taken.destroyed).toBe(true)
    expect(await server.responses(form)).toEqual([])
  })

  test('leaves no temporary file where it is malformed', async () => {
    const { form } = await visit()
    const socket = await begin(form, startOfFile.length, startOfFile)
    expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 400 /)
    expect(opened).toEqual({ all: 1, now: 0 })
    socket.destroy()
  })

  test('leaves no temporary file where the store fails', async () => {
    const { visitor } = await visit()
    app = buildApp({
      ...watched(server.deps),
      store: {
        ...server.deps.store,
        uploads: { ...server.deps.store.uploads, create: () => Promise.reject(new Error()) },
      },
    })
    const other = new Visitor(app, { id: visitor.url.slice(3) })
    await other.open()
    expect((await other.send({}, [fileOf(1000)])).statusCode).toBe(500)
    expect(opened).toEqual({ all: 1, now: 0 })
  })

  test('is refused with 503 and the time to wait where its address has sent too many, as long as it has', async () => {
    app = buildApp(watched(server.deps), { uploadQuota: 10_000 })
    const { visitor, form } = await visit()
    const send = async () => visitor.post(visitor.hidden(), [fileOf(6000)])
    expect((await send()).statusCode).toBe(303)
    const reply = await send()
    expect(reply.statusCode).toBe(503)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3500)
    expect(reply.payload).toContain('Your network has sent too much to this service within an hour.')
    // Files leave answers without files alone.
    expect((await visitor.open()).statusCode).toBe(200)
    const plain = new Visitor(app, await server.publish(withoutFile))
    await plain.open()
    await plain.send({ 'q.q0': 'Ada' })
    expect(plain.status).toBe(200)
    server.wait(3600)
    await visitor.open()
    expect((await send()).statusCode).toBe(303)
    expect((await server.responses(form)).length).toBe(1)
  })

  test('counts what was announced until it ends, and what came after that', async () => {
    app = buildApp(watched(server.deps), { uploadQuota: 10_000 })
    const { visitor, form } = await visit()
    const socket = await begin(form, 8000, startOfFile)
    await until(() => opened.now === 1)
    const send = async () => (await visitor.post(visitor.hidden(), [fileOf(6000)])).statusCode
    expect(await send()).toBe(503)
    socket.destroy()
    // Given back a moment after the file is gone.
    await expect.poll(send).toBe(303)
  })

  test('counts for the address that a trusted proxy names, and for no other', async () => {
    app = buildApp(watched(server.deps), { uploadQuota: 10_000, trustedProxy: 'loopback' })
    const { form } = await visit()
    const statuses: number[] = []
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2']) {
      const body = `${startOfFile}${'x'.repeat(6000)}\r\n--b--\r\n`
      const reply = await app.inject({
        method: 'POST',
        url: `/s/${form.id}`,
        headers: { 'content-type': 'multipart/form-data; boundary=b', 'x-forwarded-for': address },
        payload: body,
      })
      statuses.push(reply.statusCode)
    }
    expect(statuses).toEqual([200, 503, 200])
  })
})
