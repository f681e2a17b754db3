/** Where the next row or line goes, and the end of the room for them. */
export let out: u32 = 0
export let outEnd: u32 = 0

export function setOut(from: u32, to: u32): void {
  out = from
  outEnd = to
}
