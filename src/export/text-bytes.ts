/** Text as UTF-8 in room that is used again: what is given is good until the next text. */
export type TextBytes = (text: string) => Uint8Array

// New bytes for every block would be garbage that is only looked for when memory is scarce: 40 MB of it for an export.
const room = 256 * 1024

/** Room for texts; a larger one gets room of its own. */
export function makeTextBytes(): TextBytes {
  const encoder = new TextEncoder()
  const bytes = new Uint8Array(room)
  return (text) => {
    // A UTF-16 code unit takes three bytes at most.
    if (text.length * 3 > room) return encoder.encode(text)
    return bytes.subarray(0, encoder.encodeInto(text, bytes).written)
  }
}
