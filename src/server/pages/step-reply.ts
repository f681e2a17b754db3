/** The pages that answer a step: the next one, or the end. */
import type { FastifyReply } from 'fastify'
import type { ResponseRecord } from '../../form/response.ts'
import type { PublishedForm } from '../../form/form.ts'
import { offersOf } from './after.ts'
import { textsOf } from '../../form/languages.ts'
import { html } from '../../html/html.ts'
import type { FormCall } from './visited-form.ts'
import { drawStep } from './kept-page.ts'
import { sendDrawn, sendPage } from './layout.ts'
import { leadingPage, thankYouPage } from './plain-pages.ts'
import { newPageId } from '../keys.ts'
import { isCookieless, keepSession, tokenOf, type Session } from './session.ts'
import { taskFor } from './spam.ts'
import type { StepVisit } from './step-page.ts'
import { wayOf, type Way } from './way.ts'

/** What the page after a step says where one of its answers was changed elsewhere. */
export const newerNotice = ({ language }: PublishedForm, hasNewer: boolean): string | undefined =>
  hasNewer ? textsOf(language).page.changedElsewhere : undefined

export type StepToSend = Omit<StepVisit, 'token' | 'writer' | 'isCookieless' | 'isChange' | 'task'> & {
  readonly session: Session
  /** The page that was sent, where this one goes on in its place. */
  readonly writer?: string | undefined
}

/** Sends the page of a step. It holds the token of the session, which the browser keeps, too. */
export async function sendStep(
  { session, writer, ...step }: StepToSend,
  { request, reply, world }: FormCall,
): Promise<FastifyReply> {
  const { form, stepIndex } = step
  const token = tokenOf(session, form.id, world)
  keepSession(reply, session, { formId: form.id, token })
  const visit = {
    ...step,
    token,
    writer: writer ?? newPageId(world.randomBytes),
    isCookieless: isCookieless(request, session),
    isChange: session.isChange,
    task: await taskFor({ form, session, stepIndex }, world),
  }
  return sendDrawn(reply, await drawStep(visit), visit.isCookieless || request.method === 'POST')
}

type Thanks = {
  readonly form: PublishedForm
  /** Absent in a preview that sent none. */
  readonly record: ResponseRecord | undefined
  readonly isInCookie: boolean
  /** Whether an answer that was sent last has a newer version, which was kept. */
  readonly hasNewer: boolean
}

/** Thanks for the answers, or leads to where their ending says. */
export function thankFor(
  { form, record, isInCookie, hasNewer }: Thanks,
  { request, reply, world }: FormCall,
): FastifyReply {
  const data = record?.data ?? []
  const to = redirectOf(form, wayOf(form, data))
  if (to !== undefined) return sendPage(reply, leadingPage(form, to))
  const offers = record && offersOf({ form, record }, { request, world, isInCookie })
  const newer = hasNewer && html`<p role="status">${newerNotice(form, hasNewer)}</p>`
  return sendPage(reply, thankYouPage(form, data, html`${newer} ${offers}`))
}

/** Where an ending leads: an https address whose host the form allows. */
function redirectOf({ settings }: PublishedForm, { ending }: Way): string | undefined {
  const url = ending?.redirect === undefined ? null : URL.parse(ending.redirect)
  const isAllowed = url?.protocol === 'https:' && settings?.redirectHosts?.includes(url.hostname)
  return isAllowed ? url.href : undefined
}
