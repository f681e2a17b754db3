import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerEntry, Begun, ResponseRecord } from '../../form/response.ts'
import type { PublishedForm } from '../../form/form.ts'
import type { PageWorld } from '../world.ts'
import { findForm, pageAddress } from './visited-form.ts'
import { closingOf, fullnessOf } from './closing.ts'
import { screensBefore, stepsOf } from './form-steps.ts'
import { drawStep } from './kept-page.ts'
import { sendDrawn, sendPage } from './layout.ts'
import { anewField, closedPage, submittedPage, thankYouPage } from './plain-pages.ts'
import { newPageId } from '../keys.ts'
import { askedFor, askedIn } from './prefill.ts'
import { begunNotice, linkedPage } from './resume.ts'
import {
  endSession,
  keepSession,
  newSession,
  sessionOf,
  submittedIn,
  tokenField,
  tokenOf,
  type Session,
} from './session.ts'
import { sentField, stepField } from './step-page.ts'
import { wayOf, type Way } from './way.ts'

type StepRequest = FastifyRequest<{ Params: { readonly formId: string } }>

/** Answers `GET`: the step that `?step=` names, with what was answered before. */
export async function showStep(
  request: StepRequest,
  reply: FastifyReply,
  world: PageWorld,
): Promise<FastifyReply> {
  const { form, session: resumed, isSubmitted, ...begun } = await visitOf(request, world)
  const closing = closingOf(form, { isMeanwhile: false }, world) ?? (await fullnessOf(form, world))
  if (closing) return sendPage(reply, closedPage(form, closing))
  const query = queryOf(request)
  const link = query[tokenField]
  if (typeof link === 'string') return sendPage(reply, linkedPage(form, link, world))
  const stored = begun.record
  const isFinished = stored?.finished === true || isSubmitted
  if (query[anewField] !== undefined) {
    // Led on by another address, so that the way back or a reload does not begin anew once more. An unfinished
    // response stays: a link from elsewhere must not take it away. One that is not stored may have been erased.
    if (isFinished || !stored) endSession(reply, form.id)
    return reply.redirect(pageAddress(form), 303)
  }
  if (isFinished && !world.showsEverything) return sendPage(reply, submittedPage(form))
  const session = stored?.finished === true ? newSession(world) : resumed
  const token = tokenOf(session, form.id, world)
  keepSession(reply, session, { formId: form.id, token })
  const way = wayOf(form, stored?.finished === false ? stored.data : [])
  const last = lastShown({ form, session, way }, world)
  const named = query[stepField] ?? query[sentField]
  const stepIndex = onWay(Math.min(stepIndexOf(named, form), last), way, world)
  const asked = askedFor(askedIn(query, form), isDone(session, form, stepIndex))
  const visit = { form, stepIndex, token, writer: newPageId(world.randomBytes), asked }
  if (!stored || stored.finished) return sendDrawn(reply, await drawStep(visit))
  const { record = stored, draft = [] } = begun
  const above =
    named === undefined && !world.showsEverything ? begunNotice(form, { record, draft }, last) : undefined
  return sendDrawn(reply, await drawStep({ ...visit, record, draft, ...(above && { above }) }))
}

/** Answers `GET /done`: thanks the browser that submitted, and leads every other one to the form. */
export async function showEnd(
  request: StepRequest,
  reply: FastifyReply,
  world: PageWorld,
): Promise<FastifyReply> {
  const { form, record, isSubmitted } = await visitOf(request, world)
  if (record?.finished || isSubmitted || world.showsEverything)
    return thankFor(form, record?.data ?? [], reply)
  return reply.redirect(pageAddress(form), 303)
}

type Visit = { readonly session: Session } & Partial<Begun>

/** A session with what its response holds so far, or a new session where the response was erased. */
export async function visitWith(
  session: Session,
  { environmentId, id: formId }: PublishedForm,
  world: PageWorld,
): Promise<Visit> {
  if (session.isNew) return { session }
  const begun = await world.store.responses.getBegun(environmentId, { formId, id: session.responseId })
  if (begun) return { session, ...begun }
  // A step is done when its answers are stored. Before the first one is, nothing tells that a response was erased.
  return { session: session.screensDone > 0 ? newSession(world) : session }
}

async function visitOf(request: StepRequest, world: PageWorld) {
  const form = await findForm(request, world)
  const visit = await visitWith(sessionOf(request, { formId: form.id }, world), form, world)
  const submitted = await provenIn(request, form, world)
  return { form, ...visit, ...(submitted && { record: submitted }), isSubmitted: submitted !== undefined }
}

/** The response that this browser has the proof to have submitted, if it is still there. */
async function provenIn(
  request: FastifyRequest,
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

/** Thanks for the answers, or leads to where their ending says. */
export function thankFor(
  form: PublishedForm,
  data: readonly AnswerEntry[],
  reply: FastifyReply,
): FastifyReply {
  const to = redirectOf(form, wayOf(form, data))
  return to === undefined ? sendPage(reply, thankYouPage(form, data)) : reply.redirect(to, 303)
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
  return step >= 1 && step <= stepsOf(form).asked.length ? step - 1 : 0
}

const queryOf = ({ query }: FastifyRequest): Readonly<Record<string, unknown>> =>
  // Fastify gives an object of texts, or of lists where a name comes twice.
  query as Readonly<Record<string, unknown>>
