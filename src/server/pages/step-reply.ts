import type { FastifyReply } from 'fastify'
import type { PublishedForm } from '../../form/form.ts'
import { textsOf } from '../../form/languages.ts'
import type { FormCall } from './visit.ts'
import { sendDrawn, drawPage, type DrawnPage } from './layout.ts'
import { newShortId } from '../keys.ts'
import { isCookieless, keepSession, tokenOf, type Session } from './session.ts'
import { taskFor } from './spam.ts'
import { type StepVisit, stepPage } from './step-page.ts'
import { randomUUID } from 'node:crypto'
import { typeNamed } from '../../form/components.ts'
import { componentsOf, isConditional } from './form-steps.ts'
import { stepsOf } from '../../form/form-path.ts'
import { memoized } from '../../form/value.ts'
import { isEmptyPrefill } from './prefill.ts'
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
  keepSession(reply, session, { form, token })
  const visit = {
    ...step,
    token,
    writer: writer ?? newShortId(deps.randomBytes),
    isCookieless: isCookieless(request, session),
    isChange: session.isChange,
    task: await taskFor({ form, session, stepIndex }, deps),
  }
  return sendDrawn(reply, await drawStep(visit), visit.isCookieless || request.method === 'POST')
}

/** Placeholders in a cached page for the values of a visit. Random, so that no text of a form contains them. */
const placeholders = { token: randomUUID(), writer: randomUUID(), task: randomUUID() }

// A store gives the same object as long as a form is unchanged.
const cachedPages = memoized((_form: PublishedForm) => new Map<number, DrawnPage>())

/** The page of a step for a visit. A page that differs only by its token, writer and task is drawn once. */
async function drawStep(visit: StepVisit): Promise<DrawnPage> {
  const { form, stepIndex, token, writer, task } = visit
  const pages = cachedPages(form)
  const known = pages.get(stepIndex)
  if (!isForAll(visit) || (!known && isPersonal(form, stepIndex))) return drawPage(await stepPage(visit))
  const shared = { ...placeholders, task: task && placeholders.task }
  const page = known ?? drawPage(await stepPage({ form, stepIndex, ...shared }))
  pages.set(stepIndex, page)
  const text = page.text
    .replace(placeholders.token, token)
    .replace(placeholders.writer, writer)
    .replace(placeholders.task, task ?? '')
  return { ...page, text }
}

/** Whether a visit shows a step as everybody sees it. */
function isForAll(visit: StepVisit): boolean {
  const { above, notice, again, isSent, prefill, isChange } = visit
  const isAsFirst = !above && notice === undefined && !again && isSent !== true && isChange !== true
  return isAsFirst && (!prefill || isEmptyPrefill(prefill)) && !showsAnswers(visit)
}

/** Whether a step shuffles its options for each person, or depends on answers to other steps. */
function isPersonal(form: PublishedForm, stepIndex: number): boolean {
  if (isConditional(form)) return true
  const step = stepsOf(form).asking[stepIndex]
  return step !== undefined && componentsOf(step).some(({ page, content }) => page.isPersonal?.(content))
}

/** Whether a step shows a part of the response: an answer, or the e-mail address for a scheduler. */
function showsAnswers({ form, stepIndex, record, draft = [] }: StepVisit): boolean {
  if (!record) return false
  const components = stepsOf(form).asking[stepIndex]?.components ?? []
  return components.some(
    ({ type, questionId }) =>
      typeNamed(type)?.showsEmail === true ||
      record.data.some((entry) => entry.questionId === questionId) ||
      draft.some((one) => one.questionId === questionId && one.typed !== undefined),
  )
}
