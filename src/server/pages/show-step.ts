import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PublishedForm } from '../../form/published-form.ts'
import type { PageWorld } from '../world.ts'
import { stepsOf } from './form-steps.ts'
import { sendPage } from './layout.ts'
import { refusal } from './refusals.ts'
import { cookieTokens, keepSession, sessionOf } from './session.ts'
import { stepPage } from './step-page.ts'

type StepRequest = FastifyRequest<{ Params: { readonly formId: string } }>

/** The form with that id that people may fill in; a deleted one is as one that never was. */
export async function findForm(id: string, world: PageWorld): Promise<PublishedForm> {
  const form = await world.store.forms.get(id)
  if (!form || form.deletedAt !== undefined) throw refusal('form-unknown')
  return form
}

/** Answers `GET`: the step that `?step=` names, with what was answered before; a finished response starts anew. */
export async function showStep(
  request: StepRequest,
  reply: FastifyReply,
  world: PageWorld,
): Promise<FastifyReply> {
  const form = await findForm(request.params.formId, world)
  const resumed = sessionOf(form.id, cookieTokens(request), world)
  const stored = resumed.isNew ? undefined : await world.store.responses.get(form.id, resumed.responseId)
  const isFinished = stored?.finished === true
  const { token } = isFinished ? sessionOf(form.id, [], world) : resumed
  const record = isFinished ? undefined : stored
  // Nobody has come to a later step without something stored; a link to one leads to the first.
  const stepIndex = record ? stepIndexOf(queryStep(request), form) : 0
  keepSession(reply, form.id, token)
  return sendPage(reply, await stepPage({ form, stepIndex, token, ...(record ? { record } : {}) }))
}

/** The step that a text counted from 1 names; the first where it names none. */
export function stepIndexOf(text: string | undefined, form: PublishedForm): number {
  const step = /^\d{1,6}$/.test(text ?? '') ? Number(text) : 1
  return step >= 1 && step <= stepsOf(form).asked.length ? step - 1 : 0
}

function queryStep({ query }: FastifyRequest): string | undefined {
  // Fastify gives an object of texts, or of lists where a name comes twice.
  const step = (query as Readonly<Record<string, unknown>>)['step']
  return typeof step === 'string' ? step : undefined
}
