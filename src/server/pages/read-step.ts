import { textsOf } from '../../form/languages.ts'
import { readAnswer, type AnswerProblem, type Given } from '../../form/read-answer.ts'
import { translatorFor } from '../../form/translations.ts'
import { filesOf, type AnswerEntry, type ResponseRecord, type StoredFile } from '../../form/response.ts'
import { answersIn, holds, type Answers } from '../../form/conditions.ts'
import type { PublishedForm, PublishedStep } from '../../form/form.ts'
import { fileLimits } from '../../form/types/file-uploader.ts'
import type { StoredUpload } from '../../store/store.ts'
import { pathOf, routes } from '../../wire/wire.ts'
import { uploadIdOf } from '../keys.ts'
import { loadJudge } from '../reference-data.ts'
import type { PageWorld } from '../world.ts'
import { removeField } from '../components/file-uploader.ts'
import { refusalOf, typeOf } from '../components/accepted-files.ts'
import { componentsOf, fieldId, fieldName, type StepComponent } from './form-steps.ts'
import type { SentFile, Submission } from './multipart-body.ts'
import { wayOf } from './way.ts'

/** A problem to correct: where it is on the page, its sentence, and the HTTP status that it causes. */
export type StepProblem = { readonly id: string; readonly message: string; readonly status: 413 | 422 }

/** A file of an answer, to be kept. */
type SentUpload = Pick<SentFile, 'keep'> & { readonly upload: StoredUpload }

export type StepReading = {
  /** The questions that it speaks of and has no fault in. */
  readonly questionIds: readonly string[]
  readonly answers: readonly AnswerEntry[]
  readonly problems: readonly StepProblem[]
  /** The files of its answers, yet to be stored. */
  readonly uploads: readonly SentUpload[]
}

export type StepContext = {
  readonly environmentId: string
  readonly formId: string
  readonly responseId: string
  readonly world: PageWorld
  /** The language of the form. */
  readonly language?: string | undefined
  /** An option in that language. */
  readonly say: (text: string) => string
  /** What is stored of the response so far. */
  readonly record?: ResponseRecord | undefined
  /** The answers to questions that are asked, by which conditions are decided. */
  readonly answers: Answers
}

/** What is read with a step: of the answers so far those to questions that are asked. */
export function contextOf(
  { form, ...begun }: Pick<StepContext, 'responseId' | 'record'> & { readonly form: PublishedForm },
  world: PageWorld,
): StepContext {
  const data = begun.record?.data ?? []
  const { hidden } = wayOf(form, data)
  return {
    ...begun,
    environmentId: form.environmentId,
    formId: form.id,
    world,
    language: form.language,
    say: translatorFor(form),
    answers: answersIn(data.filter(({ questionId }) => !hidden.has(questionId))),
  }
}

type SentStep = Pick<Submission, 'fields' | 'files'>

/** Reads what was sent for a step. A fault in one answer leaves the others good. */
export async function readStep(
  step: PublishedStep,
  submission: SentStep,
  context: StepContext,
): Promise<StepReading> {
  const judge = await loadJudge()
  const asking = componentsOf(step).filter(({ type }) => type.asks)
  const fields = fieldsByQuestion(submission)
  const { world, language, say } = context
  const known = new Map(context.answers)
  const parts: StepReading[] = []
  for (const component of asking) {
    const { questionId, visibleIf } = component
    // What is sent for a question that is not asked is not read; what is stored of it goes at the end.
    if (visibleIf !== undefined && !holds(visibleIf, known)) {
      known.delete(questionId)
      continue
    }
    const given = {
      fields: fields.get(questionId) ?? noFields,
      judge,
      now: world.now(),
      language,
      translate: say,
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

/** What is stored when the answers of a step are. Files that were sent before stay, unless they are removed. */
export const dataAfter = (
  data: readonly AnswerEntry[],
  { questionIds, answers }: Pick<StepReading, 'questionIds' | 'answers'>,
  submission: SentStep,
): readonly AnswerEntry[] => [
  ...data.flatMap((entry) => (questionIds.includes(entry.questionId) ? filesLeft(entry, submission) : entry)),
  ...answers,
]

/** An answer with the files that the person does not remove; none without a file. */
function filesLeft(
  { questionId, response }: AnswerEntry,
  { fields }: Pick<Submission, 'fields'>,
): readonly AnswerEntry[] {
  const removed = new Set(fields.get(fieldName(questionId, removeField)))
  const files = filesOf(response).filter(({ url }) => !removed.has(url))
  return files.length === 0 ? [] : [{ questionId, response: { ...response, files } }]
}

type Reading = {
  readonly given: Omit<Given, 'files' | 'isRequired'>
  readonly submission: SentStep
  readonly context: StepContext
}

function readComponent(
  component: StepComponent,
  { given: typed, submission, context }: Reading,
): StepReading {
  const { questionId, type, content, own = content } = component
  const sent = filesFor(component, submission, context)
  // A file that was refused needs no second message that there is none.
  const isMissing = sent.problems.length === 0 && !isStored(component, submission, context)
  const given = { ...typed, isRequired: component.required && isMissing }
  const read = readAnswer(type, content, { ...given, files: sent.files })
  const problems = [...sent.problems, ...read.problems.map((problem) => placed(component, problem))]
  const isGood = read.problems.length === 0
  const isCleared = !isGood && isClear(component, given)
  // Nothing sent for a password means the one before; its box starts empty.
  const isKept = type.answerKind === 'secret' && read.response === undefined
  const answers =
    read.response === undefined
      ? []
      : // Tables put answers in all languages under one heading.
        [{ questionId, response: { ...read.response, headline: type.headline(own) } }]
  return {
    questionIds: (isGood && !isKept) || isCleared ? [questionId] : [],
    answers: isGood ? answers : [],
    problems,
    uploads: isGood ? sent.uploads : [],
  }
}

/** Whether an answer that is required was sent empty: the one before is gone then, as that to any other question. */
function isClear({ type, content }: StepComponent, given: Omit<Given, 'files'>): boolean {
  if (given.isRequired !== true || type.answerKind === 'files') return false
  const read = readAnswer(type, content, { ...given, files: [], isRequired: false })
  return read.response === undefined && read.problems.length === 0
}

/** Whether an earlier answer stays when nothing is sent: a password, or files that are not removed. */
function isStored(
  { questionId, type }: StepComponent,
  submission: SentStep,
  { record }: StepContext,
): boolean {
  const saved = record?.data.find((entry) => entry.questionId === questionId)
  return saved !== undefined && (type.answerKind === 'secret' || filesLeft(saved, submission).length > 0)
}

const placed = (component: StepComponent, { field, message }: AnswerProblem): StepProblem => ({
  id: fieldId(component, field),
  message,
  status: 422,
})

/** The fields of each question, by their names inside it. One pass, whatever the number of names and questions. */
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

type SentFiles = {
  readonly files: readonly StoredFile[]
  readonly uploads: readonly SentUpload[]
  readonly problems: readonly StepProblem[]
}

const noFields: Given['fields'] = new Map()

/** The new files of an answer that the question takes. */
function filesFor(component: StepComponent, submission: SentStep, context: StepContext): SentFiles {
  const { questionId, content } = component
  const texts = textsOf(context.language)
  const limits = fileLimits(content)
  const sent = submission.files
    .filter(({ field }) => field === fieldName(questionId, ''))
    .map((file) => ({ file, refused: refusalOf({ ...file, name: fileName(file.name) }, limits, texts) }))
  const uploads = sent
    .filter(({ refused }) => refused === undefined)
    .map(({ file }) => uploadOf(file, questionId, context))
  return {
    files: uploads.map(({ upload }) => storedFile(upload, context.world)),
    uploads,
    problems: sent.flatMap(({ refused }) =>
      refused === undefined ? [] : [{ id: fieldId(component, ''), ...refused }],
    ),
  }
}

const uploadOf = (
  { name, contentType, size, sha256, head, keep }: SentFile,
  questionId: string,
  { environmentId, formId, responseId, world }: StepContext,
): SentUpload => ({
  upload: {
    environmentId,
    id: uploadIdOf(['file', formId, responseId, questionId, fileName(name), sha256], world),
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

const storedFile = (
  { id, name, contentType, size }: StoredUpload,
  { publicUrl = '' }: PageWorld,
): StoredFile => ({
  name,
  size,
  contentType,
  url: `${publicUrl}${pathOf(routes.file, { fileId: id })}`,
})

/** A name without folders and control characters; old browsers send the whole path. */
const fileName = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .replace(/^.*[/\\]/, '')
    .trim()
    .slice(-200) || 'file'
