/** A number from 0 to 2³² − 1 that is the same for the same text everywhere, and spread evenly over texts. */
export function textHash(text: string): number {
  // FNV-1a over UTF-16 units, its bits then mixed as in MurmurHash3: by itself it keeps like texts together.
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
