import { isFull } from './copying'
import { copyLine, isCopying } from './lines'
import { countRow, full, isRecord, readEither, slow, why } from './records'

/** Where the last call stopped. */
export let at: u32 = 0
/** What may come: 0 a record or the end, 1 a comma or the end, 2 a record. */
export let place: u32 = 0

export function setPlace(what: u32): void {
  place = what
}

// What `read` gives, beside the reasons for which a record was not read.
/** All bytes are read. */
const more: i32 = 0
/** The byte at `at` may not stand there. */
const gap: i32 = 2
/** The array's end is at `at`. */
const closed: i32 = 3

/** Reads records from `p` on, the commas between them too, and writes each as a row or a line. */
export function read(p: u32, end: u32): i32 {
  while (true) {
    while (true) {
      at = p
      if (p >= end) return more
      const byte = load<u8>(p)
      if (byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09) p++
      else if (byte == 0x2c && place == 1) {
        place = 2
        p++
      } else if (byte == 0x7b && place != 1) break
      else return byte == 0x5d && place != 2 ? closed : gap
    }
    if (isCopying) {
      p = copyLine(p, place != 2)
      if (p == 0) return isFull ? full : slow
      countRow()
    } else {
      p = readEither(p, end)
      if (p == 0) return why
    }
    place = 1
  }
}

/** Where the first whole record begins that stands at `p` or behind and is made as one that is known; 0 where none does. */
export function findRecord(p: u32, end: u32): u32 {
  while (p < end && (load<u8>(p) != 0x7b || !isRecord(p, end))) p++
  return p < end ? p : 0
}
