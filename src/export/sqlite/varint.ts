/** The most bytes that a varint takes. */
export const longestVarint = 9

/** Writes a number as SQLite's varint, seven bits a byte, the highest first; gives the place after it. */
export function putVarint(bytes: Uint8Array, at: number, value: number): number {
  if (value < 0x80) {
    bytes[at] = value
    return at + 1
  }
  const end = at + sizeOfVarint(value)
  let left = value
  for (let place = end - 1; place >= at; place--) {
    bytes[place] = (left % 0x80) | (place === end - 1 ? 0 : 0x80)
    left = Math.floor(left / 0x80)
  }
  return end
}

/** How many bytes the varint of a number takes. */
export function sizeOfVarint(value: number): number {
  let size = 1
  for (let left = value; left >= 0x80; left = Math.floor(left / 0x80)) size++
  return size
}
