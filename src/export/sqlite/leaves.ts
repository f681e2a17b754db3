import type { Room } from '../room.ts'
import { numberAfter, type Pages } from './pages.ts'
import type { Payload } from './payloads.ts'
import { putVarint, sizeOfVarint } from './varint.ts'

/** The rows of a table in pages, as many in each as fit: "B-tree Pages" in https://sqlite.org/fileformat2.html. */
export type Leaves = {
  /** Adds a row; gives the number of the page that became full before it, 0 where there was room for it. */
  readonly add: (payload: Payload) => number
  /** How many rows were added; the number of each is how many there are with it. */
  readonly rows: () => number
  /** The page that is not full yet. */
  readonly last: () => Uint8Array
}

const leafType = 0x0d
const headerSize = 8

/** Pages for the rows of a table; those that are full go to the end of the file. */
export function makeLeaves(pages: Pages): Leaves {
  const { pageSize } = pages
  const page = new Uint8Array(pageSize)
  const view = new DataView(page.buffer)
  // Cells fill the page from its end, and the list of their places from its beginning.
  let [rows, cells, begin] = [0, 0, pageSize]
  const last = (): Uint8Array => {
    page.fill(0, 0, headerSize)
    page.fill(0, headerSize + 2 * cells, begin)
    page[0] = leafType
    view.setUint16(3, cells)
    // The largest size, which the field has no room for, is told as 0.
    view.setUint16(5, begin % 0x1_0000)
    return page
  }
  return {
    add: ({ room, start, end }) => {
      rows++
      const local = localSize(end - start, pageSize)
      const isSplit = start + local < end
      const size = sizeOfVarint(end - start) + sizeOfVarint(rows) + local + (isSplit ? linkSize : 0)
      let full = 0
      if (headerSize + 2 * (cells + 1) + size > begin) {
        full = pages.add(last())
        ;[cells, begin] = [0, pageSize]
      }
      begin -= size
      const at = begin + sizeOfVarint(end - start) + sizeOfVarint(rows)
      copyBack(room, start, { page: view, at, size: local })
      if (isSplit) view.setUint32(at + local, addRest(pages, { room, start: start + local, end }))
      putVarint(page, putVarint(page, begin, end - start), rows)
      view.setUint16(headerSize + 2 * cells++, begin)
      return full
    },
    rows: () => rows,
    last,
  }
}

type Place = { readonly page: DataView; readonly at: number; readonly size: number }

/** Copies bytes to a page, from their end on; up to three before them may be others then. */
function copyBack({ bytes, view }: Room, start: number, { page, at, size }: Place): void {
  if (size > shortRow) {
    new Uint8Array(page.buffer).set(bytes.subarray(start, start + size), at)
    return
  }
  for (let left = size - 4; left > -4; left -= 4)
    page.setUint32(at + left, view.getUint32(start + left, true), true)
}

// Below it, a loop costs less than views and a call.
const shortRow = 512

const linkSize = 4

/** How much of a payload stands in its leaf: all, or as much as lets the rest fill its pages ("B-tree Cell Format"). */
function localSize(size: number, pageSize: number): number {
  const most = pageSize - 35
  if (size <= most) return size
  const least = Math.floor(((pageSize - 12) * 32) / 255) - 23
  const filling = least + ((size - least) % (pageSize - linkSize))
  return filling <= most ? filling : least
}

/** Adds the rest of a payload as pages, each of which names the next; gives the number of the first. */
function addRest(pages: Pages, { room: { bytes }, start, end }: Payload): number {
  const first = pages.next()
  const most = pages.pageSize - linkSize
  const page = new Uint8Array(pages.pageSize)
  const view = new DataView(page.buffer)
  for (let at = start; at < end; at += most) {
    const size = Math.min(most, end - at)
    view.setUint32(0, at + size < end ? numberAfter(pages.next(), pages.pageSize) : 0)
    page.set(bytes.subarray(at, at + size), linkSize)
    page.fill(0, linkSize + size)
    pages.add(page)
  }
  return first
}
