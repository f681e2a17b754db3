import type { Records, SeekableBytes } from '../../form/record-taker.ts'
import { Failure } from '../../failure.ts'
import type { BodyFaults } from '../../wire/body-faults.ts'
import { readRecordLines } from '../../wire/record-lines.ts'
import { readRecords } from '../../wire/record-stream.ts'
import type { Host } from '../host.ts'
import type { Progress } from './progress.ts'
import { openSaved } from './saved-bytes.ts'

type Reading = {
  readonly progress: Progress
  /** The bytes of the file, where they can be read from anywhere on. */
  readonly bytes?: SeekableBytes | undefined
}

/** What is said of a saved reply of that name. */
export function savedFaults(name: string): BodyFaults {
  const broken: BodyFaults['broken'] = (problem) => Failure.of('saved-reply-broken', { path: name, problem })
  return { broken, cutOff: (offset) => broken({ before: 'it ends too early, at ', at: { byte: offset } }) }
}

/** The records of a saved reply, or of JSON lines, packed or not; `-` is the standard input. */
export function readSavedReply(host: Host, path: string, { progress, bytes }: Reading): Records {
  const name = path === '-' ? 'The standard input' : path
  const faults = savedFaults(name)
  const opened = async (): Promise<Records> => {
    const seekable = bytes && countedBytes(bytes, progress)
    const all =
      seekable?.from(0) ?? progress.countedBytes(path === '-' ? host.stdin.chunks() : host.files.stream(path))
    const { chunks, shape, isPacked, faults: told } = await openSaved(all, path, faults)
    if (shape === 'lines') return readRecordLines(chunks, told)
    if (!seekable || isPacked) return readRecords(chunks, told)
    return readRecords({ ...seekable, from: (byte) => (byte === 0 ? chunks : seekable.from(byte)) }, told)
  }
  return {
    isWhole: true,
    async *[Symbol.asyncIterator]() {
      yield* await opened()
    },
    take: async (makeTaker) => {
      const { take } = await opened()
      if (take) return take(makeTaker)
      throw new Error('records that come out of bytes can be taken')
    },
  }
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
