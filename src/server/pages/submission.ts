import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { typeNamed } from '../../form/components.ts'
import { groupedByKey } from '../../form/value.ts'
import { maxFileBytes } from '../../form/response.ts'
import type { PublishedForm } from '../../form/form.ts'
import type { PendingBlob } from '../../store/blobs.ts'
import type { Limits } from '../../store/rate-limits.ts'
import { addressOf, networkOf } from '../visitor.ts'
import type { PageDeps } from '../deps.ts'
import { fieldName } from './form-steps.ts'
import { refusal, type PageRefusalCode } from './refusal-pages.ts'

export type SentFile = {
  readonly field: string
  readonly name: string
  readonly contentType: string
  /** In bytes. For a file that is too large, only the bytes that were read. */
  readonly size: number
  readonly isTooLarge: boolean
  /** SHA-256 of its bytes, hex. */
  readonly sha256: string
  /** Its first bytes, which show its type. */
  readonly head: Uint8Array
  /** Stores its bytes under an id. */
  readonly keep: PendingBlob['keep']
}

/** The body of a post: its fields by name, and its files. */
export type Submission = {
  readonly fields: ReadonlyMap<string, readonly string[]>
  readonly files: readonly SentFile[]
  /** Discards the files that were not stored. */
  readonly close: () => Promise<void>
}

/** A request for a page of a form. */
export type FormRequest = FastifyRequest<{
  readonly Params: { readonly formId: string }
  readonly Body: Submission | undefined
}>

const maxFileSize = 10 * 1024 * 1024

/** The most bytes of a submission besides its files. */
const maxTextSize = 256 * 1024

/** The most bytes of a body with files: its files, its texts, and the headers of its parts. */
export const maxUpload = maxFileBytes + 1024 * 1024

/** The same for a form that takes no files. */
const maxMultipartTextSize = 2 * maxTextSize

/** The most bytes of a refused body that are read and dropped: browsers send everything before they show our reply. */
const maxDrained = 256 * 1024 * 1024

/** The most fields and files of a submission. A step has at most 2,000 options and fields. */
const maxParts = 5000

const partLimits = {
  parts: maxParts,
  headerPairs: 20,
  headerSize: 8 * 1024,
  fieldSize: maxTextSize,
  fileSize: maxFileSize,
}

/** The bytes of a file that show its type. */
const headLength = 16

/**
 * Adds the parsers of submissions, and no others. `quota` is in bytes per address and hour: once for forms that take
 * files, and once for all other posts, so that uploads do not keep others of the same network from answering.
 */
export function readSubmissions(
  scope: FastifyInstance,
  { deps, quota }: { readonly deps: PageDeps; readonly quota: number },
): void {
  const fileGate = uploadGate(deps.limits, 'files', quota)
  const textGate = uploadGate(deps.limits, 'texts', quota)
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, payload: Readable): Promise<Submission> =>
      readText(
        payload,
        await admit(textGate, { request, payload, limit: maxTextSize, tooLarge: 'text-too-large' }),
      ),
  )
  scope.addContentTypeParser(
    'multipart/form-data',
    async (request: FastifyRequest, payload: Readable): Promise<Submission> => {
      // Every route that is parsed here has this parameter.
      const { formId } = request.params as { readonly formId: string }
      const form = await deps.store.forms.get(formId)
      const fileFields = fileFieldsOf(form)
      // The texts sent to a form that is gone are read, too, to be shown again.
      const takesFiles = !form || fileFields.size > 0
      const tooLarge = takesFiles ? 'files-too-large' : 'text-too-large'
      const limit = takesFiles ? maxUpload : maxMultipartTextSize
      const body = new MultipartBody({
        contentType: request.headers['content-type'] ?? '',
        fileFields,
        limit,
        tooLarge: refusal(tooLarge),
        slot: await admit(takesFiles ? fileGate : textGate, { request, payload, limit, tooLarge }),
        deps,
      })
      return body.read(payload)
    },
  )
}

/** Admits a body of at most `limit` bytes, or refuses it before it is read. The rest of a refused body is read and dropped. */
async function admit(
  gate: UploadGate,
  {
    request,
    payload,
    limit,
    tooLarge,
  }: { request: FastifyRequest; payload: Readable; limit: number; tooLarge: PageRefusalCode },
): Promise<UploadSlot> {
  try {
    const declared = request.headers['content-length']
    const size = declared === undefined ? limit : Number(declared)
    if (size > limit) throw refusal(tooLarge)
    return await gate.admit(addressOf(request), size)
  } catch (error) {
    let drained = 0
    payload.on('data', (chunk: Uint8Array) => {
      drained += chunk.length
      if (drained > maxDrained) payload.destroy()
    })
    payload.on('error', () => undefined)
    throw error
  }
}

/** The names of a form's fields that take files. */
const fileFieldsOf = (form: PublishedForm | undefined): ReadonlySet<string> =>
  new Set(
    (form?.steps ?? [])
      .flatMap(({ components }) => components)
      .filter(({ type }) => typeNamed(type)?.answerKind === 'files')
      .map(({ questionId }) => fieldName(questionId, '')),
  )

async function readText(payload: Readable, slot: UploadSlot): Promise<Submission> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of chunksOf(payload)) {
      size += chunk.length
      if (size <= maxTextSize) chunks.push(chunk)
    }
    slot.take(size)
  } finally {
    slot.end()
  }
  if (size > maxTextSize) throw refusal('text-too-large')
  const text = Buffer.concat(chunks).toString()
  // Counted before they are parsed, which costs more.
  if (text.split('&').length > maxParts) throw refusal('unreadable')
  return { fields: groupedByKey(new URLSearchParams(text)), files: [], close: async () => undefined }
}

/** The chunks of a body, up to the most that is drained. Throws a refusal when the body breaks off. */
async function* chunksOf(payload: Readable): AsyncIterable<Uint8Array> {
  let size = 0
  try {
    // A body has no encoding set, so its chunks are bytes.
    for await (const chunk of payload as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > maxDrained) break
      yield chunk
    }
  } catch {
    throw refusal('unreadable')
  }
}

type MultipartOptions = {
  readonly contentType: string
  readonly fileFields: ReadonlySet<string>
  /** The most bytes of the body, and the error for more. */
  readonly limit: number
  readonly tooLarge: Error
  readonly slot: UploadSlot
  readonly deps: Pick<PageDeps, 'blobs'>
}

type FilePart = Pick<SentFile, 'field' | 'name' | 'contentType'>

/** Reads a multipart body. */
export class MultipartBody {
  private size = 0
  private readonly options: MultipartOptions
  private readonly pairs: [string, string][] = []
  private readonly files: SentFile[] = []
  private readonly streams: BusboyFileStream[] = []
  private textSize = 0
  private readonly blobs: PendingBlob[] = []
  /** Files are stored one after the other. */
  private storing: Promise<void> = Promise.resolve()
  private fault: unknown
  private wake: () => void = () => undefined

  constructor(options: MultipartOptions) {
    this.options = options
  }

  /** Reads to the end even when the body is refused: otherwise browsers show a broken connection instead of our page. */
  async read(payload: Readable): Promise<Submission> {
    const parser = await this.parser()
    try {
      for await (const chunk of chunksOf(payload)) {
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
    return { fields: groupedByKey(this.pairs), files: this.files, close: () => this.close() }
  }

  private count(bytes: number): void {
    if (this.fault !== undefined) return
    this.size += bytes
    try {
      if (this.size > this.options.limit) throw this.options.tooLarge
      this.options.slot.take(bytes)
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
        limits: partLimits,
      })
      // The name is undefined for a part without one.
      parser.on('field', (...[name, value, , isCut]: [string | undefined, string, boolean, boolean]) =>
        this.takeText(unescaped(name), value, isCut),
      )
      parser.on(
        'file',
        (
          ...[field, stream, name, , contentType]: [
            string | undefined,
            BusboyFileStream,
            string | undefined,
            string,
            string,
          ]
        ) => this.takeFile(stream, { field: unescaped(field), name: unescaped(name), contentType }),
      )
      parser.on('partsLimit', () => this.fail(refusal('unreadable')))
      parser.on('error', () => this.fail(refusal('unreadable')))
      return parser
    } catch {
      // The content type has no boundary.
      this.fail(refusal('unreadable'))
      return undefined
    }
  }

  private takeText(name: string, value: string, isCut: boolean): void {
    this.textSize += Buffer.byteLength(name) + Buffer.byteLength(value)
    if (isCut || this.textSize > maxTextSize) this.fail(refusal('text-too-large'))
    else this.pairs.push([name, value])
  }

  private takeFile(stream: BusboyFileStream, sent: FilePart): void {
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

  private async store(stream: BusboyFileStream, sent: FilePart): Promise<void> {
    if (this.fault !== undefined) return
    const blob = await this.options.deps.blobs.create()
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

  /** Waits for the parser, or for a fault, after which the parser is ignored. */
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
   * Some malformed bodies (`--b--\r\n--b--`) leave the parser waiting forever. Once all files are stored, it has nothing left to
   * wait for.
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
      this.options.slot.end()
    }
  }
}

/** Browsers escape these three characters of a name (HTML, Multipart form data). */
const unescaped = (name = ''): string =>
  name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')

/** The most bytes of all requests that are being received. */
const maxBytesInFlight = 1024 * 1024 * 1024

/** The most bytes that one address may send in an hour. */
export const defaultUploadQuota = 200 * 1024 * 1024

/** The smallest size that a body counts as: even an empty one leaves a response. */
const minCounted = 1024

/** Limits the bytes that are being received, counted as they come, and those of an address in an hour, counted when announced. */
export type UploadGate = {
  /** Admits a body of at most `size` bytes, or rejects with a refusal. */
  readonly admit: (address: string, size: number) => Promise<UploadSlot>
}

export type UploadSlot = {
  /** Counts received bytes, or throws a refusal. */
  readonly take: (bytes: number) => void
  /** Frees the received bytes, and gives back those that were announced and did not come. Safe to call twice. */
  readonly end: () => void
}

/** `kind` separates its quota from those of other gates; `quota` is in bytes. */
export function uploadGate(limits: Limits, kind: string, quota: number): UploadGate {
  let inFlight = 0
  const count = (bytes: number): void => {
    inFlight += bytes
    if (inFlight > maxBytesInFlight) throw refusal('busy', { retryAfter: 60 })
  }
  return {
    async admit(address, size) {
      count(0)
      const reserved = Math.max(size, minCounted)
      const limit = { most: quota, seconds: 3600 }
      const taken = await limits.take(`${kind} ${networkOf(address)}`, reserved, limit)
      if (taken.retryAfter !== undefined) throw refusal('quota-used', taken)
      let received = 0
      let hasEnded = false
      return {
        take(bytes) {
          received += bytes
          count(bytes)
        },
        end() {
          if (hasEnded) return
          hasEnded = true
          inFlight -= received
          const rest = reserved - Math.max(received, minCounted)
          if (rest > 0) void taken.giveBack(rest)
        },
      }
    },
  }
}
