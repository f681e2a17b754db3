import type { Path } from '../form/value.ts'
import type { BodyFault } from './bodies.ts'
import { notJson, readBytes, textOf } from './read-json.ts'
import { objectOf } from './replies.ts'
import type { Reply } from './service.ts'

/** A reply that is no success, read as far as it can be. */
export type Refusal = {
  readonly status: number
  /** Whether the body is in the contract's shape for errors: JSON with a `message`. */
  readonly isInShape: boolean
  /** Whether the body is a web page. */
  readonly isPage?: true
  /** The service's own message, or what came in its place. */
  readonly message: string
  /** What is wrong with the request body and where, with a 400 of generate. */
  readonly faults: readonly BodyFault[]
  /** Where a redirect leads. */
  readonly target?: string
  /** When to come back, in the words of the header. */
  readonly retryAfter?: string
}

/** Whether a reply is a success. */
export const isSuccess = (reply: Reply): boolean => reply.status >= 200 && reply.status < 300

/** Reads an error reply. Its status says enough, so a body that can't be read is no failure of its own. */
export async function readRefusal(reply: Reply): Promise<Refusal> {
  const { status, headers } = reply
  const text = await readText(reply)
  const body = objectOf(parsed(text))
  const { location: target, 'retry-after': retryAfter } = headers
  return {
    status,
    isInShape: typeof body['message'] === 'string',
    ...(pageStart.test(text) ? { isPage: true } : {}),
    message: typeof body['message'] === 'string' ? body['message'] : inItsPlace(text),
    faults: Array.isArray(body['errors']) ? body['errors'].flatMap(faultOf) : [],
    ...(status >= 300 && status < 400 && target !== undefined ? { target } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  }
}

const pageStart = /^\s*<(?:!doctype\s+html|html|head|body|h1|title|\?xml)\b/i

const largest = 1024 * 1024

async function readText(reply: Reply): Promise<string> {
  try {
    const bytes = await readBytes(reply.body, largest)
    return (bytes && textOf(bytes)) ?? ''
  } catch {
    return ''
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function inItsPlace(text: string): string {
  if (text.trim() === '') return 'it gave no reason'
  return parsed(text) === undefined
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
