import { closeSync, constants, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { nodeFiles } from '../../../src/cli/host/node-files.ts'
import { startLeapThread } from '../../../src/cli/host/node-thread.ts'
import { writePast } from '../../../src/cli/host/read-at.ts'
import { writeLines } from '../../../src/export/json-lines.ts'
import { readRecords } from '../../../src/wire/record-stream.ts'
import { replyOf, smallRecord } from '../../support/small-leaps.ts'
import { temporaryFolder } from '../../support/test-host.ts'

const sizes = {
  piece: 60_000,
  block: 20_000,
  rest: 1000,
  tail: 5000,
  out: 50_000,
  left: 1000,
  calm: 1000,
  window: 60_000,
  begun: 1000,
  uncached: 0,
}

test('two threads write a file past the system’s cache, where it has such a way', async () => {
  const folder = temporaryFolder()
  const files = nodeFiles(folder)
  const records = Array.from({ length: 20_000 }, (_, i) => smallRecord(i))
  writeFileSync(join(folder, 'reply.json'), replyOf(records))
  const source = await files.seekable(join(folder, 'reply.json'))
  if (!source) throw new Error('a file can be read from any byte on')
  const file = await files.create('out.ndjson', { replace: false })
  const thread = startLeapThread()
  onTestFinished(async () => {
    await thread.end()
    await source.close()
  })
  // As of a large file, of which the first thread would not have read all until then.
  await vi.waitFor(() => expect(thread.isReady()).toBe(true), { timeout: 10_000 })
  const ways: boolean[] = []
  const target = {
    ...file.shared,
    uncached: async () => {
      const past = await file.shared.uncached?.()
      ways.push(past !== undefined)
      return past
    },
  }
  let leapt = 0
  const rows = await writeLines(readRecords(source, ''), {
    between: '\n',
    out: file.write,
    leaping: {
      target,
      sizes,
      run: async (task) => {
        const done = await thread.run(task)
        leapt += done.read?.rows ?? 0
        return done
      },
    },
  })
  await file.commit()
  expect(rows).toBe(20_000)
  expect(leapt).toBeGreaterThan(100)
  expect(ways.length).toBeGreaterThan(0)
  expect(readFileSync(join(folder, 'out.ndjson'), 'utf8')).toBe(`${records.join('\n')}\n`)
})

test('what is to be written anew is not written past the cache', async () => {
  const file = await nodeFiles(temporaryFolder()).create('out.csv', { replace: false })
  onTestFinished(file.discard)
  file.shared.passes?.()
  expect(await file.shared.uncached?.()).toBeUndefined()
})

test('what a file does not take past the cache goes through it', async () => {
  const path = join(temporaryFolder(), 'out')
  const fd = openSync(path, 'w')
  const uncached = openSync(path, constants.O_WRONLY | constants.O_DIRECT)
  await writePast({ uncached, fd }, Buffer.from('no page,'), 0)
  await writePast({ uncached, fd }, Buffer.from(' nor two'), 8)
  for (const open of [uncached, fd]) closeSync(open)
  expect(readFileSync(path, 'utf8')).toBe('no page, nor two')
})
