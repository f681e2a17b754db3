import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageWorld } from '../world.ts'
import { sendPage } from './layout.ts'
import { refusalPage, thankYouPage } from './plain-pages.ts'
import { refusalIn } from './refusals.ts'
import { readSubmissions, type Submission } from './submission.ts'
import { findForm, showStep } from './show-step.ts'
import { takeStep } from './take-step.ts'

type ToForm = { readonly Params: { readonly formId: string } }

/** The public pages of forms: `GET` and `POST /s/:formId`, and `/s/:formId/done` after the last step. */
export function registerPages(app: FastifyInstance, world: PageWorld): void {
  app.register(async (scope) => {
    readSubmissions(scope)
    scope.setErrorHandler<FastifyError>(sayError)
    scope.get<ToForm>('/s/:formId', (request, reply) => showStep(request, reply, world))
    scope.get<ToForm>('/s/:formId/done', async (request, reply) =>
      sendPage(reply, thankYouPage(await findForm(request.params.formId, world))),
    )
    scope.post<ToForm & { Body: Submission | undefined }>('/s/:formId', (request, reply) =>
      takeStep(request, reply, world),
    )
  })
}

function sayError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalIn(error)
  if (refusal.status === 500) request.log.error(error)
  return sendPage(reply, refusalPage(refusal))
}
