import { execFileSync } from 'node:child_process'
import { readdirSync, statfsSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { buildApp, memoryLimits } from '../../src/server/server.ts'
import { temporaryFilesIn } from '../../src/store/temporary-file.ts'
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
  'uploads that come at once leave the reserve of 256 MiB free, while they are received and while they are stored (needs the right to mount)',
  async () => {
    const folder = largerDisk ?? ''
    const free = () => {
      const { bavail, bsize } = statfsSync(folder)
      return (bavail * bsize) / mebibyte
    }
    const openFile = temporaryFilesIn(folder)
    const files = await Promise.all([openFile(), openFile(), openFile()])
    const chunk = Buffer.alloc(mebibyte)
    const full = expect.objectContaining({ code: 'disk-full' })
    await files[0]?.append(chunk)
    const appending = async () => {
      for (let i = 0; i < 60; i += 1) for (const { append } of files) await append(chunk)
    }
    await expect(appending()).rejects.toEqual(full)
    expect(free()).toBeGreaterThan(256 - 9)
    const reading = async () => {
      for (let i = 0; i < 60; i += 1) await files[0]?.read(0, mebibyte)
    }
    await expect(reading()).rejects.toEqual(full)
    for (const { close } of files) await close()
  },
)

test.skipIf(disk === undefined)(
  'a disk that fills up answers with 507, keeps what was acknowledged, and leaves no temporary file (needs the right to mount)',
  async () => {
    const folder = disk ?? ''
    const randomBytes = deterministicBytes()
    const { store, secret } = await openSqliteStore(folder, randomBytes)
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
      openTemporaryFile: temporaryFilesIn(folder),
      log: (line) => void logged.push(line),
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
    expect(readdirSync(folder).filter((name) => !name.startsWith('formctl.db'))).toEqual([])
    expect(logged).toHaveLength(2)
    await app.close()
    await store.close()
  },
)
