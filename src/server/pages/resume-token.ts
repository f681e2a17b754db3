import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long an unfinished response can be taken up again. */
export const resumeSeconds = 7 * 24 * 60 * 60

/** What a token is made for and signed with. */
export type TokenScope = { readonly formId: string; readonly secret: Uint8Array; readonly now: string }

/** A token that lets its holder go on with that response of that form for seven days. */
export function signToken(responseId: string, scope: TokenScope): string {
  const expiry = Math.floor(Date.parse(scope.now) / 1000) + resumeSeconds
  const claim = `${responseId}.${expiry}`
  return `${claim}.${signatureOf(claim, scope).toString('base64url')}`
}

/** The response that a token is for; undefined when it is expired, changed, or another form's. */
export function openToken(token: string, scope: TokenScope): string | undefined {
  const [responseId, expiry, signature, ...rest] = token.split('.')
  if (!responseId || !expiry || !signature || rest.length > 0) return undefined
  const [expected, given] = [
    signatureOf(`${responseId}.${expiry}`, scope),
    Buffer.from(signature, 'base64url'),
  ]
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined
  return Number(expiry) * 1000 > Date.parse(scope.now) ? responseId : undefined
}

// The first word keeps this use of the secret apart from any other.
const signatureOf = (claim: string, { formId, secret }: TokenScope): Buffer =>
  createHmac('sha256', secret).update(`resume\n${formId}\n${claim}`).digest()
