import { reserve, type Room } from '../room.ts'

/** Puts a value at the end of a room; gives the type of it that a row's head has to tell. */
export type PutNumber = (room: Room, value: number | bigint) => number

/** Puts a whole number, in as few bytes as SQLite does; a bigint is none that fewer than eight hold. */
export const putInteger: PutNumber = (room, value) => {
  if (typeof value === 'bigint') return putInt64(room, value)
  if (value === 0) return types.zero
  if (value === 1) return types.one
  const type = typeOfInteger(value)
  const size = sizes[type] ?? 0
  reserve(room, size)
  let left = value
  for (let place = room.at + size - 1; place >= room.at; place--) {
    room.bytes[place] = left
    left = Math.floor(left / 0x100)
  }
  room.at += size
  return type
}

function putInt64(room: Room, value: bigint): number {
  reserve(room, 8)
  room.view.setBigInt64(room.at, value)
  room.at += 8
  return types.integer64
}

/** Puts a double; SQLite stores a whole one as an integer where that is shorter. */
export const putReal: PutNumber = (room, number) => {
  const value = Number(number)
  if (Number.isInteger(value) && typeOfInteger(value) < types.integer64) return putInteger(room, value)
  reserve(room, 8)
  room.view.setFloat64(room.at, value)
  room.at += 8
  return types.real
}

// Serial types, as the file format calls them; those before are integers of 1, 2, 3, 4 and 6 bytes.
const types = { integer64: 6, real: 7, zero: 8, one: 9 } as const
const sizes = [0, 1, 2, 3, 4, 6, 8]

function typeOfInteger(value: number): number {
  const bits = value < 0 ? -value - 1 : value
  if (bits < 2 ** 15) return bits < 2 ** 7 ? 1 : 2
  if (bits < 2 ** 31) return bits < 2 ** 23 ? 3 : 4
  return bits < 2 ** 47 ? 5 : types.integer64
}
