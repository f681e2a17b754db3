import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusal } from './refusals.ts'

/** A file as it was sent. */
export type SentFile = {
  /** Name of the field. */
  readonly field: string
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** What the page sent: its fields by name, and its files. */
export type Submission = {
  readonly fields: ReadonlyMap<string, readonly string[]>
  readonly files: readonly SentFile[]
}

/** The most bytes of one file. */
export const largestFile = 10 * 1024 * 1024

/** The most bytes of a submission beside its files. */
const largestSubmission = 256 * 1024

/** The most bytes of a submission with its files: held in memory until they are stored. */
const largestUpload = 32 * 1024 * 1024

// Past its limit a body is read on and dropped, or the browser would show a broken connection in place of our sentence.
const mostDrained = 256 * 1024 * 1024

const mostParts = 1000

/** Makes this part of the server read what forms send, and nothing else. */
export function readSubmissions(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (_request: FastifyRequest, payload: Body) => {
      const body = await wholeBody(payload, largestSubmission)
      if (!body) throw refusal('text-too-large')
      return submissionOf(new URLSearchParams(body.toString()))
    },
  )
  scope.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: Body) => {
    const body = await wholeBody(payload, largestUpload)
    if (!body) throw refusal('files-too-large')
    return readMultipart(body, request.headers['content-type'] ?? '')
  })
}

type Body = AsyncIterable<Buffer>

async function wholeBody(payload: Body, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of payload) {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
    else chunks.length = 0
    if (size > mostDrained) break
  }
  return size > limit ? undefined : Buffer.concat(chunks)
}

async function readMultipart(body: Buffer, contentType: string): Promise<Submission> {
  if (partsOf(body, contentType) > mostParts) throw refusal('unreadable')
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw refusal('unreadable')
    })
  const texts = new URLSearchParams()
  const files: SentFile[] = []
  for (const [field, value] of form) {
    if (typeof value === 'string') texts.append(field, value)
    else if (value.name !== '')
      files.push({
        field,
        name: value.name,
        contentType: value.type,
        bytes: new Uint8Array(await value.arrayBuffer()),
      })
  }
  if (texts.toString().length > largestSubmission) throw refusal('text-too-large')
  return { ...submissionOf(texts), files }
}

/** How many parts a body has: counted before it is read, since a million tiny ones would cost seconds. */
function partsOf(body: Buffer, contentType: string): number {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  const mark = `--${boundary?.[1] ?? boundary?.[2] ?? ''}`
  let parts = 0
  for (let at = body.indexOf(mark); at >= 0 && parts <= mostParts; at = body.indexOf(mark, at + mark.length))
    parts += 1
  return parts
}

function submissionOf(pairs: URLSearchParams): Submission {
  const fields = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const values = fields.get(name)
    if (values) values.push(value)
    else fields.set(name, [value])
  }
  return { fields, files: [] }
}
