import type { FastifyReply, FastifyRequest } from 'fastify'
import { isChangeable, underChange } from '../../form/change.ts'
import type { Begun, ResponseRecord } from '../../form/response.ts'
import type { PublishedForm } from '../../form/form.ts'
import type { PageWorld } from '../world.ts'
import { answersPage, isFresh, offersOf } from './after.ts'
import { textsOf } from '../../form/languages.ts'
import { html } from '../../html/html.ts'
import { closedText, closedToNew } from './page-refusal.ts'
import { findForm, pageAddress, type FormCall, type FormRequest } from './visited-form.ts'
import { screensBefore, stepsOf } from './form-steps.ts'
import { drawStep } from './kept-page.ts'
import { sendDrawn, sendPage } from './layout.ts'
import { anewField, closedPage, leadingPage, submittedPage, thankYouPage } from './plain-pages.ts'
import { newPageId } from '../keys.ts'
import { prefillFor, prefillIn } from './prefill.ts'
import { begunNotice, changeEnded, linkedPage, openLink } from './resume.ts'
import {
  endSession,
  isCookieless,
  keepSession,
  newSession,
  sessionOf,
  sessionOfLink,
  submittedIn,
  tokensSentIn,
  tokenField,
  tokenOf,
  type Session,
} from './session.ts'
import { taskFor } from './spam.ts'
import { newerField, sentField, stepField, type StepVisit } from './step-page.ts'
import { storedProblems } from './typed-text.ts'
import { wayOf, type Way } from './way.ts'

/** Answers `GET`, and what posts only its token: the step that `?step=` names, with what was answered before. */
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

/** `isOver`: the response that it changes can be changed no more. */
type Visit = { readonly session: Session; readonly isOver?: boolean } & Partial<Begun>

/** A session with what its response holds so far, or a new session where the response was erased. */
export async function visitWith(
  session: Session,
  { environmentId, id: formId, settings }: PublishedForm,
  world: PageWorld,
): Promise<Visit> {
  if (session.isNew) return { session }
  const begun = await world.store.responses.getBegun(environmentId, { formId, id: session.responseId })
  if (session.isChange === true) {
    const isOver = !begun || !isChangeable(begun.record, settings?.editableDays, world.now())
    return isOver
      ? { session, isOver }
      : { session, record: underChange(begun.record, begun.draft), draft: begun.draft }
  }
  if (begun) return { session, ...begun }
  // A step is done when its answers are stored. Before the first one is, nothing tells that a response was erased.
  return { session: session.screensDone > 0 ? newSession(world) : session }
}

type Visited = Visit & { readonly form: PublishedForm; readonly isSubmitted: boolean }

async function visitOf(request: FormRequest, world: PageWorld): Promise<Visited> {
  const form = await findForm(request, world)
  const [pageToken] = tokensSentIn(request)
  const session = sessionOf(
    request,
    { formId: form.id, ...(pageToken !== undefined && { pageToken }) },
    world,
  )
  const visit = await visitWith(session, form, world)
  const submitted = await provenIn(request, form, world)
  return { form, ...visit, ...(submitted && { record: submitted }), isSubmitted: submitted !== undefined }
}

/** The response that this browser has the proof to have submitted, if it is still there. */
async function provenIn(
  request: FormRequest,
  { id: formId, environmentId }: PublishedForm,
  world: PageWorld,
): Promise<ResponseRecord | undefined> {
  const id = submittedIn(request, formId, world)
  if (id === undefined) return undefined
  const begun = await world.store.responses.getBegun(environmentId, { formId, id })
  return begun?.record.finished ? begun.record : undefined
}

/** The last step that may be shown and finished, from 0: the first on the way that is not done. */
export const lastShown = ({ form, session, way: { steps } }: Progress, world: PageWorld): number =>
  world.showsEverything
    ? Infinity
    : (steps.find((index) => !isDone(session, form, index)) ?? steps.at(-1) ?? 0)

/** How far a person has come. */
type Progress = { readonly form: PublishedForm; readonly session: Session; readonly way: Way }

/** Whether a person has sent a step. */
export const isDone = ({ screensDone }: Session, form: PublishedForm, stepIndex: number): boolean =>
  screensBefore(form, stepIndex + 1) <= screensDone

/** The step itself where it is on the way, or else the one before it that is. */
const onWay = (stepIndex: number, { steps }: Way, { showsEverything }: PageWorld): number =>
  showsEverything ? stepIndex : (steps.findLast((index) => index <= stepIndex) ?? 0)

type Thanking = {
  readonly form: PublishedForm
  /** Absent in a preview that sent none. */
  readonly record: ResponseRecord | undefined
  readonly isInCookie: boolean
  /** Whether an answer that was sent last has a newer version, which was kept. */
  readonly hasNewer: boolean
}

/** Thanks for the answers, or leads to where their ending says. */
export function thankFor(
  { form, record, isInCookie, hasNewer }: Thanking,
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

/** The step that a text counted from 1 names; the first where it names none. */
export function stepIndexOf(text: unknown, form: PublishedForm): number {
  const step = typeof text === 'string' && /^\d{1,6}$/.test(text) ? Number(text) : 1
  return step >= 1 && step <= stepsOf(form).asking.length ? step - 1 : 0
}

const queryOf = ({ query }: FastifyRequest): Readonly<Record<string, unknown>> =>
  // Fastify gives an object of texts, or of lists where a name comes twice.
  query as Readonly<Record<string, unknown>>
