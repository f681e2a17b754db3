import { textsOf } from '../../form/languages.ts'
import { readAnswer, type AnswerSource, type FieldValues } from '../../form/read-answer.ts'
import { translatorFor } from '../../form/translations.ts'
import {
  filesOf,
  type AnswerEntry,
  type ResponseRecord,
  type StoredFile,
  type Begun,
} from '../../form/response.ts'
import { answersIn, holds, type Answers } from '../../form/conditions.ts'
import type { PublishedForm, PublishedStep } from '../../form/form.ts'
import { fileLimits } from '../../form/types/file-uploader.ts'
import type { StoredUpload } from '../../store/store.ts'
import { pathOf, routes } from '../../wire/wire.ts'
import { uploadIdOf } from '../keys.ts'
import { loadReferenceData } from '../reference-data.ts'
import type { PageDeps } from '../deps.ts'
import { removeField } from '../components/file-uploader.ts'
import { fileRefusal, typeOf } from '../file-types.ts'
import {
  componentsOf,
  fieldId,
  fieldName,
  type StepComponent,
  basisField,
  linesOf,
  linesOfFields,
  writerField,
  questionName,
} from './form-steps.ts'
import { pathThrough, stepsOf } from '../../form/form-path.ts'
import type { SentFile, FormRequest, Submission } from './submission.ts'
import { draftOf, isBlank, type TypedText, type Writer } from '../../form/draft.ts'
import { otherValue } from '../../form/types/choices.ts'
import { attributes, hiddenInput, html, type Html } from '../../html/html.ts'
import { secretField } from '../components/controls.ts'
import type { Shown } from '../components/page-component.ts'
import { getOrMake } from '../../form/value.ts'

/** A problem to correct: the id of its field on the page, its sentence, and the HTTP status. */
export type StepProblem = { readonly id: string; readonly message: string; readonly status: 413 | 422 }

/** A file of an answer, to be stored. */
type SentUpload = Pick<SentFile, 'keep'> & { readonly upload: StoredUpload }

export type StepReading = {
  /** The questions that were sent without a problem. */
  readonly questionIds: readonly string[]
  /** The questions whose condition does not hold; their answers are not read. */
  readonly hiddenIds: readonly string[]
  readonly answers: readonly AnswerEntry[]
  readonly problems: readonly StepProblem[]
  /** The files of its answers, to be stored. */
  readonly uploads: readonly SentUpload[]
}

type StepContext = {
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
  const referenceData = await loadReferenceData()
  const asking = componentsOf(step).filter(({ type }) => type.asks)
  const fields = fieldsByQuestion(submission)
  const { deps, language, translate } = context
  const known = new Map(context.answers)
  const parts: Omit<StepReading, 'hiddenIds'>[] = []
  const hiddenIds: string[] = []
  for (const component of asking) {
    const { questionId, visibleIf } = component
    // The answer to a hidden question is not read; a stored one is deleted when the form ends.
    if (visibleIf !== undefined && !holds(visibleIf, known)) {
      known.delete(questionId)
      hiddenIds.push(questionId)
      continue
    }
    const typed = {
      fields: fields.get(questionId) ?? noFields,
      referenceData,
      now: deps.now(),
      language,
      translate,
    }
    const part = readComponent(component, typed, submission, context)
    parts.push(part)
    if (part.questionIds.length > 0) known.delete(questionId)
    const stored = (context.record?.data ?? []).filter((entry) => entry.questionId === questionId)
    for (const [id, answer] of answersIn(dataAfter(stored, part, submission))) known.set(id, answer)
  }
  return {
    questionIds: parts.flatMap(({ questionIds }) => questionIds),
    hiddenIds,
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
  typed: Omit<AnswerSource, 'files' | 'isRequired'>,
  submission: SentStep,
  context: StepContext,
): Omit<StepReading, 'hiddenIds'> {
  const { questionId, type, content, own = content } = component
  const sent = filesFor(component, submission, context)
  // A refused file needs no second message about a missing answer.
  const isMissing = sent.problems.length === 0 && !hasStoredAnswer(component, submission, context)
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
function isEmptied({ type, content }: StepComponent, given: Omit<AnswerSource, 'files'>): boolean {
  if (given.isRequired !== true || type.answerKind === 'files') return false
  const read = readAnswer(type, content, { ...given, files: [], isRequired: false })
  return read.response === undefined && read.problems.length === 0
}

/** Whether a stored answer stays when nothing is sent: a password, or files that are not removed. */
function hasStoredAnswer(
  { questionId, type }: StepComponent,
  submission: SentStep,
  { record }: StepContext,
): boolean {
  const saved = record?.data.find((entry) => entry.questionId === questionId)
  return saved !== undefined && (type.answerKind === 'secret' || filesLeft(saved, submission).length > 0)
}

/** The fields of each question, by their names inside it, in one pass. */
function fieldsByQuestion({
  fields,
}: Pick<Submission, 'fields'>): ReadonlyMap<string, AnswerSource['fields']> {
  const questions = new Map<string, Map<string, readonly string[]>>()
  for (const [name, values] of fields) {
    const { questionId, field = '' } =
      /^q\.(?<questionId>[^.]*)(?:\.(?<field>.*))?$/s.exec(name)?.groups ?? {}
    if (questionId === undefined) continue
    getOrMake(questions, questionId, () => new Map<string, readonly string[]>()).set(field, values)
  }
  return questions
}

const noFields: AnswerSource['fields'] = new Map()

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

/** Whether typed text may be stored and shown again; passwords and names of files may not. */
export const isShownAgain = ({ type: { answerKind } }: StepComponent): boolean =>
  answerKind !== undefined && answerKind !== 'secret' && answerKind !== 'files'

/** The typed text of the questions without a valid answer. */
export function typedIn(
  step: PublishedStep,
  submission: Submission,
  { questionIds }: Pick<StepReading, 'questionIds'>,
): readonly TypedText[] {
  const fields = fieldsByQuestion(submission)
  const answered = new Set(questionIds)
  return componentsOf(step)
    .filter((component) => isShownAgain(component) && !answered.has(component.questionId))
    .map(({ questionId }) => ({
      questionId,
      basis: submission.fields.get(basisField(questionId))?.at(-1) ?? '',
      fields: [...(fields.get(questionId) ?? [])],
    }))
}

/** The page that sent it: the id of its load, and the number of the save, which its script counts from the time of the load. */
export function writerOf({ fields }: Submission): Writer | undefined {
  const text = fields.get(writerField)?.[0] ?? ''
  const { page, seq = '0' } = /^(?<page>[\w-]{1,32})(?:\.(?<seq>\d{1,15}))?$/.exec(text)?.groups ?? {}
  return page === undefined ? undefined : { page, seq: Number(seq) }
}

/** The stored fields of a question: typed text that is not an answer, or else the answer. */
export function storedFields(
  { questionId, page, content }: StepComponent,
  { record, draft = [] }: Partial<Begun>,
  language: string | undefined,
): FieldValues | undefined {
  const { typed } = draftOf(draft, questionId)
  if (typed) return new Map(typed.fields)
  const saved = record?.data.find((entry) => entry.questionId === questionId)?.response
  return saved && page.refill?.(saved, content, language)
}

/** The problems of a step as it is stored, without those of passwords and refused files. */
export async function storedProblems(
  { form, stepIndex, ...response }: Begun & { readonly form: PublishedForm; readonly stepIndex: number },
  deps: PageDeps,
): Promise<readonly StepProblem[]> {
  const step = stepsOf(form).asking[stepIndex]
  if (!step) return []
  const fields = componentsOf(step).flatMap((component) =>
    Array.from(
      storedFields(component, response, form.language) ?? [],
      ([field, values]) => [fieldName(component.questionId, field), values] as const,
    ),
  )
  const context = contextOf({ form, responseId: response.record.id, record: response.record }, deps)
  return (await readStep(step, { fields: new Map(fields), files: [] }, context)).problems
}

/** Whether all typed text is stored, so that another page can show it. */
export const isTypedStored = (typed: readonly TypedText[], draft: Begun['draft']): boolean =>
  typed.every(
    (one) => isBlank(one) || JSON.stringify(one) === JSON.stringify(draftOf(draft, one.questionId).typed),
  )

type SentText = { readonly name: string; readonly lines: readonly string[] }

/** The answers that were sent and not stored, as HTML to copy from; undefined where nothing was typed. `form`: if it still exists. */
export async function sentTexts(
  {
    form,
    stepIndex = 0,
    submission = { fields: new Map() },
  }: {
    readonly form?: PublishedForm
    readonly stepIndex?: number
    readonly submission: Pick<Submission, 'fields'> | undefined
  },
  deps: Pick<PageDeps, 'now'>,
  language = form?.language,
): Promise<Html | undefined> {
  const sent = fieldsByQuestion(submission)
  const texts = form ? await textsIn(sent, { form, stepIndex }, deps) : unnamedTexts(sent, language)
  if (texts.length === 0) return undefined
  return html`
    <p>${textsOf(language).saving.copy}</p>
    <dl>
      ${texts.map(
        ({ name, lines }) => html`
          <dt dir="auto">${name}</dt>
          ${lines.map((line) => html`<dd dir="auto">${line}</dd>`)}
        `,
      )}
    </dl>
  `
}

/** The texts that were sent to a form that no longer exists, without passwords. */
const unnamedTexts = (sent: ReadonlyMap<string, FieldValues>, language?: string): readonly SentText[] =>
  [...sent.values()].flatMap((fields) => {
    const lines = [...fields.values()].flat().filter((text) => text.trim() !== '' && text !== otherValue)
    const isShown = lines.length > 0 && !fields.has(secretField)
    return isShown ? [{ name: textsOf(language).page.yourAnswer, lines }] : []
  })

/** A button that sends the same again, without passwords and files. */
export const sendAgain = ({ url, body }: FormRequest, language: string): Html => html`
  <form ${attributes({ method: 'post', action: url })}>
    ${[...(body?.fields ?? [])].flatMap(([name, values]) =>
      body?.fields.has(`${name}.${secretField}`) ? [] : values.map((value) => hiddenInput(name, value)),
    )}
    <button type="submit">${textsOf(language).saving.sendAgain}</button>
  </form>
`

async function textsIn(
  sent: ReadonlyMap<string, FieldValues>,
  { form, stepIndex }: { readonly form: PublishedForm; readonly stepIndex: number },
  deps: Pick<PageDeps, 'now'>,
): Promise<readonly SentText[]> {
  const step = stepsOf(form).asking[stepIndex]
  const shown = { language: form.language, translate: translatorFor(form) }
  const typed = { ...shown, files: [], referenceData: await loadReferenceData(), now: deps.now() }
  return (step ? componentsOf(step) : []).filter(isShownAgain).flatMap((component) => {
    const { questionId, type, content } = component
    const fields = sent.get(questionId) ?? new Map<string, readonly string[]>()
    const read = readAnswer(type, content, { ...typed, fields })
    const lines =
      read.response && read.problems.length === 0
        ? linesOf(component, read.response, shown)
        : linesOfFields(component, typedFields(component, fields, shown), shown)
    return lines.length === 0 ? [] : [{ name: questionName(component, shown), lines }]
  })
}

/** The fields that people type into. A choice means nothing without the page on which it was made. */
function typedFields({ page, content }: StepComponent, fields: FieldValues, shown: Shown): FieldValues {
  const names = page.isChosen ? ['other'] : [...(page.labels?.({ content, ...shown }).keys() ?? [''])]
  return new Map(names.map((name) => [name, fields.get(name) ?? []]))
}
