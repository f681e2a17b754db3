import { textsOf } from '../../form/languages.ts'
import { readAnswer, type Given } from '../../form/read-answer.ts'
import { translatorFor } from '../../form/translations.ts'
import { filesOf, type AnswerEntry, type ResponseRecord, type StoredFile } from '../../form/response.ts'
import { answersIn, holds, type Answers } from '../../form/conditions.ts'
import type { PublishedForm, PublishedStep } from '../../form/form.ts'
import { fileLimits } from '../../form/types/file-uploader.ts'
import type { StoredUpload } from '../../store/store.ts'
import { pathOf, routes } from '../../wire/wire.ts'
import { uploadIdOf } from '../keys.ts'
import { loadJudge } from '../reference-data.ts'
import type { PageDeps } from '../deps.ts'
import { removeField } from '../components/file-uploader.ts'
import { fileRefusal, typeOf } from '../file-types.ts'
import { componentsOf, fieldId, fieldName, type StepComponent } from './form-steps.ts'
import type { SentFile, Submission } from './submission.ts'
import { pathThrough } from './form-path.ts'

/** A problem to correct: the id of its field on the page, its sentence, and the HTTP status. */
export type StepProblem = { readonly id: string; readonly message: string; readonly status: 413 | 422 }

/** A file of an answer, to be stored. */
type SentUpload = Pick<SentFile, 'keep'> & { readonly upload: StoredUpload }

export type StepReading = {
  /** The questions that were sent without a problem. */
  readonly questionIds: readonly string[]
  readonly answers: readonly AnswerEntry[]
  readonly problems: readonly StepProblem[]
  /** The files of its answers, to be stored. */
  readonly uploads: readonly SentUpload[]
}

export type StepContext = {
  readonly environmentId: string
  readonly formId: string
  readonly responseId: string
  readonly deps: PageDeps
  /** The language of the form. */
  readonly language?: string | undefined
  /** Translates an option into that language. */
  readonly translate: (text: string) => string
  /** The stored response. */
  readonly record?: ResponseRecord | undefined
  /** The answers to visible questions, which decide conditions. */
  readonly answers: Answers
}

export function contextOf(
  { form, ...response }: Pick<StepContext, 'responseId' | 'record'> & { readonly form: PublishedForm },
  deps: PageDeps,
): StepContext {
  const data = response.record?.data ?? []
  const { hidden } = pathThrough(form, data)
  return {
    ...response,
    environmentId: form.environmentId,
    formId: form.id,
    deps,
    language: form.language,
    translate: translatorFor(form),
    answers: answersIn(data.filter(({ questionId }) => !hidden.has(questionId))),
  }
}

type SentStep = Pick<Submission, 'fields' | 'files'>

/** Reads the answers that were sent for a step. A problem in one leaves the others valid. */
export async function readStep(
  step: PublishedStep,
  submission: SentStep,
  context: StepContext,
): Promise<StepReading> {
  const judge = await loadJudge()
  const asking = componentsOf(step).filter(({ type }) => type.asks)
  const fields = fieldsByQuestion(submission)
  const { deps, language, translate } = context
  const known = new Map(context.answers)
  const parts: StepReading[] = []
  for (const component of asking) {
    const { questionId, visibleIf } = component
    // The answer to a hidden question is not read; a stored one is deleted when the form ends.
    if (visibleIf !== undefined && !holds(visibleIf, known)) {
      known.delete(questionId)
      continue
    }
    const given = {
      fields: fields.get(questionId) ?? noFields,
      judge,
      now: deps.now(),
      language,
      translate,
    }
    const part = readComponent(component, { given, submission, context })
    parts.push(part)
    if (part.questionIds.length > 0) known.delete(questionId)
    const stored = (context.record?.data ?? []).filter((entry) => entry.questionId === questionId)
    for (const [id, answer] of answersIn(dataAfter(stored, part, submission))) known.set(id, answer)
  }
  return {
    questionIds: parts.flatMap(({ questionIds }) => questionIds),
    answers: parts.flatMap(({ answers }) => answers),
    problems: parts.flatMap(({ problems }) => problems),
    uploads: parts.flatMap(({ uploads }) => uploads),
  }
}

/** The data of a response after the answers of a step are stored. Files that were sent before stay, unless they are removed. */
export const dataAfter = (
  data: readonly AnswerEntry[],
  { questionIds, answers }: Pick<StepReading, 'questionIds' | 'answers'>,
  submission: SentStep,
): readonly AnswerEntry[] => [
  ...data.flatMap((entry) => (questionIds.includes(entry.questionId) ? filesLeft(entry, submission) : entry)),
  ...answers,
]

/** An answer with the files that the person does not remove; nothing without a file. */
function filesLeft(
  { questionId, response }: AnswerEntry,
  { fields }: Pick<Submission, 'fields'>,
): readonly AnswerEntry[] {
  const removed = new Set(fields.get(fieldName(questionId, removeField)))
  const files = filesOf(response).filter(({ url }) => !removed.has(url))
  return files.length === 0 ? [] : [{ questionId, response: { ...response, files } }]
}

function readComponent(
  component: StepComponent,
  {
    given: typed,
    submission,
    context,
  }: {
    readonly given: Omit<Given, 'files' | 'isRequired'>
    readonly submission: SentStep
    readonly context: StepContext
  },
): StepReading {
  const { questionId, type, content, own = content } = component
  const sent = filesFor(component, submission, context)
  // A refused file needs no second message about a missing answer.
  const isMissing = sent.problems.length === 0 && !isStored(component, submission, context)
  const given = { ...typed, isRequired: component.required && isMissing }
  const read = readAnswer(type, content, { ...given, files: sent.files })
  const problems = [
    ...sent.problems,
    ...read.problems.map(({ field, message }) => ({
      id: fieldId(component, field),
      message,
      status: 422 as const,
    })),
  ]
  const isGood = read.problems.length === 0
  const isCleared = !isGood && isEmptied(component, given)
  // A password field starts empty, so an empty one keeps the stored password.
  const isKept = type.answerKind === 'secret' && read.response === undefined
  const answers =
    read.response === undefined
      ? []
      : // The headline in the form's own language, so that tables have one column for all languages.
        [{ questionId, response: { ...read.response, headline: type.headline(own) } }]
  return {
    questionIds: (isGood && !isKept) || isCleared ? [questionId] : [],
    answers: isGood ? answers : [],
    problems,
    uploads: isGood ? sent.uploads : [],
  }
}

/** Whether a required answer was emptied: then the stored answer is deleted. */
function isEmptied({ type, content }: StepComponent, given: Omit<Given, 'files'>): boolean {
  if (given.isRequired !== true || type.answerKind === 'files') return false
  const read = readAnswer(type, content, { ...given, files: [], isRequired: false })
  return read.response === undefined && read.problems.length === 0
}

/** Whether a stored answer stays when nothing is sent: a password, or files that are not removed. */
function isStored(
  { questionId, type }: StepComponent,
  submission: SentStep,
  { record }: StepContext,
): boolean {
  const saved = record?.data.find((entry) => entry.questionId === questionId)
  return saved !== undefined && (type.answerKind === 'secret' || filesLeft(saved, submission).length > 0)
}

/** The fields of each question, by their names inside it, in one pass. */
export function fieldsByQuestion({
  fields,
}: Pick<Submission, 'fields'>): ReadonlyMap<string, Given['fields']> {
  const questions = new Map<string, Map<string, readonly string[]>>()
  for (const [name, values] of fields) {
    const { questionId, field = '' } =
      /^q\.(?<questionId>[^.]*)(?:\.(?<field>.*))?$/s.exec(name)?.groups ?? {}
    if (questionId === undefined) continue
    const own = questions.get(questionId) ?? new Map<string, readonly string[]>()
    questions.set(questionId, own.set(field, values))
  }
  return questions
}

const noFields: Given['fields'] = new Map()

/** The sent files of an answer, and the problems of those that the question does not take. */
function filesFor(
  component: StepComponent,
  submission: SentStep,
  context: StepContext,
): { files: readonly StoredFile[]; uploads: readonly SentUpload[]; problems: readonly StepProblem[] } {
  const { questionId, content } = component
  const texts = textsOf(context.language)
  const limits = fileLimits(content)
  const sent = submission.files
    .filter(({ field }) => field === fieldName(questionId, ''))
    .map((file) => ({ file, refused: fileRefusal({ ...file, name: fileName(file.name) }, limits, texts) }))
  const uploads = sent
    .filter(({ refused }) => refused === undefined)
    .map(({ file }) => uploadOf(file, questionId, context))
  return {
    files: uploads.map(({ upload: { id, name, contentType, size } }) => ({
      name,
      size,
      contentType,
      url: `${context.deps.publicUrl ?? ''}${pathOf(routes.file, { fileId: id })}`,
    })),
    uploads,
    problems: sent.flatMap(({ refused }) =>
      refused === undefined ? [] : [{ id: fieldId(component, ''), ...refused }],
    ),
  }
}

const uploadOf = (
  { name, contentType, size, sha256, head, keep }: SentFile,
  questionId: string,
  { environmentId, formId, responseId, deps }: StepContext,
): SentUpload => ({
  upload: {
    environmentId,
    id: uploadIdOf(['file', formId, responseId, questionId, fileName(name), sha256], deps),
    formId,
    responseId,
    questionId,
    name: fileName(name),
    contentType: typeOf({ name, contentType, head }),
    size,
    sha256,
  },
  keep,
})

/** A name without folders and control characters; old browsers send the whole path. */
const fileName = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .replace(/^.*[/\\]/, '')
    .trim()
    .slice(-200) || 'file'
