import type { Submitted } from '../../form/components.ts'
import type { Typed, Writer } from '../../form/draft.ts'
import type { PublishedForm, PublishedStep } from '../../form/form.ts'
import { textsOf } from '../../form/languages.ts'
import { sayIn } from '../../form/translations.ts'
import { html, type Html } from '../../html/html.ts'
import type { Shown } from '../components/page-component.ts'
import { loadJudge } from '../reference-data.ts'
import type { PageWorld } from '../world.ts'
import {
  basisField,
  componentsOf,
  linesOf,
  linesOfFields,
  stepsOf,
  writerField,
  type StepComponent,
} from './form-steps.ts'
import type { Submission } from './multipart-body.ts'
import { nameOf } from './problem-summary.ts'
import { fieldsByQuestion, type StepReading } from './read-step.ts'

/** Whether what is typed into it may be kept and shown again: a password and the name of a file may not. */
export const isShownAgain = ({ type, page }: StepComponent): boolean =>
  type.answer !== undefined && page.keepsAnswer !== true && type.type !== 'FileUploader'

/** What was typed into the questions that have no valid answer. */
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

/** The page that sent it: the id of its load, and the number of the save, which only its script adds. */
export function writerOf({ fields }: Submission): Writer | undefined {
  const text = fields.get(writerField)?.[0] ?? ''
  const { page, seq = '0' } = /^(?<page>[\w-]{1,32})(?:\.(?<seq>\d{1,9}))?$/.exec(text)?.groups ?? {}
  return page === undefined ? undefined : { page, seq: Number(seq) }
}

type Sent = {
  readonly form: PublishedForm
  readonly stepIndex: number
  readonly submission: Submission
}

/** What was sent and could not be kept, so that it can be copied; nothing where nothing was typed. */
export async function sentTexts(
  { form, stepIndex, submission }: Sent,
  world: Pick<PageWorld, 'now'>,
): Promise<Html | undefined> {
  const step = stepsOf(form).asking[stepIndex]
  const sent = fieldsByQuestion(submission)
  const shown = { language: form.language, say: sayIn(form) }
  const given = { ...shown, files: [], judge: await loadJudge(), now: world.now() }
  const texts = (step ? componentsOf(step) : []).filter(isShownAgain).flatMap((component) => {
    const { questionId, type, content } = component
    const fields = sent.get(questionId) ?? new Map<string, readonly string[]>()
    const read = type.answer?.(content, { ...given, fields })
    const lines =
      read?.response && read.problems.length === 0
        ? linesOf(component, read.response, shown)
        : linesOfFields(component, typedOf(component, fields, shown), shown)
    return lines.length === 0 ? [] : [{ name: nameOf(component, shown), lines }]
  })
  if (texts.length === 0) return undefined
  return html`
    <p>${textsOf(form.language).saving.copy}</p>
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

/** The fields that people type into: what they choose says nothing without the page that it was chosen on. */
function typedOf({ page, content }: StepComponent, fields: Submitted, shown: Shown): Submitted {
  const names = page.isChosen ? ['other'] : [...(page.labels?.({ content, ...shown }).keys() ?? [''])]
  return new Map(names.map((name) => [name, fields.get(name) ?? []]))
}
