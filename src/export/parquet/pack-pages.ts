import type { ColumnPages } from './column-pages.ts'
import type { Compressor } from './compressor.ts'
import type { Page, StoredPage } from './page-header.ts'

/** The pages of a column as they are written. */
export type StoredPages = {
  readonly isPacked: boolean
  readonly dictionary: StoredPage | undefined
  readonly cells: StoredPage
}

// What a frame adds is more than such pages can save.
const smallPages = 64

/** Compresses the pages of a column, if they get smaller by it: both or none. */
export async function packPages(
  { dictionary, cells }: ColumnPages,
  compressor: Compressor,
): Promise<StoredPages> {
  const asIs = { isPacked: false, dictionary: dictionary && storeAsIs(dictionary), cells: storeAsIs(cells) }
  const size = storedSize(asIs)
  if (size < smallPages) return asIs
  const packed = {
    isPacked: true,
    dictionary: dictionary && (await storePacked(compressor, dictionary)),
    cells: await storePacked(compressor, cells),
  }
  return storedSize(packed) < size ? packed : asIs
}

const storedSize = ({ dictionary, cells }: StoredPages): number => (dictionary?.size ?? 0) + cells.size

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
