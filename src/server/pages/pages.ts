import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html, type Html } from '../../html/html.ts'
import { logFailure } from '../log.ts'
import { refuseMethods, retryAfterOf } from '../refusal.ts'
import { readSubmissions, defaultUploadQuota, type Submission } from './submission.ts'
import type { Limits } from '../../store/rate-limits.ts'
import { formPath } from '../../wire/wire.ts'
import { addressOf, networkOf } from '../visitor.ts'
import type { PageDeps } from '../deps.ts'
import { sendPage } from './layout.ts'
import { sendAgain } from './read-step.ts'
import { isUnderWay, languageFor, languageQuery, type FormCall } from './visit.ts'
import { refusalPage, goneMeanwhile, refusal, refusalTextOf } from './refusal-pages.ts'
import { accessibilityPath, showAccessibility } from './accessibility-page.ts'
import { isFromElsewhere } from './session.ts'
import { showAnswers, showEnd, showStep } from './show-step.ts'
import { postStep, answerSaveError, autosave } from './post-step.ts'
import { beginAnew, resumeLink } from './resume.ts'

type ToForm = { readonly Params: { readonly formId: string }; readonly Body: Submission | undefined }

type Answer = (call: FormCall) => Promise<FastifyReply>

/** The paths of a form's pages. */
const routes: Readonly<Record<string, { readonly get?: Answer; readonly post?: Answer }>> = {
  '/s/:formId': { get: showStep, post: postStep },
  '/s/:formId/done': { get: showEnd },
  '/s/:formId/answers': { get: showAnswers, post: showAnswers },
  [`/s/:formId${accessibilityPath}`]: { get: showAccessibility },
  '/s/:formId/save': { post: autosave },
  '/s/:formId/anew': { post: beginAnew },
  '/s/:formId/resume': { post: resumeLink },
  '/f/:address': { get: openAddress },
  '/f/:environmentId/:address': { get: openAddress },
}

/** Leads from an address that stays to its newest form, or to one in which this browser has begun; the query goes along. */
async function openAddress({ request, reply, deps }: FormCall): Promise<FastifyReply> {
  // The names are those of the route. With a slash at its end, an address comes as that of an environment, and an empty one.
  const { address = '', environmentId = '' } = request.params as Readonly<Record<string, string>>
  const ids = await deps.store.forms.atAddress(address || environmentId, address && environmentId)
  const begun = await Promise.all(ids.map((id) => isUnderWay(id, request, deps)))
  const id = ids.find((_, i) => begun[i]) ?? ids[0]
  if (id === undefined) throw refusal('form-unknown')
  const query = /\?.*/.exec(request.url)?.[0] ?? ''
  return reply.header('cache-control', 'no-store').redirect(`${formPath(id)}${query}`, 302)
}

/** Adds the public pages of forms. `uploadQuota` is in bytes for each address and hour. */
export function registerPages(
  app: FastifyInstance,
  deps: PageDeps,
  uploadQuota: number = defaultUploadQuota,
): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      // A posted step is admitted later, when its session was read.
      const isStep =
        request.method === 'POST' && /^\/s\/:formId(?:\/save)?$/.test(request.routeOptions.url ?? '')
      if (!isStep) await deps.admit?.(request)
    })
    readSubmissions(scope, { deps, quota: uploadQuota })
    scope.setErrorHandler<PageError, ToForm>((error, request, reply) =>
      answerError(error, { request, reply, deps }),
    )
    for (const [url, { get, post }] of Object.entries(routes)) {
      if (get) scope.get<ToForm>(url, (request, reply) => get({ request, reply, deps }))
      if (post)
        scope.post<ToForm>(
          url,
          {
            // Before the body is read.
            onRequest: async (request) => {
              if (isFromElsewhere(request)) throw refusal('foreign')
            },
            ...(post === autosave && {
              errorHandler: (error: PageError, _request: FastifyRequest, reply: FastifyReply): void =>
                void answerSaveError(error, { reply, deps }),
            }),
          },
          async (request, reply) => {
            try {
              return await post({ request, reply, deps })
            } finally {
              await request.body?.close()
            }
          },
        )
      const allowed = [...(get ? ['GET', 'HEAD'] : []), ...(post ? ['POST'] : [])]
      const method = (['POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((name) => !allowed.includes(name))
      refuseMethods(scope, url, { method, allowed })
    }
  })
}

/**
 * Limits requests per address and minute. Posts to a response that has begun count for that response alone, so that autosaves leave
 * room for others of the same network.
 */
export const pageLimit =
  (limits: Limits, maxPerAddress: number): PageDeps['admit'] =>
  async (request, session) => {
    const [name, most] =
      session?.isNew === false
        ? [`response ${session.responseId}`, maxPerResponse]
        : [`pages ${networkOf(addressOf(request))}`, maxPerAddress]
    const { retryAfter } = await limits.take(name, 1, { most, seconds: 60 })
    if (retryAfter !== undefined) throw refusal('rate-exceeded', { retryAfter })
  }

/** A page saves at most every two seconds, and a response may be open in several. */
const maxPerResponse = 120

/** `sent`: the answers of a failed post (`postStep`), to be shown. */
type PageError = FastifyError & { readonly retryAfter?: number; readonly sent?: Html }

function answerError(error: PageError, { request, reply, deps }: FormCall): FastifyReply {
  const language = languageFor(request)
  const isGone = error.sent !== undefined && refusalTextOf(error).status === 404
  const reason = isGone ? goneMeanwhile(language) : refusalTextOf(error, language)
  const isTemporary = reason.status === 429 || reason.status >= 500
  if (reason.status >= 500) logFailure(deps, reply, { status: reason.status, error })
  const retryAfter = retryAfterOf(error)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  // Fastify would close the connection, and so break off an upload before the browser reads the page. We read on instead.
  reply.removeHeader('connection')
  // The params are those of a form's address, or absent where no route was found.
  const { formId } = request.params as { readonly formId?: string }
  return sendPage(
    reply,
    refusalPage(reason, {
      language,
      ...(reason.status !== 404 && { formId, query: languageQuery(request) }),
      sent: error.sent && html`${error.sent} ${isTemporary && sendAgain(request, language)}`,
    }),
  )
}
