/** Bytes that are written into and grow where they are too few; `at` is the end of what was written. */
export type Room = { bytes: Uint8Array; view: DataView; at: number }

/** Room for so many bytes, empty. */
export function makeRoom(size: number): Room {
  const bytes = new Uint8Array(size)
  return { bytes, view: viewOf(bytes), at: 0 }
}

/** Takes other bytes, and begins anew. */
export function refill(room: Room, bytes: Uint8Array): void {
  room.bytes = bytes
  room.view = viewOf(bytes)
  room.at = 0
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/** Makes sure that so many more bytes fit. */
export function reserve(room: Room, size: number): void {
  if (room.at + size <= room.bytes.length) return
  const larger = new Uint8Array(Math.max(room.bytes.length * 2, room.at + size))
  larger.set(room.bytes.subarray(0, room.at))
  const { at } = room
  refill(room, larger)
  room.at = at
}

/** A short text that is written often: its bytes four at a time, and how many they are. */
export type Stamp = { readonly words: Uint32Array; readonly size: number }

/** So many bytes more than its own a stamp may overwrite. */
export const stampSlack = 3

/** Makes a stamp of a text. */
export function stampOf(text: string): Stamp {
  const bytes = encoder.encode(text)
  const padded = new DataView(new ArrayBuffer(Math.ceil(bytes.length / 4) * 4))
  for (const [i, byte] of bytes.entries()) padded.setUint8(i, byte)
  const words = Uint32Array.from({ length: padded.byteLength / 4 }, (_, i) => padded.getUint32(i * 4, true))
  return { words, size: bytes.length }
}

/** Writes a stamp; room for it was reserved. */
export function put(room: Room, { words, size }: Stamp): void {
  const { view, at } = room
  // A loop costs less than a call of `set` for so few, and one of words a fourth of one of bytes.
  for (let i = 0; i < words.length; i++) view.setUint32(at + i * 4, words[i] ?? 0, true)
  room.at = at + size
}

/** Writes a short text of ASCII; room for it was reserved. */
export function putAscii(room: Room, text: string): void {
  for (let i = 0; i < text.length; i++) room.bytes[room.at++] = text.charCodeAt(i)
}

/** Writes a text. */
export function putText(room: Room, text: string): void {
  reserve(room, text.length * 3)
  room.at += encoder.encodeInto(text, room.bytes.subarray(room.at)).written
}

/** Text as bytes. */
export const bytesOf = (text: string): Uint8Array => encoder.encode(text)

const encoder = new TextEncoder()
