/** Bytes that are written into and grow where they are too few; `at` is the end of what was written. */
export type Room = { bytes: Uint8Array; at: number }

/** Room for so many bytes, empty. */
export const makeRoom = (size: number): Room => ({ bytes: new Uint8Array(size), at: 0 })

/** Makes sure that so many more bytes fit. */
export function reserve(room: Room, size: number): void {
  if (room.at + size <= room.bytes.length) return
  const larger = new Uint8Array(Math.max(room.bytes.length * 2, room.at + size))
  larger.set(room.bytes.subarray(0, room.at))
  room.bytes = larger
}

/** Writes bytes that are few; room for them was reserved. */
export function put(room: Room, few: Uint8Array): void {
  const { bytes } = room
  let { at } = room
  // A loop costs less than a call of `set` for so few.
  for (let i = 0; i < few.length; i++) bytes[at++] = few[i] ?? 0
  room.at = at
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

/** Text as bytes, for what is written often. */
export const bytesOf = (text: string): Uint8Array => encoder.encode(text)

const encoder = new TextEncoder()
