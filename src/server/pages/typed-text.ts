import { draftOf, isBlank, type Typed, type Writer } from '../../form/draft.ts'
import { readAnswer, type Submitted } from '../../form/read-answer.ts'
import type { Begun } from '../../form/response.ts'
import { otherValue } from '../../form/types/choices.ts'
import type { PublishedForm, PublishedStep } from '../../form/form.ts'
import { textsOf } from '../../form/languages.ts'
import { translatorFor } from '../../form/translations.ts'
import { attributes, hiddenInput, html, type Html } from '../../html/html.ts'
import { secretField } from '../components/controls.ts'
import type { Shown } from '../components/page-component.ts'
import { loadJudge } from '../reference-data.ts'
import type { PageDeps } from '../deps.ts'
import {
  basisField,
  componentsOf,
  fieldName,
  linesOf,
  linesOfFields,
  stepsOf,
  writerField,
  type StepComponent,
  questionName,
} from './form-steps.ts'
import type { Submission } from './submission.ts'
import type { FormRequest } from './request-form.ts'
import { contextOf, fieldsByQuestion, readStep, type StepProblem, type StepReading } from './read-step.ts'

/** Whether typed text may be stored and shown again; passwords and names of files may not. */
export const isShownAgain = ({ type: { answerKind } }: StepComponent): boolean =>
  answerKind !== undefined && answerKind !== 'secret' && answerKind !== 'files'

/** The typed text of the questions without a valid answer. */
export function typedIn(
  step: PublishedStep,
  submission: Submission,
  { questionIds }: Pick<StepReading, 'questionIds'>,
): readonly Typed[] {
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
): Submitted | undefined {
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
export const isStored = (typed: readonly Typed[], draft: Begun['draft']): boolean =>
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
const unnamedTexts = (sent: ReadonlyMap<string, Submitted>, language?: string): readonly SentText[] =>
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
  sent: ReadonlyMap<string, Submitted>,
  { form, stepIndex }: { readonly form: PublishedForm; readonly stepIndex: number },
  deps: Pick<PageDeps, 'now'>,
): Promise<readonly SentText[]> {
  const step = stepsOf(form).asking[stepIndex]
  const shown = { language: form.language, translate: translatorFor(form) }
  const given = {
    language: form.language,
    translate: shown.translate,
    files: [],
    judge: await loadJudge(),
    now: deps.now(),
  }
  return (step ? componentsOf(step) : []).filter(isShownAgain).flatMap((component) => {
    const { questionId, type, content } = component
    const fields = sent.get(questionId) ?? new Map<string, readonly string[]>()
    const read = readAnswer(type, content, { ...given, fields })
    const lines =
      read.response && read.problems.length === 0
        ? linesOf(component, read.response, shown)
        : linesOfFields(component, typedFields(component, fields, shown), shown)
    return lines.length === 0 ? [] : [{ name: questionName(component, shown), lines }]
  })
}

/** The fields that people type into. A choice means nothing without the page on which it was made. */
function typedFields({ page, content }: StepComponent, fields: Submitted, shown: Shown): Submitted {
  const names = page.isChosen ? ['other'] : [...(page.labels?.({ content, ...shown }).keys() ?? [''])]
  return new Map(names.map((name) => [name, fields.get(name) ?? []]))
}
