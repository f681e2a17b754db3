import { readBoolean, readInteger, readNumber, type ReadValue } from '../read-value.ts'
import { copyText, makeRoom, reserve, type Room } from '../room.ts'
import { kinds, type ColumnType, type RowBatch, type TableColumn } from '../table.ts'
import { putInteger, putReal, type PutNumber } from './numbers.ts'
import { longestVarint, putVarint } from './varint.ts'

/** A row as SQLite stores it: the types of its values, then the values. Good until the next one. */
export type Payload = { readonly room: Room; start: number; end: number }

/** Makes payloads of the rows of a batch, by their number in it. */
export type ToPayloads = (batch: RowBatch) => (row: number) => Payload

/** Makes payloads of rows with these columns: "Record Format" in https://sqlite.org/fileformat2.html. */
export function makeToPayloads(columns: readonly TableColumn[]): ToPayloads {
  const numbers = columns.map(({ type }) => numbersByType[type])
  const width = columns.length
  const head = new Uint8Array(width * longestVarint)
  // Values begin where the longest head would end, so that head and values stand together, whatever the head takes.
  const begin = head.length + longestVarint
  const room = makeRoom(begin + usualSize)
  const payload: Payload = { room, start: 0, end: 0 }
  return ({ kinds: ofKinds, starts, ends, bytes }) => {
    const texts: Texts = {
      from: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
      start: 0,
      end: 0,
    }
    return (row) => {
      room.at = begin
      let inHead = 0
      for (let column = 0, cell = row * width; column < width; column++, cell++) {
        const start = starts[cell] ?? 0
        const end = ends[cell] ?? 0
        const number = numbers[column]
        // A text without a sign in it is no number.
        if (ofKinds[cell] === kinds.none || (number !== undefined && start === end)) head[inHead++] = nullType
        else if (number === undefined) {
          inHead = putVarint(head, inHead, firstTextType + 2 * (end - start))
          if (start !== texts.end) takeTexts(room, texts, start)
          texts.end = end
        } else {
          takeTexts(room, texts, end)
          head[inHead++] = number.put(room, number.read(bytes, start, end))
        }
      }
      takeTexts(room, texts, 0)
      payload.start = putHead(room, { head, size: inHead, begin })
      payload.end = room.at
      return payload
    }
  }
}

const nullType = 0
const firstTextType = 13
const usualSize = 64 * 1024

type NumberType = { readonly read: ReadValue; readonly put: PutNumber }

/** How values of columns that hold numbers are made; of the others the text is the value. */
const numbersByType: Readonly<Record<ColumnType, NumberType | undefined>> = {
  text: undefined,
  integer: { read: readInteger, put: putInteger },
  int64: { read: readInteger, put: putInteger },
  number: { read: readNumber, put: putReal },
  boolean: { read: readBoolean, put: putInteger },
  time: undefined,
  json: undefined,
}

/** Texts that stand side by side in their batch, and so are copied in one go. */
type Texts = { readonly from: DataView; start: number; end: number }

/** Copies the texts, and begins anew at a place. */
function takeTexts(room: Room, texts: Texts, next: number): void {
  const size = texts.end - texts.start
  if (size > 0) {
    reserve(room, size)
    copyText(room, room.at, texts)
    room.at += size
  }
  texts.start = texts.end = next
}

type Head = { readonly head: Uint8Array; readonly size: number; readonly begin: number }

/** Puts the head right before the values, and before it its size, in which that counts, too; gives its place. */
function putHead({ bytes }: Room, { head, size, begin }: Head): number {
  const inSize = size + 1 < 0x80 ? 1 : size + 2 < 0x4000 ? 2 : 3
  const start = begin - size - inSize
  const after = putVarint(bytes, start, size + inSize)
  for (let i = 0; i < size; i++) bytes[after + i] = head[i] ?? 0
  return start
}
