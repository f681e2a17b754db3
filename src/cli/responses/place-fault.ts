import type { SeekableBytes } from '../../form/record-taker.ts'
import { Failure, type FailureOf } from '../../failure.ts'
import { placeOfByte, type TextPlace } from '../../wire/place-of-byte.ts'
import { openSaved } from './saved-bytes.ts'
import { savedFaults } from './saved-reply.ts'

/** The same failure with the line and column of the byte that it names, for which the file is read again. */
export async function placeFault(
  failure: FailureOf<'saved-reply-broken'>,
  bytes: SeekableBytes,
): Promise<Failure> {
  const { path, problem } = failure.args
  if (typeof problem === 'string') return failure
  const { at } = problem
  const found = await placeIn(bytes, path, at.byte)
  return Failure.of(failure.code, { ...failure.args, problem: { ...problem, at: { ...at, ...found } } })
}

async function placeIn(bytes: SeekableBytes, path: string, byte: number): Promise<TextPlace> {
  try {
    const { chunks } = await openSaved(bytes.from(0), path, savedFaults(path))
    return await placeOfByte(chunks, byte)
  } catch {
    // It was changed meanwhile, and the byte is all that is known.
    return {}
  }
}
