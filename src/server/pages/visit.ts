/** A visit to a page of a form: whose response it is, and how far the person has come. */
import type { FastifyRequest } from 'fastify'
import { isChangeable, underChange } from '../../form/draft.ts'
import type { Begun, ResponseRecord } from '../../form/response.ts'
import type { PublishedForm } from '../../form/form.ts'
import type { PageWorld } from '../world.ts'
import { findForm, type FormRequest } from './visited-form.ts'
import { screensBefore, stepsOf } from './form-steps.ts'
import { newSession, sessionOf, submittedIn, tokensSentIn, type Session } from './session.ts'
import type { Way } from './way.ts'

/** `isOver`: the response that it changes can be changed no more. */
export type Visit = { readonly session: Session; readonly isOver?: boolean } & Partial<Begun>

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

export type Visited = Visit & { readonly form: PublishedForm; readonly isSubmitted: boolean }

/** The visit of a call that shows a page. */
export async function visitOf(request: FormRequest, world: PageWorld): Promise<Visited> {
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
export const onWay = (stepIndex: number, { steps }: Way, { showsEverything }: PageWorld): number =>
  showsEverything ? stepIndex : (steps.findLast((index) => index <= stepIndex) ?? 0)

/** The step that a text counted from 1 names; the first where it names none. */
export function stepIndexOf(text: unknown, form: PublishedForm): number {
  const step = typeof text === 'string' && /^\d{1,6}$/.test(text) ? Number(text) : 1
  return step >= 1 && step <= stepsOf(form).asking.length ? step - 1 : 0
}

/** The query of an address. */
export const queryOf = ({ query }: FastifyRequest): Readonly<Record<string, unknown>> =>
  // Fastify gives an object of texts, or of lists where a name comes twice.
  query as Readonly<Record<string, unknown>>
