/** Gives the memory of a chunk back that nobody needs any more, where nothing else lies in it. */
export function giveBack({ buffer, length }: Uint8Array): void {
  if (length > 0 && length === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
