import type { Problem } from '../failure/failure.ts'
import { replyFaults } from '../record/body-faults.ts'
import { growingBytes } from '../record/growing-bytes.ts'
import { makeJsonChecker } from '../record/json-checker.ts'

/** How a body is read: what to call it in messages, and the most bytes that are taken. */
export type Reading = {
  /** Follows "The reply" in sentences, as in ` of https://…/api/v1/responses`. */
  readonly where: string
  /** Default 1 MiB. */
  readonly limit?: number
}

const mebibyte = 1024 * 1024

/**
 * The JSON value of a whole small body. Fails with `cut-off` where the JSON is begun and not ended (a connection closed
 * without a length looks like a good end), with `reply-unreadable` where it is no JSON or more than `limit` bytes.
 */
export async function readJson(body: AsyncIterable<Uint8Array>, reading: Reading): Promise<unknown> {
  const { where, limit = mebibyte } = reading
  const faults = replyFaults(where)
  const bytes = await readBytes(body, limit)
  if (bytes === undefined) throw faults.broken(`it is larger than ${limit / mebibyte} MiB`)
  const text = textOf(bytes)
  try {
    if (text !== undefined) return JSON.parse(text)
  } catch {
    // Said below.
  }
  const lenient = text ?? new TextDecoder().decode(bytes)
  if (isBegun(lenient)) throw faults.cutOff(bytes.length)
  throw faults.broken(/^\s*[[{"]/.test(lenient) ? firstFault(bytes) : notJson(lenient))
}

/** What is begun as JSON is broken at one byte; anything else is known best by its beginning. */
function firstFault(bytes: Uint8Array): Problem {
  const checker = makeJsonChecker('text')
  const index = bytes.findIndex((byte) => !checker.take(byte))
  return index < 0
    ? 'it is not UTF-8'
    : { at: { byte: index }, after: ` ${checker.refusal(bytes[index] ?? 0)}` }
}

/** Why a text is no JSON, with its beginning, so that a person recognises a login page or a proxy. */
export const notJson = (text: string): string => `it is not JSON: it starts with "${beginning(text)}"`

/** The body's bytes, or undefined when there are more than `limit`. */
export async function readBytes(
  body: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Uint8Array | undefined> {
  const bytes = growingBytes()
  for await (const chunk of body) {
    if (bytes.view().length + chunk.length > limit) return undefined
    bytes.add(chunk)
  }
  return bytes.view()
}

/** Bytes as text, or undefined when they are not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function beginning(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 60)}…` : line
}

/** Whether a text that is no JSON is the beginning of one: empty, or with a string, list or object left open. */
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
