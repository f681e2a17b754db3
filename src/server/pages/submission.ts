import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { typeNamed } from '../../form/components.ts'
import { maxFileBytes } from '../../form/response.ts'
import type { PublishedForm } from '../../form/form.ts'
import { addressOf } from '../visitor.ts'
import type { PageWorld } from '../world.ts'
import { fieldName } from './form-steps.ts'
import {
  bodyOf,
  byName,
  largestSubmission,
  mostDrained,
  mostParts,
  MultipartBody,
  uploadGate,
  type UploadSlot,
  type Submission,
  type UploadGate,
} from './multipart-body.ts'
import { refusal, type PageRefusalCode } from './page-refusal.ts'

/** The most bytes of a body with parts: its files and answers, and the headers of its parts. */
export const largestUpload = maxFileBytes + 1024 * 1024

/** The same of a form that takes no files. */
const largestFileless = 2 * largestSubmission

/**
 * Adds the parsers of submissions, and no others. `quota` is in bytes per address and hour: once for forms that take
 * files, and once for all other posts, so uploads do not keep others of the same network from answering.
 */
export function readSubmissions(
  scope: FastifyInstance,
  { world, quota }: { readonly world: PageWorld; readonly quota: number },
): void {
  const fileGate = uploadGate(world.limits, 'files', quota)
  const textGate = uploadGate(world.limits, 'texts', quota)
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, payload: Readable): Promise<Submission> => {
      const limit = largestSubmission
      return readText(payload, await begin(textGate, { request, payload, limit, tooLarge: tooMuchText }))
    },
  )
  scope.addContentTypeParser(
    'multipart/form-data',
    async (request: FastifyRequest, payload: Readable): Promise<Submission> => {
      // Every route that is parsed here has this parameter.
      const { formId } = request.params as { readonly formId: string }
      const form = await world.store.forms.get(formId)
      const fileFields = fileFieldsOf(form)
      // Of a form that is gone the texts beside the files are read, to be shown again.
      const takesFiles = !form || fileFields.size > 0
      const tooLarge = takesFiles ? 'files-too-large' : tooMuchText
      const limit = takesFiles ? largestUpload : largestFileless
      const body = new MultipartBody({
        contentType: request.headers['content-type'] ?? '',
        fileFields,
        limit,
        tooLarge: refusal(tooLarge),
        receiving: await begin(takesFiles ? fileGate : textGate, { request, payload, limit, tooLarge }),
        world,
      })
      return body.read(payload)
    },
  )
}

const tooMuchText = 'text-too-large'

type Beginning = {
  readonly request: FastifyRequest
  readonly payload: Readable
  /** The most bytes of the body, and the refusal of more. */
  readonly limit: number
  readonly tooLarge: PageRefusalCode
}

/** Lets a body in, or refuses it before it is read. The rest of a refused body is read and discarded. */
async function begin(
  gate: UploadGate,
  { request, payload, limit, tooLarge }: Beginning,
): Promise<UploadSlot> {
  try {
    const size = declaredSize(request) ?? limit
    if (size > limit) throw refusal(tooLarge)
    return await gate.admit(addressOf(request), size)
  } catch (error) {
    drain(payload)
    throw error
  }
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
      .filter(({ type }) => typeNamed(type)?.answerKind === 'files')
      .map(({ questionId }) => fieldName(questionId, '')),
  )

function drain(payload: Readable): void {
  let drained = 0
  payload.on('data', (chunk: Uint8Array) => {
    drained += chunk.length
    if (drained > mostDrained) payload.destroy()
  })
  payload.on('error', () => undefined)
}

async function readText(payload: Readable, receiving: UploadSlot): Promise<Submission> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of bodyOf(payload)) {
      size += chunk.length
      if (size <= largestSubmission) chunks.push(chunk)
    }
    receiving.take(size)
  } finally {
    receiving.end()
  }
  if (size > largestSubmission) throw refusal(tooMuchText)
  const text = Buffer.concat(chunks).toString()
  // Counted before they are parsed, which costs more.
  if (text.split('&').length > mostParts) throw refusal('unreadable')
  const fields = byName([...new URLSearchParams(text)])
  return { fields, files: [], close: async () => undefined }
}
