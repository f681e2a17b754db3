import type { FastifyReply } from 'fastify'
import type { PublishedForm } from '../../form/form.ts'
import { textsOf } from '../../form/languages.ts'
import type { FormCall } from './request-form.ts'
import { drawStep } from './page-cache.ts'
import { sendDrawn } from './layout.ts'
import { newPageId } from '../keys.ts'
import { isCookieless, keepSession, tokenOf, type Session } from './session.ts'
import { taskFor } from './spam.ts'
import type { StepVisit } from './step-page.ts'

/** The notice on the page after a step, where one of its answers was changed elsewhere. */
export const newerNotice = ({ language }: PublishedForm, hasNewer: boolean): string | undefined =>
  hasNewer ? textsOf(language).page.changedElsewhere : undefined

export type StepToSend = Omit<StepVisit, 'token' | 'writer' | 'isCookieless' | 'isChange' | 'task'> & {
  readonly session: Session
  /** The page that was sent, where this page continues it. */
  readonly writer?: string | undefined
}

/** Sends the page of a step, with the token of the session in the page and in the cookie. */
export async function sendStep(
  { session, writer, ...step }: StepToSend,
  { request, reply, deps }: FormCall,
): Promise<FastifyReply> {
  const { form, stepIndex } = step
  const token = tokenOf(session, form.id, deps)
  keepSession(reply, session, { formId: form.id, token })
  const visit = {
    ...step,
    token,
    writer: writer ?? newPageId(deps.randomBytes),
    isCookieless: isCookieless(request, session),
    isChange: session.isChange,
    task: await taskFor({ form, session, stepIndex }, deps),
  }
  return sendDrawn(reply, await drawStep(visit), visit.isCookieless || request.method === 'POST')
}
