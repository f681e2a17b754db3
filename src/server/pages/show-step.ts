import type { FastifyReply } from 'fastify'
import type { ResponseRecord } from '../../form/response.ts'
import type { PublishedForm } from '../../form/form.ts'
import type { PageWorld } from '../world.ts'
import { answersPage, isFresh } from './after.ts'
import { closedText, closedToNew } from './page-refusal.ts'
import { sendPage } from './layout.ts'
import { anewField, closedPage, submittedPage } from './plain-pages.ts'
import { prefillFor, prefillIn } from './prefill.ts'
import { begunNotice, changeEnded, linkedPage, openLink } from './resume.ts'
import { endSession, newSession, sessionOfLink, tokenField, type Session } from './session.ts'
import { newerField, sentField, stepField } from './step-page.ts'
import { newerNotice, sendStep, thankFor } from './step-reply.ts'
import { storedProblems } from './typed-text.ts'
import { isDone, lastShown, onWay, queryOf, stepIndexOf, visitOf, visitWith, type Visited } from './visit.ts'
import { pageAddress, type FormCall } from './visited-form.ts'
import { wayOf } from './way.ts'

/** Shows the step that `?step=` names, with what was answered before. */
export async function showStep(call: FormCall): Promise<FastifyReply> {
  const { request, reply, world } = call
  const query = queryOf(request)
  const link = query[tokenField]
  const visit = await visitOf(request, world)
  const { form, session, record: stored, isSubmitted, isOver } = visit
  const linked = typeof link === 'string' ? sessionOfLink(link, form.id, world) : undefined
  const isChange = (linked ?? session).isChange === true
  const closing = isChange ? closedText(form, { isMeanwhile: false }, world) : await closedToNew(form, world)
  if (closing) return sendPage(reply, closedPage(form, closing))
  if (typeof link === 'string') return showLinked(link, reply, { ...visit, linked, world })
  const isFinished = stored?.finished === true || isSubmitted
  if (query[anewField] !== undefined) {
    // Led on by another address, so that the way back or a reload does not begin anew once more. An unfinished
    // response stays: a link from elsewhere must not take it away. One that is not stored may have been erased.
    if (isFinished || !stored) endSession(reply, form.id)
    return reply.redirect(pageAddress(form), 303)
  }
  if (isOver) return sendPage(reply, changeEnded(form))
  if (isFinished && !world.showsEverything) return sendPage(reply, submittedPage(form))
  return drawVisited(visit, call)
}

/** Draws the step that the address names, as far as the person has come. */
async function drawVisited(
  { form, session: resumed, record: stored, draft = [] }: Visited,
  call: FormCall,
): Promise<FastifyReply> {
  const { request, world } = call
  const query = queryOf(request)
  const session = stored?.finished === true ? newSession(world) : resumed
  const record = stored?.finished === false ? stored : undefined
  const way = wayOf(form, record?.data ?? [])
  const last = lastShown({ form, session, way }, world)
  const named = query[stepField] ?? query[sentField]
  const stepIndex = onWay(Math.min(stepIndexOf(named, form), last), way, world)
  const isSent = record !== undefined && query[stepField] === undefined && query[sentField] !== undefined
  const prefill = prefillFor(prefillIn(query, form, world), isSent || isDone(session, form, stepIndex))
  const notice = newerNotice(form, record !== undefined && query[newerField] !== undefined)
  const shown = { form, session, stepIndex, prefill, isSent, notice }
  if (!record) return sendStep(shown, call)
  const problems = isSent ? await storedProblems({ form, stepIndex, record, draft }, world) : []
  const isOpened = named === undefined && (session.isChange === true || !world.showsEverything)
  const above = isOpened ? begunNotice(form, { session, record, draft }, last) : undefined
  return sendStep({ ...shown, record, draft, problems, ...(above && { above }) }, call)
}

type Linked = {
  readonly form: PublishedForm
  /** What the link leads to; undefined where it leads nowhere. */
  readonly linked: Session | undefined
  /** What the browser goes on with, or has finished. */
  readonly session: Session
  readonly record?: ResponseRecord
  readonly world: PageWorld
}

/** Answers an address with a token: asks, unless it changes what this same browser has sent. */
async function showLinked(
  token: string,
  reply: FastifyReply,
  { form, linked, session, record, world }: Linked,
): Promise<FastifyReply> {
  if (linked?.isChange !== true) return sendPage(reply, linkedPage(form, token, world))
  if ((await visitWith(linked, form, world)).isOver) return sendPage(reply, changeEnded(form))
  const isOwn = [record?.id, session.responseId].includes(linked.responseId)
  return isOwn ? openLink(reply, linked, { form, world }) : sendPage(reply, linkedPage(form, token, world))
}

/** Answers `GET /done`: thanks the browser that submitted, and leads every other one to the form. */
export async function showEnd(call: FormCall): Promise<FastifyReply> {
  const { request, reply, world } = call
  const { form, record, isSubmitted } = await visitOf(request, world)
  if (record?.finished || isSubmitted || world.showsEverything)
    return thankFor(
      { form, record, isInCookie: true, hasNewer: queryOf(request)[newerField] !== undefined },
      call,
    )
  return reply.redirect(pageAddress(form), 303)
}

/** Answers `GET` and `POST /answers`: the answers that this person sent; everybody else is led to the form. */
export async function showAnswers({ request, reply, world }: FormCall): Promise<FastifyReply> {
  const { form, record } = await visitOf(request, world)
  if (form.settings?.offersCopy !== true || !record?.finished || !isFresh(record, world))
    return reply.redirect(pageAddress(form), 303)
  return sendPage(reply, answersPage({ form, record }))
}
