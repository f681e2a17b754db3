import { otherValue } from '../../form/components.ts'
import type { Typed, Writer } from '../../form/draft.ts'
import type { PublishedStep } from '../../form/form.ts'
import { html, type Html } from '../../html/html.ts'
import { basisField, componentsOf, writerField, type StepComponent } from './form-steps.ts'
import type { Submission } from './multipart-body.ts'
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

/** What was sent and could not be kept, so that it can be copied; nothing where nothing was typed. */
export function sentTexts(
  step: PublishedStep | undefined,
  submission: Submission,
  words: string,
): Html | undefined {
  const fields = fieldsByQuestion(submission)
  const texts = (step ? componentsOf(step) : [])
    .filter(isShownAgain)
    .flatMap(({ questionId, type, content }) => {
      const values = [...(fields.get(questionId)?.values() ?? [])]
        .flat()
        .filter((value) => value.trim() !== '' && value !== otherValue)
      return values.length === 0 ? [] : [{ headline: type.headline(content), values }]
    })
  if (texts.length === 0) return undefined
  return html`
    <p>${words}</p>
    <dl>
      ${texts.map(
        ({ headline, values }) => html`
          <dt dir="auto">${headline}</dt>
          ${values.map((value) => html`<dd dir="auto">${value}</dd>`)}
        `,
      )}
    </dl>
  `
}
