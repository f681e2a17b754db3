import { shortened } from '../form/words.ts'
import type { Failure, Problem } from '../failure/failure.ts'
import { readLabel, type FormSummary } from '../form/form.ts'
import {
  eventStreamType,
  extensions as extensionsOfOurs,
  jsonValue,
  nextCursorHeader,
  noCursor,
  utf8Text,
  type Change,
  type ChangesReply,
  type Extension,
  type Reply,
  type BodyFault,
} from './wire.ts'
import { append, filled, makeBuffer } from '../record/bytes.ts'
import { replyFaults } from '../record/read-records.ts'
import { jsonFaultIn } from '../record/json-checker.ts'
import { isObject, type JsonObject, type Path } from '../form/value.ts'

export type CreatedForm = { readonly id: string; readonly url: string }

/** Reads the success body of generate; undefined when it says that no form was created. */
export async function readCreated(reply: Reply, where: string): Promise<CreatedForm | undefined> {
  const body = objectOf(await readJson(reply.body, where))
  if (body['success'] === false) return undefined
  const { id, url } = objectOf(objectOf(body['result'])['form'])
  if (isText(id) && isText(url)) return { id, url }
  throw otherShape(where, 'an id and a url under result.form')
}

/** A form of a list; without counts of responses in the reply, these are 0 and `isCounted` is false. */
export type ListedForm = FormSummary & { readonly isCounted: boolean }

/** Reads the list of forms (extension `forms-list`). */
export async function readForms(reply: Reply, where: string): Promise<readonly ListedForm[]> {
  const { data: forms } = objectOf(await readJson(reply.body, where, 64 * mebibyte))
  if (!Array.isArray(forms) || !forms.every(isSummary))
    throw otherShape(where, 'a list of forms under data, each with id, name, url and createdAt')
  return forms.map(counted)
}

// Counts are an addition of ours, so other services may leave them out.
const counted = ({ label, address, ...form }: FormSummary): ListedForm => ({
  ...form,
  ...(readLabel(label) && { label: readLabel(label) }),
  ...(isText(address) && { address }),
  isCounted: Number.isInteger(form.complete) && Number.isInteger(form.partial),
  complete: countOf(form.complete),
  partial: countOf(form.partial),
})

/** Fails unless a reply lists responses (contract, Endpoint 2, rule 1). */
export async function readList(reply: Reply, where: string): Promise<void> {
  const { data } = objectOf(await readJson(reply.body, where))
  if (!Array.isArray(data)) throw otherShape(where, 'a list of responses under data')
}

/** A page of changes (extension `changes`); of a change that is not as it should be, nothing can be relied on. */
export async function readChanges(reply: Reply, where: string): Promise<ChangesReply> {
  const { data, last } = objectOf(await readJson(reply.body, where))
  if (!Array.isArray(data) || !data.every(isChange) || typeof last !== 'number')
    throw otherShape(where, 'the list of changes')
  return { data, last }
}

const isChange = (value: unknown): value is Change => {
  const { seq, type, responseId } = objectOf(value)
  return Number.isSafeInteger(seq) && typeof type === 'string' && typeof responseId === 'string'
}

/** The changes of a stream of server-sent events (extension `events-stream`), as they come. One that is cut off is left out. */
export async function* readChangeStream({ headers, body }: Reply, where: string): AsyncIterable<Change> {
  if (!headers['content-type']?.startsWith(eventStreamType)) throw otherShape(where, 'a stream of events')
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    const blocks = (text + decoder.decode(chunk, { stream: true })).split('\n\n')
    text = blocks.pop() ?? ''
    if (text.length > mebibyte) throw replyFaults(where).broken('an event is larger than 1 MiB')
    for (const block of blocks) {
      const data = /^data: ?(.*)$/m.exec(block)?.[1]
      if (data === undefined) continue
      const change = jsonValue(data)
      if (!isChange(change)) throw otherShape(where, 'the change of an event')
      yield change
    }
  }
}

/** A page of responses as lines, and the cursor of the next one; undefined: it is the last. */
export type LinesPage = { readonly lines: Uint8Array; readonly nextCursor: string | undefined }

/** Reads a page of lines (extension `responses-paging`). Fails unless it says where the next one begins, or that it is the last. */
export async function readLinesPage({ headers, body }: Reply, where: string): Promise<LinesPage> {
  const cursor = headers[nextCursorHeader]
  if (!isText(cursor)) throw otherShape(where, `the header ${nextCursorHeader}`)
  const lines = await readBytes(body, maxPageBytes)
  if (!lines) throw replyFaults(where).broken(`it is larger than ${maxPageBytes / mebibyte} MiB`)
  return { lines, nextCursor: cursor === noCursor ? undefined : cursor }
}

/**
 * What `/.well-known/formctl` announces: the extensions that are known here, the component types, if it lists them, and
 * for a key its environment and source form.
 */
export type Announcement = {
  readonly extensions: readonly Extension[]
  readonly types: readonly string[] | undefined
  readonly environmentId: string | undefined
  readonly sourceFormId: string | undefined
}

export async function readAnnouncement(reply: Reply, where: string): Promise<Announcement> {
  const body = objectOf(await readJson(reply.body, where))
  const { extensions, componentTypes: types, environmentId, sourceFormId } = body
  return {
    environmentId: isText(environmentId) ? environmentId : undefined,
    sourceFormId: isText(sourceFormId) ? sourceFormId : undefined,
    extensions: extensionsOfOurs.filter((known) => Array.isArray(extensions) && extensions.includes(known)),
    types: Array.isArray(types) && types.every(isText) ? types : undefined,
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isSummary = (value: unknown): value is FormSummary => {
  const form = objectOf(value)
  return (
    isText(form['id']) && typeof form['name'] === 'string' && isText(form['url']) && isText(form['createdAt'])
  )
}

const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** The members of an object; none of anything else. */
const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

const otherShape = (where: string, missing: string): Failure =>
  replyFaults(where).broken(`it lacks ${missing}`)

const mebibyte = 1024 * 1024
const maxPageBytes = 64 * mebibyte

/**
 * The JSON value of a whole small body. Fails with `cut-off` if the JSON does not end (a connection that is closed without a length
 * looks like a good end), with `reply-unreadable` if it is not valid JSON or more than `limit` bytes. `where` follows "The reply" in
 * sentences, as in ` of https://…/api/v1/responses`.
 */
export async function readJson(
  body: AsyncIterable<Uint8Array>,
  where: string,
  limit = mebibyte,
): Promise<unknown> {
  const faults = replyFaults(where)
  const bytes = await readBytes(body, limit)
  if (bytes === undefined) throw faults.broken(`it is larger than ${limit / mebibyte} MiB`)
  const text = utf8Text(bytes)
  try {
    if (text !== undefined) return JSON.parse(text)
  } catch {
    // Reported below.
  }
  const lenient = text ?? new TextDecoder().decode(bytes)
  if (isBegun(lenient)) throw faults.cutOff(bytes.length)
  throw faults.broken(/^\s*[[{"]/.test(lenient) ? firstFault(bytes) : notJson(lenient))
}

function firstFault(bytes: Uint8Array): Problem {
  const fault = jsonFaultIn(bytes)
  return fault ? { at: { byte: fault.byte }, after: ` ${fault.problem}` } : 'it is not UTF-8'
}

/** Why a text is not valid JSON, with its beginning, so that a person recognises a login page or a proxy. */
const notJson = (text: string): string => `it is not JSON: it starts with "${beginning(text)}"`

/** The bytes of a body; undefined when there are more than `limit`. */
export async function readBytes(
  body: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Uint8Array | undefined> {
  const bytes = makeBuffer(0)
  for await (const chunk of body) {
    if (bytes.at + chunk.length > limit) return undefined
    append(bytes, chunk)
  }
  return filled(bytes)
}

const beginning = (text: string): string => shortened(text.trim().replaceAll(/\s+/g, ' '))

/** Whether invalid JSON was cut off: it is empty, or leaves a string, list or object open. */
function isBegun(text: string): boolean {
  const start = text.trimStart()
  if (start === '') return true
  if (!/^[[{"]/.test(start)) return false
  let depth = 0
  let isInString = false
  for (let i = 0; i < start.length; i++) {
    const character = start[i]
    if (isInString) {
      if (character === '\\') i++
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
  }
  return isInString || depth > 0
}

/** An error reply, read as far as possible. */
export type Refusal = {
  readonly status: number
  /** Whether the body is in the contract's shape for errors: JSON with a `message`. */
  readonly isInShape: boolean
  /** Whether the body is a web page. */
  readonly isPage?: true
  /** The service's message, or a description of what came instead. */
  readonly message: string
  /** What is wrong with the request body and where, with a 400 of generate. */
  readonly faults: readonly BodyFault[]
  /** Where a redirect leads. */
  readonly target?: string
  /** When to come back, in the words of the header. */
  readonly retryAfter?: string
}

export const isSuccess = (reply: Reply): boolean => reply.status >= 200 && reply.status < 300

/** Reads an error reply. Its status says enough, so an unreadable body is not a failure. */
export async function readRefusal(reply: Reply): Promise<Refusal> {
  const { status, headers } = reply
  const text = await readText(reply)
  const body = objectOf(jsonValue(text))
  const { location: target, 'retry-after': retryAfter } = headers
  return {
    status,
    isInShape: typeof body['message'] === 'string',
    ...(pageStart.test(text) ? { isPage: true } : {}),
    message: typeof body['message'] === 'string' ? body['message'] : inItsPlace(text),
    faults: Array.isArray(body['errors']) ? body['errors'].flatMap(faultOf) : [],
    ...(status >= 300 && status < 400 && target !== undefined ? { target } : {}),
    retryAfter,
  }
}

const pageStart = /^\s*<(?:!doctype\s+html|html|head|body|h1|title|\?xml)\b/i

async function readText(reply: Reply): Promise<string> {
  try {
    const bytes = await readBytes(reply.body, mebibyte)
    return (bytes && utf8Text(bytes)) ?? ''
  } catch {
    return ''
  }
}

function inItsPlace(text: string): string {
  if (text.trim() === '') return 'it gave no reason'
  return jsonValue(text) === undefined
    ? `the reply cannot be used: ${notJson(text)}`
    : `it answered ${text.slice(0, 200)}`
}

function faultOf(value: unknown): BodyFault[] {
  const { message, path } = objectOf(value)
  if (typeof message !== 'string') return []
  return [{ message, path: isPath(path) ? path : [] }]
}

const isPath = (value: unknown): value is Path =>
  Array.isArray(value) && value.every((part) => typeof part === 'string' || Number.isInteger(part))
