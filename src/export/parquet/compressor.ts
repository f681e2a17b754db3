import { constants, createZstdCompress } from 'node:zlib'

/** Compresses pages, one after another, on another thread. */
export type Compressor = {
  /** A page as a Zstandard frame, in pieces. */
  readonly compress: (page: Uint8Array) => Promise<readonly Uint8Array[]>
  /** Gives its memory back. */
  readonly close: () => void
}

/** A compressor of many pages, since each has a megabyte of tables; it ends a frame with every write. */
export function makeCompressor(): Compressor {
  const stream = createZstdCompress({
    flush: constants.ZSTD_e_end,
    params: {
      // 256 KiB: with the usual window, files are smaller by a three-hundredth, and each compressor larger by a megabyte.
      [constants.ZSTD_c_windowLog]: 18,
      // With the usual level, files are smaller by a twentieth, and a whole export takes a twentieth more work.
      [constants.ZSTD_c_compressionLevel]: 1,
    },
    chunkSize: 64 * 1024,
  })
  let pieces: Uint8Array[] = []
  stream.on('data', (piece: Uint8Array) => pieces.push(piece))
  // Whoever waits for the page is told.
  stream.on('error', () => {})
  return {
    compress: (page) =>
      new Promise((done, fail) => {
        stream.write(page, (error) => {
          if (error) return fail(error)
          const frame = pieces
          pieces = []
          return done(frame)
        })
      }),
    close: () => void stream.destroy(),
  }
}
