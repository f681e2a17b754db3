import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { formPath } from '../../wire/wire.ts'
import { newId } from '../keys.ts'
import { remembered } from '../remember.ts'
import type { PageWorld } from '../world.ts'
import type { FormRequest } from './visited-form.ts'

/** Which response a person is filling in, and how far the person has come. */
export type Session = TokenClaim & {
  /** Whether it began with this call, because no good token came along. */
  readonly isNew: boolean
  /** Whether the browser sent a cookie of this response, and so can be sent on to another address. */
  readonly isInCookie: boolean
  /** Whether it changes a response that was finished. */
  readonly isChange?: boolean
}

/** The name of the hidden field that holds the token where cookies are blocked. */
export const tokenField = 'resume'

const cookieName = 'formctl-resume'
/** Its name over https: browsers take it from https only. Each form has its path, so it cannot be `__Host-`. */
const secureName = `__Secure-${cookieName}`

/** The session of a form; a call without a good token begins a new one. */
export function sessionOf(
  request: FormRequest,
  { formId, pageToken }: { readonly formId: string; readonly pageToken?: string },
  world: PageWorld,
): Session {
  const cookies = cookieTokens(request)
  if (pageToken === undefined && cookies.length === 0) return newSession(world)
  const scope = scopeOf(formId, world)
  const open = (token: string): readonly (TokenClaim & Pick<Session, 'isChange'>)[] => {
    const [claim, change] = [openToken(token, scope), openToken(token, { ...scope, use: 'change' })]
    return [...(claim ? [claim] : []), ...(change ? [{ ...change, isChange: true }] : [])]
  }
  const ofCookies = cookies.flatMap(open)
  // The page's own token comes first: another tab may have begun another response since.
  const claims = [...open(pageToken ?? ''), ...ofCookies]
  const [first] = claims
  if (!first) return newSession(world)
  const { responseId, isChange = false } = first
  const isOfThis = (claim: (typeof claims)[number]): boolean =>
    claim.responseId === responseId && (claim.isChange ?? false) === isChange
  return {
    responseId,
    // A page that was drawn earlier knows of fewer steps.
    screensDone: Math.max(...claims.filter(isOfThis).map(({ screensDone }) => screensDone)),
    ...sinceIn(first),
    isChange,
    isNew: false,
    isInCookie: ofCookies.some(isOfThis) || submittedIn(request, formId, world) === responseId,
  }
}

/** Whether the browser keeps no cookie of a session, as in a frame of another site: its token stands in its pages alone. */
export const isCookieless = ({ headers }: FastifyRequest, { isNew, isInCookie }: Session): boolean =>
  isNew ? headers['sec-fetch-dest'] === 'iframe' && headers['sec-fetch-site'] === 'cross-site' : !isInCookie

/** A session without a token: the start of another response. */
export const newSession = (world: PageWorld): Session => ({
  responseId: newId(world.randomBytes),
  screensDone: 0,
  isNew: true,
  isInCookie: false,
})

/** The token of a session, its days begun anew. */
export function tokenOf(session: Session, formId: string, world: PageWorld): string {
  const scope: TokenScope = {
    ...scopeOf(formId, world),
    use: session.isChange === true ? 'change' : 'resume',
  }
  return signToken(session.isNew ? { since: Date.parse(scope.now), ...session } : session, scope)
}

/**
 * Lets the browser keep the session's token, for this form's pages only. A token that came with a page alone is never
 * kept: the page may be one that somebody else made, so that this person fills in a response that the other one can read.
 */
export function keepSession(reply: FastifyReply, session: Session, { formId, token }: Kept): void {
  if (session.isNew || session.isInCookie) setCookie(reply, formId, `${token}; Max-Age=${resumeSeconds}`)
}

type Kept = { readonly formId: string; readonly token: string }

type Submitted = { readonly responseId: string; readonly formId: string }

/** The proof that a person submitted the response. It gives access to what the thank-you page offers. */
export const proofOf = ({ responseId, formId }: Submitted, world: PageWorld): string =>
  signToken({ responseId, screensDone: 0 }, { ...scopeOf(formId, world), use: 'done' })

/** Lets the browser keep only that proof. */
export const keepProof = (reply: FastifyReply, submitted: Submitted, world: PageWorld): void =>
  setCookie(reply, submitted.formId, `${proofOf(submitted, world)}; Max-Age=${resumeSeconds}`)

/** The response that this browser submitted, by the proof in its cookie or in what it sent. */
export const submittedIn = (request: FormRequest, formId: string, world: PageWorld): string | undefined =>
  [...tokensSentIn(request), ...cookieTokens(request)]
    .map((token) => openToken(token, { ...scopeOf(formId, world), use: 'done' })?.responseId)
    .find((id) => id !== undefined)

/** The tokens in the body of a post. */
export const tokensSentIn = ({ body }: Pick<FormRequest, 'body'>): readonly string[] =>
  body?.fields.get(tokenField) ?? []

/** The token in a link with which the person goes on elsewhere. */
export const linkTokenOf = (session: Session, formId: string, world: PageWorld): string =>
  signToken(session, { ...scopeOf(formId, world), use: 'link' })

/** The token in a link with which the person changes the response that was finished. */
export const changeTokenOf = ({ responseId, formId }: Submitted, world: PageWorld): string =>
  signToken({ responseId, screensDone: everyScreen }, { ...scopeOf(formId, world), use: 'change-link' })

/** The session that such a link leads to; it is kept in the cookie when the person asks for it. */
export function sessionOfLink(token: string, formId: string, world: PageWorld): Session | undefined {
  const [claim, change] = (['link', 'change-link'] as const).map((use) =>
    openToken(token, { ...scopeOf(formId, world), use }),
  )
  const found = claim ?? change
  return found && { ...found, isChange: change !== undefined, isNew: false, isInCookie: true }
}

/** Lets the browser forget the token, so that the next visit begins another response. */
export const endSession = (reply: FastifyReply, formId: string): void =>
  setCookie(reply, formId, '; Max-Age=0')

/** Whether a call comes from a page of another origin, and so perhaps without the person's will. */
export function isFromElsewhere({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  // Older browsers do not send it, and no browser sends it to plain http beyond its own machine.
  if (headers.origin === undefined) return false
  const origin = URL.parse(headers.origin)
  return origin === null || origin.host !== URL.parse(`${origin.protocol}//${host}`)?.host
}

const scopeOf = (formId: string, world: PageWorld): TokenScope => ({
  formId,
  secret: world.secret,
  now: world.now(),
})

/** The tokens in the cookies of a name. */
const tokensNamed = (wanted: string, { headers: { cookie = '' } }: FastifyRequest): readonly string[] =>
  cookie.split(';').flatMap((pair) => {
    const [name, value] = pair.trim().split('=', 2)
    return name === wanted && value ? [value] : []
  })

/** Over https, a cookie of the plain name is from before there was the other one, or from somebody on the way. */
function cookieTokens(request: FastifyRequest): readonly string[] {
  const secure = request.protocol === 'https' ? tokensNamed(secureName, request) : []
  return secure.length > 0 ? secure : tokensNamed(cookieName, request)
}

function setCookie(reply: FastifyReply, formId: string, value: string): void {
  const set = (start: string): FastifyReply =>
    reply.header('set-cookie', `${start}; Path=${formPath(formId)}; HttpOnly; SameSite=Lax`)
  if (reply.request.protocol !== 'https') return void set(`${cookieName}=${value}`)
  set(`${secureName}=${value}; Secure`)
  if (tokensNamed(cookieName, reply.request).length > 0) set(`${cookieName}=; Max-Age=0`)
}

/** How long an unfinished response can be taken up again. */
const resumeSeconds = 7 * 24 * 60 * 60

/** A token that changes a response outlives the days in which that is allowed, so that it can be said that they are over. */
const changeSeconds = 400 * 24 * 60 * 60

/** As many screens as no form has. */
const everyScreen = 100_000

type TokenScope = {
  readonly formId: string
  readonly secret: Uint8Array
  readonly now: string
  /**
   * What it is for: to go on or to change what was finished, each in a page or cookie or by a link, or to prove that it was submitted.
   * One is never taken for another.
   */
  readonly use?: 'resume' | 'link' | 'change' | 'change-link' | 'done'
}

/** What a token says: the response that its holder fills in, and how many screens of it are done (`screensBefore`). */
type TokenClaim = {
  readonly responseId: string
  readonly screensDone: number
  /** When its first page was drawn, in milliseconds; absent where no page came before. */
  readonly since?: number
}

export const sinceIn = ({ since }: Pick<TokenClaim, 'since'>): Pick<TokenClaim, 'since'> =>
  since === undefined ? {} : { since }

/** A token that lets its holder go on with that response of that form for seven days, or change it. */
export function signToken({ responseId, screensDone, since }: TokenClaim, scope: TokenScope): string {
  const seconds = scope.use?.startsWith('change') ? changeSeconds : resumeSeconds
  const expiry = Math.floor(Date.parse(scope.now) / 1000) + seconds
  const begun = since === undefined ? [] : [since.toString(36)]
  const signed = [responseId, screensDone, expiry, ...begun].join('.')
  return `${signed}.${signatureOf(signed, scope)}`
}

/** What a token says; undefined when it is expired, changed, or another form's. */
export function openToken(token: string, scope: TokenScope): TokenClaim | undefined {
  const end = token.lastIndexOf('.')
  const [responseId, screensDone, expiry, since] = token.slice(0, end).split('.')
  if (!responseId || !screensDone || !expiry) return undefined
  const expected = Buffer.from(signatureOf(token.slice(0, end), scope))
  const given = Buffer.from(token.slice(end + 1))
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined
  if (Number(expiry) * 1000 <= Date.parse(scope.now)) return undefined
  return {
    responseId,
    screensDone: Number(screensDone),
    ...(since !== undefined && { since: Number.parseInt(since, 36) }),
  }
}

// The first word keeps this use of the secret apart from any other.
const signatureOf = (signed: string, { formId, secret, use = 'resume' }: TokenScope): string =>
  createHmac('sha256', keyOf(secret)).update(`${use}\n${formId}\n${signed}`).digest('base64url')

// A key is made ready once: half the time of a signature.
const keyOf = remembered((secret: Uint8Array) => createSecretKey(secret))
