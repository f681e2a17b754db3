import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PublishedForm } from '../../form/form.ts'
import { formPath } from '../../wire/wire.ts'
import { newId } from '../keys.ts'
import { memoized } from '../../form/value.ts'
import type { PageDeps } from '../deps.ts'
import type { FormRequest } from './submission.ts'

/** The response that a person is filling in, and the person's progress. */
export type Session = TokenClaim & {
  /** Whether it began with this request, because there was no valid token. */
  readonly isNew: boolean
  /** Whether the browser sent a cookie of this response, so that a redirect can rely on it. */
  readonly isInCookie: boolean
  /** Whether it changes a finished response. */
  readonly isChange?: boolean
}

/** The name of the hidden field that holds the token where cookies are blocked. */
export const tokenField = 'resume'

const cookieName = 'formctl-resume'
/** Over https; browsers accept this name from https only. `__Host-` is not possible, since each form has its own path. */
const secureName = `__Secure-${cookieName}`

/** The session of a request for a form; without a valid token a new one. */
export function sessionOf(
  request: FormRequest,
  { formId, pageToken }: { readonly formId: string; readonly pageToken?: string | undefined },
  deps: PageDeps,
): Session {
  const cookies = cookieTokens(request)
  if (pageToken === undefined && cookies.length === 0) return newSession(deps)
  const scope = scopeOf(formId, deps)
  const open = (token: string): readonly (TokenClaim & Pick<Session, 'isChange'>)[] => {
    const [claim, change] = [openToken(token, scope), openToken(token, { ...scope, use: 'change' })]
    return [...(claim ? [claim] : []), ...(change ? [{ ...change, isChange: true }] : [])]
  }
  const ofCookies = cookies.flatMap(open)
  // The page's own token comes first: another tab may have begun another response since.
  const claims = [...open(pageToken ?? ''), ...ofCookies]
  const [first] = claims
  if (!first) return newSession(deps)
  const { responseId, isChange = false } = first
  const isSame = (claim: (typeof claims)[number]): boolean =>
    claim.responseId === responseId && (claim.isChange ?? false) === isChange
  return {
    responseId,
    // A page that was drawn earlier has a lower number.
    screensDone: Math.max(...claims.filter(isSame).map(({ screensDone }) => screensDone)),
    since: first.since,
    isChange,
    isNew: false,
    isInCookie: ofCookies.some(isSame) || submittedIn(request, formId, deps) === responseId,
  }
}

/** Whether the browser keeps no cookie of a session, as in a frame of another site: only the pages have its token. */
export const isCookieless = ({ headers }: FastifyRequest, { isNew, isInCookie }: Session): boolean =>
  isNew ? headers['sec-fetch-dest'] === 'iframe' && headers['sec-fetch-site'] === 'cross-site' : !isInCookie

/** A session without a token: the start of another response. */
export const newSession = (deps: PageDeps): Session => ({
  responseId: newId(deps.randomBytes),
  screensDone: 0,
  isNew: true,
  isInCookie: false,
})

/** A fresh token of a session. */
export function tokenOf(session: Session, formId: string, deps: PageDeps): string {
  const scope: TokenScope = {
    ...scopeOf(formId, deps),
    use: session.isChange === true ? 'change' : 'resume',
  }
  const since = session.since ?? (session.isNew ? Date.parse(scope.now) : undefined)
  return signToken({ ...session, since }, scope)
}

/**
 * Stores the session's token in a cookie for this form's pages. A token that came from a page alone is never stored: somebody else may
 * have made the page, so that this person fills in a response that the other one can read.
 */
export function keepSession(
  reply: FastifyReply,
  session: Session,
  { form, token }: { readonly form: PublishedForm; readonly token: string },
): void {
  if (session.isNew || session.isInCookie) setCookie(reply, form, `${token}; Max-Age=${resumeSeconds}`)
}

type ResponseOfForm = { readonly responseId: string; readonly formId: string }

/** The proof that a person submitted the response. It gives access to what the thank-you page offers. */
export const proofOf = ({ responseId, formId }: ResponseOfForm, deps: PageDeps): string =>
  signToken({ responseId, screensDone: 0 }, { ...scopeOf(formId, deps), use: 'done' })

/** Replaces the cookie by a proof (`proofOf`). */
export const keepProof = (reply: FastifyReply, proof: string, form: PublishedForm): void =>
  setCookie(reply, form, `${proof}; Max-Age=${resumeSeconds}`)

/** The response that this browser submitted, by the proof in its cookie or in the body. */
export const submittedIn = (request: FormRequest, formId: string, deps: PageDeps): string | undefined =>
  [...tokensSentIn(request), ...cookieTokens(request)]
    .map((token) => openToken(token, { ...scopeOf(formId, deps), use: 'done' })?.responseId)
    .find((id) => id !== undefined)

/** The tokens in the body of a post. */
export const tokensSentIn = ({ body }: Pick<FormRequest, 'body'>): readonly string[] =>
  body?.fields.get(tokenField) ?? []

/** The token in a link for another device. */
export const linkTokenOf = (session: Session, formId: string, deps: PageDeps): string =>
  signToken(session, { ...scopeOf(formId, deps), use: 'link' })

/** The token in a link to change a finished response. */
export const changeTokenOf = ({ responseId, formId }: ResponseOfForm, deps: PageDeps): string =>
  signToken({ responseId, screensDone: everyScreen }, { ...scopeOf(formId, deps), use: 'change-link' })

/** The session of such a link; stored in the cookie when the person confirms. */
export function sessionOfLink(token: string, formId: string, deps: PageDeps): Session | undefined {
  const [claim, change] = (['link', 'change-link'] as const).map((use) =>
    openToken(token, { ...scopeOf(formId, deps), use }),
  )
  const found = claim ?? change
  return found && { ...found, isChange: change !== undefined, isNew: false, isInCookie: true }
}

/** Deletes the cookie, so that the next visit begins another response. */
export const endSession = (reply: FastifyReply, form: PublishedForm): void =>
  setCookie(reply, form, '; Max-Age=0')

/** Whether a request comes from a page of another origin, and so perhaps without the person's intent. */
export function isFromElsewhere({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  // Older browsers do not send it, and no browser sends it over plain http to another machine.
  if (headers.origin === undefined) return false
  const origin = URL.parse(headers.origin)
  return origin === null || origin.host !== URL.parse(`${origin.protocol}//${host}`)?.host
}

const scopeOf = (formId: string, deps: PageDeps): TokenScope => ({
  formId,
  secret: deps.secret,
  now: deps.now(),
})

/** The tokens in the cookies of a name. */
const tokensNamed = (wanted: string, { headers: { cookie = '' } }: FastifyRequest): readonly string[] =>
  cookie.split(';').flatMap((pair) => {
    const [name, value] = pair.trim().split('=', 2)
    return name === wanted && value ? [value] : []
  })

/** The secure cookie wins: over https, a cookie of the plain name may come from an attacker in the network. */
function cookieTokens(request: FastifyRequest): readonly string[] {
  const secure = request.protocol === 'https' ? tokensNamed(secureName, request) : []
  return secure.length > 0 ? secure : tokensNamed(cookieName, request)
}

/** Sets the cookie for the pages of a form, and for its address that stays, so that this leads back to them. */
function setCookie(reply: FastifyReply, { id, environmentId, address }: PublishedForm, value: string): void {
  const lasting = address === undefined ? [] : [`/f/${address}`, `/f/${environmentId}/${address}`]
  const set = (start: string): void => {
    for (const path of [formPath(id), ...lasting])
      reply.header('set-cookie', `${start}; Path=${path}; HttpOnly; SameSite=Lax`)
  }
  if (reply.request.protocol !== 'https') return set(`${cookieName}=${value}`)
  set(`${secureName}=${value}; Secure`)
  if (tokensNamed(cookieName, reply.request).length > 0) set(`${cookieName}=; Max-Age=0`)
}

/** How long an unfinished response can be continued. */
const resumeSeconds = 7 * 24 * 60 * 60

/** Longer than changes are allowed, so that a page can tell that the time is over. */
const changeSeconds = 400 * 24 * 60 * 60

/** More screens than any form has. */
const everyScreen = 100_000

type TokenScope = {
  readonly formId: string
  readonly secret: Uint8Array
  readonly now: string
  /**
   * The use of the token: to continue (`resume`) or to change a finished response, each in a page or cookie or by a link, or to prove that
   * the response was submitted. A token of one use is invalid for all others.
   */
  readonly use?: 'resume' | 'link' | 'change' | 'change-link' | 'done'
}

/** The content of a token: the response, and how many screens of it are done (`screensBefore`). */
type TokenClaim = {
  readonly responseId: string
  readonly screensDone: number
  /** When its first page was drawn, in milliseconds; undefined where no page came before. */
  readonly since?: number | undefined
}

/** A signed token. It gives access to that response of that form for seven days, or for changes 400. */
export function signToken({ responseId, screensDone, since }: TokenClaim, scope: TokenScope): string {
  const seconds = scope.use?.startsWith('change') ? changeSeconds : resumeSeconds
  const expiry = Math.floor(Date.parse(scope.now) / 1000) + seconds
  const begun = since === undefined ? [] : [since.toString(36)]
  const signed = [responseId, screensDone, expiry, ...begun].join('.')
  return `${signed}.${signatureOf(signed, scope)}`
}

/** The content of a token; undefined when it is expired, forged, or of another form or use. */
export function openToken(token: string, scope: TokenScope): TokenClaim | undefined {
  const end = token.lastIndexOf('.')
  const [responseId, screensDone, expiry, since] = token.slice(0, end).split('.')
  if (!responseId || !screensDone || !expiry) return undefined
  const expected = Buffer.from(signatureOf(token.slice(0, end), scope))
  const actual = Buffer.from(token.slice(end + 1))
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return undefined
  if (Number(expiry) * 1000 <= Date.parse(scope.now)) return undefined
  return {
    responseId,
    screensDone: Number(screensDone),
    since: since === undefined ? undefined : Number.parseInt(since, 36),
  }
}

// The first word separates this use of the secret from all others.
const signatureOf = (signed: string, { formId, secret, use = 'resume' }: TokenScope): string =>
  createHmac('sha256', keyOf(secret)).update(`${use}\n${formId}\n${signed}`).digest('base64url')

// Memoized, since making a key takes half the time of a signature.
const keyOf = memoized((secret: Uint8Array) => createSecretKey(secret))
