import { open, type FileHandle } from 'node:fs/promises'

/** Pages that are added to the end of a database that nobody else has open. */
export type Pages = {
  readonly pageSize: number
  /** Adds a page that holds these bytes, as many as a page has; gives its number. */
  readonly add: (page: Uint8Array) => number
  /** The number that the next page gets. */
  readonly next: () => number
  /** Whether it is time to flush. */
  readonly isFull: () => boolean
  /** Writes what was added; what comes then may be added while that goes on. */
  readonly flush: () => Promise<void>
  /** Ends the adding: writes what waits, one page in the place of another, and tells the database how many there are. */
  readonly end: (page: Uint8Array, at: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens a database to add pages to it. */
export async function openPages(path: string): Promise<Pages> {
  const file = await open(path, 'r+')
  try {
    const head = await headerOf(file)
    // One is the largest size, which the field has no room for.
    const told = head.getUint16(places.pageSize)
    return pagesOf(file, { pageSize: told === 1 ? 65_536 : told, count: head.getUint32(places.count) })
  } catch (error) {
    await file.close()
    throw error
  }
}

// In the first bytes of the file ("The Database Header").
const headerSize = 100
const places = { pageSize: 16, count: 28 } as const

async function headerOf(file: FileHandle): Promise<DataView> {
  const bytes = new Uint8Array(headerSize)
  await file.read(bytes, 0, headerSize, 0)
  return new DataView(bytes.buffer)
}

/** Bytes that are written at once. */
const usualRoom = 256 * 1024

type Writing = {
  readonly file: FileHandle
  readonly pageSize: number
  /** Pages that are in the file, or on their way. */
  count: number
  /** Pages that wait, one after another, and the place after the last one. */
  room: Uint8Array
  at: number
  /** Room for those that come while others are written. */
  spare: Uint8Array
  onTheirWay: Promise<void>
  /** Bytes since the system was last asked to make all durable, and its doing so. */
  unsynced: number
  syncing: Promise<void>
}

/** Bytes that are made durable while the next ones are written, so that little is left to wait for at the end. */
const syncedAtOnce = 16 * 1024 * 1024

function pagesOf(file: FileHandle, { pageSize, count }: Pick<Writing, 'pageSize' | 'count'>): Pages {
  const writing: Writing = {
    file,
    pageSize,
    count,
    room: new Uint8Array(usualRoom),
    at: 0,
    spare: new Uint8Array(usualRoom),
    onTheirWay: Promise.resolve(),
    unsynced: 0,
    syncing: Promise.resolve(),
  }
  const next = (): number => numberAfter(writing.count + writing.at / pageSize, pageSize)
  return {
    pageSize,
    next,
    add: (page) => {
      const number = next()
      put(writing, page, number)
      return number
    },
    isFull: () => writing.at >= usualRoom,
    flush: () => flush(writing),
    end: async (page, at) => {
      await flush(writing)
      await writing.onTheirWay
      await writeAt(file, page, (at - 1) * pageSize)
      const told = new DataView(new ArrayBuffer(4))
      told.setUint32(0, writing.count)
      await writeAt(file, new Uint8Array(told.buffer), places.count)
    },
    close: async () => {
      await Promise.allSettled([writing.onTheirWay, writing.syncing])
      await file.close()
    },
  }
}

/** Where SQLite locks a file, so that no page may lie there ("The Lock-Byte Page"). */
const lockByte = 2 ** 30

/** The number of the page that follows on so many. */
export const numberAfter = (count: number, pageSize: number): number =>
  count * pageSize === lockByte ? count + 2 : count + 1

function put(writing: Writing, page: Uint8Array, number: number): void {
  const { count, pageSize } = writing
  const at = (number - 1 - count) * pageSize
  if (at + pageSize > writing.room.length) {
    const larger = new Uint8Array(Math.max(2 * writing.room.length, at + pageSize))
    larger.set(writing.room.subarray(0, writing.at))
    writing.room = larger
  }
  // A page that is passed over is zeros.
  writing.room.fill(0, writing.at, at)
  writing.room.set(page, at)
  writing.at = at + pageSize
}

async function flush(writing: Writing): Promise<void> {
  const { file, pageSize, room, at, spare, count } = writing
  await writing.onTheirWay
  writing.onTheirWay = writeAt(file, room.subarray(0, at), count * pageSize)
  // Whoever flushes next, or ends, is told.
  writing.onTheirWay.catch(() => undefined)
  writing.unsynced += at
  if (writing.unsynced >= syncedAtOnce) syncOn(writing)
  writing.count += at / pageSize
  writing.at = 0
  writing.spare = room
  // One huge row would keep its memory to the end.
  writing.room = spare.length > 2 * usualRoom ? new Uint8Array(usualRoom) : spare
}

function syncOn(writing: Writing): void {
  writing.unsynced = 0
  // Its failure is told again to whoever makes the whole file durable.
  writing.syncing = Promise.all([writing.syncing, writing.file.datasync()]).then(() => undefined)
  writing.syncing.catch(() => undefined)
}

async function writeAt(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten
}
