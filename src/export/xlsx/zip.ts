import { crc32, constants, createDeflateRaw } from 'node:zlib'
import { type ByteBuffer, makeBuffer, viewOf, type Sink } from '../../record/bytes.ts'
import { misuse } from '../../failure/failure.ts'
import { bytesOf } from './text.ts'

/** A zip file that is written as a stream. */
export type Zip = {
  /** Begins a file in it. */
  readonly begin: (name: string) => Promise<void>
  /** Takes what is in the buffer, and leaves it empty. */
  readonly take: (buffer: ByteBuffer) => Promise<void>
  /** Ends the file that was begun last. */
  readonly end: () => Promise<void>
  /** Ends the zip file. */
  readonly finish: () => Promise<void>
  /** Frees its memory, also if the file was not finished. */
  readonly close: () => void
}

/** A zip file into a sink. Throws a Failure where it would be larger than `max` bytes: readers of workbooks give up long before. */
export function makeZip(out: Sink, max = 0xffff_ffff): Zip {
  const entries: ZipEntry[] = []
  const packer = makePacker()
  let at = 0
  const write = (bytes: Uint8Array): Promise<void> => {
    at += bytes.length
    if (at > max)
      throw misuse(
        'A workbook holds 4 GiB at most, and this one would be larger. Choose some --columns, or write CSV.',
      )
    return out(bytes)
  }
  const writeOldest = async (entry: ZipEntry): Promise<void> => {
    for (const packed of await packer.oldest()) {
      entry.packed += packed.length
      await write(packed)
    }
  }
  let entry: ZipEntry = { name: none, at: 0, crc: 0, packed: 0, size: 0 }
  return {
    begin: async (name) => {
      entry = { name: bytesOf(name), at, crc: 0, packed: 0, size: 0 }
      entries.push(entry)
      await write(localHeader(entry))
    },
    take: async (buffer) => {
      const bytes = buffer.bytes.subarray(0, buffer.at)
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      packer.pack(buffer)
      if (packer.isFull()) await writeOldest(entry)
    },
    end: async () => {
      while (packer.isBusy()) await writeOldest(entry)
      entry.packed += deflateEnd.length
      await write(deflateEnd)
      await write(descriptor(entry))
    },
    finish: async () => {
      const start = at
      for (const one of entries) await write(centralHeader(one))
      await write(endOfZip(entries.length, start, at))
    },
    close: packer.close,
  }
}

/** The size of compressed blocks: smaller ones compress worse, larger ones cost memory and are no faster. */
export const blockSize = 512 * 1024

/** How many blocks are compressed while the next one is filled. */
const depth = 3

/** A block, and space for the row that ends beyond it. */
const bufferSize = blockSize + 128 * 1024

/** A buffer as the zip file takes it. */
export const makeBlock = (): ByteBuffer => makeBuffer(bufferSize)

/** Packs blocks as `makeBlock` makes them, several at once. */
function makePacker() {
  const packing: { readonly block: Uint8Array; readonly packed: Promise<readonly Uint8Array[]> }[] = []
  const spare: Uint8Array[] = []
  const lanes = Array.from({ length: depth + 1 }, makeDeflate)
  return {
    /** Packs what is in the buffer, and leaves it empty. */
    pack: (buffer: ByteBuffer): void => {
      const [lane] = lanes.splice(0, 1)
      if (lane === undefined) throw new Error('a block more than are packed at once')
      lanes.push(lane)
      packing.push({ block: buffer.bytes, packed: lane.pack(buffer.bytes.subarray(0, buffer.at)) })
      buffer.bytes = spare.pop() ?? new Uint8Array(bufferSize)
      buffer.view = viewOf(buffer.bytes)
      buffer.at = 0
    },
    isBusy: (): boolean => packing.length > 0,
    /** Whether `oldest` must be called before the next `pack`. */
    isFull: (): boolean => packing.length > depth,
    /** The oldest block, compressed. */
    oldest: async (): Promise<readonly Uint8Array[]> => {
      const oldest = packing.shift()
      if (oldest === undefined) return []
      const packed = await oldest.packed
      // A block that grew is not reused, so that one huge row does not hold its memory to the end.
      if (oldest.block.length === bufferSize && spare.length < depth) spare.push(oldest.block)
      return packed
    },
    close: (): void => {
      for (const lane of lanes) lane.close()
    },
  }
}

/**
 * Compresses blocks in order on another thread. They can be concatenated with those of other compressors, so that several work
 * in parallel.
 */
function makeDeflate() {
  const stream = createDeflateRaw(options)
  let parts: Uint8Array[] = []
  stream.on('data', (part: Uint8Array) => void parts.push(part))
  return {
    pack: (bytes: Uint8Array) =>
      new Promise<readonly Uint8Array[]>((resolve, reject) => {
        stream.once('error', reject)
        stream.write(bytes)
        // Later data must not refer to data before this point.
        stream.flush(constants.Z_FULL_FLUSH, () => {
          stream.off('error', reject)
          // What the stream still holds comes as `data`, too.
          while (stream.read() !== null);
          resolve(parts)
          parts = []
        })
      }),
    close: (): void => stream.close(),
  }
}

/** The last block of a deflate stream, empty. */
const deflateEnd = Uint8Array.of(0x03, 0x00)

// Level 1: higher levels take several times the time of everything else, for a file smaller by a quarter.
const options = { level: 1, chunkSize: 128 * 1024 }

/** A file in a zip file. */
type ZipEntry = {
  readonly name: Uint8Array
  readonly at: number
  crc: number
  /** Bytes in the zip file, and unpacked. */
  packed: number
  size: number
}

/** The header of a file whose sizes are not known yet: a data descriptor follows the file. */
const localHeader = ({ name }: ZipEntry): Uint8Array =>
  record(
    [[4, 0x0403_4b50], [2, version], ...sameOfAll, [4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]],
    name,
  )

/** The data descriptor behind a file: its checksum and sizes. */
const descriptor = ({ crc, packed, size }: ZipEntry): Uint8Array =>
  record([
    [4, 0x0807_4b50],
    [4, crc],
    [4, packed],
    [4, size],
  ])

/** The entry of a file in the central directory. */
const centralHeader = ({ name, crc, packed, size, at }: ZipEntry): Uint8Array =>
  record(
    [
      [4, 0x0201_4b50],
      [2, version],
      [2, version],
      ...sameOfAll,
      [4, crc],
      [4, packed],
      [4, size],
      [2, name.length],
      // No extra fields, no comment, first disk, no attributes.
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, at],
    ],
    name,
  )

/** The end of a zip file with so many files, whose central directory is between two places. */
const endOfZip = (files: number, start: number, end: number): Uint8Array =>
  record([
    [4, 0x0605_4b50],
    [2, 0],
    [2, 0],
    [2, files],
    [2, files],
    [4, end - start],
    [4, start],
    [2, 0],
  ])

type Field = readonly [width: 2 | 4, value: number]

const none = new Uint8Array(0)

/** The version of zip that a reader needs: 2.0. */
const version = 20

/** The sizes follow the file; deflate; midnight of 1 January 1980, so that the same cells are the same bytes. */
const sameOfAll: readonly Field[] = [
  [2, 0x0008],
  [2, 8],
  [2, 0],
  [2, 0x0021],
]

function record(fields: readonly Field[], behind: Uint8Array = none): Uint8Array {
  const size = fields.reduce((sum, [width]) => sum + width, 0)
  const bytes = new Uint8Array(size + behind.length)
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += width
  }
  bytes.set(behind, at)
  return bytes
}
