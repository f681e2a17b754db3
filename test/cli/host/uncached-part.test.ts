import { closeSync, constants, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { makeParts } from '../../../src/cli/host/parts.ts'
import { beginFile } from '../../../src/cli/host/pending-file.ts'
import { nodeFiles } from '../../../src/cli/host/node-files.ts'
import { startLeapThread } from '../../../src/cli/host/node-thread.ts'
import { writePast } from '../../../src/cli/host/read-at.ts'
import { writeLines } from '../../../src/export/json-lines.ts'
import { readRecords } from '../../../src/wire/record-stream.ts'
import { luckOf } from '../../support/luck.ts'
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
  past: { piece: 60_000, out: 50_000 },
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

describe('a file that becomes large', () => {
  const large = 10_000
  const luck = luckOf(1)
  const text = Buffer.from(Uint8Array.from({ length: 3_000_000 }, () => 97 + Math.floor(luck() * 26)))
  const begun = async () => {
    const full = join(temporaryFolder(), 'out.csv')
    const forget = (): void => undefined
    const file = await beginFile({ path: full, full, replace: false, parts: makeParts(), forget, large })
    return { full, file }
  }
  const writeIn = async (from: number, most: number, write: (bytes: Uint8Array) => Promise<void>) => {
    for (let at = from; at < text.length;) {
      // The room that they come in is used again.
      const bytes = Buffer.from(text.subarray(at, (at += Math.floor(luck() * most))))
      await write(bytes)
      bytes.fill(0)
    }
  }

  test.each([20_000, 1_500_000])('holds what was written, in chunks of up to %d bytes', async (most) => {
    const { full, file } = await begun()
    await writeIn(0, most, file.write)
    await file.commit()
    expect(readFileSync(full).equals(text)).toBe(true)
  })

  test('holds what several threads wrote, and what was written before and after them', async () => {
    const { full, file } = await begun()
    await file.write(text.subarray(0, 20_001))
    await file.write(text.subarray(20_001, 700_000))
    await file.shared.open?.()
    expect(file.shared.end()).toBe(700_000)
    await file.shared.writeAt(text.subarray(700_000, 701_001), 700_000)
    file.shared.moveEnd(701_001, [])
    await writeIn(701_001, 100_000, file.write)
    await file.settle()
    await file.commit()
    expect(readFileSync(full).equals(text)).toBe(true)
  })

  test('is written anew as a whole', async () => {
    const { full, file } = await begun()
    await writeIn(0, 700_000, file.write)
    await file.rewrite(1000, async (written, write) => {
      await write(Buffer.from('begun '))
      for await (const part of written) await write(part)
    })
    await file.commit()
    expect(readFileSync(full).equals(Buffer.concat([Buffer.from('begun '), text.subarray(1000)]))).toBe(true)
  })

  test('is written anew by several threads', async () => {
    const { full, file } = await begun()
    await writeIn(0, 700_000, file.write)
    await file.rewrite(1000, async (_, write, { source, target }) => {
      await write(Buffer.from('begun '))
      await target.open?.()
      const part = Buffer.alloc(5000)
      expect([target.end(), source.size]).toEqual([6, text.length])
      expect(await source.readAt(part, 1000)).toBe(5000)
      await target.writeAt(part, 6)
      target.moveEnd(5006, [])
      for await (const more of source.from(6000)) await write(more)
    })
    await file.commit()
    expect(readFileSync(full).equals(Buffer.concat([Buffer.from('begun '), text.subarray(1000)]))).toBe(true)
  })

  test('leaves nothing when it is discarded while it is written', async () => {
    const { full, file } = await begun()
    await writeIn(0, 1_500_000, file.write)
    await file.discard()
    expect(readdirSync(dirname(full))).toEqual([])
  })
})
