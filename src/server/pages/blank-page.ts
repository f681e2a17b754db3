import { randomUUID } from 'node:crypto'
import type { Draft } from '../../form/draft.ts'
import type { Html } from '../../html/html.ts'
import type { ResponseRecord } from '../../form/response.ts'
import type { PublishedForm } from '../../form/form.ts'
import { componentsOf, stepsOf } from './form-steps.ts'
import { drawPage, type DrawnPage, type Page } from './layout.ts'
import { templateOf, type PageTemplate } from './page-template.ts'
import { saysNothing, type Asked } from './prefill.ts'
import { stepPage } from './step-page.ts'
import { isConditional } from './way.ts'

type StepOfVisit = {
  readonly form: PublishedForm
  readonly stepIndex: number
  readonly token: string
  /** The id of this load of the page. */
  readonly writer: string
  readonly record?: ResponseRecord
  readonly draft?: Draft
  readonly above?: Html
  readonly asked?: Asked
}

/** Stand for the token and the writer in a page that is kept. No text of a form can hold them. */
const placeholders = { token: randomUUID(), writer: randomUUID() }

// A store gives the same object as long as a form is unchanged.
const kept = new WeakMap<PublishedForm, Map<number, KeptPage>>()

type KeptPage = DrawnPage & { readonly template: PageTemplate }

/** A step as it is drawn for a visit. One that shows no answer looks the same for everybody, but for the token: it is drawn once. */
export async function drawStep(visit: StepOfVisit): Promise<DrawnPage> {
  const { form, stepIndex, token, writer, above, asked } = visit
  if (above || isPersonal(form, stepIndex) || (asked && !saysNothing(asked)) || showsAnswers(visit))
    return drawPage(await stepPage(visit))
  const pages = kept.get(form) ?? new Map<number, KeptPage>()
  kept.set(form, pages)
  const page = pages.get(stepIndex) ?? keptPage(await stepPage({ form, stepIndex, ...placeholders }))
  pages.set(stepIndex, page)
  return { ...page, ...page.template.withTexts([token, writer]) }
}

function keptPage(page: Page): KeptPage {
  const drawn = drawPage(page)
  return { ...drawn, template: templateOf(drawn.text, [placeholders.token, placeholders.writer]) }
}

/** Whether a step has its options in an order of each person's own, or depends on answers to others. */
function isPersonal(form: PublishedForm, stepIndex: number): boolean {
  if (isConditional(form)) return true
  const step = stepsOf(form).asked[stepIndex]
  return step !== undefined && componentsOf(step).some(({ page, content }) => page.isPersonal?.(content))
}

/** Whether a step shows something of a response: an answer of its own, or the e-mail address that a scheduler takes. */
function showsAnswers({ form, stepIndex, record, draft = [] }: StepOfVisit): boolean {
  if (!record) return false
  const components = stepsOf(form).asked[stepIndex]?.components ?? []
  return components.some(
    ({ type, questionId }) =>
      type === 'SchedulerScreen' ||
      type === 'Scheduler' ||
      record.data.some((entry) => entry.questionId === questionId) ||
      draft.some((one) => one.questionId === questionId && one.typed !== undefined),
  )
}
