import type { TableColumn } from '../table.ts'
import { makePageRoom, shrinkPageRoom, toPages, type ColumnPages } from './column-pages.ts'
import type { Compressor } from './compressor.ts'
import { makeFindDictionary } from './dictionary.ts'
import { encodings } from './encodings.ts'
import type { ChunkWritten, Footer } from './footer.ts'
import type { Output } from './output.ts'
import { dataPageHeader, dictionaryPageHeader, type Page, type StoredPage } from './page-header.ts'
import type { GroupLimits, WaitingRows } from './waiting-rows.ts'

/** Writes the rows that wait as a row group, and clears them. */
export type WriteRowGroup = (waiting: WaitingRows) => Promise<void>

type Target = {
  readonly columns: readonly TableColumn[]
  readonly output: Output
  readonly compressor: Compressor
  readonly footer: Footer
}

/** Writes row groups, a column after another: while one is compressed and written, the next is encoded. */
export function makeWriteRowGroup(target: Target, limits: GroupLimits): WriteRowGroup {
  const { columns, footer } = target
  const findDictionary = makeFindDictionary(limits.rows)
  const rooms = [makePageRoom(), makePageRoom()] as const
  return async (waiting) => {
    const rows = waiting.rows()
    const write = async (pages: ColumnPages): Promise<void> => {
      const packed = await packPages(target.compressor, pages)
      const placed = await writePages(target.output, packed)
      const { held, range } = pages
      footer.addChunk({ rows, nulls: rows - held, range, isPacked: packed.isPacked, ...placed })
    }
    let writing = Promise.resolve()
    for (const [i, { type }] of columns.entries()) {
      const room = rooms[i % 2 === 0 ? 0 : 1]
      const pages = toPages(waiting.cellsOf(i), { type, rows, findDictionary, room })
      await writing
      writing = write(pages)
    }
    await writing
    footer.endRowGroup()
    waiting.clear()
    for (const room of rooms) shrinkPageRoom(room, limits.bytes)
  }
}

/** The pages of a column as they are written. */
type StoredPages = {
  readonly isPacked: boolean
  readonly dictionary: StoredPage | undefined
  readonly cells: StoredPage
}

// What a frame adds is more than such pages can save.
const smallPages = 64

/** Compresses the pages of a column, if they get smaller by it: both or none. */
async function packPages(compressor: Compressor, { dictionary, cells }: ColumnPages): Promise<StoredPages> {
  const asIs = { isPacked: false, dictionary: dictionary && storeAsIs(dictionary), cells: storeAsIs(cells) }
  const size = sizeOf(asIs)
  if (size < smallPages) return asIs
  const packed = {
    isPacked: true,
    dictionary: dictionary && (await storePacked(compressor, dictionary)),
    cells: await storePacked(compressor, cells),
  }
  return sizeOf(packed) < size ? packed : asIs
}

const sizeOf = ({ dictionary, cells }: StoredPages): number => (dictionary?.size ?? 0) + cells.size

const storeAsIs = ({ values, bytes }: Page): StoredPage => ({
  values,
  pieces: [bytes],
  size: bytes.length,
  unpacked: bytes.length,
})

async function storePacked({ compress }: Compressor, { values, bytes }: Page): Promise<StoredPage> {
  const pieces = await compress(bytes)
  const size = pieces.reduce((sum, { length }) => sum + length, 0)
  return { values, pieces, size, unpacked: bytes.length }
}

type Placed = Pick<ChunkWritten, 'dictionaryAt' | 'cellsAt' | 'size' | 'unpacked'>

async function writePages(output: Output, { dictionary, cells }: StoredPages): Promise<Placed> {
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
