import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageWorld } from '../world.ts'
import { sendPage } from './layout.ts'
import { refusalPage } from './plain-pages.ts'
import { refuse } from '../refusal.ts'
import { refusal, refusalIn } from './refusals.ts'
import { isFromElsewhere } from './session.ts'
import { readSubmissions, type Submission } from './submission.ts'
import { showEnd, showStep } from './show-step.ts'
import { takeStep } from './take-step.ts'

type ToForm = { readonly Params: { readonly formId: string } }

/** The public pages of forms: `GET` and `POST /s/:formId`, and `/s/:formId/done` after the last step. */
export function registerPages(app: FastifyInstance, world: PageWorld): void {
  app.register(async (scope) => {
    readSubmissions(scope)
    scope.setErrorHandler<FastifyError>(sayError)
    scope.get<ToForm>('/s/:formId', (request, reply) => showStep(request, reply, world))
    scope.get<ToForm>('/s/:formId/done', (request, reply) => showEnd(request, reply, world))
    scope.post<ToForm & { Body: Submission | undefined }>(
      '/s/:formId',
      { onRequest: refuseForeign },
      (request, reply) => takeStep(request, reply, world),
    )
    refuseOthers(scope, '/s/:formId', ['GET', 'HEAD', 'POST'])
    refuseOthers(scope, '/s/:formId/done', ['GET', 'HEAD'])
  })
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

function sayError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const reason = refusalIn(error)
  if (reason.status === 500) request.log.error(error)
  return sendPage(reply, refusalPage(reason))
}
