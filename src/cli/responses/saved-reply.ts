import type { Records, SeekableBytes } from '../../form/record-taker.ts'
import { Failure } from '../../failure.ts'
import { readRecords } from '../../wire/record-stream.ts'
import type { Host } from '../host.ts'
import type { Progress } from './progress.ts'

/** The records of a saved reply; `-` is the standard input. `bytes` are those of the file, where they are open already. */
export function readSavedReply(
  host: Host,
  path: string,
  { progress, bytes }: { readonly progress: Progress; readonly bytes?: SeekableBytes | undefined },
): Records {
  const isInput = path === '-'
  const name = isInput ? 'The standard input' : path
  const body = bytes
    ? countedBytes(bytes, progress)
    : progress.countedBytes(isInput ? host.stdin.chunks() : host.files.stream(path))
  return readRecords(body, {
    broken: (problem) => Failure.of('saved-reply-broken', { path: name, problem }),
    cutOff: (offset) =>
      Failure.of('saved-reply-broken', { path: name, problem: `it ends too early, after byte ${offset}` }),
  })
}

/** The same bytes, counted; of what two threads read, ours is counted at once, and the other part where both are through. */
function countedBytes(bytes: SeekableBytes, { passed }: Progress): SeekableBytes {
  let counted = 0
  const count = (more: number): void => {
    counted += more
    passed(more)
  }
  return {
    ...bytes,
    readAt: async (into, byte) => {
      const size = await bytes.readAt(into, byte)
      count(size)
      return size
    },
    from: async function* (byte) {
      count(byte - counted)
      for await (const chunk of bytes.from(byte)) {
        count(chunk.length)
        yield chunk
      }
    },
  }
}
