import { slack, type Engine } from './instance.ts'
import type { Sink } from '../table/bytes.ts'

/** Where the engine writes to: two buffers. While one is written to a file, the other one is filled. */
export type Output = {
  /** Adds bytes of the host. */
  readonly put: (bytes: Uint8Array) => Promise<void>
  /** Hands on what was written, if it is so many bytes at least, so that a whole buffer is free. */
  readonly pass: (least?: number) => Promise<void>
  /** Waits until nothing of the memory is being written: then it may move. */
  readonly settled: () => Promise<void>
  /** Has buffers of so many bytes at least. */
  readonly enlarge: (size: number) => Promise<void>
  /** Makes more space than there is. */
  readonly makeSpace: () => Promise<void>
}

/** Space in each buffer for what the host adds; what is longer goes to the file by itself. */
const hostShare = 64 * 1024

/** An output with space for what the host adds. */
export function makeOutput({ exports, bytes }: Engine, sink: Sink): Output {
  let buffers: readonly [number, number] = [0, 0]
  let size = hostShare
  // By the host, in the first buffer.
  let used = 0
  let writing: Promise<void> | undefined
  const begin = ([first, other]: readonly [number, number]): void => {
    buffers = [first, other]
    used = 0
    exports.setOut(first)
    exports.setOutEnd(first + size)
  }
  const settled = async (): Promise<void> => {
    await writing
    writing = undefined
  }
  const pass = async (least = 1): Promise<void> => {
    const [first, other] = buffers
    const end = exports.out.value
    if (end - first < least) return
    await settled()
    writing = sink(bytes().subarray(first, end))
    // It is awaited before the next one; until then, a failure is nobody's.
    writing.catch(() => undefined)
    begin([other, first])
  }
  const enlarge = async (wanted: number): Promise<void> => {
    if (wanted + hostShare <= size) return
    await pass()
    await settled()
    size = wanted + hostShare
    begin([exports.allocate(size + slack), exports.allocate(size + slack)])
  }
  begin([exports.allocate(size + slack), exports.allocate(size + slack)])
  return {
    pass,
    settled,
    enlarge,
    put: async (added) => {
      if (added.length > hostShare - used) await pass()
      if (added.length > hostShare) {
        await settled()
        return sink(added)
      }
      bytes().set(added, exports.out.value)
      exports.setOut(exports.out.value + added.length)
      used += added.length
    },
    makeSpace: async () => {
      if (exports.out.value > buffers[0]) await pass()
      else await enlarge(2 * size)
    },
  }
}

/** Hands on all that is left. */
export async function endOutput({ pass, settled }: Output): Promise<void> {
  await pass()
  await settled()
}
