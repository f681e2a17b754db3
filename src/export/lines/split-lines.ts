import type { Span } from './json-parts.ts'

/** What is called for each line, without its line feed: it stands in the bytes from one place to another. */
export type UseLine = (bytes: Uint8Array, line: Span) => void

const lineFeed = 0x0a

/** Calls for each line that ends in the blocks that come, which may begin and end within lines. */
export function splitLines(use: UseLine): (block: Uint8Array) => void {
  let begun: Uint8Array = new Uint8Array(0)
  return (block) => {
    let at = 0
    if (begun.length > 0) {
      const end = block.indexOf(lineFeed)
      begun = joined(begun, block.subarray(0, end < 0 ? block.length : end))
      if (end < 0) return
      use(begun, { from: 0, to: begun.length })
      at = end + 1
    }
    for (let end = block.indexOf(lineFeed, at); end >= 0; end = block.indexOf(lineFeed, at)) {
      use(block, { from: at, to: end })
      at = end + 1
    }
    begun = block.slice(at)
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
