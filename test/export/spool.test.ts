import { describe, expect, test } from 'vitest'
import { nodeFiles } from '../../src/files/node-files.ts'
import { makeSpool } from '../../src/export/files/spool.ts'
import { temporaryFolder } from '../support/test-host.ts'

const megabyte = 1024 * 1024

/** Blocks of sizes of their own, more than is kept in memory. */
const blocks = Array.from({ length: 24 }, (_, i) => new Uint8Array(megabyte / 2 + i * 1000).fill(i))

async function filledSpool() {
  const spool = makeSpool(nodeFiles(temporaryFolder()))
  const room = new Uint8Array(megabyte)
  for (const block of blocks) {
    room.set(block)
    await spool.append(room.subarray(0, block.length))
  }
  return spool
}

describe('a spool that grows beyond memory', () => {
  test('gives the blocks back in order, each as it was until the next, as often as they are asked for', async () => {
    const spool = await filledSpool()
    for (let time = 0; time < 2; time++) {
      let i = 0
      for await (const block of spool.blocks()) {
        // What is on its way already must not overwrite it.
        await new Promise(setImmediate)
        expect(Buffer.compare(block, blocks[i++] ?? new Uint8Array(0))).toBe(0)
      }
      expect(i).toBe(blocks.length)
    }
    await spool.close()
  })

  test('keeps nothing of it in memory, where what comes next needs the room', async () => {
    const files = nodeFiles(temporaryFolder())
    let written = 0
    const spool = makeSpool({
      ...files,
      scratch: async () => {
        const scratch = await files.scratch()
        return { ...scratch, append: (bytes) => ((written += bytes.length), scratch.append(bytes)) }
      },
    })
    for (const block of blocks) await spool.append(block)
    expect(written).toBe(blocks.reduce((size, block) => size + block.length, 0))
    await spool.close()
  })

  test('can be left in the middle, and closed', async () => {
    const spool = await filledSpool()
    let read = 0
    for await (const block of spool.blocks()) if ((read += block.length) > 10 * megabyte) break
    await spool.close()
    expect(read).toBeGreaterThan(10 * megabyte)
  })
})
