import { backslash, quote, type Span } from './json-parts.ts'
import { standsAt } from './read-members.ts'

/** Whether bytes of JSON, as `JSON.stringify` writes it, hold one of some texts, be it a name or a value. */
export type HoldsText = (bytes: Uint8Array, span: Span) => boolean

const encoder = new TextEncoder()

/** Looks for these texts. */
export function makeHoldsText(texts: Iterable<string>): HoldsText {
  const byEnds = new Map<number, Uint8Array[]>()
  let lengths = new Uint8Array(64)
  for (const text of texts) {
    // Escapes are always the same.
    const json = encoder.encode(JSON.stringify(text)).subarray(1, -1)
    if (json.length >= lengths.length) lengths = longer(lengths, 2 * json.length)
    lengths[json.length] = 1
    const ends = endsOf(json, 0, json.length)
    byEnds.set(ends, [...(byEnds.get(ends) ?? []), json])
  }
  const isOne = (bytes: Uint8Array, at: number, end: number): boolean =>
    lengths[end - at] === 1 &&
    (byEnds.get(endsOf(bytes, at, end))?.some((one) => one.length === end - at && standsAt(one, bytes, at)) ??
      false)
  return (bytes, { from, to }) => {
    let begin = 0
    for (let at = from; at < to; at++) {
      const byte = bytes[at]
      if (byte === backslash) at++
      else if (byte !== quote) continue
      else if (begin === 0) begin = at + 1
      else {
        if (isOne(bytes, begin, at)) return true
        begin = 0
      }
    }
    return false
  }
}

/** Tells most texts apart. An empty one has no ends, and what stands around it is not its own. */
const endsOf = (bytes: Uint8Array, at: number, end: number): number =>
  at === end ? 0 : ((end - at) << 16) | ((bytes[at] ?? 0) << 8) | (bytes[end - 1] ?? 0)

function longer(lengths: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(size)
  more.set(lengths)
  return more
}
