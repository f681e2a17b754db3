import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Failure } from '../../src/failure/failure.ts'
import { packInto } from '../../src/export/files/data-files.ts'

const full = Failure.of('file-unwritable', { path: 'a.csv.gz', reason: 'the disk is full' })

/** A file in memory that takes so many chunks. */
function memoryFile(most = Infinity) {
  const chunks: Uint8Array[] = []
  const write = async (chunk: Uint8Array | string): Promise<void> => {
    if (chunks.length >= most) throw full
    chunks.push(Buffer.from(chunk))
  }
  return { write, bytes: () => Buffer.concat(chunks) }
}

/** Bytes that do not shrink, in one buffer that is used again and again, as formats do. */
async function writeMuch(write: (chunk: Uint8Array) => Promise<void>): Promise<Buffer> {
  const [all, chunk] = [[] as Buffer[], new Uint8Array(300_000)]
  for (let n = 1; n <= 10; n++) {
    for (let i = 0; i < chunk.length; i++) chunk[i] = (i * n * 2_654_435_761) >>> 13
    all.push(Buffer.from(chunk))
    await write(chunk)
  }
  return Buffer.concat(all)
}

test.each([
  ['gzip', gunzipSync],
  ['zstd', zstdDecompressSync],
] as const)('%s gives back what was written', async (packing, unpack) => {
  const file = memoryFile()
  const packed = await packInto(file, packing)
  const all = await writeMuch(packed.write)
  await packed.end()
  expect(unpack(file.bytes()).equals(all)).toBe(true)
})

test.each(['gzip', 'zstd'] as const)('%s of nothing is a whole file', async (packing) => {
  const file = memoryFile()
  await (await packInto(file, packing)).end()
  expect(file.bytes().length).toBeGreaterThan(0)
})

test.each([
  ['gzip', 0],
  ['gzip', 3],
  ['zstd', 0],
  ['zstd', 3],
] as const)('%s into a disk that is full after %i chunks fails with the reason', async (packing, most) => {
  const packed = await packInto(memoryFile(most), packing)
  await expect(writeMuch(packed.write).then(packed.end)).rejects.toBe(full)
})
