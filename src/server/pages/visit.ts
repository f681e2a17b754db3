/** A visit to a page of a form: its response, and the person's progress. */
import type { FastifyRequest } from 'fastify'
import { isChangeable, underChange } from '../../form/draft.ts'
import type { Begun } from '../../form/response.ts'
import type { PublishedForm } from '../../form/form.ts'
import type { PageDeps } from '../deps.ts'
import { findForm, type FormRequest } from './request-form.ts'
import { screensBefore, stepsOf, type FormPath } from './form-steps.ts'
import { newSession, sessionOf, submittedIn, tokensSentIn, type Session } from './session.ts'
/** `isOver`: the response can no longer be changed. */
export type Visit = { readonly session: Session; readonly isOver?: boolean } & Partial<Begun>

/** A session with its stored response, or a new session where the response was erased. */
export async function visitWith(
  session: Session,
  { environmentId, id: formId, settings }: PublishedForm,
  deps: PageDeps,
): Promise<Visit> {
  if (session.isNew) return { session }
  const begun = await deps.store.responses.getBegun(environmentId, { formId, id: session.responseId })
  if (session.isChange === true) {
    const isOver = !begun || !isChangeable(begun.record, settings?.editableDays, deps.now())
    return isOver
      ? { session, isOver }
      : { session, record: underChange(begun.record, begun.draft), draft: begun.draft }
  }
  if (begun) return { session, ...begun }
  // A step is done when its answers are stored. Before the first step, an erased response looks like one that has not begun.
  return { session: session.screensDone > 0 ? newSession(deps) : session }
}

export type Visited = Visit & { readonly form: PublishedForm; readonly isSubmitted: boolean }

/** The visit of a request that shows a page. */
export async function visitOf(request: FormRequest, deps: PageDeps): Promise<Visited> {
  const form = await findForm(request, deps)
  const [pageToken] = tokensSentIn(request)
  const session = sessionOf(request, { formId: form.id, pageToken }, deps)
  const visit = await visitWith(session, form, deps)
  // The response that this browser submitted, by its proof, if it still exists.
  const id = submittedIn(request, form.id, deps)
  const submitted =
    id === undefined
      ? undefined
      : await deps.store.responses.getBegun(form.environmentId, { formId: form.id, id })
  if (!submitted?.record.finished) return { form, ...visit, isSubmitted: false }
  return { form, ...visit, record: submitted.record, isSubmitted: true }
}

/** The last step that may be shown and sent, from 0: the first of the path that is not done. */
export const lastShown = (
  form: PublishedForm,
  session: Session,
  { steps }: FormPath,
  deps: PageDeps,
): number =>
  deps.showsEverything
    ? Infinity
    : (steps.find((index) => !isDone(session, form, index)) ?? steps.at(-1) ?? 0)

/** Whether a person has sent a step. */
export const isDone = ({ screensDone }: Session, form: PublishedForm, stepIndex: number): boolean =>
  screensBefore(form, stepIndex + 1) <= screensDone

/** The step itself where it is on the path, or else the last one before it that is. */
export const onPath = (stepIndex: number, { steps }: FormPath, { showsEverything }: PageDeps): number =>
  showsEverything ? stepIndex : (steps.findLast((index) => index <= stepIndex) ?? 0)

/** The index of a step by its number as text, from 1; the first step for any other text. */
export function stepIndexOf(text: unknown, form: PublishedForm): number {
  const step = typeof text === 'string' && /^\d{1,6}$/.test(text) ? Number(text) : 1
  return step >= 1 && step <= stepsOf(form).asking.length ? step - 1 : 0
}

/** The query of an address. */
export const queryOf = ({ query }: FastifyRequest): Readonly<Record<string, unknown>> =>
  // Fastify gives an object of texts, or of lists where a name comes twice.
  query as Readonly<Record<string, unknown>>
