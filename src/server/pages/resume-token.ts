import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long an unfinished response can be taken up again. */
export const resumeSeconds = 7 * 24 * 60 * 60

/** What a token is made for and signed with. */
export type TokenScope = { readonly formId: string; readonly secret: Uint8Array; readonly now: string }

/** What a token says: the response that its holder fills in, and how many steps of it are done. */
export type TokenClaim = { readonly responseId: string; readonly stepsDone: number }

/** A token that lets its holder go on with that response of that form for seven days. */
export function signToken({ responseId, stepsDone }: TokenClaim, scope: TokenScope): string {
  const expiry = Math.floor(Date.parse(scope.now) / 1000) + resumeSeconds
  const signed = `${responseId}.${stepsDone}.${expiry}`
  return `${signed}.${signatureOf(signed, scope).toString('base64url')}`
}

/** What a token says; undefined when it is expired, changed, or another form's. */
export function openToken(token: string, scope: TokenScope): TokenClaim | undefined {
  const [responseId, stepsDone, expiry, signature, ...rest] = token.split('.')
  if (!responseId || !stepsDone || !expiry || !signature || rest.length > 0) return undefined
  const [expected, given] = [
    signatureOf(`${responseId}.${stepsDone}.${expiry}`, scope),
    Buffer.from(signature, 'base64url'),
  ]
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined
  if (Number(expiry) * 1000 <= Date.parse(scope.now)) return undefined
  return { responseId, stepsDone: Number(stepsDone) }
}

// The first word keeps this use of the secret apart from any other.
const signatureOf = (signed: string, { formId, secret }: TokenScope): Buffer =>
  createHmac('sha256', secret).update(`resume\n${formId}\n${signed}`).digest()
