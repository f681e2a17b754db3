import type { Transform } from 'node:stream'
import type { PendingFile } from '../../files/file-system.ts'
import type { Sink } from '../../table/bytes.ts'
import type { Packing } from '../formats.ts'

/** Packs bytes into a file while they come. */
export type PackedFile = {
  readonly write: Sink
  /** Writes what the packer holds back. Nothing is written afterwards. */
  readonly end: () => Promise<void>
  readonly discard: () => void
}

export async function packInto(file: Pick<PendingFile, 'write'>, packing: Packing): Promise<PackedFile> {
  const packer = await packerOf(packing)
  // If the file fails, the loop ends the packer, and with it the write that waits. That write, or `end`, reports the cause.
  const drained = drain(packer, file)
  drained.catch(() => undefined)
  return {
    write: (chunk) =>
      new Promise((resolve, reject) => {
        // The callback comes once the bytes are packed, so the caller may use them again.
        packer.write(chunk, (error) => {
          if (error) drained.then(resolve, reject)
          else resolve()
        })
      }),
    end: async () => {
      packer.end()
      await drained
    },
    discard: () => void packer.destroy(),
  }
}

async function drain(packer: Transform, { write }: Pick<PendingFile, 'write'>): Promise<void> {
  for await (const chunk of packer) await write(chunk)
}

// The default of 16 KiB spends most of its time between threads.
const chunkSize = 128 * 1024

async function packerOf(packing: Packing): Promise<Transform> {
  const zlib = await import('node:zlib')
  return packing === 'gzip' ? zlib.createGzip({ chunkSize }) : zlib.createZstdCompress({ chunkSize })
}
