import { slack, type Engine } from './instance.ts'
import type { Sink } from '../table/bytes.ts'

/** The output of the engine: two buffers, one of which is filled while the other is written to a file. */
export type Output = {
  /** Adds bytes of the host. */
  readonly put: (bytes: Uint8Array) => Promise<void>
  /** Passes the filled buffer to the sink if it has at least so many bytes. */
  readonly pass: (least?: number) => Promise<void>
  /** Waits until no memory is being written to a file, so that it may move. */
  readonly settled: () => Promise<void>
  /** Enlarges the buffers to at least so many bytes. */
  readonly enlarge: (size: number) => Promise<void>
  /** Frees or enlarges the current buffer. */
  readonly makeSpace: () => Promise<void>
}

/** Space in each buffer for bytes of the host; longer ones are passed to the sink directly. */
const hostShare = 64 * 1024

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
    // Awaited before the next write, which reports a failure.
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

/** Passes on what is left, and waits until it is written. */
export async function endOutput({ pass, settled }: Output): Promise<void> {
  await pass()
  await settled()
}
