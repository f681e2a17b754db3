import type { FastifyError, FastifyReply } from 'fastify'
import { type ResponseRecord, type SaveResult, fingerprintOf } from '../../form/response.ts'
import { typeNamed } from '../../form/components.ts'
import type { PublishedForm, PublishedStep } from '../../form/form.ts'
import { fileLimits } from '../../form/types/file-uploader.ts'
import { newId } from '../keys.ts'
import { addressOf } from '../visitor.ts'
import type { PageDeps } from '../deps.ts'
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
} from './form-steps.ts'
import { stepsOf, pathThrough, type FormPath } from '../../form/form-path.ts'
import { sendPage, pageAddress } from './layout.ts'
import {
  closedPage,
  refusalPage,
  submittedPage,
  closedText,
  refusal,
  refusalText,
  type Refusal,
  refusalTextOf,
} from './refusal-pages.ts'
import {
  contextOf,
  dataAfter,
  readStep,
  type StepProblem,
  type StepReading,
  isTypedStored,
  isShownAgain,
  sentTexts,
  storedProblems,
  typedIn,
  writerOf,
} from './read-step.ts'
import { prefillFor, prefillIn, metaIn, type Prefill } from './prefill.ts'
import { changeEnded, linkPage } from './resume.ts'
import { textsOf, type Texts } from '../../form/languages.ts'
import { findForm, languageFor, type FormCall, isDone, lastShown, stepIndexOf, visitWith } from './visit.ts'
import {
  keepProof,
  proofOf,
  keepSession,
  newSession,
  sessionOf,
  tokenField,
  tokenOf,
  type Session,
} from './session.ts'
import { showStep } from './show-step.ts'
import { newerNotice, sendStep, type StepToSend } from './step-reply.ts'
import { sendThanks } from './thank-you.ts'
import {
  linkDirection,
  newerField,
  questionsField,
  sentField,
  showDirection,
  stepField,
} from './step-page.ts'
import { flagsOf } from './spam.ts'
import type { FormRequest, Submission } from './submission.ts'
import { logFailure } from '../log.ts'
import { retryAfterOf } from '../refusal.ts'

/** Where to, by the button that was pressed: `show` to the address of the post, `link` to a link for another device. */
type Direction = 'on' | 'back' | typeof showDirection | typeof linkDirection

type PostedStep = {
  /** The form with the number of questions on a page that the sent page had. */
  readonly form: PublishedForm
  /** The form as it is styled now. */
  readonly restyled: PublishedForm
  readonly submission: Submission
  readonly stepIndex: number
  readonly session: Session
  readonly record?: ResponseRecord | undefined
  readonly direction: Direction
  /** Whether steps before it are missing: its answers are stored, but it does not lead on. */
  readonly isEarly: boolean
  /** Whether it changes a finished response that can no longer be changed. */
  readonly isOver: boolean
  /** Autosaves ignore passwords and files and never finish. */
  readonly isAutosave: boolean
  readonly prefill: Prefill
}

/**
 * Answers `POST`: stores the valid answers of a step, then leads on, back, or to the problems. Errors that it throws have `sent`, the
 * answers as HTML to show.
 */
export async function postStep(call: FormCall): Promise<FastifyReply> {
  const { request, deps } = call
  const { fields } = request.body ?? {}
  if (fields?.get(directionField)?.[0] === showDirection && !fields.has(stepField)) {
    await deps.admit?.(request)
    return showStep(call)
  }
  let posted: PostedStep | undefined
  try {
    posted = await readPost(request, deps)
    return await answerPost(posted, call)
  } catch (error) {
    const sent = await sentTexts({ submission: request.body, ...posted }, deps, languageFor(request))
    throw Object.assign(error instanceof Error ? error : new Error(String(error)), { sent })
  }
}

async function answerPost(posted: PostedStep, call: FormCall): Promise<FastifyReply> {
  const { request, reply, deps } = call
  await deps.admit?.(request, posted.session)
  if (posted.isOver) return sendPage(reply, changeEnded(posted.form, await sentTexts(posted, deps)))
  const closing = closedText(posted.form, { isMeanwhile: true }, deps)
  if (closing) return sendClosed(posted, closing, call)
  if (posted.direction === showDirection && !posted.record && isEmpty(posted.submission))
    return showAddress(posted, call)
  const savedStep = await saveStep(posted, call)
  if (savedStep.saved.outcome !== 'closed') return answerStep(savedStep, call)
  const form = await findForm(request, deps, { isSent: true })
  const closed = closedText(form, { isMeanwhile: true }, deps)
  if (closed) return sendClosed(posted, closed, call)
  if (posted.session.isNew) throw refusal('form-unknown')
  if (posted.session.isChange === true)
    return sendPage(reply, changeEnded(form, await sentTexts(posted, deps)))
  // The form is open, so the response was erased. The sent answers begin another one.
  const session = { ...newSession(deps), since: posted.session.since }
  const anew = { ...posted, record: undefined, session, isEarly: posted.stepIndex > 0 }
  return answerStep(await saveStep(anew, call), call)
}

/** Whether nothing was typed or chosen, so that no response begins. */
const isEmpty = ({ fields, files }: Submission): boolean =>
  files.length === 0 &&
  [...fields].every(([name, values]) => !name.startsWith('q.') || values.every((text) => text.trim() === ''))

/** Shows the page at the address of the request. */
function showAddress({ form, session }: PostedStep, call: FormCall): Promise<FastifyReply> | FastifyReply {
  const { request, reply, deps } = call
  if (!session.isInCookie) return showStep(call)
  keepSession(reply, session, { form, token: tokenOf(session, form.id, deps) })
  return reply.redirect(request.url, 303)
}

/** The page of a closed form, with the answers that were sent. */
const sendClosed = async (
  posted: PostedStep,
  reason: Refusal,
  { reply, deps }: FormCall,
): Promise<FastifyReply> => sendPage(reply, closedPage(posted.form, reason, await sentTexts(posted, deps)))

type SavedStep = {
  readonly posted: PostedStep
  readonly reading: StepReading
  readonly saved: SaveResult
}

/** Reads the answers and stores the valid ones. */
async function saveStep(posted: PostedStep, call: FormCall): Promise<SavedStep> {
  const { deps } = call
  const { form, session, record, stepIndex } = posted
  const step = stepsOf(form).asking[stepIndex]
  if (!step) throw refusal('form-unknown')
  const context = contextOf({ form, responseId: session.responseId, record }, deps)
  const all = await readStep(step, posted.submission, context)
  const reading = posted.isAutosave ? withoutSecretsAndFiles(step, all) : all
  if (!record?.finished && reading.uploads.length > 0) {
    const uploads = reading.uploads.map(({ upload }) => upload)
    await deps.store.uploads.create(uploads, deps.now())
    for (const { upload, keep } of reading.uploads) await keep(upload.id)
  }
  const saved = await save(posted, reading, step, call)
  const problems = [...reading.problems, ...fileProblemsOf(step, saved, textsOf(form.language))]
  return { posted, reading: { ...reading, problems }, saved }
}

function withoutSecretsAndFiles(step: PublishedStep, reading: StepReading): StepReading {
  const ignored = new Set(
    componentsOf(step)
      .filter((component) => !isShownAgain(component))
      .map(({ questionId }) => questionId),
  )
  return {
    ...reading,
    questionIds: reading.questionIds.filter((id) => !ignored.has(id)),
    answers: reading.answers.filter(({ questionId }) => !ignored.has(questionId)),
    uploads: [],
  }
}

async function answerStep(savedStep: SavedStep, call: FormCall): Promise<FastifyReply> {
  const { posted, saved } = savedStep
  const { reply, deps } = call
  if (saved.outcome === 'closed') throw refusal('form-unknown')
  if (saved.outcome === 'too-large') throw refusal('text-too-large')
  if (saved.outcome === 'final' || saved.outcome === 'repeated') return answerFinal(savedStep, call)
  if (saved.outcome === 'full')
    return sendClosed(posted, refusalText('full-meanwhile', posted.form.language), call)
  if (saved.record.finished) return thank(posted, saved, call)
  if (posted.direction === linkDirection && saved.conflicts.length === 0) {
    const { form, session } = posted
    keepSession(reply, session, { form, token: tokenOf(session, form.id, deps) })
    return sendPage(reply, linkPage(form, session, posted.stepIndex, call))
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

async function readPost(request: FormRequest, deps: PageDeps): Promise<PostedStep> {
  const submission = request.body
  if (!submission) throw refusal('unreadable')
  const field = (name: string): string => submission.fields.get(name)?.[0] ?? ''
  const restyled = await findForm(request, deps, { isSent: true })
  const form = asDrawn(restyled, field(questionsField) === 'one' ? 'one' : 'step')
  const resumed = sessionOf(request, { formId: form.id, pageToken: field(tokenField) }, deps)
  if (restyled.deletedAt !== undefined && resumed.isNew) throw refusal('form-unknown')
  const { session, record, isOver = false } = await visitWith(resumed, form, deps)
  const stepIndex = stepIndexOf(field(stepField), form)
  const path = pathThrough(form, record?.data ?? [])
  return {
    form,
    restyled,
    submission,
    stepIndex,
    session,
    record,
    direction: directionOf(field(directionField), session),
    isOver,
    isEarly: stepIndex > lastShown(form, session, path, deps),
    isAutosave: false,
    prefill: prefillIn(request.query, form, deps),
  }
}

/** Finished responses get a link of another kind, so its button leads on there. */
const directionOf = (word: string, { isChange }: Session): Direction =>
  word === 'back' || word === showDirection || (word === linkDirection && isChange !== true) ? word : 'on'

async function save(
  posted: PostedStep,
  { questionIds, answers, problems }: StepReading,
  step: PublishedStep,
  { deps, request }: FormCall,
): Promise<SaveResult> {
  const { form, session, submission, stepIndex, record, isAutosave } = posted
  const leadsOn = posted.direction === 'on' && !posted.isEarly && !isAutosave
  const path = pathThrough(form, dataAfter(record?.data ?? [], { questionIds, answers }, submission))
  const isFinished = isLastOf(path, stepIndex) && leadsOn && problems.length === 0
  const at = deps.now()
  const valuesOf = (name: string): readonly string[] => submission.fields.get(name) ?? []
  return deps.store.responses.save({
    environmentId: form.environmentId,
    formId: form.id,
    responseId: session.responseId,
    at,
    isFinished,
    meta: metaIn(form, submission),
    flags: await flagsOf(form, submission, session, { isFinished, at }, deps),
    questionIds,
    answers,
    // The last value: after the basis of the page comes that of the chosen version.
    basedOn: new Map(questionIds.map((id) => [id, valuesOf(basisField(id)).at(-1) ?? ''])),
    dropped: [...path.hidden],
    maxFiles: fileCounts(form),
    typed: typedIn(step, submission, { questionIds }),
    writer: writerOf(submission),
    isAutosave,
    removedFiles: questionIds.flatMap((id) => valuesOf(fieldName(id, removeField))),
    limit: session.isChange === true ? undefined : form.settings?.responseLimit,
    changeableDays: session.isChange === true ? form.settings?.editableDays : undefined,
    order: form.steps.flatMap(({ components }) => components.map(({ questionId }) => questionId)),
    leadId: newId(deps.randomBytes),
    person: { ip: addressOf(request), country: deps.countryOf?.(request) ?? '', visitedForm: 1 },
  })
}

/** The most files of each question that has its own limit. */
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

/** A post to a finished response. A second press of the last button thanks again; different answers are refused. */
async function answerFinal({ posted, reading, saved }: SavedStep, call: FormCall): Promise<FastifyReply> {
  const { reply, deps } = call
  const { form } = posted
  const isSame = reading.problems.length === 0 && saved.outcome === 'repeated'
  if (!isSame) {
    const sent = await sentTexts(posted, deps)
    return sendPage(reply, refusalPage(refusalText('final', form.language), { form, sent }))
  }
  const { data } = saved.record
  const isLast = isLastOf(pathThrough(form, data), posted.stepIndex)
  return isLast && posted.direction !== 'back'
    ? thank(posted, saved, call)
    : sendPage(reply, submittedPage(form))
}

/** Thanks, and replaces the session in the cookie by the proof that this browser submitted. */
function thank(
  { form, session }: PostedStep,
  { record, hasNewer }: SaveResult,
  call: FormCall,
): FastifyReply {
  if (!session.isInCookie) return sendThanks({ form, record, hasNewer, isInCookie: false }, call)
  const { reply, deps } = call
  keepProof(reply, proofOf({ responseId: session.responseId, formId: form.id }, deps), form)
  return reply.redirect(pageAddress(form, { path: '/done', query: hasNewer ? `${newerField}=` : '' }), 303)
}

/** Shows what comes next: answers in conflict, then problems (not on the way back), then the step in the direction. */
async function leadOn(savedStep: SavedStep, call: FormCall): Promise<FastifyReply> {
  const { posted, reading, saved } = savedStep
  const { reply, deps } = call
  const { form, stepIndex, submission, direction, isEarly, prefill } = posted
  const { problems } = reading
  const { record, draft, hasNewer } = saved
  const newer = hasNewer ? `&${newerField}=` : ''
  const conflicts = saved.conflicts.map((questionId) => ({
    questionId,
    sent: reading.answers.filter((entry) => entry.questionId === questionId),
  }))
  const hasProblems = conflicts.length > 0 || (problems.length > 0 && direction !== 'back')
  const advances = !hasProblems && !isEarly && direction !== 'back'
  const session = { ...posted.session }
  if (advances) session.screensDone = Math.max(session.screensDone, screensBefore(form, stepIndex + 1))
  // Beside the question which version to keep, it would answer that.
  const notice = newerNotice(form, hasNewer && conflicts.length === 0)
  const send = (rest: Pick<StepToSend, 'stepIndex'> & Partial<StepToSend>): Promise<FastifyReply> =>
    sendStep({ form, session, prefill, record, draft, notice, ...rest }, call)
  if (direction === showDirection && conflicts.length === 0) return showAddress(posted, call)
  const path = pathThrough(form, record.data)
  // A conflict comes first: nothing is stored for it until the person chooses.
  if (isEarly && conflicts.length === 0)
    return send({
      stepIndex: lastShown(form, session, path, deps),
      notice: textsOf(form.language).page[session.isNew ? 'startedAnew' : 'tooEarly'],
    })
  if (
    hasProblems &&
    conflicts.length === 0 &&
    session.isInCookie &&
    (await isShownAsStored(savedStep, deps))
  ) {
    keepSession(reply, session, { form, token: tokenOf(session, form.id, deps) })
    return reply.redirect(
      pageAddress(form, { query: `${sentField}=${stepIndex + 1}${newer}${prefill.carried}` }),
      303,
    )
  }
  if (hasProblems) {
    const again = {
      fields: submission.fields,
      stored: new Set([...reading.questionIds, ...reading.hiddenIds]),
    }
    return send({ stepIndex, again, problems, conflicts, writer: writerOf(submission)?.page })
  }
  const to = direction === 'back' ? stepBefore(path, stepIndex) : stepAfter(path, stepIndex)
  if (!session.isInCookie)
    return send({ stepIndex: to, prefill: prefillFor(prefill, isDone(session, form, to)) })
  keepSession(reply, session, { form, token: tokenOf(session, form.id, deps) })
  return reply.redirect(addressOfStep(posted, to, newer), 303)
}

/** Whether a step with problems looks the same when drawn from the store, so that a redirect can show it. */
async function isShownAsStored({ posted, reading, saved }: SavedStep, deps: PageDeps): Promise<boolean> {
  const { form, restyled, stepIndex, submission } = posted
  const [step] = stepsOf(form).asking.slice(stepIndex)
  if (form !== restyled || !step || !isTypedStored(typedIn(step, submission, reading), saved.draft))
    return false
  const problems = await storedProblems({ form, stepIndex, ...saved }, deps)
  return JSON.stringify(problems) === JSON.stringify(reading.problems)
}

/** The address of a step. The form may have been restyled since the page was drawn, which changes the numbers of steps. */
function addressOfStep({ form, restyled, prefill }: PostedStep, stepIndex: number, newer: string): string {
  const now = stepAfterScreens(restyled, screensBefore(form, stepIndex))
  return pageAddress(form, { query: `${stepField}=${now + 1}${newer}${prefill.carried}` })
}

/** Whether a step is the last one, and no step before it lacks an answer. */
const isLastOf = ({ steps, missing }: FormPath, stepIndex: number): boolean =>
  steps.at(-1) === stepIndex && missing.every((index) => index === stepIndex)

/** The step after one; after the last, the one that lacks an answer. */
const stepAfter = ({ steps, missing }: FormPath, stepIndex: number): number =>
  steps.find((index) => index > stepIndex) ?? missing[0] ?? stepIndex

const stepBefore = ({ steps }: FormPath, stepIndex: number): number =>
  steps.findLast((index) => index < stepIndex) ?? 0

type SaveState = 'saved' | 'conflict' | 'final' | 'closed' | 'gone' | 'too-large' | 'failed'

/** Answers `POST /save`: stores a step as it is while a person types. It never finishes the form, and leads nowhere. */
export async function autosave(call: FormCall): Promise<FastifyReply> {
  const { request, reply, deps } = call
  const posted = await readPost(request, deps)
  await deps.admit?.(request, posted.session)
  if (posted.form.deletedAt !== undefined) return sendState(reply, 'gone')
  // A new session means that the page's own has expired or was changed.
  if (closedText(posted.form, { isMeanwhile: true }, deps) || posted.session.isNew || posted.isOver)
    return sendState(reply, 'closed')
  if (posted.record?.finished) return sendState(reply, 'final')
  const savedStep = await saveStep({ ...posted, isAutosave: true }, call)
  const { outcome } = savedStep.saved
  const state = outcome === 'repeated' ? 'final' : outcome === 'full' ? 'saved' : outcome
  // The cookie stays unchanged: a late reply must not restore one that was dropped.
  const basis = state === 'saved' || state === 'conflict' ? basisAfter(savedStep) : {}
  const isDraft = state === 'saved' && posted.session.isChange === true
  return sendState(reply, state, basis, isDraft ? 'changing' : state)
}

/** Without answers that another page changed: the next post of this page must not count as a change of those. */
function basisAfter({ reading, saved: { record } }: SavedStep): Readonly<Record<string, string>> {
  const prints = reading.questionIds.map((questionId) => ({
    questionId,
    sent: fingerprintOf(record.id, questionId, reading.answers),
    stored: fingerprintOf(record.id, questionId, record.data),
  }))
  return Object.fromEntries(
    prints
      .filter(({ sent, stored }) => sent === stored)
      .map(({ questionId, stored }) => [questionId, stored]),
  )
}

/** Answers a failed autosave, for the script. */
export function answerSaveError(
  error: FastifyError & { readonly retryAfter?: number },
  { reply, deps }: { readonly reply: FastifyReply; readonly deps: PageDeps },
): FastifyReply {
  const { status } = refusalTextOf(error)
  if (status >= 500) logFailure(deps, reply, { status, error })
  const retryAfter = retryAfterOf(error)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  reply.removeHeader('connection')
  return sendState(reply.status(status), status === 404 ? 'gone' : status === 413 ? 'too-large' : 'failed')
}

/** Replies to the script of a page. `basis`: the new fingerprints of the answers that are stored as the page sent them. */
const sendState = (
  reply: FastifyReply,
  state: SaveState,
  basis: Readonly<Record<string, string>> = {},
  text: SaveState | 'changing' = state,
): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .send({ state, basis, text: textsOf(languageFor(reply.request)).saving[text] })
