/** Takes bytes in order. Once it resolves, the bytes may be overwritten. */
export type Sink = (bytes: Uint8Array) => Promise<void>

/** Writes anew what went to `out`: gives it from byte `from` on, and takes what stands in its place from then on. */
export type Rewrite = (
  from: number,
  remake: (written: AsyncIterable<Uint8Array>, out: Sink) => Promise<void>,
) => Promise<void>

/** Bytes kept aside for a second reading, in memory or in a file of nobody else's. */
export type Spool = {
  /** Once it resolves, the block may be overwritten. */
  readonly append: (block: Uint8Array) => Promise<void>
  /** The very blocks that were appended, in order; each is good until the next. */
  readonly blocks: () => AsyncIterable<Uint8Array>
}

/** Bytes that grow at their end, in memory that is used again. */
export type ByteBuffer = {
  bytes: Uint8Array
  view: DataView
  /** The place after the last byte. */
  at: number
}

/** An empty buffer, with space for so many bytes at first. */
export function makeBuffer(size: number): ByteBuffer {
  const bytes = new Uint8Array(size)
  return { bytes, view: new DataView(bytes.buffer), at: 0 }
}

/** Makes space for so many bytes more. */
export function reserve(buffer: ByteBuffer, more: number): void {
  const needed = buffer.at + more
  if (needed <= buffer.bytes.length) return
  const bytes = new Uint8Array(Math.max(needed, buffer.bytes.length * 2))
  bytes.set(buffer.bytes.subarray(0, buffer.at))
  buffer.bytes = bytes
  buffer.view = new DataView(bytes.buffer)
}

/** Empties a buffer that has become larger than it should be, and gives it less memory. */
export function shrink(
  buffer: ByteBuffer,
  { most, to }: { readonly most: number; readonly to: number },
): void {
  if (buffer.bytes.length > most) Object.assign(buffer, makeBuffer(to))
}

/** Adds bytes at the end. */
export function append(buffer: ByteBuffer, bytes: Uint8Array): void {
  reserve(buffer, bytes.length)
  buffer.bytes.set(bytes, buffer.at)
  buffer.at += bytes.length
}

/** Adds a number as a varint, seven bits a byte, the lowest first. It may be larger than 32 bits. */
export function appendVarint(buffer: ByteBuffer, value: number): void {
  reserve(buffer, 10)
  let left = value
  while (left >= 0x80) {
    buffer.bytes[buffer.at++] = (left % 0x80) | 0x80
    left = Math.floor(left / 0x80)
  }
  buffer.bytes[buffer.at++] = left
}

/** What is in the buffer: good until it grows or is used again. */
export const filled = (buffer: ByteBuffer): Uint8Array => buffer.bytes.subarray(0, buffer.at)

/** The bytes as numbers. */
export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

// Below it, a loop costs less than the call.
const shortText = 256
const wordSize = 4

/** Copies a text of another place to one in the buffer; up to three bytes behind it may change. */
export function copyText(
  { bytes, view }: Pick<ByteBuffer, 'bytes' | 'view'>,
  to: number,
  { from, start, end }: { readonly from: DataView; readonly start: number; readonly end: number },
): void {
  const shift = to - start
  const after = end + wordSize
  if (end - start > shortText || after > from.byteLength || after + shift > bytes.length) {
    bytes.set(new Uint8Array(from.buffer, from.byteOffset + start, end - start), to)
    return
  }
  // Whole words, since a loop for what is left at the end takes as long as that for all before.
  for (let at = start; at < end; at += wordSize) view.setUint32(at + shift, from.getUint32(at, true), true)
}
