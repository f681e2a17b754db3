import { Failure, type FailureOf } from '../failure/failure.ts'
import { placeOfByte, type TextPlace } from '../record/place-of-byte.ts'
import type { Host } from '../cli/host.ts'
import { openSaved } from './saved-bytes.ts'
import { savedFaults } from './saved-reply.ts'

/** The same failure with the line and column of the byte that it names, for which an ordinary file is read again. */
export async function placeFault(
  failure: FailureOf<'saved-reply-broken'>,
  { files }: Pick<Host, 'files'>,
): Promise<Failure> {
  const { path, problem } = failure.args
  if (typeof problem === 'string' || (await files.kind(path)) !== 'file') return failure
  const { at } = problem
  const found = await placeIn(files.stream(path), path, at.byte)
  return Failure.of(failure.code, { ...failure.args, problem: { ...problem, at: { ...at, ...found } } })
}

async function placeIn(bytes: AsyncIterable<Uint8Array>, path: string, byte: number): Promise<TextPlace> {
  try {
    const { chunks } = await openSaved(bytes, path, savedFaults(path))
    return await placeOfByte(chunks, byte)
  } catch {
    // It was changed meanwhile, and the byte is all that is known.
    return {}
  }
}
