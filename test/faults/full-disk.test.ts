import { closeSync, openSync, readdirSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { codeOf } from '../../src/failure/reason.ts'
import { buildApp, lineOf } from '../../src/server/server.ts'
import { blobsIn } from '../../src/store/blobs.ts'
import { openSqliteStore } from '../../src/store/open-store.ts'
import { memoryLimits } from '../../src/store/rate-limits.ts'
import { formPath, keyHeader, pathOf, routes } from '../../src/wire/wire.ts'
import { audit, nothingWrong, type Audit } from '../support/audit.ts'
import { runBuilt } from '../support/built-program.ts'
import { generateRequest, startPeople } from '../support/people.ts'
import { allNumbered, noPostgres, startPostgres } from '../support/postgres.ts'
import { startServer, type ServerData } from '../support/server-process.ts'
import { makeDisk, noDisk, type TestDisk } from '../support/test-disk.ts'
import { Visitor } from '../support/page-server.ts'
import { sampleEnvironment, sampleForm } from '../support/samples.ts'
import { storedRecords } from '../support/stored-records.ts'
import { deterministicBytes, temporaryFolder } from '../support/test-host.ts'

const mebibyte = 1024 * 1024

const why = (reason: string | undefined): string => (reason === undefined ? '' : ` (skipped: ${reason})`)

const made: TestDisk[] = []
afterEach(async () => {
  for (const each of made.splice(0)) await each.close()
})

/** The folder of a disk that is gone after the test. */
async function diskOf(mebibytes: number): Promise<string> {
  const disk = await makeDisk(mebibytes)
  made.push(disk)
  return disk.folder
}

test.skipIf(noDisk !== undefined)(
  `uploads that come at once leave the reserve of 256 MiB free${why(noDisk)}`,
  async () => {
    const folder = await diskOf(400)
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

test.skipIf(noDisk !== undefined)(
  `a disk that fills up answers with 507, keeps what was acknowledged, and leaves no temporary file${why(noDisk)}`,
  async () => {
    const folder = join(await diskOf(8), 'data')
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

/** Takes all the space of a disk, and gives what frees it. */
function fill(disk: string): () => void {
  const file = join(disk, 'filler')
  const descriptor = openSync(file, 'w')
  for (const size of [mebibyte, 1024])
    try {
      for (;;) writeSync(descriptor, Buffer.alloc(size))
    } catch (error) {
      if (codeOf(error) !== 'ENOSPC') throw error
    }
  closeSync(descriptor)
  return () => rmSync(file)
}

/** Resolves when something holds, which it does soon. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(10)
}

/** Fills the disk under a server that people use, and frees it again. */
async function fillAndFree(
  disk: string,
  data: ServerData,
  settled: () => Promise<void>,
): Promise<{
  readonly refusals: readonly number[]
  readonly reads: readonly number[]
}> {
  const server = startServer(data)
  try {
    const { apiKey = '', url, ...rest } = await server.ready
    const site = { ...rest, urls: [url], apiKey }
    await using people = await startPeople(site)
    const { ledger, stop } = people
    await until(() => ledger.saves > 20)
    const free = fill(disk)
    const generate = url + pathOf(routes.generate, { environmentId: site.environmentId })
    let write = 200
    for (let n = 1; write === 200; n++)
      write = (await fetch(generate, generateRequest(`one more ${n}`, site))).status
    await until(() => ledger.refusals.size > 0)
    const paths = [formPath(ledger.formId), `${routes.responses}?formId=${ledger.formId}`, routes.changes]
    const headers = { [keyHeader]: apiKey }
    const reads = await Promise.all(paths.map(async (path) => (await fetch(url + path, { headers })).status))
    free()
    const before = ledger.saves
    await until(() => ledger.saves > before + 20)
    await stop()
    const look = async (): Promise<Audit> => {
      await settled()
      return audit(site, ledger)
    }
    // What was on its way may arrive, and get its number, between two reads of the audit.
    await expect.poll(look).toEqual(nothingWrong)
    return { refusals: [...ledger.refusals, write], reads }
  } finally {
    await server.kill()
  }
}

const asItShould = { refusals: [507, 507], reads: [200, 200, 200] }
/** MiB; uploads leave 256 of them free. */
const roomy = 400

describe.skipIf(noDisk !== undefined)(`A disk that fills up and is freed again${why(noDisk)}`, () => {
  test('stops the writes to a data folder with 507 meanwhile, and nothing else', async () => {
    const disk = await diskOf(roomy)
    const folder = join(disk, 'data')
    expect(await fillAndFree(disk, { folder }, async () => undefined)).toEqual(asItShould)
    const check = await runBuilt(['service', 'check', '--data', folder], { cwd: temporaryFolder() })
    expect(check).toMatchObject({ exit: 0, stdout: '' })
  })

  test.skipIf(noPostgres !== undefined)(
    `stops the writes to PostgreSQL with 507 meanwhile, and nothing else${why(noPostgres)}`,
    async () => {
      const disk = await diskOf(roomy)
      const postgres = await startPostgres()
      try {
        // Not the disk of its log: without that, PostgreSQL itself stops.
        await postgres.tablespace('small', join(disk, 'tables'))
        const data = {
          folder: join(disk, 'files'),
          store: await postgres.database('tablespace small'),
        }
        const settled = () => allNumbered(data.store)
        expect(await fillAndFree(disk, data, settled)).toEqual(asItShould)
      } finally {
        await postgres.close()
      }
    },
  )
})
