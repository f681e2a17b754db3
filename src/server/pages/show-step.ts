import type { FastifyReply } from 'fastify'
import { answersPage, isFresh, sendThanks } from './thank-you.ts'
import { closedText, closedToNew, anewField, closedPage, submittedPage } from './refusal-pages.ts'
import { sendPage, pageAddress } from './layout.ts'
import { prefillFor, prefillIn } from './prefill.ts'
import { begunNotice, changeEnded, linkedPage, meantNotice, openLink } from './resume.ts'
import { endSession, newSession, sessionOfLink, tokenField } from './session.ts'
import { newerField, sentField, stepField } from './step-page.ts'
import { newerNotice, sendStep } from './step-reply.ts'
import { storedProblems } from './read-step.ts'
import {
  isDone,
  lastShown,
  onPath,
  queryOf,
  stepIndexOf,
  visitOf,
  visitWith,
  type PageVisit,
  type FormCall,
} from './visit.ts'
import { pathThrough } from '../../form/form-path.ts'

/** Shows the step that `?step=` names, with the answers so far. */
export async function showStep(call: FormCall): Promise<FastifyReply> {
  const { request, reply, deps } = call
  const query = queryOf(request)
  const link = query[tokenField]
  const visit = await visitOf(request, deps)
  const { form, session, record: stored, isSubmitted, isOver } = visit
  const linked = typeof link === 'string' ? sessionOfLink(link, form.id, deps) : undefined
  const isChange = (linked ?? session).isChange === true
  const closing = isChange ? closedText(form, { isMeanwhile: false }, deps) : await closedToNew(form, deps)
  if (closing) return sendPage(reply, closedPage(form, closing))
  if (typeof link === 'string') {
    if (linked?.isChange !== true) return sendPage(reply, linkedPage(form, link, deps))
    if ((await visitWith(linked, form, deps)).isOver) return sendPage(reply, changeEnded(form))
    // The browser that sent the response needs no question.
    const isOwn = [stored?.id, session.responseId].includes(linked.responseId)
    return isOwn ? openLink(reply, linked, form, deps) : sendPage(reply, linkedPage(form, link, deps))
  }
  const isFinished = stored?.finished === true || isSubmitted
  if (query[anewField] !== undefined) {
    // With a redirect, so that Back or a reload does not begin again. An unfinished response stays: a link on another site must
    // not drop it. A response that is not stored may have been erased.
    if (isFinished || !stored) endSession(reply, form)
    return reply.redirect(pageAddress(form), 303)
  }
  if (isOver) return sendPage(reply, changeEnded(form))
  if (isFinished && !deps.showsEverything) return sendPage(reply, submittedPage(form))
  return sendVisited(visit, call)
}

/** Sends the step that the address names, or the last one that the person may see. */
async function sendVisited(
  { form, session: resumed, record: stored, draft = [] }: PageVisit,
  call: FormCall,
): Promise<FastifyReply> {
  const { request, deps } = call
  const query = queryOf(request)
  const session = stored?.finished === true ? newSession(deps) : resumed
  const record = stored?.finished === false ? stored : undefined
  const path = pathThrough(form, record?.data ?? [])
  const last = lastShown(form, session, path, deps)
  const named = query[stepField] ?? query[sentField]
  const stepIndex = onPath(Math.min(stepIndexOf(named, form), last), path, deps)
  const isSent = record !== undefined && query[stepField] === undefined && query[sentField] !== undefined
  const prefill = prefillFor(prefillIn(query, form, deps), isSent || isDone(session, form, stepIndex))
  const notice = newerNotice(form, record !== undefined && query[newerField] !== undefined)
  const shown = { form, session, stepIndex, prefill, isSent, notice }
  if (!record) return sendStep(shown, call)
  const problems = isSent ? await storedProblems({ form, stepIndex, record, draft }, deps) : []
  const isOpened = named === undefined && (session.isChange === true || !deps.showsEverything)
  const above = isOpened
    ? begunNotice(form, { session, record, draft }, last)
    : meantNotice(form, record, path.steps[path.steps.indexOf(stepIndex) - 1])
  return sendStep({ ...shown, record, draft, problems, above }, call)
}

/** Answers `GET /done`: thanks the browser that submitted, and redirects every other one to the form. */
export async function showEnd(call: FormCall): Promise<FastifyReply> {
  const { request, reply, deps } = call
  const { form, record, isSubmitted } = await visitOf(request, deps)
  if (record?.finished || isSubmitted || deps.showsEverything)
    return sendThanks(
      { form, record, isInCookie: true, hasNewer: queryOf(request)[newerField] !== undefined },
      call,
    )
  return reply.redirect(pageAddress(form), 303)
}

/** Answers `GET` and `POST /answers`: shows this person's answers, and redirects everybody else to the form. */
export async function showAnswers({ request, reply, deps }: FormCall): Promise<FastifyReply> {
  const { form, record } = await visitOf(request, deps)
  if (form.settings?.offersCopy !== true || !record?.finished || !isFresh(record, deps))
    return reply.redirect(pageAddress(form), 303)
  return sendPage(reply, answersPage({ form, record }))
}
