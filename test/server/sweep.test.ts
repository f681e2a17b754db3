import { readdirSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PublishedForm } from '../../src/form/form.ts'
import { filesOf, uploadOf } from '../../src/form/response.ts'
import { buildApp } from '../../src/server/server.ts'
import { sweepUploads, startSweeping } from '../../src/server/retention.ts'
import type { ServerDeps } from '../../src/server/deps.ts'
import { uploadsIn } from '../../src/store/blobs.ts'
import { openSqliteStore } from '../../src/store/open-store.ts'
import { type FilePart, notLast, pageServer, type PageServer, Visitor } from '../support/page-server.ts'
import { storedBytes } from '../support/stored-files.ts'
import { deterministicBytes, temporaryFolder } from '../support/test-host.ts'

let server: PageServer
beforeEach(async () => void (server = await pageServer()))
afterEach(() => server.close())

let form: PublishedForm

/** A visitor of a form that takes files; sends these. */
async function visit(files: readonly FilePart[], app = server.app): Promise<Visitor> {
  form = await server.publish(notLast(['FileUploader']))
  const visitor = new Visitor(app, form)
  await visitor.open()
  await visitor.send({}, files)
  return visitor
}

const file = { field: 'q.q0', name: 'brief.pdf', bytes: '%PDF' }

/** The files in the folder, those that are still being received left out. */
const kept = (): readonly string[] =>
  readdirSync(uploadsIn(server.folder)).filter((name) => !name.startsWith('.'))

/** The id of the first file of the form's only response. */
async function heldFile(of = form): Promise<string> {
  const [record] = await server.responses(of)
  return filesOf(record?.data[0]?.response).map(uploadOf)[0] ?? ''
}

/** Takes the file out of the answer. */
async function takeOut(visitor: Visitor): Promise<void> {
  const removed = `/api/v1/files/${await heldFile()}`
  await visitor.send({ go: 'back' })
  await visitor.send({ 'q.q0.remove': removed })
  expect(await heldFile()).toBe('')
}

const late = (): string => '2100-01-01T00:00:00.000Z'

test('files that another database knows are not touched', async () => {
  await visit([file])
  const { store } = await openSqliteStore(temporaryFolder(), deterministicBytes())
  await sweepUploads({ store, blobs: server.deps.blobs, now: late })
  await store.close()
  expect(kept()).toEqual([await heldFile()])
})

test('files that a person took out of an answer are removed an hour later, and no others', async () => {
  await visit([file])
  const other = await heldFile()
  await takeOut(await visit([file]))
  server.wait(3500)
  await sweepUploads(server.deps)
  expect(kept()).toHaveLength(2)
  server.wait(200)
  await sweepUploads(server.deps)
  expect(kept()).toEqual([other])
})

test('files of a save that fails are removed an hour later', async () => {
  const { store } = server.deps
  const save = (): Promise<never> => Promise.reject(new Error('the disk is gone'))
  const app = buildApp({ ...server.deps, store: { ...store, responses: { ...store.responses, save } } })
  expect((await visit([file], app)).status).toBe(500)
  await sweepUploads(server.deps)
  expect(kept()).toHaveLength(1)
  await sweepUploads({ ...server.deps, now: late })
  expect(kept()).toEqual([])
})

test('a file that is sent again while it is removed stays', async () => {
  const visitor = await visit([file])
  await takeOut(visitor)
  await visitor.send({ go: 'back' })
  const { blobs } = server.deps
  const remove: ServerDeps['blobs']['remove'] = async (id) => {
    await visitor.send({}, [file])
    return blobs.remove(id)
  }
  await sweepUploads({ ...server.deps, blobs: { ...blobs, remove }, now: late })
  expect(kept()).toEqual([await heldFile()])
  expect(String(await storedBytes(blobs, await heldFile()))).toBe('%PDF')
})

test('a run that is killed after it removed a file is finished by the next one', async () => {
  await takeOut(await visit([file]))
  const { store, blobs } = server.deps
  const uploads = { ...store.uploads, delete: () => Promise.reject(new Error('killed')) }
  const dying = { ...server.deps, store: { ...store, uploads }, now: late }
  await expect(sweepUploads(dying)).rejects.toThrow('killed')
  expect(kept()).toEqual([])
  await sweepUploads({ store, blobs, now: late })
  expect(await store.uploads.claim(late(), 10)).toEqual([])
})

test('stopping waits for no file, and begins no other', async () => {
  const visitor = await visit([file, { ...file, name: 'other.pdf' }])
  await visitor.send({ go: 'back' })
  const removed = filesOf((await server.responses(form))[0]?.data[0]?.response).map(({ url }) => url)
  await visitor.send({ 'q.q0.remove': removed })
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<boolean>()
  let count = 0
  const remove = (): Promise<boolean> => {
    count += 1
    begun.resolve()
    return ended.promise
  }
  const blobs = { ...server.deps.blobs, remove }
  const { stop } = startSweeping({ ...server.deps, blobs, now: late }, () => () => undefined)
  await begun.promise
  void stop()
  ended.resolve(true)
  await new Promise(setImmediate)
  expect(count).toBe(1)
})

test('a file that cannot be removed keeps no other one back', async () => {
  for (let n = 0; n < 3; n++) await takeOut(await visit([file]))
  const { blobs, store } = server.deps
  const [stuck = '', ...others] = kept()
  const remove: ServerDeps['blobs']['remove'] = (id) =>
    id === stuck ? Promise.reject(new Error('stuck')) : blobs.remove(id)
  await expect(sweepUploads({ ...server.deps, blobs: { ...blobs, remove }, now: late })).rejects.toThrow(
    'stuck',
  )
  expect([others.length, kept()]).toEqual([2, [stuck]])
  expect((await store.uploads.claim(late(), 10)).map(({ id }) => id)).toEqual([stuck])
})
