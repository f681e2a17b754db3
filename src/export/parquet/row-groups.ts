import type { TableColumn } from '../table.ts'
import { makePageRoom, shrinkPageRoom, sizeOfPages, toPages, type PageRoom } from './column-pages.ts'
import { makeCompressor, type Compressor } from './compressor.ts'
import { encodings } from './encodings.ts'
import type { ChunkWritten, Footer } from './footer.ts'
import type { Output } from './output.ts'
import { dataPageHeader, dictionaryPageHeader, type StoredPage } from './page-header.ts'
import { packPages, type StoredPages } from './pack-pages.ts'
import { makeQueue } from './queue.ts'
import type { WaitingRows } from './waiting-rows.ts'

/** Writes row groups. */
export type RowGroups = {
  /** Writes the rows that wait, and clears them; what is not on its way into the file yet goes on by itself. */
  readonly write: (waiting: WaitingRows) => Promise<void>
  /** Waits until all are written. */
  readonly end: () => Promise<void>
  /** Gives their memory back. */
  readonly close: () => void
}

type Target = {
  readonly columns: readonly TableColumn[]
  readonly output: Output
  readonly footer: Footer
}

// One is encoded while others are compressed, and some take much longer than others: with fewer, both wait for each other.
const columnsAtOnce = 6
const mostWaiting = { things: columnsAtOnce - 1, bytes: 4 * 2 ** 20 }

/** What a column needs on its way into the file. */
type Lane = { readonly room: PageRoom; readonly compressor: Compressor }

const makeLane = (): Lane => ({ room: makePageRoom(), compressor: makeCompressor() })

/** Writes row groups, a column after another: while some are compressed and written, the next is encoded. */
export function makeRowGroups({ columns, output, footer }: Target): RowGroups {
  const lanes = Array.from({ length: columnsAtOnce }, makeLane)
  const queue = makeQueue(mostWaiting)
  const nextLane = (): Lane => {
    const [lane] = lanes.splice(0, 1)
    if (lane === undefined) throw new Error('more columns at once than there is room for')
    lanes.push(lane)
    shrinkPageRoom(lane.room, mostWaiting.bytes)
    return lane
  }
  return {
    write: async (waiting) => {
      const rows = waiting.rows()
      for (const [i, { type }] of columns.entries()) {
        const lane = nextLane()
        const pages = toPages(waiting.cellsOf(i), { type, rows, room: lane.room })
        const packing = packPages(pages, lane.compressor)
        // Whoever writes it is told.
        packing.catch(() => undefined)
        await queue.add(async () => {
          const { isPacked, ...stored } = await packing
          const placed = await writePages(output, stored)
          footer.addChunk({ rows, nulls: rows - pages.held, range: pages.range, isPacked, ...placed })
        }, sizeOfPages(pages))
      }
      await queue.add(async () => footer.endRowGroup(), 0)
      waiting.clear()
    },
    end: queue.end,
    close: () => {
      for (const { compressor } of lanes) compressor.close()
    },
  }
}

type Placed = Pick<ChunkWritten, 'dictionaryAt' | 'cellsAt' | 'size' | 'unpacked'>

async function writePages(
  output: Output,
  { dictionary, cells }: Omit<StoredPages, 'isPacked'>,
): Promise<Placed> {
  const begin = output.at()
  let unpacked = 0
  const write = async (header: Uint8Array, page: StoredPage): Promise<void> => {
    for (const bytes of [header, ...page.pieces]) await output.write(bytes)
    unpacked += header.length + page.unpacked
  }
  if (dictionary !== undefined) await write(dictionaryPageHeader(dictionary), dictionary)
  const cellsAt = output.at()
  const encoding = dictionary === undefined ? encodings.plain : encodings.rleDictionary
  await write(dataPageHeader(cells, encoding), cells)
  return {
    dictionaryAt: dictionary === undefined ? undefined : begin,
    cellsAt,
    size: output.at() - begin,
    unpacked,
  }
}
