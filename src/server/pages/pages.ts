import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Html } from '../../html/html.ts'
import { logFailure } from '../log.ts'
import { refusalOfStore, refuse } from '../refusal.ts'
import { readSubmissions } from './submission.ts'
import { usualUploadQuota } from './upload-gate.ts'
import type { Limits } from '../../store/rate-limits.ts'
import { addressOf, networkOf } from '../visitor.ts'
import type { PageWorld } from '../world.ts'
import { sendPage } from './layout.ts'
import { languageFor, languageQuery } from './visited-form.ts'
import { refusalPage } from './plain-pages.ts'
import { accessibilityPath, showAccessibility } from './accessibility-page.ts'
import { refusal, refusalIn } from './page-refusal.ts'
import { isFromElsewhere } from './session.ts'
import type { Submission } from './multipart-body.ts'
import { showAnswers, showEnd, showStep } from './show-step.ts'
import { takeStep } from './take-step.ts'
import { answerSaveError, autosave } from './take-autosave.ts'
import { beginAnew, resumeLink } from './resume.ts'

type ToForm = { readonly Params: { readonly formId: string } }

type PageOptions = {
  readonly uploadQuota?: number | undefined
  /** Lets a request in, or throws a refusal. */
  readonly admit?: ((request: FastifyRequest) => Promise<void>) | undefined
}

/** Lets an address make so many requests in a minute. */
export const pageLimit =
  (limits: Limits, most: number): PageOptions['admit'] =>
  async (request) => {
    const { retryAfter } = await limits.take(`pages ${networkOf(addressOf(request))}`, 1, {
      most,
      seconds: 60,
    })
    if (retryAfter !== undefined) throw refusal('rate-exceeded', { retryAfter })
  }

/**
 * The public pages of forms: `GET` and `POST /s/:formId`, `/s/:formId/done` after the last step, `accessibility`, and what pages
 * post: `save` while a person types, `anew` to begin anew, `resume` to go on by a link. `answers` shows what was sent.
 */
export function registerPages(
  app: FastifyInstance,
  world: PageWorld,
  { uploadQuota = usualUploadQuota, admit }: PageOptions = {},
): void {
  app.register(async (scope) => {
    if (admit) scope.addHook('onRequest', admit)
    readSubmissions(scope, { world, quota: uploadQuota })
    scope.setErrorHandler<RefusedError>((error, request, reply) =>
      answerError(error, { request, reply, world }),
    )
    scope.get<ToForm>('/s/:formId', (request, reply) => showStep(request, reply, world))
    scope.get<ToForm>('/s/:formId/done', (request, reply) => showEnd(request, reply, world))
    scope.get<ToForm>(`/s/:formId${accessibilityPath}`, (request, reply) =>
      showAccessibility(request, reply, world),
    )
    scope.get<ToForm>('/s/:formId/answers', (request, reply) => showAnswers(request, reply, world))
    for (const [url, take] of posts) takePosts(scope, { url, take, world })
    for (const [url] of posts.slice(0, 2)) refuseOthers(scope, url, ['GET', 'HEAD', 'POST'])
    for (const path of ['/done', accessibilityPath]) refuseOthers(scope, `/s/:formId${path}`, ['GET', 'HEAD'])
    for (const [url] of posts.slice(2)) refuseOthers(scope, url, ['POST'])
  })
}

const posts: readonly (readonly [string, Take])[] = [
  ['/s/:formId', takeStep],
  ['/s/:formId/answers', showAnswers],
  ['/s/:formId/save', autosave],
  ['/s/:formId/anew', beginAnew],
  ['/s/:formId/resume', resumeLink],
]

type Posts = { readonly url: string; readonly take: Take; readonly world: PageWorld }

function takePosts(scope: FastifyInstance, { url, take, world }: Posts): void {
  const onFailure = {
    errorHandler: (error: RefusedError, _request: FastifyRequest, reply: FastifyReply): void =>
      void answerSaveError(error, { reply, world }),
  }
  scope.post<Sent>(
    url,
    { onRequest: refuseForeign, ...(take === autosave && onFailure) },
    async (request, reply) => {
      try {
        return await take(request, reply, world)
      } finally {
        await request.body?.close()
      }
    },
  )
}

type Sent = ToForm & { readonly Body: Submission | undefined }

type Take = (request: FastifyRequest<Sent>, reply: FastifyReply, world: PageWorld) => Promise<FastifyReply>

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

/** `sent`: what was sent and is not kept (`takeStep`). */
type RefusedError = FastifyError & { readonly retryAfter?: number; readonly sent?: Html }

type Refused = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly world: PageWorld }

function answerError(error: RefusedError, { request, reply, world }: Refused): FastifyReply {
  const reason = refusalIn(error, languageFor(request))
  if (reason.status >= 500) logFailure(world, reply, { status: reason.status, error })
  const retryAfter = refusalOfStore(error) === 'store-busy' ? 1 : error.retryAfter
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  // Fastify would close the connection, and so break off an upload before the browser reads the page. We read on instead.
  reply.removeHeader('connection')
  // The params are those of a form's address, or absent where no route was found.
  const { formId } = request.params as { readonly formId?: string }
  return sendPage(
    reply,
    refusalPage(reason, {
      language: languageFor(request),
      ...(reason.status !== 404 && { formId, query: languageQuery(request), sent: error.sent }),
    }),
  )
}
