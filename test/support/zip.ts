import { crc32, inflateRawSync } from 'node:zlib'

/** The files of a zip file by name, read by its table and checked against what stands before and behind each. */
export function unzip(zip: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength)
  const { files, start, size, end } = directoryOf(bytes)
  const read = new Map<string, Buffer>()
  let [at, expected] = [start, 0]
  for (let i = 0; i < files; i++) {
    const entry = entryAt(bytes, at)
    if (entry.offset !== expected) throw new Error(`${entry.name} begins at ${entry.offset}, not ${expected}`)
    const file = fileOf(bytes, entry)
    expected = file.end
    if (read.has(entry.name)) throw new Error(`${entry.name} is there twice`)
    read.set(entry.name, file.content)
    at = entry.end
  }
  if (at - start !== size || at !== end) throw new Error('the table has another size')
  if (expected !== start) throw new Error('something stands between the files and their table')
  return read
}

type Entry = {
  readonly name: string
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly offset: number
  readonly end: number
}

const expectSign = (bytes: Buffer, at: number, sign: number): void => {
  if (bytes.readUInt32LE(at) !== sign) throw new Error(`no ${sign.toString(16)} at ${at}`)
}

function directoryOf(bytes: Buffer): { files: number; start: number; size: number; end: number } {
  const last = bytes.length - 22
  expectSign(bytes, last, 0x0605_4b50)
  const [files, size, start] = [
    bytes.readUInt16LE(last + 10),
    bytes.readUInt32LE(last + 12),
    bytes.readUInt32LE(last + 16),
  ]
  return { files, start, size, end: last }
}

function entryAt(bytes: Buffer, at: number): Entry {
  expectSign(bytes, at, 0x0201_4b50)
  if (bytes.readUInt32LE(at + 12) !== 0x0021_0000) throw new Error('a date that is not fixed')
  const nameSize = bytes.readUInt16LE(at + 28)
  if (bytes.readUInt16LE(at + 30) > 0) throw new Error('an extra field')
  return {
    name: bytes.toString('utf8', at + 46, at + 46 + nameSize),
    crc: bytes.readUInt32LE(at + 16),
    packed: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    offset: bytes.readUInt32LE(at + 42),
    end: at + 46 + nameSize,
  }
}

function fileOf(bytes: Buffer, entry: Entry): { content: Buffer; end: number } {
  const { offset: at, packed, size, crc, name } = entry
  expectSign(bytes, at, 0x0403_4b50)
  const begin = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  if (bytes.toString('utf8', at + 30, at + 30 + bytes.readUInt16LE(at + 26)) !== name)
    throw new Error(`${name} has two names`)
  const behind = begin + packed
  expectSign(bytes, behind, 0x0807_4b50)
  const [told, toldPacked, toldSize] = [4, 8, 12].map((field) => bytes.readUInt32LE(behind + field))
  const content = inflateRawSync(bytes.subarray(begin, behind))
  if (content.length !== size || toldSize !== size || toldPacked !== packed || told !== crc)
    throw new Error(`${name} is told to be otherwise`)
  if (crc32(content) !== crc) throw new Error(`${name} has another check sum`)
  return { content, end: behind + 16 }
}
