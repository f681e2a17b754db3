import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PublishedForm } from '../../form/form.ts'
import type { PageWorld } from '../world.ts'
import { fieldName } from './form-steps.ts'
import {
  bodyOf,
  byName,
  largestSubmission,
  mostDrained,
  MultipartBody,
  type InTurn,
  type Submission,
} from './multipart-body.ts'
import { refusal } from './page-refusal.ts'

/** The most bytes of all files of one response. */
export const largestFiles = 100 * 1024 * 1024

/** The most bytes of a body with parts: its files and answers, and the headers of its parts. */
export const largestUpload = largestFiles + 1024 * 1024

/** The same of a form that takes no files. */
const largestFileless = 2 * largestSubmission

/** Makes this part of the server read what forms send, and nothing else. `quota` is for each address, in bytes an hour. */
export function readSubmissions(
  scope: FastifyInstance,
  { world, quota }: { readonly world: PageWorld; readonly quota: number },
): void {
  const gate = uploadGate({ now: () => Date.parse(world.now()), quota })
  const inTurn = oneAtATime()
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, payload: Readable): Promise<Submission> => {
      if ((declaredSize(request) ?? 0) > largestSubmission) throw unread(payload, refusal('text-too-large'))
      return readText(payload)
    },
  )
  scope.addContentTypeParser(
    'multipart/form-data',
    async (request: FastifyRequest, payload: Readable): Promise<Submission> => {
      // Every route that is parsed here has this parameter.
      const { formId } = request.params as { readonly formId: string }
      const fileFields = fileFieldsOf(await world.store.forms.get(formId))
      const tooLarge = refusal(fileFields.size > 0 ? 'files-too-large' : 'text-too-large')
      const limit = fileFields.size > 0 ? largestUpload : largestFileless
      const size = declaredSize(request) ?? limit
      if (size > limit) throw unread(payload, tooLarge)
      const contentType = request.headers['content-type'] ?? ''
      const body = new MultipartBody({ contentType, fileFields, limit, tooLarge, world, inTurn })
      if (fileFields.size === 0) return body.read(payload)
      const release = admitted(payload, () => gate.admit(request.ip, size))
      try {
        const submission = await body.read(payload)
        return { ...submission, close: () => submission.close().finally(() => release(body.size)) }
      } catch (error) {
        release(body.size)
        throw error
      }
    },
  )
}

function declaredSize({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}

/** The names of a form's fields that take files. */
const fileFieldsOf = (form: PublishedForm | undefined): ReadonlySet<string> =>
  new Set(
    (form?.steps ?? [])
      .flatMap(({ components }) => components)
      .filter(({ type }) => type === 'FileUploader')
      .map(({ questionId }) => fieldName(questionId, '')),
  )

function admitted<Value>(payload: Readable, admit: () => Value): Value {
  try {
    return admit()
  } catch (error) {
    throw unread(payload, error)
  }
}

/** The error that refuses a body before it was read; what comes of it is dropped meanwhile. */
function unread(payload: Readable, error: unknown): unknown {
  let drained = 0
  payload.on('data', (chunk: Uint8Array) => {
    drained += chunk.length
    if (drained > mostDrained) payload.destroy()
  })
  payload.on('error', () => undefined)
  return error
}

async function readText(payload: Readable): Promise<Submission> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bodyOf(payload)) {
    size += chunk.length
    if (size <= largestSubmission) chunks.push(chunk)
  }
  if (size > largestSubmission) throw refusal('text-too-large')
  const fields = byName([...new URLSearchParams(Buffer.concat(chunks).toString())])
  return { fields, files: [], close: async () => undefined }
}

/** Runs one piece of work after the other. */
function oneAtATime(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
}

/** The most bytes of files in the requests that are being received, of all addresses. */
const mostInFlight = 1024 * 1024 * 1024

/** The most bytes that one address may send to forms that take files in an hour, unless the operator says otherwise. */
export const usualUploadQuota = 200 * 1024 * 1024

const window = 60 * 60 * 1000

/** Decides whether an upload may begin. It counts the bytes under way, and those of each address in an hour. */
type UploadGate = {
  /** Reserves bytes, or throws a refusal. Call what it gives once, with the bytes that came; the rest is given back. */
  readonly admit: (address: string, bytes: number) => (came: number) => void
}

/** A gate that lets nothing in yet counted. `now` is in milliseconds. */
export function uploadGate({
  now,
  quota,
}: {
  readonly now: () => number
  readonly quota: number
}): UploadGate {
  let inFlight = 0
  const addresses = new Map<string, { bytes: number; readonly until: number }>()
  return {
    admit(address, bytes) {
      const time = now()
      // The oldest stand first.
      for (const [name, { until }] of addresses) {
        if (until > time) break
        addresses.delete(name)
      }
      const name = networkOf(address)
      const sent = addresses.get(name) ?? { bytes: 0, until: time + window }
      if (sent.bytes + bytes > quota)
        throw refusal('quota-used', { retryAfter: Math.ceil((sent.until - time) / 1000) })
      if (inFlight + bytes > mostInFlight) throw refusal('busy', { retryAfter: 60 })
      addresses.set(name, sent)
      sent.bytes += bytes
      inFlight += bytes
      return (came) => {
        sent.bytes -= bytes - came
        inFlight -= bytes
      }
    },
  }
}

/** Whoever has one IPv6 address has the 2^64 beside it, so those count as one. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address.slice(address.lastIndexOf(':') + 1)
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - groups.length - after.length }, () => '0')
  return [...groups, ...zeros, ...after].slice(0, 4).join(':')
}
