import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html, type Html } from '../../html/html.ts'
import { logFailure } from '../log.ts'
import { refuse, retryAfterOf } from '../refusal.ts'
import { readSubmissions } from './submission.ts'
import { defaultUploadQuota } from './multipart-body.ts'
import type { Limits } from '../../store/rate-limits.ts'
import { addressOf, networkOf } from '../visitor.ts'
import type { PageWorld } from '../world.ts'
import { sendPage } from './layout.ts'
import { sendAgain } from './typed-text.ts'
import { languageFor, languageQuery, type FormCall, type FormRequest } from './visited-form.ts'
import { refusalPage } from './plain-pages.ts'
import { accessibilityPath, showAccessibility } from './accessibility-page.ts'
import { goneMeanwhile, refusal, refusalTextOf } from './page-refusal.ts'
import { isFromElsewhere } from './session.ts'
import type { Submission } from './multipart-body.ts'
import { showAnswers, showEnd, showStep } from './show-step.ts'
import { postStep } from './post-step.ts'
import { answerSaveError, autosave } from './post-autosave.ts'
import { beginAnew, resumeLink } from './resume.ts'

type ToForm = { readonly Params: { readonly formId: string }; readonly Body: Submission | undefined }

type PageOptions = {
  readonly uploadQuota?: number | undefined
}

/**
 * Lets an address make so many requests in a minute. What is sent for a response counts for that response alone: one that saves itself
 * while a person types leaves room for the others of its network.
 */
export const pageLimit =
  (limits: Limits, maxPerAddress: number): PageWorld['admit'] =>
  async (request, session) => {
    const [name, most] =
      session?.isNew === false
        ? [`response ${session.responseId}`, maxPerResponse]
        : [`pages ${networkOf(addressOf(request))}`, maxPerAddress]
    const { retryAfter } = await limits.take(name, 1, { most, seconds: 60 })
    if (retryAfter !== undefined) throw refusal('rate-exceeded', { retryAfter })
  }

/** A page saves once in two seconds at most, and some may be open. */
const maxPerResponse = 120

/** The public pages of forms. */
export function registerPages(
  app: FastifyInstance,
  world: PageWorld,
  { uploadQuota = defaultUploadQuota }: PageOptions = {},
): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      // A step is admitted once its session was read.
      const isStep =
        request.method === 'POST' && /^\/s\/:formId(?:\/save)?$/.test(request.routeOptions.url ?? '')
      if (!isStep) await world.admit?.(request)
    })
    readSubmissions(scope, { world, quota: uploadQuota })
    scope.setErrorHandler<RefusedError, ToForm>((error, request, reply) =>
      answerError(error, { request, reply, world }),
    )
    for (const [path, { get, post }] of Object.entries(routes)) {
      const url = `/s/:formId${path}`
      if (get) scope.get<ToForm>(url, (request, reply) => get({ request, reply, world }))
      if (post) takePosts(scope, { url, take: post, world })
      refuseOthers(scope, url, [...(get ? ['GET', 'HEAD'] : []), ...(post ? ['POST'] : [])])
    }
  })
}

/**
 * What each path of a form answers: its steps, the thanks after the last one, the answers that were sent, and what pages post while a
 * person types, to begin anew and to go on by a link.
 */
const routes: Readonly<Record<string, { readonly get?: Answering; readonly post?: Answering }>> = {
  '': { get: showStep, post: postStep },
  '/done': { get: showEnd },
  '/answers': { get: showAnswers, post: showAnswers },
  [accessibilityPath]: { get: showAccessibility },
  '/save': { post: autosave },
  '/anew': { post: beginAnew },
  '/resume': { post: resumeLink },
}

type Answering = (call: FormCall) => Promise<FastifyReply>

type Posts = { readonly url: string; readonly take: Answering; readonly world: PageWorld }

function takePosts(scope: FastifyInstance, { url, take, world }: Posts): void {
  const onFailure = {
    errorHandler: (error: RefusedError, _request: FastifyRequest, reply: FastifyReply): void =>
      void answerSaveError(error, { reply, world }),
  }
  scope.post<ToForm>(
    url,
    { onRequest: refuseForeign, ...(take === autosave && onFailure) },
    async (request, reply) => {
      try {
        return await take({ request, reply, world })
      } finally {
        await request.body?.close()
      }
    },
  )
}

/** Refuses a page of another origin before its form is read. */
async function refuseForeign(request: FastifyRequest): Promise<void> {
  if (isFromElsewhere(request)) throw refusal('foreign')
}

/** Answers 405 to the methods that a page does not take. */
function refuseOthers(scope: FastifyInstance, url: string, taken: readonly string[]): void {
  const method = ['POST', 'PUT', 'PATCH', 'DELETE'].filter((name) => !taken.includes(name))
  scope.route({
    method,
    url,
    // Not read: its form may be of any kind and size.
    onRequest: async (_request, reply) => refuse(reply.header('allow', taken.join(', ')), 'method-unknown'),
    handler: async () => undefined,
  })
}

/** `sent`: what was sent and is not kept (`postStep`). */
type RefusedError = FastifyError & { readonly retryAfter?: number; readonly sent?: Html }

type Refused = { readonly request: FormRequest; readonly reply: FastifyReply; readonly world: PageWorld }

function answerError(error: RefusedError, { request, reply, world }: Refused): FastifyReply {
  const language = languageFor(request)
  const isGone = error.sent !== undefined && refusalTextOf(error).status === 404
  const reason = isGone ? goneMeanwhile(language) : refusalTextOf(error, language)
  const isPassing = reason.status === 429 || reason.status >= 500
  if (reason.status >= 500) logFailure(world, reply, { status: reason.status, error })
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
      sent: error.sent && html`${error.sent} ${isPassing && sendAgain(request, language)}`,
    }),
  )
}
