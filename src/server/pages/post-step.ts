import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ResponseRecord, Save, SaveResult } from '../../form/response.ts'
import { typeNamed } from '../../form/components.ts'
import type { PublishedForm, PublishedStep } from '../../form/form.ts'
import { fileLimits } from '../../form/types/file-uploader.ts'
import { newId } from '../keys.ts'
import { addressOf } from '../visitor.ts'
import type { PageWorld } from '../world.ts'
import { removeField } from '../components/file-uploader.ts'
import { directionField } from '../components/next-button.ts'
import {
  asDrawn,
  basisField,
  componentsOf,
  fieldId,
  fieldName,
  screensBefore,
  stepAfterScreens,
  stepsOf,
} from './form-steps.ts'
import { sendPage } from './layout.ts'
import { closedPage, refusalPage, submittedPage } from './plain-pages.ts'
import { contextOf, dataAfter, readStep, type StepProblem, type StepReading } from './read-step.ts'
import { closedText, refusal, refusalText, type Refusal } from './page-refusal.ts'
import { prefillFor, prefillIn, metaIn, type Prefill } from './prefill.ts'
import { changeEnded, linkPage } from './resume.ts'
import { textsOf, type Texts } from '../../form/languages.ts'
import { findForm, languageFor, pageAddress, type FormCall, type FormRequest } from './visited-form.ts'
import {
  keepProof,
  keepSession,
  newSession,
  sinceIn,
  sessionOf,
  tokenField,
  tokenOf,
  type Session,
} from './session.ts'
import { showStep } from './show-step.ts'
import { newerNotice, sendStep, thankFor, type StepToSend } from './step-reply.ts'
import { isDone, lastShown, stepIndexOf, visitWith } from './visit.ts'
import { wayOf, type Way } from './way.ts'
import {
  linkDirection,
  newerField,
  questionsField,
  sentField,
  showDirection,
  stepField,
  type StepVisit,
} from './step-page.ts'
import { flagsOf } from './spam.ts'
import { isKept, isShownAgain, sentTexts, storedProblems, typedIn, writerOf } from './typed-text.ts'
import type { Submission } from './multipart-body.ts'

export type PostedStep = {
  /** The form with as many questions on a page as the page that was sent. */
  readonly form: PublishedForm
  /** The form as it is styled now. */
  readonly restyled: PublishedForm
  readonly submission: Submission
  readonly stepIndex: number
  readonly session: Session
  readonly record?: ResponseRecord
  readonly isBack: boolean
  /** Whether the address that it was sent to is shown next: the same step in another language. */
  readonly isShown: boolean
  /** Whether the steps before it are not all done: it may be kept, but it leads nowhere. */
  readonly isEarly: boolean
  /** Whether it changes a finished response that can be changed no more. */
  readonly isOver: boolean
  /** Whether the person wants a link to go on elsewhere. */
  readonly wantsLink: boolean
  /** Whether the page sends it by itself. Then it speaks of no password and no file, and never finishes. */
  readonly isAutosave: boolean
  readonly prefill: Prefill
}

/**
 * Answers `POST`: stores the valid answers of a step, then leads on, back, or to the problems. An error that it throws brings what was
 * sent, to be shown.
 */
export async function postStep(call: FormCall): Promise<FastifyReply> {
  const { request, world } = call
  const { fields } = request.body ?? {}
  if (fields?.get(directionField)?.[0] === showDirection && !fields.has(stepField)) {
    await world.admit?.(request)
    return showStep(call)
  }
  let posted: PostedStep | undefined
  try {
    posted = await readPost(request, world)
    return await answerPost(posted, call)
  } catch (error) {
    const sent = await sentTexts({ submission: request.body, ...posted }, world, languageFor(request))
    throw Object.assign(error instanceof Error ? error : new Error(String(error)), { sent })
  }
}

async function answerPost(posted: PostedStep, call: FormCall): Promise<FastifyReply> {
  const { request, reply, world } = call
  await world.admit?.(request, posted.session)
  if (posted.isOver) return sendPage(reply, changeEnded(posted.form, await sentTexts(posted, world)))
  const closing = closedText(posted.form, { isMeanwhile: true }, world)
  if (closing) return sendClosed(posted, closing, call)
  if (posted.isShown && !posted.record && isEmpty(posted.submission)) return showAddress(posted, call)
  const savedStep = await saveStep(posted, call)
  if (savedStep.saved.outcome !== 'closed') return answerStep(savedStep, call)
  const form = await findForm(request, world, { isSent: true })
  const closed = closedText(form, { isMeanwhile: true }, world)
  if (closed) return sendClosed(posted, closed, call)
  if (posted.session.isNew) throw refusal('form-unknown')
  if (posted.session.isChange === true)
    return sendPage(reply, changeEnded(form, await sentTexts(posted, world)))
  // The form is open, so this response was erased: what was sent begins another one.
  const { record: _, ...rest } = posted
  const session = { ...newSession(world), ...sinceIn(posted.session) }
  const anew = { ...rest, session, isEarly: posted.stepIndex > 0 }
  return answerStep(await saveStep(anew, call), call)
}

/** Whether nothing was typed or chosen, so that no response begins with it. */
const isEmpty = ({ fields, files }: Submission): boolean =>
  files.length === 0 &&
  [...fields].every(([name, values]) => !name.startsWith('q.') || values.every((text) => text.trim() === ''))

/** Shows what the address of a call shows. */
function showAddress({ form, session }: PostedStep, call: FormCall): Promise<FastifyReply> | FastifyReply {
  const { request, reply, world } = call
  if (!session.isInCookie) return showStep(call)
  keepSession(reply, session, { formId: form.id, token: tokenOf(session, form.id, world) })
  return reply.redirect(request.url, 303)
}

/** Says that the form takes no answers, and shows what was sent. */
const sendClosed = async (
  posted: PostedStep,
  reason: Refusal,
  { reply, world }: FormCall,
): Promise<FastifyReply> => sendPage(reply, closedPage(posted.form, reason, await sentTexts(posted, world)))

export type SavedStep = {
  readonly posted: PostedStep
  readonly reading: StepReading
  readonly saved: SaveResult
}

/** Reads the answers and stores the valid ones. */
export async function saveStep(posted: PostedStep, { world, request }: FormCall): Promise<SavedStep> {
  const { form, session, record, stepIndex } = posted
  const step = stepsOf(form).asking[stepIndex]
  if (!step) throw refusal('form-unknown')
  const context = contextOf({ form, responseId: session.responseId, record }, world)
  const all = await readStep(step, posted.submission, context)
  const reading = posted.isAutosave ? withoutKept(step, all) : all
  if (!record?.finished && reading.uploads.length > 0) {
    const uploads = reading.uploads.map(({ upload }) => upload)
    await world.store.uploads.create(uploads, world.now())
    for (const { upload, keep } of reading.uploads) await keep(upload.id)
  }
  const saved = await save(posted, reading, { step, world, request })
  const problems = [...reading.problems, ...fileProblemsOf(step, saved, textsOf(form.language))]
  return { posted, reading: { ...reading, problems }, saved }
}

/** A step that the page sends by itself says nothing of passwords and files. */
function withoutKept(step: PublishedStep, reading: StepReading): StepReading {
  const kept = new Set(
    componentsOf(step)
      .filter((component) => !isShownAgain(component))
      .map(({ questionId }) => questionId),
  )
  return {
    ...reading,
    questionIds: reading.questionIds.filter((id) => !kept.has(id)),
    answers: reading.answers.filter(({ questionId }) => !kept.has(questionId)),
    uploads: [],
  }
}

async function answerStep(savedStep: SavedStep, call: FormCall): Promise<FastifyReply> {
  const { posted, saved } = savedStep
  const { reply, world } = call
  if (saved.outcome === 'closed') throw refusal('form-unknown')
  if (saved.outcome === 'too-large') throw refusal('text-too-large')
  if (saved.outcome === 'final' || saved.outcome === 'repeated') return answerFinal(savedStep, call)
  if (saved.outcome === 'full')
    return sendClosed(posted, refusalText('full-meanwhile', posted.form.language), call)
  if (saved.record.finished) return thank(posted, saved, call)
  if (posted.wantsLink && saved.conflicts.length === 0) {
    const { form, session } = posted
    keepSession(reply, session, { formId: form.id, token: tokenOf(session, form.id, world) })
    return sendPage(reply, linkPage(posted, call))
  }
  return leadOn(savedStep, call)
}

const fileProblemsOf = (
  step: PublishedStep,
  { fileProblems }: SaveResult,
  { problems }: Texts,
): readonly StepProblem[] =>
  componentsOf(step).flatMap((component) =>
    fileProblems
      .filter(({ questionId }) => questionId === component.questionId)
      .map(({ reason, count, most }) => ({
        id: fieldId(component, ''),
        message: reason === 'too-many' ? problems.tooManyFiles(count, most) : problems.filesTooLarge,
        status: reason === 'too-many' ? 422 : 413,
      })),
  )

export async function readPost(request: FormRequest, world: PageWorld): Promise<PostedStep> {
  const submission = request.body
  if (!submission) throw refusal('unreadable')
  const field = (name: string): string => submission.fields.get(name)?.[0] ?? ''
  const restyled = await findForm(request, world, { isSent: true })
  const form = asDrawn(restyled, field(questionsField) === 'one' ? 'one' : 'step')
  const resumed = sessionOf(request, { formId: form.id, pageToken: field(tokenField) }, world)
  if (restyled.deletedAt !== undefined && resumed.isNew) throw refusal('form-unknown')
  const { session, record, isOver = false } = await visitWith(resumed, form, world)
  const stepIndex = stepIndexOf(field(stepField), form)
  const way = wayOf(form, record?.data ?? [])
  return {
    form,
    restyled,
    submission,
    stepIndex,
    session,
    ...(record === undefined ? {} : { record }),
    isBack: field(directionField) === 'back',
    isShown: field(directionField) === showDirection,
    isOver,
    isEarly: stepIndex > lastShown({ form, session, way }, world),
    // What was finished has a link of its own.
    wantsLink: field(directionField) === linkDirection && session.isChange !== true,
    isAutosave: false,
    prefill: prefillIn(request.query, form, world),
  }
}

async function save(
  {
    form,
    session,
    submission,
    stepIndex,
    record,
    isBack,
    isShown,
    isEarly,
    wantsLink,
    isAutosave,
  }: PostedStep,
  { questionIds, answers, problems }: StepReading,
  { step, world, request }: { step: PublishedStep; world: PageWorld; request: FastifyRequest },
): Promise<SaveResult> {
  const leadsOn = !isEarly && !isBack && !isShown && !wantsLink && !isAutosave
  const way = wayOf(form, dataAfter(record?.data ?? [], { questionIds, answers }, submission))
  const isFinished = isLastOf(way, stepIndex) && leadsOn && problems.length === 0
  const at = world.now()
  const writer = writerOf(submission)
  const valuesOf = (name: string): readonly string[] => submission.fields.get(name) ?? []
  return world.store.responses.save({
    environmentId: form.environmentId,
    formId: form.id,
    responseId: session.responseId,
    at,
    isFinished,
    meta: metaIn(form, submission),
    flags: await flagsOf({ form, submission, session, isFinished, at }, world),
    questionIds,
    answers,
    // The last one: a choice between two answers comes after the page's own.
    basedOn: new Map(questionIds.map((id) => [id, valuesOf(basisField(id)).at(-1) ?? ''])),
    dropped: [...way.hidden],
    maxFiles: fileCounts(form),
    typed: typedIn(step, submission, { questionIds }),
    ...(writer && { writer }),
    isAutosave,
    removedFiles: questionIds.flatMap((id) => valuesOf(fieldName(id, removeField))),
    ...limitsOf(form, session),
    order: form.steps.flatMap(({ components }) => components.map(({ questionId }) => questionId)),
    leadId: newId(world.randomBytes),
    person: { ip: addressOf(request), country: world.countryOf?.(request) ?? '', visitedForm: 1 },
  })
}

/** How many responses may be finished, or how long this one may be changed. */
function limitsOf(
  { settings }: PublishedForm,
  { isChange }: Session,
): Pick<Save, 'limit' | 'changeableDays'> {
  const { responseLimit: limit, editableDays: changeableDays } = settings ?? {}
  if (isChange === true) return changeableDays === undefined ? {} : { changeableDays }
  return limit === undefined ? {} : { limit }
}

/** The most files of each question that sets a limit of its own. */
const fileCounts = ({ steps }: PublishedForm): ReadonlyMap<string, number> =>
  new Map(
    steps.flatMap(({ components }) =>
      components
        .filter(
          ({ type, content }) => typeNamed(type)?.answerKind === 'files' && content['maxFiles'] !== undefined,
        )
        .map(({ questionId, content }) => [questionId, fileLimits(content).maxFiles]),
    ),
  )

/** A second press of the last button thanks again; other answers than those submitted are refused. */
async function answerFinal({ posted, reading, saved }: SavedStep, call: FormCall): Promise<FastifyReply> {
  const { reply, world } = call
  const { form } = posted
  const isSame = reading.problems.length === 0 && saved.outcome === 'repeated'
  if (!isSame) {
    const sent = await sentTexts(posted, world)
    return sendPage(reply, refusalPage(refusalText('final', form.language), { form, sent }))
  }
  const { data } = saved.record
  const isLast = isLastOf(wayOf(form, data), posted.stepIndex)
  return isLast && !posted.isBack ? thank(posted, saved, call) : sendPage(reply, submittedPage(form))
}

/** From now on the cookie only shows that this browser submitted. */
function thank(
  { form, session }: PostedStep,
  { record, hasNewer }: SaveResult,
  call: FormCall,
): FastifyReply {
  if (!session.isInCookie) return thankFor({ form, record, hasNewer, isInCookie: false }, call)
  const { reply, world } = call
  keepProof(reply, { responseId: session.responseId, formId: form.id }, world)
  return reply.redirect(pageAddress(form, { path: '/done', query: hasNewer ? `${newerField}=` : '' }), 303)
}

async function leadOn(savedStep: SavedStep, call: FormCall): Promise<FastifyReply> {
  const { posted, reading, saved } = savedStep
  const { reply, world } = call
  const { form, stepIndex, submission, isBack, isEarly, prefill } = posted
  const { problems } = reading
  const { record, draft, hasNewer } = saved
  const newer = hasNewer ? `&${newerField}=` : ''
  const conflicts = conflictsOf(saved, reading)
  const isHeldUp = conflicts.length > 0 || (problems.length > 0 && !isBack)
  const isLedOn = !isHeldUp && !isEarly && !isBack
  const session = isLedOn ? withDone(posted.session, screensBefore(form, stepIndex + 1)) : posted.session
  const send = (rest: Pick<StepToSend, 'stepIndex'> & Partial<StepToSend>): Promise<FastifyReply> =>
    sendStep({ form, session, prefill, record, draft, notice: newerNotice(form, hasNewer), ...rest }, call)
  if (posted.isShown && conflicts.length === 0) return showAddress(posted, call)
  const way = wayOf(form, record.data)
  // A conflict comes first: its answer is not kept until one is chosen.
  if (isEarly && conflicts.length === 0)
    return send({
      stepIndex: lastShown({ form, session, way }, world),
      notice: textsOf(form.language).page[session.isNew ? 'startedAnew' : 'tooEarly'],
    })
  if (isHeldUp && conflicts.length === 0 && session.isInCookie && (await isShownAsStored(savedStep, world))) {
    keepSession(reply, session, { formId: form.id, token: tokenOf(session, form.id, world) })
    return reply.redirect(
      pageAddress(form, { query: `${sentField}=${stepIndex + 1}${newer}${prefill.carried}` }),
      303,
    )
  }
  if (isHeldUp) {
    const again = { fields: submission.fields, settled: new Set(reading.questionIds) }
    return send({ stepIndex, again, problems, conflicts, writer: writerOf(submission)?.page })
  }
  const to = isBack ? stepBefore(way, stepIndex) : stepAfter(way, stepIndex)
  if (!session.isInCookie)
    return send({ stepIndex: to, prefill: prefillFor(prefill, isDone(session, form, to)) })
  keepSession(reply, session, { formId: form.id, token: tokenOf(session, form.id, world) })
  return reply.redirect(addressOfStep(posted, to, newer), 303)
}

/** Whether a step with problems looks the same as it is stored, so that it can have an address of its own. */
async function isShownAsStored({ posted, reading, saved }: SavedStep, world: PageWorld): Promise<boolean> {
  const { form, restyled, stepIndex, submission } = posted
  const [step] = stepsOf(form).asking.slice(stepIndex)
  if (form !== restyled || !step || !isKept(typedIn(step, submission, reading), saved.draft)) return false
  const problems = await storedProblems({ form, stepIndex, ...saved }, world)
  return JSON.stringify(problems) === JSON.stringify(reading.problems)
}

const conflictsOf = (
  { conflicts }: SaveResult,
  { answers }: StepReading,
): NonNullable<StepVisit['conflicts']> =>
  conflicts.map((questionId) => ({
    questionId,
    sent: answers.filter((entry) => entry.questionId === questionId),
  }))

/** Where a step is now: the form may have been restyled since the page was drawn. */
function addressOfStep({ form, restyled, prefill }: PostedStep, stepIndex: number, newer: string): string {
  const now = stepAfterScreens(restyled, screensBefore(form, stepIndex))
  return pageAddress(form, { query: `${stepField}=${now + 1}${newer}${prefill.carried}` })
}

/** Whether a step is the last one, and none before it lacks an answer. */
const isLastOf = ({ steps, missing }: Way, stepIndex: number): boolean =>
  steps.at(-1) === stepIndex && missing.every((index) => index === stepIndex)

/** The step after one; after the last, the one that lacks an answer. */
const stepAfter = ({ steps, missing }: Way, stepIndex: number): number =>
  steps.find((index) => index > stepIndex) ?? missing[0] ?? stepIndex

const stepBefore = ({ steps }: Way, stepIndex: number): number =>
  steps.findLast((index) => index < stepIndex) ?? 0

const withDone = (session: Session, screensDone: number): Session => ({
  ...session,
  screensDone: Math.max(session.screensDone, screensDone),
})
