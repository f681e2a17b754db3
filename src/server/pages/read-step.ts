import type { AnswerProblem, Given, Reading } from '../../form/components.ts'
import { filesOf, type AnswerEntry, type ResponseRecord, type StoredFile } from '../../form/response.ts'
import type { PublishedStep } from '../../form/form.ts'
import type { StoredUpload } from '../../store/store.ts'
import { pathOf, routes } from '../../wire/wire.ts'
import { newId } from '../ids.ts'
import { loadJudge } from '../reference-data.ts'
import type { PageWorld } from '../world.ts'
import { removeField } from '../components/file-uploader.ts'
import { componentsOf, fieldId, fieldName, type StepComponent } from './form-steps.ts'
import type { SentFile, Submission } from './multipart-body.ts'
import { largestFiles } from './submission.ts'

/** One thing to mend: where in the page it is, its sentence, and the HTTP status that it asks for. */
export type StepProblem = { readonly id: string; readonly message: string; readonly status: 413 | 422 }

/** A file of an answer, to be stored; `use` gives its bytes. */
type SentUpload = Omit<StoredUpload, 'bytes'> & Pick<SentFile, 'size' | 'use'>

/** What one step's submission says. */
export type StepReading = {
  /** The questions that it speaks of and has no fault in. */
  readonly questionIds: readonly string[]
  readonly answers: readonly AnswerEntry[]
  readonly problems: readonly StepProblem[]
  /** The files of its answers, yet to be stored. */
  readonly uploads: readonly SentUpload[]
}

/** Which response a step belongs to and what was stored of it before. */
export type StepContext = {
  readonly formId: string
  readonly responseId: string
  readonly record: ResponseRecord | undefined
  readonly world: PageWorld
}

/** Reads what was sent for a step. A fault in one answer leaves the others good. */
export async function readStep(
  step: PublishedStep,
  submission: Submission,
  context: StepContext,
): Promise<StepReading> {
  const judge = await loadJudge()
  const asking = componentsOf(step).filter(({ type }) => type.answer !== undefined)
  const fields = fieldsByQuestion(submission)
  const sent = sentFiles(asking, submission, context)
  const parts = asking.map((component, i) =>
    readComponent(component, {
      fields: fields.get(component.questionId) ?? noFields,
      judge,
      sent: sent[i] ?? noFiles,
    }),
  )
  return {
    questionIds: parts.flatMap(({ questionIds }) => questionIds),
    answers: parts.flatMap(({ answers }) => answers),
    problems: parts.flatMap(({ problems }) => problems),
    uploads: parts.flatMap(({ uploads }) => uploads),
  }
}

function readComponent(
  component: StepComponent,
  { fields, judge, sent }: Pick<Given, 'fields' | 'judge'> & { sent: SentFiles },
): StepReading {
  const { questionId, type, content, page } = component
  const reading: Reading = type.answer?.(content, { fields, files: sent.files, judge }) ?? {
    problems: [],
  }
  const problems = [...sent.problems, ...reading.problems.map((problem) => placed(component, problem))]
  const isGood = reading.problems.length === 0
  // Nothing sent for a password means the one before; its box starts empty.
  const isKept = page.keepsAnswer === true && reading.response === undefined
  const answers = reading.response === undefined ? [] : [{ questionId, response: reading.response }]
  return {
    questionIds: isGood && !isKept ? [questionId] : [],
    answers: isGood ? answers : [],
    problems,
    uploads: isGood ? sent.uploads : [],
  }
}

const placed = (component: StepComponent, { field, message }: AnswerProblem): StepProblem => ({
  id: fieldId(component, field),
  message,
  status: 422,
})

/** The fields of each question, by their names inside it. One pass, whatever the number of names and questions. */
function fieldsByQuestion({ fields }: Submission): ReadonlyMap<string, Given['fields']> {
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
const noFiles: SentFiles = { files: [], uploads: [], problems: [] }

/** The files of each component. New ones are left out where the response would hold too many bytes with them. */
function sentFiles(
  components: readonly StepComponent[],
  submission: Submission,
  context: StepContext,
): readonly SentFiles[] {
  const sent = components.map((component) => filesFor(component, submission, context))
  const asked = new Set(components.map(({ questionId }) => questionId))
  const elsewhere = (context.record?.data ?? [])
    .filter(({ questionId }) => !asked.has(questionId))
    .flatMap(({ response }) => filesOf(response))
  const all = [...elsewhere, ...sent.flatMap(({ files }) => files)]
  if (all.reduce((sum, { size }) => sum + size, 0) <= largestFiles) return sent
  return sent.map(({ files, uploads, problems }, i) => {
    const component = components[i]
    if (component === undefined || uploads.length === 0) return { files, uploads, problems }
    const message = 'The files of one response may have 100 MiB together. Send fewer or smaller ones.'
    return {
      files: files.filter(({ url }) => !uploads.some(({ id }) => url === urlOf(id))),
      uploads: [],
      problems: [...problems, { id: fieldId(component, ''), message, status: 413 }],
    }
  })
}

/** The files of an answer: those of before that were not taken out, and the new ones that are small enough. */
function filesFor(component: StepComponent, submission: Submission, context: StepContext): SentFiles {
  const { questionId } = component
  const saved = context.record?.data.find((entry) => entry.questionId === questionId)?.response
  const removed = submission.fields.get(fieldName(questionId, removeField)) ?? []
  const sent = submission.files.filter(({ field }) => field === fieldName(questionId, ''))
  const uploads = sent
    .filter(({ isTooLarge }) => !isTooLarge)
    .map((file) => uploadOf(file, questionId, context))
  // A button pressed twice sends its files twice; the second ones take the place of the first.
  const kept = filesOf(saved).filter(
    ({ url, name, size }) =>
      !removed.includes(url) && !uploads.some((file) => file.name === name && file.size === size),
  )
  return {
    files: [...kept, ...uploads.map(storedFile)],
    uploads,
    problems: sent
      .filter(({ isTooLarge }) => isTooLarge)
      .map(({ name }) => ({
        id: fieldId(component, ''),
        message: `${fileName(name)} is larger than 10 MiB. Choose a smaller file.`,
        status: 413,
      })),
  }
}

const uploadOf = (
  { name, contentType, size, use }: SentFile,
  questionId: string,
  { formId, responseId, world }: StepContext,
): SentUpload => ({
  id: newId(world.randomBytes),
  formId,
  responseId,
  questionId,
  name: fileName(name),
  contentType: /^[\w.+-]+\/[\w.+-]+$/.test(contentType) ? contentType : 'application/octet-stream',
  size,
  use,
})

const storedFile = ({ id, name, contentType, size }: SentUpload): StoredFile => ({
  name,
  size,
  contentType,
  url: urlOf(id),
})

const urlOf = (id: string): string => pathOf(routes.file, { fileId: id })

/** A name without folders and control characters; old browsers send the whole path. */
const fileName = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .replace(/^.*[/\\]/, '')
    .trim()
    .slice(-200) || 'file'
