/** Writes bytes in order. When it resolves, the caller may overwrite them. */
export type Sink = (bytes: Uint8Array) => Promise<void>

/** Rewrites a file: passes its bytes from `from` on to `remake`, whose output replaces them. */
export type Rewrite = (
  from: number,
  remake: (written: AsyncIterable<Uint8Array>, out: Sink) => Promise<void>,
) => Promise<void>

/** Stores blocks of bytes to be read later, in memory or in a private file. */
export type Spool = {
  /** When it resolves, the caller may overwrite the block. */
  readonly append: (block: Uint8Array) => Promise<void>
  /** The appended blocks in order; each is valid until the next. */
  readonly blocks: () => AsyncIterable<Uint8Array>
}

/** A growable buffer, which is reused. */
export type ByteBuffer = {
  bytes: Uint8Array
  view: DataView
  /** The place after the last byte. */
  at: number
}

/** An empty buffer with an initial size in bytes. */
export function makeBuffer(size: number): ByteBuffer {
  const bytes = new Uint8Array(size)
  return { bytes, view: new DataView(bytes.buffer), at: 0 }
}

/** Makes space for more bytes. */
export function reserve(buffer: ByteBuffer, more: number): void {
  const needed = buffer.at + more
  if (needed <= buffer.bytes.length) return
  const bytes = new Uint8Array(Math.max(needed, buffer.bytes.length * 2))
  bytes.set(buffer.bytes.subarray(0, buffer.at))
  buffer.bytes = bytes
  buffer.view = new DataView(bytes.buffer)
}

/** Replaces a buffer that has grown beyond `max` bytes by an empty one of `to` bytes. */
export function shrink(buffer: ByteBuffer, { max, to }: { readonly max: number; readonly to: number }): void {
  if (buffer.bytes.length > max) Object.assign(buffer, makeBuffer(to))
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

/** The content of the buffer; valid until it grows or is reused. */
export const filled = (buffer: ByteBuffer): Uint8Array => buffer.bytes.subarray(0, buffer.at)

/** The bytes as numbers. */
export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/** A text between two places of a buffer, as UTF-8. One span is reused for many texts, to spare an object for each. */
export type TextSpan = { from: DataView; start: number; end: number }

// Below this, a loop is faster than a call of `set`.
const shortText = 256
const wordSize = 4

/** Copies a text into the buffer at `to`; may overwrite up to three bytes behind it. */
export function copyText(
  { bytes, view }: Pick<ByteBuffer, 'bytes' | 'view'>,
  to: number,
  { from, start, end }: Readonly<TextSpan>,
): void {
  const shift = to - start
  const after = end + wordSize
  if (end - start > shortText || after > from.byteLength || after + shift > bytes.length) {
    bytes.set(new Uint8Array(from.buffer, from.byteOffset + start, end - start), to)
    return
  }
  // Whole words only: a second loop for the remaining bytes would take as long as the first.
  for (let at = start; at < end; at += wordSize) view.setUint32(at + shift, from.getUint32(at, true), true)
}
