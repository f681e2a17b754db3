import type { Records } from '../../form/record-taker.ts'
import { Failure } from '../../failure.ts'
import { readRecords } from '../../wire/record-stream.ts'
import type { Host } from '../host.ts'

/** The records of a saved reply; `-` is the standard input. */
export function readSavedReply(
  host: Host,
  path: string,
  counted: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
): Records {
  const isInput = path === '-'
  const name = isInput ? 'The standard input' : path
  return readRecords(counted(isInput ? host.stdin.chunks() : host.files.stream(path)), {
    broken: (problem) => Failure.of('saved-reply-broken', { path: name, problem }),
    cutOff: (offset) =>
      Failure.of('saved-reply-broken', { path: name, problem: `it ends too early, after byte ${offset}` }),
  })
}
