import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a cursor holds for: a secret of the service, and everything that the query asked for. */
export type CursorScope = { readonly secret: Uint8Array; readonly query: readonly unknown[] }

/** Where a page ended, as a text that only this query takes back. */
export function signCursor(place: readonly unknown[], scope: CursorScope): string {
  const text = Buffer.from(JSON.stringify(place)).toString('base64url')
  return `${text}.${signatureOf(text, scope).toString('base64url')}`
}

/** The place that a cursor holds; undefined when it is damaged, or of another query. */
export function openCursor(cursor: string, scope: CursorScope): unknown {
  const [text = '', signature = '', ...rest] = cursor.split('.')
  const [expected, given] = [signatureOf(text, scope), Buffer.from(signature, 'base64url')]
  if (rest.length > 0 || expected.length !== given.length || !timingSafeEqual(expected, given))
    return undefined
  return JSON.parse(Buffer.from(text, 'base64url').toString())
}

// The first word keeps this use of the secret apart from any other.
const signatureOf = (text: string, { secret, query }: CursorScope): Buffer =>
  createHmac('sha256', secret)
    .update(`cursor\n${JSON.stringify(query)}\n${text}`)
    .digest()
    .subarray(0, 16)
