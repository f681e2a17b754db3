import { isDisplayOnly, componentTypes, typeNamed, type ComponentType } from '../../form/components.ts'
import type { PublishedComponent, PublishedForm, PublishedStep, Style } from '../../form/form.ts'
import { textsOf } from '../../form/languages.ts'
import type { Submitted } from '../../form/read-answer.ts'
import type { Answer } from '../../form/response.ts'
import { contentText } from '../../form/types/answers.ts'
import { otherValue } from '../../form/types/choices.ts'
import type { PageComponent, Shown } from '../components/page-component.ts'
import { pageComponents } from '../generated/page-components.ts'
import { remembered } from '../remember.ts'
import { type TypeName, isTypeName } from '../../form/schema.ts'

export type StepComponent = {
  readonly questionId: string
  readonly content: PublishedComponent['content']
  /** The content as the form has it, where this one is translated. */
  readonly own?: PublishedComponent['content']
  /** Whether it must be answered. */
  readonly required: boolean
  readonly description?: string
  readonly visibleIf?: PublishedComponent['visibleIf']
  readonly type: ComponentType
  readonly page: PageComponent
  /** Its place in the step; makes its ids in the page. */
  readonly index: number
}

/** The steps that ask, and those that only thank. Where the style shows one question at a time, each screen of a step is a step here. */
export type FormSteps = {
  readonly asking: readonly PublishedStep[]
  /** The steps that may thank, in their order. */
  readonly endings: readonly PublishedStep[]
}

/**
 * A form's steps. A last step without a question or button ends the form, and so do those directly before it that have a
 * condition or lead away: the step before them submits.
 */
export const stepsOf = remembered(({ steps, style }: Pick<PublishedForm, 'steps' | 'style'>): FormSteps => {
  let count = steps.length
  while (count > 1 && isEnding(steps[count - 1], count === steps.length)) count -= 1
  return {
    asking: steps.slice(0, count).flatMap((step, i) => screensOf(i === 0 ? always(step) : step, style)),
    endings: steps.slice(count),
  }
})

/** The first step is always shown, and so are its screens. */
function always(step: PublishedStep): PublishedStep {
  const { visibleIf: _, ...rest } = step
  return rest
}

/**
 * The screens of a step: one for each question, with the texts before it, where the style shows one at a time. The last also has what
 * comes after it, all buttons of the step, and where it leads; the first has its key.
 */
export function screensOf(step: PublishedStep, { layout }: Style): readonly PublishedStep[] {
  const last = step.components.findLastIndex(asks)
  if (layout.questions !== 'one' || last < 0) return [step]
  const [before, after] = [step.components.slice(0, last), step.components.slice(last)]
  const isButton = ({ type }: PublishedComponent): boolean => typeNamed(type)?.isButton === true
  const screens: PublishedComponent[][] = [[]]
  for (const component of before.filter((one) => !isButton(one))) {
    screens.at(-1)?.push(component)
    if (asks(component)) screens.push([])
  }
  screens.at(-1)?.push(...after, ...before.filter(isButton))
  return screens.map((components, i) =>
    screenOf(step, { components, isFirst: i === 0, isLast: i === screens.length - 1 }),
  )
}

type Screen = Pick<PublishedStep, 'components'> & { readonly isFirst: boolean; readonly isLast: boolean }

function screenOf(
  { key, next, ...shared }: PublishedStep,
  { components, isFirst, isLast }: Screen,
): PublishedStep {
  return {
    ...shared,
    ...(isFirst && key !== undefined && { key }),
    ...(isLast && next !== undefined && { next }),
    components,
  }
}

type Styled = Pick<PublishedForm, 'steps' | 'style'>

/** How many screens come before a step, had each question one of its own: the same however the form is styled. */
export const screensBefore = (form: Styled, stepIndex: number): number =>
  form.style.layout.questions === 'one'
    ? stepIndex
    : stepsOf(form)
        .asking.slice(0, stepIndex)
        .reduce((sum, { components }) => sum + Math.max(1, components.filter(asks).length), 0)

/** The step that follows so many screens; the last one after all of them. */
export const stepAfterScreens = (form: Styled, screens: number): number =>
  stepsOf(form).asking.findLastIndex((_, stepIndex) => screensBefore(form, stepIndex) <= screens)

/** A form with as many questions on a page as one of its pages was drawn with, before it was restyled. */
export function asDrawn(form: PublishedForm, questions: Style['layout']['questions']): PublishedForm {
  const { style } = form
  if (questions === style.layout.questions) return form
  return { ...form, style: { ...style, layout: { ...style.layout, questions } } }
}

const asks = ({ type }: PublishedComponent): boolean => typeNamed(type)?.asks !== undefined

const isEnding = (step: PublishedStep | undefined, isLast: boolean): boolean =>
  step !== undefined &&
  step.components.every(({ type }) => isDisplayOnly(type)) &&
  (isLast || step.visibleIf !== undefined || step.redirect !== undefined)

/** Whether a component must be answered: as the form says, or else as its type does. */
export const isRequired = ({ type, required }: Pick<PublishedComponent, 'type' | 'required'>): boolean =>
  required ?? typeNamed(type)?.isRequired === true

/** The components of a step that we can draw. */
export const componentsOf = remembered(({ components }: PublishedStep): readonly StepComponent[] =>
  components.flatMap(({ type, ...component }, index) =>
    isTypeName(type)
      ? [stepComponent(type, { ...component, required: isRequired({ type, ...component }), index })]
      : [],
  ),
)

/** The title of a step's first Header, which is then the heading of its page; none where something to answer or press comes before. */
export function headingOf(components: readonly StepComponent[]): StepComponent | undefined {
  const first = components.find(
    ({ type, content }) =>
      !isDisplayOnly(type.type) || (type.isHeading && contentText(content, 'title') !== ''),
  )
  return first?.type.isHeading ? first : undefined
}

/** What the heading of a page says: a Header, or else the question of a screen that has only that one. */
export function titleOf(components: readonly StepComponent[], { layout }: Style): StepComponent | undefined {
  const header = headingOf(components)
  if (header || layout.questions !== 'one') return header
  const asking = components.find(({ type }) => type.asks)
  const isSeen = asking?.content['hideQuestion'] !== true
  return asking && isSeen && contentText(asking.content, 'question') !== '' ? asking : undefined
}

/** What a step, or a screen of one, is called. */
export function screenName(step: PublishedStep, style: Style): string {
  const title = titleOf(componentsOf(step), style)
  return title?.type.asks ? title.type.headline(title.content) : step.name
}

const stepComponent = (type: TypeName, rest: Omit<StepComponent, 'type' | 'page'>): StepComponent => ({
  ...rest,
  type: componentTypes[type],
  page: pageComponents[type],
})

/** The name under which the page sends a field of a question. */
export const fieldName = (questionId: string, field: string): string =>
  field === '' ? `q.${questionId}` : `q.${questionId}.${field}`

/** The name of the field with the fingerprint of the stored answer that a question was drawn from. */
export const basisField = (questionId: string): string => `basis.${questionId}`

/** The name of the hidden field that names the load of the page; its script adds the number of the save. */
export const writerField = 'writer'

/** The id in the page of a component's field. */
export const fieldId = ({ index }: StepComponent, field: string): string =>
  field === '' ? `c${index}` : `c${index}-${field.replaceAll(/[^\w-]/g, '')}`

/** An answer as a person reads it: what each of its fields holds, behind the field's label where it has one. */
export function linesOf(
  component: StepComponent,
  answer: Answer | undefined,
  shown: Shown,
): readonly string[] {
  const { page, content } = component
  const refilled = (): Submitted => (answer && page.refill?.(answer, content, shown.language)) ?? new Map()
  const lines = answer
    ? (page.lines?.(answer, { content, ...shown }) ?? linesOfFields(component, refilled(), shown))
    : []
  return lines.length === 0 ? [textsOf(shown.language).page.noAnswer] : lines
}

/** What fields hold, as a person reads it. What was typed stays as it is, also where it reads like an option. */
export function linesOfFields(
  { page, content }: StepComponent,
  fields: Submitted,
  shown: Shown,
): readonly string[] {
  const labels = page.labels?.({ content, ...shown })
  return [...fields].flatMap(([field, values]) => {
    const seen = values.filter((value) => value !== otherValue)
    const text = seen.map(page.isChosen && field !== 'other' ? shown.say : String).join(', ')
    const label = labels?.get(field) ?? ''
    return text.trim() === '' ? [] : [label === '' ? text : `${label}: ${text}`]
  })
}
