import { describe, expect, test } from 'vitest'
import { nodeFiles } from '../../src/cli/host/node-files.ts'
import { writeAt } from '../../src/cli/host/read-at.ts'
import { makeSpool } from '../../src/cli/responses/spool.ts'
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

  test('gives back what several threads wrote, each write a block, between what was appended', async () => {
    const spool = makeSpool(nodeFiles(temporaryFolder()))
    const [first, own, other, last] = [10, 20, 30, 40].map((size) => new Uint8Array(size).fill(size))
    const { shared } = spool
    if (!first || !own || !other || !last || !shared?.open) throw new Error('such a spool can be shared')
    await spool.append(first)
    await shared.open()
    const { handle, end } = shared
    const start = end()
    await shared.writeAt(own, end() + other.length)
    writeAt(handle(), other, end())
    shared.moveEnd(start + 50, [start + 30, start + 30])
    await spool.append(last)
    const found: string[] = []
    for await (const block of spool.blocks()) found.push(Buffer.from(block).toString('hex'))
    await spool.close()
    expect(found).toEqual([first, other, own, last].map((block) => Buffer.from(block).toString('hex')))
  })

  test('tells that another thread could not write as what it is', async () => {
    const spool = makeSpool(nodeFiles(temporaryFolder()))
    await spool.shared?.open?.()
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
    await expect(spool.shared?.fail(full)).rejects.toThrow(
      /^A temporary file in .* cannot be written: the disk is full/,
    )
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
