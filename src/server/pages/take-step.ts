import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerEntry, ResponseRecord } from '../../form/generated/response.ts'
import type { PublishedForm } from '../../form/published-form.ts'
import { formPath } from '../../wire/routes.ts'
import { newId } from '../ids.ts'
import type { PageWorld } from '../world.ts'
import { directionField } from './components/next-button.ts'
import { stepsOf } from './form-steps.ts'
import { sendPage } from './layout.ts'
import { refusalPage, thankYouPage } from './plain-pages.ts'
import { readStep, type StepReading } from './read-step.ts'
import { refusal, refusalOf } from './refusals.ts'
import { cookieTokens, endSession, keepSession, sessionOf, tokenField, type Session } from './session.ts'
import { findForm, stepIndexOf } from './show-step.ts'
import { stepField, stepPage } from './step-page.ts'
import type { Submission } from './submission.ts'

type StepRequest = FastifyRequest<{ Params: { readonly formId: string }; Body: Submission | undefined }>

/** One step as it was sent. */
type Taking = {
  readonly form: PublishedForm
  readonly submission: Submission
  readonly stepIndex: number
  readonly session: Session
  /** What was stored before. */
  readonly record?: ResponseRecord
  readonly isBack: boolean
  /** Whether the browser kept our cookie, and so can be sent on. */
  readonly hasCookie: boolean
}

/** Answers `POST`: keeps what is good of a step, then leads on, back, or to what needs mending. */
export async function takeStep(
  request: StepRequest,
  reply: FastifyReply,
  world: PageWorld,
): Promise<FastifyReply> {
  const taking = await takingOf(request, world)
  const { form, session, record, stepIndex } = taking
  const step = stepsOf(form).asked[stepIndex]
  if (!step) throw refusal('form-unknown')
  const context = { formId: form.id, responseId: session.responseId, record, world }
  const reading = await readStep(step, taking.submission, context)
  if (record?.finished) return sayFinal(taking, reading, reply)
  const isFinished = isFinishing(taking, reading)
  for (const upload of reading.uploads) await world.store.uploads.create(upload)
  const outcome = await save(taking, reading, { world, ip: request.ip, isFinished })
  if (outcome === 'final') return sayFinal(await takingOf(request, world), reading, reply)
  if (isFinished) return thank(taking, reply)
  return leadOn(taking, reading, { reply, world })
}

async function takingOf(request: StepRequest, world: PageWorld): Promise<Taking> {
  const form = await findForm(request.params.formId, world)
  const submission = request.body
  if (!submission) throw refusal('unreadable')
  const field = (name: string): string => submission.fields.get(name)?.[0] ?? ''
  const cookies = cookieTokens(request)
  // The page's own token comes first: another tab may have begun another response since.
  const session = sessionOf(form.id, [field(tokenField), ...cookies], world)
  const record = session.isNew ? undefined : await world.store.responses.get(form.id, session.responseId)
  return {
    form,
    submission,
    stepIndex: stepIndexOf(field(stepField), form),
    session,
    ...(record === undefined ? {} : { record }),
    isBack: field(directionField) === 'back',
    hasCookie: cookies.length > 0,
  }
}

/** Whether the last step is done, and done well; one whose earlier steps were lost with its token is not. */
const isFinishing = ({ form, stepIndex, isBack, session }: Taking, { problems }: StepReading): boolean =>
  !isBack &&
  problems.length === 0 &&
  stepIndex === stepsOf(form).asked.length - 1 &&
  !isCutOff({ stepIndex, session })

const isCutOff = ({ stepIndex, session }: Pick<Taking, 'stepIndex' | 'session'>): boolean =>
  stepIndex > 0 && session.isNew

const save = (
  { form, session }: Taking,
  { questionIds, answers }: StepReading,
  { world, ip, isFinished }: { world: PageWorld; ip: string; isFinished: boolean },
) =>
  world.store.responses.save({
    environmentId: form.environmentId,
    formId: form.id,
    responseId: session.responseId,
    at: world.now(),
    isFinished,
    questionIds,
    answers,
    order: form.steps.flatMap(({ components }) => components.map(({ questionId }) => questionId)),
    leadId: newId(world.randomBytes),
    person: { ip, country: '', visitedForm: 1 },
  })

/** A second press of the button changes nothing and thanks again; other answers than those submitted are refused. */
function sayFinal(taking: Taking, reading: StepReading, reply: FastifyReply): FastifyReply {
  const { form, record } = taking
  const before = (record?.data ?? []).filter(({ questionId }) => reading.questionIds.includes(questionId))
  const isSame = reading.problems.length === 0 && comparable(before) === comparable(reading.answers)
  if (isSame) return thank(taking, reply)
  return sendPage(reply, refusalPage(refusalOf('final'), form))
}

/** Answers as a text; the same file sent again stands at another address. */
const comparable = (answers: readonly AnswerEntry[]): string =>
  JSON.stringify(answers, (key, value: unknown) => (key === 'url' ? undefined : value))

function thank({ form, hasCookie }: Taking, reply: FastifyReply): FastifyReply {
  endSession(reply, form.id)
  return hasCookie ? reply.redirect(`${formPath(form.id)}/done`, 303) : sendPage(reply, thankYouPage(form))
}

async function leadOn(
  taking: Taking,
  reading: StepReading,
  { reply, world }: { reply: FastifyReply; world: PageWorld },
): Promise<FastifyReply> {
  const { form, session, stepIndex, submission, isBack, hasCookie } = taking
  const { token, responseId } = session
  keepSession(reply, form.id, token)
  const record = await world.store.responses.get(form.id, responseId)
  const visit = { form, token, ...(record ? { record } : {}) }
  if (isCutOff(taking)) return sendPage(reply, await stepPage({ ...visit, stepIndex: 0, notice: startAnew }))
  if (reading.problems.length > 0 && !isBack)
    return sendPage(
      reply,
      await stepPage({ ...visit, stepIndex, sent: submission.fields, problems: reading.problems }),
    )
  const next = stepIndex + (isBack ? -1 : 1)
  const to = Math.max(0, Math.min(next, stepsOf(form).asked.length - 1))
  if (hasCookie) return reply.redirect(`${formPath(form.id)}?step=${to + 1}`, 303)
  return sendPage(reply, await stepPage({ ...visit, stepIndex: to }))
}

const startAnew =
  'This form was open for more than seven days, so its earlier steps have to be filled in again. The good answers of the step that you just sent are kept.'
