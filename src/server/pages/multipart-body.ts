import { createHash } from 'node:crypto'
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PendingBlob } from '../../store/blobs.ts'
import type { Limits } from '../../store/rate-limits.ts'
import { networkOf } from '../visitor.ts'
import type { PageWorld } from '../world.ts'
import { refusal } from './page-refusal.ts'

export type SentFile = {
  readonly field: string
  readonly name: string
  readonly contentType: string
  /** In bytes. For a file that is too large, only the bytes that were read. */
  readonly size: number
  readonly isTooLarge: boolean
  /** SHA-256 of its bytes, hex. */
  readonly sha256: string
  /** Its first bytes, by which its type is known. */
  readonly head: Uint8Array
  /** Keeps its bytes under an id. */
  readonly keep: PendingBlob['keep']
}

/** What the page sent: its fields by name, and its files. */
export type Submission = {
  readonly fields: ReadonlyMap<string, readonly string[]>
  readonly files: readonly SentFile[]
  /** Forgets the files that were not kept. */
  readonly close: () => Promise<void>
}

const largestFile = 10 * 1024 * 1024

/** The most bytes of a submission beside its files. */
export const largestSubmission = 256 * 1024

/** The most bytes of a refused body that are read and dropped: browsers send all before they show our reply. */
export const mostDrained = 256 * 1024 * 1024

/** The most fields and files of a submission. A step has 2,000 options and fields at most. */
export const mostParts = 5000

/** Enough to know a type by. */
const headLength = 16

const bodyLimits = { parts: mostParts, headerPairs: 20, headerSize: 8 * 1024 }

type MultipartOptions = {
  readonly contentType: string
  readonly fileFields: ReadonlySet<string>
  /** The most bytes of the body, and the error that refuses more. */
  readonly limit: number
  readonly tooLarge: Error
  readonly receiving: UploadSlot
  readonly world: Pick<PageWorld, 'blobs'>
}

type FileEvent = [string | undefined, BusboyFileStream, string | undefined, string, string]

type SentName = Pick<SentFile, 'field' | 'name' | 'contentType'>

/** A body with parts while it is read. */
export class MultipartBody {
  private size = 0
  private readonly options: MultipartOptions
  private readonly pairs: [string, string][] = []
  private readonly files: SentFile[] = []
  private readonly streams: BusboyFileStream[] = []
  private textSize = 0
  private readonly blobs: PendingBlob[] = []
  /** The files that came, one after the other. */
  private storing: Promise<void> = Promise.resolve()
  private fault: unknown
  private wake: () => void = () => undefined

  constructor(options: MultipartOptions) {
    this.options = options
  }

  /** Reads it to its end also when it is refused, or a browser would show a broken connection in place of our sentence. */
  async read(payload: Readable): Promise<Submission> {
    const parser = await this.parser()
    try {
      for await (const chunk of bodyOf(payload)) {
        this.count(chunk.length)
        if (this.fault === undefined) await this.untilDone((done) => parser?.write(chunk, done))
        else await this.close()
      }
      await this.untilDone((done) => parser?.once('finish', done).end())
    } catch (error) {
      this.fail(error)
    }
    await this.storing
    if (this.fault !== undefined) {
      await this.close()
      throw this.fault
    }
    return { fields: byName(this.pairs), files: this.files, close: () => this.close() }
  }

  private count(bytes: number): void {
    if (this.fault !== undefined) return
    this.size += bytes
    try {
      if (this.size > this.options.limit) throw this.options.tooLarge
      this.options.receiving.take(bytes)
    } catch (error) {
      this.fail(error)
    }
  }

  private async parser(): Promise<BusboyInstance | undefined> {
    const { default: Busboy } = await import('@fastify/busboy')
    try {
      const parser = new Busboy({
        headers: { 'content-type': this.options.contentType },
        preservePath: true,
        isPartAFile: (_field, _type, name) => name !== undefined,
        limits: { ...bodyLimits, fieldSize: largestSubmission, fileSize: largestFile },
      })
      // A part may have no name.
      parser.on('field', (...[name, value, , isCut]: [string | undefined, string, boolean, boolean]) =>
        this.takeText(unescaped(name), value, isCut),
      )
      parser.on('file', (...[field, stream, name, , contentType]: FileEvent) =>
        this.takeFile(stream, { field: unescaped(field), name: unescaped(name), contentType }),
      )
      parser.on('partsLimit', () => this.fail(refusal('unreadable')))
      parser.on('error', () => this.fail(refusal('unreadable')))
      return parser
    } catch {
      // It has no boundary.
      this.fail(refusal('unreadable'))
      return undefined
    }
  }

  private takeText(name: string, value: string, isCut: boolean): void {
    this.textSize += Buffer.byteLength(name) + Buffer.byteLength(value)
    if (isCut || this.textSize > largestSubmission) this.fail(refusal('text-too-large'))
    else this.pairs.push([name, value])
  }

  private takeFile(stream: BusboyFileStream, sent: SentName): void {
    stream.on('error', () => undefined)
    if (this.fault !== undefined || sent.name === '' || !this.options.fileFields.has(sent.field)) {
      stream.resume()
      return
    }
    this.streams.push(stream)
    this.storing = this.storing
      .then(() => this.store(stream, sent))
      .catch((error: unknown) => this.fail(error))
  }

  private async store(stream: BusboyFileStream, sent: SentName): Promise<void> {
    if (this.fault !== undefined) return
    const blob = await this.options.world.blobs.create()
    this.blobs.push(blob)
    const hash = createHash('sha256')
    let head: Uint8Array = Buffer.of()
    // Its parser pushes bytes.
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      if (head.length < headLength) head = Buffer.concat([head, chunk]).subarray(0, headLength)
      hash.update(chunk)
      await blob.append(chunk)
    }
    const sha256 = hash.digest('hex')
    this.files.push({
      ...sent,
      size: blob.size(),
      isTooLarge: stream.truncated,
      sha256,
      head,
      keep: blob.keep,
    })
  }

  private fail(error: unknown): void {
    this.fault ??= error
    for (const stream of this.streams) stream.destroy()
    this.wake()
  }

  /** Waits for the parser, which is not heard of again after a fault. */
  private async untilDone(start: (done: () => void) => void): Promise<void> {
    if (this.fault !== undefined) return
    const { promise, resolve } = Promise.withResolvers<void>()
    let isDone = false
    this.wake = resolve
    start(() => {
      isDone = true
      resolve()
    })
    void this.failUnless(() => isDone)
    return promise
  }

  /**
   * Some malformed bodies (`--b--\r\n--b--`) leave the parser waiting for ever. When every file that came is stored, it
   * has nothing left to wait for.
   */
  private async failUnless(isDone: () => boolean): Promise<void> {
    await this.storing
    await nextTurn()
    if (!isDone()) this.fail(refusal('unreadable'))
  }

  private async close(): Promise<void> {
    await this.storing
    try {
      for (const blob of this.blobs.splice(0)) await blob.discard()
    } finally {
      this.options.receiving.end()
    }
  }
}

/** Browsers write these three characters of a name so (HTML, Multipart form data). */
const unescaped = (name = ''): string =>
  name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')

/** The chunks of a body, up to the most that is drained. One that breaks off is the browser's fault. */
export async function* bodyOf(payload: Readable): AsyncIterable<Uint8Array> {
  let size = 0
  try {
    // A body has no encoding set, so its chunks are bytes.
    for await (const chunk of payload as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > mostDrained) break
      yield chunk
    }
  } catch {
    throw refusal('unreadable')
  }
}

export function byName(pairs: readonly (readonly [string, string])[]): Submission['fields'] {
  const fields = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const values = fields.get(name)
    if (values) values.push(value)
    else fields.set(name, [value])
  }
  return fields
}

/** The most bytes in the requests that are being received, of all addresses. */
const maxBytesInFlight = 1024 * 1024 * 1024

/** The most bytes that one address may send in an hour, unless the operator says otherwise. */
export const defaultUploadQuota = 200 * 1024 * 1024

/** What a body counts at least: even an empty one leaves a response. */
const leastCounted = 1024

const anHour = 3600

/** Decides whether a body is taken. It counts bytes under way as they come, and those of an address in an hour when they are announced. */
export type UploadGate = {
  /** Lets a body of at most `size` bytes begin, or rejects with a refusal. */
  readonly admit: (address: string, size: number) => Promise<UploadSlot>
}

export type UploadSlot = {
  /** Counts bytes that came, or throws a refusal. */
  readonly take: (bytes: number) => void
  /** Says that nothing of the body is held any more, and gives back what did not come. Safe to call twice. */
  readonly end: () => void
}

/** A gate that has received nothing yet. `kind` keeps its limits apart from those of other gates; `quota` is in bytes. */
export function uploadGate(limits: Limits, kind: string, quota: number): UploadGate {
  let underWay = 0
  const count = (bytes: number): void => {
    underWay += bytes
    if (underWay > maxBytesInFlight) throw refusal('busy', { retryAfter: 60 })
  }
  return {
    async admit(address, size) {
      count(0)
      const reserved = Math.max(size, leastCounted)
      const limit = { most: quota, seconds: anHour }
      const taken = await limits.take(`${kind} ${networkOf(address)}`, reserved, limit)
      if (taken.retryAfter !== undefined) throw refusal('quota-used', taken)
      let came = 0
      let isOver = false
      return {
        take(bytes) {
          came += bytes
          count(bytes)
        },
        end() {
          if (isOver) return
          isOver = true
          underWay -= came
          const rest = reserved - Math.max(came, leastCounted)
          if (rest > 0) void taken.giveBack(rest)
        },
      }
    },
  }
}
