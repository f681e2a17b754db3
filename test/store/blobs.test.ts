import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { blobsIn, type Blobs } from '../../src/store/blobs.ts'
import { s3Blobs, sizesIn } from '../../src/store/s3-blobs.ts'
import { startBucket, type TestBucket } from '../support/bucket.ts'
import { storedBytes } from '../support/stored-files.ts'
import { temporaryFolder } from '../support/test-host.ts'

let bucket: TestBucket
beforeAll(async () => void (bucket = await startBucket()))
beforeEach(() => bucket.empty())
afterAll(() => bucket.close())

describe.each<[string, (folder: string) => Promise<Blobs>]>([
  ['a folder', async (folder) => blobsIn(join(folder, 'uploads'))],
  ['a bucket', async (folder) => s3Blobs(bucket.place, blobsIn(join(folder, 'uploads')))],
])('blobs in %s', (_, open) => {
  async function keep(blobs: Blobs, id: string, ...chunks: readonly string[]): Promise<void> {
    const blob = await blobs.create()
    for (const chunk of chunks) await blob.append(Buffer.from(chunk))
    expect(blob.size()).toBe(chunks.join('').length)
    await blob.keep(id)
    await blob.discard()
  }

  test('come back as they were, and are gone once they are removed', async () => {
    const folder = temporaryFolder()
    const blobs = await open(folder)
    for (const id of ['a', 'b', 'c', 'd', 'e']) await keep(blobs, id, 'the ', 'bytes of ', id)
    expect(String(await storedBytes(blobs, 'c'))).toBe('the bytes of c')
    expect(await storedBytes(blobs, 'x')).toBeUndefined()
    expect([await blobs.remove('c'), await blobs.remove('c')]).toEqual([true, false])
    expect(await storedBytes(blobs, 'c')).toBeUndefined()
    expect(String(await storedBytes(blobs, 'd'))).toBe('the bytes of d')
  })

  test('that a killed process was receiving are swept, and no others', async () => {
    const folder = temporaryFolder()
    const blobs = await open(folder)
    const receiving = await blobs.create()
    const [name = ''] = readdirSync(join(folder, 'uploads'))
    // The process stands last but one; what stands before it may have digits only, too.
    const left = name.replace(/_\d+(_[^_]+)$/, '_999999999$1')
    writeFileSync(join(folder, 'uploads', left), 'x')
    await keep(blobs, 'a', 'x')
    await blobs.sweep()
    expect(readdirSync(join(folder, 'uploads'))).not.toContain(left)
    expect(readdirSync(join(folder, 'uploads'))).toContain(name)
    expect(String(await storedBytes(blobs, 'a'))).toBe('x')
    await receiving.discard()
  })

  test('that are discarded leave nothing', async () => {
    const folder = temporaryFolder()
    const blobs = await open(folder)
    const blob = await blobs.create()
    await blob.append(Buffer.from('x'))
    await blob.discard()
    expect(readdirSync(join(folder, 'uploads'))).toEqual([])
    expect(bucket.objects.size).toBe(0)
  })
})

test('a bucket that refuses is a failure that names it', async () => {
  const folder = join(temporaryFolder(), 'uploads')
  const blobs = s3Blobs({ ...bucket.place, accessKeyId: 'other' }, blobsIn(folder))
  const blob = await blobs.create()
  await blob.append(Buffer.from('x'))
  await expect(blob.keep('a')).rejects.toMatchObject({
    code: 'store-unusable',
    message: expect.stringContaining(`The bucket ${bucket.place.endpoint} `),
  })
  await blob.discard()
  expect(readdirSync(folder)).toEqual([])
})

test('two files that are put at once share nothing: one that the bucket refuses leaves the other alone', async () => {
  const folder = join(temporaryFolder(), 'uploads')
  const blobs = s3Blobs(bucket.place, blobsIn(folder))
  const pending = [await blobs.create(), await blobs.create()] as const
  for (const blob of pending) await blob.append(Buffer.from('x'))
  const local: string[] = []
  const both = Promise.withResolvers<void>()
  const statuses = [403, 200]
  bucket.onPut = async () => {
    local.push(...readdirSync(folder))
    const status = statuses.shift() ?? 0
    if (statuses.length === 0) both.resolve()
    await both.promise
    return status
  }
  const outcomes = await Promise.allSettled(pending.map((blob) => blob.keep('a')))
  for (const blob of pending) await blob.discard()
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(String(bucket.objects.get('a'))).toBe('x')
  // A sweep finds what a crash leaves there.
  for (const name of local) expect(name).toMatch(/\.part$/)
  expect(readdirSync(folder)).toEqual([])
})

test('the sizes of all files in a bucket are listed', async () => {
  for (const [i, id] of ['a', 'b', 'c', 'd', 'e'].entries()) bucket.objects.set(id, Buffer.alloc(i))
  expect(Object.fromEntries(await sizesIn(bucket.place))).toEqual({ a: 0, b: 1, c: 2, d: 3, e: 4 })
})
