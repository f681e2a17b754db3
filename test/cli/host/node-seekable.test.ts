import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSeekable } from '../../../src/cli/host/node-seekable.ts'
import { temporaryFolder } from '../../support/test-host.ts'

const size = 2_000_000

async function openBytes() {
  const path = join(temporaryFolder(), 'bytes')
  writeFileSync(
    path,
    Uint8Array.from({ length: size }, (_, i) => i % 251),
  )
  const bytes = await openSeekable('bytes', path)
  if (!bytes) throw new Error('no ordinary file')
  return bytes
}

test('what was read ahead of a file takes no memory once the file is read elsewhere, and is not read on', async () => {
  const bytes = await openBytes()
  const ahead = bytes.from(0)[Symbol.asyncIterator]()
  const first = await ahead.next()
  expect(first.value?.length).toBeGreaterThan(0)
  const elsewhere = new Uint8Array(10)
  expect(await bytes.readAt(elsewhere, 1000)).toBe(10)
  expect([...elsewhere]).toEqual(Array.from({ length: 10 }, (_, i) => (1000 + i) % 251))
  expect(first.value?.byteLength).toBe(0)
  await expect(ahead.next()).rejects.toThrow('read on')
  await bytes.close()
})

test('a file that was read elsewhere is read anew from any byte on', async () => {
  const bytes = await openBytes()
  const ahead = bytes.from(0)[Symbol.asyncIterator]()
  await ahead.next()
  await bytes.readAt(new Uint8Array(10), 0)
  await ahead.return?.()
  let at = 1_234_567
  for await (const chunk of bytes.from(at)) {
    expect(chunk[0]).toBe(at % 251)
    at += chunk.length
  }
  expect(at).toBe(size)
  await bytes.close()
})
