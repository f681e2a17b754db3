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

/** Bytes that grow at their end, in room that is used again. */
export type Room = {
  bytes: Uint8Array
  view: DataView
  /** The place after the last byte. */
  at: number
}

/** An empty room for so many bytes at first. */
export function makeRoom(size: number): Room {
  const bytes = new Uint8Array(size)
  return { bytes, view: new DataView(bytes.buffer), at: 0 }
}

/** Sees to it that so many bytes more fit. */
export function reserve(room: Room, more: number): void {
  const needed = room.at + more
  if (needed <= room.bytes.length) return
  const bytes = new Uint8Array(Math.max(needed, room.bytes.length * 2))
  bytes.set(room.bytes.subarray(0, room.at))
  room.bytes = bytes
  room.view = new DataView(bytes.buffer)
}

/** Takes a smaller room, and an empty one, where this has become larger than it should be. */
export function shrink(room: Room, { most, to }: { readonly most: number; readonly to: number }): void {
  if (room.bytes.length > most) Object.assign(room, makeRoom(to))
}

/** Adds bytes at the end. */
export function append(room: Room, bytes: Uint8Array): void {
  reserve(room, bytes.length)
  room.bytes.set(bytes, room.at)
  room.at += bytes.length
}

/** Adds a number as a varint, seven bits a byte, the lowest first. It may be larger than 32 bits. */
export function appendVarint(room: Room, value: number): void {
  reserve(room, 10)
  let left = value
  while (left >= 0x80) {
    room.bytes[room.at++] = (left % 0x80) | 0x80
    left = Math.floor(left / 0x80)
  }
  room.bytes[room.at++] = left
}

/** What is in the room: good until it grows or is used again. */
export const filled = (room: Room): Uint8Array => room.bytes.subarray(0, room.at)

/** The bytes as numbers. */
export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

// Below it, a loop costs less than the call.
const shortText = 256
const wordSize = 4

/** Copies a text of another place to one in the room; up to three bytes behind it may be others then. */
export function copyText(
  { bytes, view }: Pick<Room, 'bytes' | 'view'>,
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
