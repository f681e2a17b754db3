import type { Sink } from '../format.ts'
import { crc32, deflateEnd } from './deflate.ts'
import { makePacker } from './packer.ts'
import { bytesOf, type Room } from './room.ts'
import { centralHeader, descriptor, endOfZip, localHeader, most32, type ZipEntry } from './zip-records.ts'

/** A zip file that is written from first to last. */
export type Zip = {
  /** Begins a file in it. */
  readonly begin: (name: string) => Promise<void>
  /** Takes what is in the room, and leaves it empty. */
  readonly take: (room: Room) => Promise<void>
  /** Ends the file that was begun last. */
  readonly end: () => Promise<void>
  /** Ends the zip file. */
  readonly finish: () => Promise<void>
  /** Lets go of its memory, also where the file was not finished. */
  readonly close: () => void
}

/** A zip file into a sink; sizes above `most` are written as zip64. */
export function makeZip(out: Sink, most: number = most32): Zip {
  const entries: ZipEntry[] = []
  const packer = makePacker()
  let at = 0
  const write = (bytes: Uint8Array): Promise<void> => {
    at += bytes.length
    return out(bytes)
  }
  const writeOldest = async (entry: ZipEntry): Promise<void> => {
    for (const packed of await packer.oldest()) {
      entry.packed += packed.length
      await write(packed)
    }
  }
  let entry: ZipEntry = newEntry('', 0)
  return {
    begin: async (name) => {
      entry = newEntry(name, at)
      entries.push(entry)
      await write(localHeader(entry))
    },
    take: async (room) => {
      const bytes = room.bytes.subarray(0, room.at)
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      packer.pack(room)
      if (packer.isFull()) await writeOldest(entry)
    },
    end: async () => {
      while (packer.isBusy()) await writeOldest(entry)
      entry.packed += deflateEnd.length
      await write(deflateEnd)
      await write(descriptor(entry, most))
    },
    finish: async () => {
      for (const part of directoryOf(entries, at, most)) await out(part)
    },
    close: packer.close,
  }
}

const newEntry = (name: string, at: number): ZipEntry => ({
  name: bytesOf(name),
  at,
  crc: 0,
  packed: 0,
  size: 0,
})

/** The table at the end, which begins there. */
function directoryOf(entries: readonly ZipEntry[], start: number, most: number): readonly Uint8Array[] {
  const lines = entries.map((entry) => centralHeader(entry, most))
  const end = lines.reduce((sum, line) => sum + line.length, start)
  return [...lines, endOfZip({ files: entries.length, start, end }, most)]
}
