/** A file in a zip file. */
export type ZipEntry = {
  readonly name: Uint8Array
  /** Where it begins. */
  readonly at: number
  crc: number
  /** Bytes in the zip file, and unpacked. */
  packed: number
  size: number
}

/** The most that four bytes hold, in a field where it means "look further". */
export const most32 = 0xffff_ffff
const most16 = 0xffff

/** What stands before a file of which nothing but its name is known; its sizes come behind it. */
export const localHeader = ({ name }: ZipEntry): Uint8Array =>
  record(
    [[4, 0x0403_4b50], [2, versionOf(false)], ...sameOfAll, [4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]],
    name,
  )

/** What stands behind a file: its check sum and sizes, these in eight bytes where four are too few. */
export function descriptor({ crc, packed, size }: ZipEntry, most: number): Uint8Array {
  const width = packed > most || size > most ? 8 : 4
  return record([
    [4, 0x0807_4b50],
    [4, crc],
    [width, packed],
    [width, size],
  ])
}

/** The line of a file in the table at the end. */
export function centralHeader(entry: ZipEntry, most: number): Uint8Array {
  const { name, crc, packed, size, at } = entry
  const isLarge = packed > most || size > most
  const large = [...(isLarge ? [size, packed] : []), ...(at > most ? [at] : [])]
  const more = large.length === 0 ? none : record([[2, 1], [2, large.length * 8], ...large.map(inEight)])
  return record(
    [
      [4, 0x0201_4b50],
      [2, versionOf(large.length > 0)],
      [2, versionOf(large.length > 0)],
      ...sameOfAll,
      [4, crc],
      [4, isLarge ? most32 : packed],
      [4, isLarge ? most32 : size],
      [2, name.length],
      [2, more.length],
      // No comment, on the first disk, nothing said of the file.
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, at > most ? most32 : at],
    ],
    name,
    more,
  )
}

/** Where the table of so many files stands. */
export type Directory = { readonly files: number; readonly start: number; readonly end: number }

/** The end of a zip file. */
export function endOfZip({ files, start, end }: Directory, most: number): Uint8Array {
  const isLarge = files > most16 || start > most || end - start > most
  const large = isLarge ? largeEnd({ files, start, end }) : none
  return record(
    [],
    large,
    record([
      [4, 0x0605_4b50],
      [2, 0],
      [2, 0],
      [2, isLarge ? most16 : files],
      [2, isLarge ? most16 : files],
      [4, isLarge ? most32 : end - start],
      [4, isLarge ? most32 : start],
      [2, 0],
    ]),
  )
}

const largeEnd = ({ files, start, end }: Directory): Uint8Array =>
  record([
    [4, 0x0606_4b50],
    [8, 44],
    [2, versionOf(true)],
    [2, versionOf(true)],
    [4, 0],
    [4, 0],
    [8, files],
    [8, files],
    [8, end - start],
    [8, start],
    // Where that began.
    [4, 0x0706_4b50],
    [4, 0],
    [8, end],
    [4, 1],
  ])

type Field = readonly [width: 2 | 4 | 8, value: number]

const none = new Uint8Array(0)
const inEight = (value: number): Field => [8, value]

/** The version of zip that a reader has to know. */
const versionOf = (isLarge: boolean): number => (isLarge ? 45 : 20)

/** Sizes come behind the file; deflate; midnight of 1 January 1980, so that the same cells are the same bytes. */
const sameOfAll: readonly Field[] = [
  [2, 0x0008],
  [2, 8],
  [2, 0],
  [2, 0x0021],
]

/** Fields, and bytes behind them. */
function record(fields: readonly Field[], ...behind: readonly Uint8Array[]): Uint8Array {
  const size = fields.reduce((sum, [width]) => sum + width, 0)
  const bytes = new Uint8Array(behind.reduce((sum, part) => sum + part.length, size))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true)
    else if (width === 4) view.setUint32(at, value, true)
    else view.setBigUint64(at, BigInt(value), true)
    at += width
  }
  for (const part of behind) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
