import { encodings } from './encodings.ts'
import { filled, makeRoom } from '../room.ts'
import { appendStruct, i32, struct, type ThriftStruct } from './thrift.ts'

/** A page, and how many values it has; rows without one count, too. */
export type Page = { readonly values: number; readonly bytes: Uint8Array }

/** A page as it is written: its bytes in pieces, and how many they are without compression. */
export type StoredPage = {
  readonly values: number
  readonly pieces: readonly Uint8Array[]
  readonly size: number
  readonly unpacked: number
}

const dataPage = 0
const dictionaryPage = 2

/** What stands before a page of cells. */
export const dataPageHeader = (page: StoredPage, encoding: number): Uint8Array =>
  headerOf(dataPage, page, {
    5: struct({ 1: i32(page.values), 2: i32(encoding), 3: i32(encodings.rle), 4: i32(encodings.rle) }),
  })

/** What stands before a dictionary. */
export const dictionaryPageHeader = (page: StoredPage): Uint8Array =>
  headerOf(dictionaryPage, page, { 7: struct({ 1: i32(page.values), 2: i32(encodings.plain) }) })

function headerOf(type: number, { size, unpacked }: StoredPage, ofType: ThriftStruct): Uint8Array {
  const room = makeRoom(32)
  appendStruct(room, { 1: i32(type), 2: i32(unpacked), 3: i32(size), ...ofType })
  return filled(room)
}
