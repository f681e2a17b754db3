import { luckOf, type Luck } from '../support/luck.ts'
import { leapingOver, longReply, outcomeOf, sizesOf, withoutLeaps } from './leaps.ts'
import type { Outcome } from './trial.ts'

/** What one thread receives and another one writes is what one does, wherever a stream is cut, and where it breaks off. */
export async function tryStreams(seed: number): Promise<Outcome> {
  const luck = luckOf(seed)
  const whole = longReply(luck)
  const marked = luck() < 0.1 ? Buffer.concat([Buffer.from('\ufeff'), whole]) : whole
  const bytes = luck() < 0.2 ? marked.subarray(0, Math.floor(luck() * marked.length)) : marked
  const isLost = luck() < 0.2
  const cut = Math.floor(luck() * 1e9)
  const gather = luck() < 0.5 ? 1 : 1 + Math.floor(luck() * 5000)
  const most = [50, 300, 3000, 50_000][Math.floor(luck() * 4)] ?? 0
  const chunks = (): AsyncIterable<Uint8Array> => arriving(bytes, luckOf(cut), { most, isLost })
  const reference = await withoutLeaps(bytes, chunks())
  const stream = { chunks: chunks(), gather }
  const { output, leapt } = await leapingOver(bytes, sizesOf(luck), { stream })
  return outcomeOf({ reference, output, leapt })
}

/** How large chunks are, whether all that came is followed by a failure, and who is told when the first is asked for. */
type Arrival = { readonly most: number; readonly isLost?: boolean; readonly begun?: () => unknown }

/** Bytes in chunks of any size, now and then after a while; a chunk is gone once the next one is asked for. */
export async function* arriving(
  bytes: Buffer,
  luck: Luck,
  { most, isLost = false, begun }: Arrival,
): AsyncIterable<Uint8Array> {
  begun?.()
  for (let at = 0, end = 0; at < bytes.length; at = end) {
    end = Math.min(bytes.length, at + 1 + Math.floor(luck() * most))
    const chunk = new Uint8Array(bytes.subarray(at, end))
    if (luck() < 0.1) await new Promise((done) => setImmediate(done))
    yield chunk
    chunk.buffer.transfer(0)
  }
  if (isLost) throw new Error('the connection is lost')
}
