import type { FastifyReply, FastifyRequest } from 'fastify'
import { formPath } from '../../wire/routes.ts'
import { newId } from '../ids.ts'
import type { PageWorld } from '../world.ts'
import { openToken, resumeSeconds, signToken } from './resume-token.ts'

/** Which response a person is filling in, and the token that says so. */
export type Session = {
  readonly responseId: string
  readonly token: string
  /** Whether it began with this call, because no good token came along. */
  readonly isNew: boolean
}

/** The name of the hidden field that holds the token where cookies are blocked. */
export const tokenField = 'resume'

const cookieName = 'formctl-resume'

/** The session that the first good one of these tokens names, its seven days begun anew; or else a new one. */
export function sessionOf(formId: string, tokens: readonly string[], world: PageWorld): Session {
  const scope = { formId, secret: world.secret, now: world.now() }
  const known = tokens.map((token) => openToken(token, scope)).find((id) => id !== undefined)
  const responseId = known ?? newId(world.randomBytes)
  return {
    responseId,
    token: signToken(responseId, scope),
    isNew: known === undefined,
  }
}

/** The tokens that came as cookies. */
export const cookieTokens = (request: FastifyRequest): readonly string[] =>
  (request.headers.cookie ?? '').split(';').flatMap((pair) => {
    const [name, value] = pair.trim().split('=', 2)
    return name === cookieName && value ? [value] : []
  })

/** Lets the browser keep the token, for this form's pages only. */
export const keepSession = (reply: FastifyReply, formId: string, token: string): void =>
  setCookie(reply, formId, `${token}; Max-Age=${resumeSeconds}`)

/** Lets the browser forget the token: the response is finished, the next visit starts anew. */
export const endSession = (reply: FastifyReply, formId: string): void =>
  setCookie(reply, formId, '; Max-Age=0')

function setCookie(reply: FastifyReply, formId: string, value: string): void {
  const secure = reply.request.protocol === 'https' ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${cookieName}=${value}; Path=${formPath(formId)}; HttpOnly; SameSite=Lax${secure}`,
  )
}
