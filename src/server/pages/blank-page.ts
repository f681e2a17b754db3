import { randomUUID } from 'node:crypto'
import type { ResponseRecord } from '../../form/response.ts'
import type { PublishedForm } from '../../form/form.ts'
import { stepsOf } from './form-steps.ts'
import { drawPage, type DrawnPage } from './layout.ts'
import { stepPage } from './step-page.ts'

type StepOfVisit = {
  readonly form: PublishedForm
  readonly stepIndex: number
  readonly token: string
  readonly record?: ResponseRecord
}

/** Stands for the token in a page that is kept. No text of a form can hold it. */
const placeholder = randomUUID()

// A store gives the same object as long as a form is unchanged.
const kept = new WeakMap<PublishedForm, Map<number, DrawnPage>>()

/** A step as it is drawn for a visit. One that shows no answer looks the same for everybody, but for the token: it is drawn once. */
export async function drawStep(visit: StepOfVisit): Promise<DrawnPage> {
  const { form, stepIndex, token, record } = visit
  if (record && showsAnswers(form, stepIndex, record)) return drawPage(await stepPage(visit))
  const pages = kept.get(form) ?? new Map<number, DrawnPage>()
  kept.set(form, pages)
  const page = pages.get(stepIndex) ?? drawPage(await stepPage({ form, stepIndex, token: placeholder }))
  pages.set(stepIndex, page)
  return { ...page, text: page.text.replace(placeholder, () => token) }
}

/** Whether a step shows something of a response: an answer of its own, or the e-mail address that a scheduler takes. */
function showsAnswers(form: PublishedForm, stepIndex: number, { data }: ResponseRecord): boolean {
  const components = stepsOf(form).asked[stepIndex]?.components ?? []
  return components.some(
    ({ type, questionId }) =>
      type === 'SchedulerScreen' ||
      type === 'Scheduler' ||
      data.some((entry) => entry.questionId === questionId),
  )
}
