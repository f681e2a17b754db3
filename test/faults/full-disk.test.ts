import { execFileSync } from 'node:child_process'
import { readdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildApp, lineOf, memoryLimits } from '../../src/server/server.ts'
import { blobsIn } from '../../src/store/blobs.ts'
import { openSqliteStore } from '../../src/store/open-store.ts'
import { Visitor } from '../support/page-server.ts'
import { sampleEnvironment, sampleForm } from '../support/samples.ts'
import { storedRecords } from '../support/stored-records.ts'
import { deterministicBytes, temporaryFolder } from '../support/test-host.ts'

const mebibyte = 1024 * 1024

/** A disk; undefined where this user may not mount one. */
function diskOf(mebibytes: number): string | undefined {
  const folder = temporaryFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    return undefined
  }
}

const disk = diskOf(2)
const largerDisk = diskOf(280)
afterAll(() => {
  for (const each of [disk, largerDisk]) if (each !== undefined) execFileSync('umount', [each])
})

test.skipIf(largerDisk === undefined)(
  'uploads that come at once leave the reserve of 256 MiB free (needs the right to mount)',
  async () => {
    const folder = largerDisk ?? ''
    const free = () => {
      const { bavail, bsize } = statfsSync(folder)
      return (bavail * bsize) / mebibyte
    }
    const { create } = blobsIn(folder)
    const files = await Promise.all([create(), create(), create()])
    const chunk = Buffer.alloc(mebibyte)
    const appending = async () => {
      for (let i = 0; i < 60; i += 1) for (const { append } of files) await append(chunk)
    }
    await expect(appending()).rejects.toEqual(expect.objectContaining({ code: 'disk-full' }))
    expect(free()).toBeGreaterThan(256 - 9)
    for (const { discard } of files) await discard()
  },
)

test.skipIf(disk === undefined)(
  'a disk that fills up answers with 507, keeps what was acknowledged, and leaves no temporary file (needs the right to mount)',
  async () => {
    const folder = disk ?? ''
    const randomBytes = deterministicBytes()
    const { store, secret, blobs } = await openSqliteStore(folder, randomBytes)
    const steps = [
      { name: 'A', components: [{ questionId: 'q0', type: 'LongInput', content: {} }] },
      { name: 'B', components: [{ questionId: 'q1', type: 'FileUploader', content: {} }] },
    ]
    const forms = [sampleForm({ id: 'form-1', steps })]
    await store.environments.create(sampleEnvironment('environment-1'), { keys: [], forms })
    const logged: string[] = []
    const app = buildApp({
      store,
      secret,
      randomBytes,
      now: () => '2026-03-01T09:00:00.000Z',
      blobs,
      log: (entry) => void logged.push(lineOf(entry)),
      limits: memoryLimits(() => 0),
      sessionKeys: new Map(),
    })
    const visitor = new Visitor(app, { id: 'form-1' })
    await visitor.open()
    const file = await visitor.post({ step: '2' }, [{ field: 'q.q1', name: 'a', bytes: 'a' }])
    expect(file.statusCode).toBe(507)

    let [status, kept] = [0, 0]
    for (; kept < 1000 && status !== 507; kept += 1)
      status = (await new Visitor(app, { id: 'form-1' }).post({ 'q.q0': 'x'.repeat(9000) })).statusCode
    expect(status).toBe(507)
    expect((await visitor.open()).statusCode).toBe(200)
    const all = { environmentId: 'environment-1', withPartials: true }
    expect(await storedRecords(store, all)).toHaveLength(kept - 1)
    expect(readdirSync(folder).filter((name) => !name.startsWith('formctl.db'))).toEqual(['uploads'])
    expect(readdirSync(join(folder, 'uploads'))).toEqual([])
    expect(logged).toHaveLength(2)
    await app.close()
    await store.close()
  },
)
