import { isDisplayOnly, componentTypes, type ComponentType } from '../../form/components.ts'
import type { PublishedComponent, PublishedForm, PublishedStep, Style, Condition } from '../../form/form.ts'
import { textsOf } from '../../form/languages.ts'
import type { FieldValues } from '../../form/read-answer.ts'
import type { Answer } from '../../form/response.ts'
import { contentText } from '../../form/types/answers.ts'
import { otherValue } from '../../form/types/choices.ts'
import type { PageComponent, Shown } from '../components/page-component.ts'
import { pageComponents } from '../generated/page-components.ts'
import { withColon } from '../../form/words.ts'
import { memoized } from '../../form/value.ts'
import { isTypeName } from '../../form/schema.ts'
import { holds, questionsIn, type Answers } from '../../form/conditions.ts'
import { asks, isRequired, stepsOf, type StyledSteps } from '../../form/form-path.ts'

export type StepComponent = {
  readonly questionId: string
  readonly content: PublishedComponent['content']
  /** The content in the form's own language, where `content` is translated. */
  readonly own?: PublishedComponent['content']
  /** Whether it must be answered. */
  readonly required: boolean
  readonly description?: string
  readonly visibleIf?: PublishedComponent['visibleIf']
  readonly type: ComponentType
  readonly page: PageComponent
  /** Its position in the step; part of its ids in the page. */
  readonly index: number
}

/** The number of screens before a step if each question had its own screen: the same for every style. */
export const screensBefore = (form: StyledSteps, stepIndex: number): number =>
  form.style.layout.questions === 'one'
    ? stepIndex
    : stepsOf(form)
        .asking.slice(0, stepIndex)
        .reduce((sum, { components }) => sum + Math.max(1, components.filter(asks).length), 0)

/** The step after that number of screens, at most the last one. */
export const stepAfterScreens = (form: StyledSteps, screens: number): number =>
  stepsOf(form).asking.findLastIndex((_, stepIndex) => screensBefore(form, stepIndex) <= screens)

/** A form with the number of questions on a page that one of its pages was drawn with; it may have been restyled since. */
export function asDrawn(form: PublishedForm, questions: Style['layout']['questions']): PublishedForm {
  const { style } = form
  if (questions === style.layout.questions) return form
  return { ...form, style: { ...style, layout: { ...style.layout, questions } } }
}

/** The components of a step that we can draw. */
export const componentsOf = memoized(({ components }: PublishedStep): readonly StepComponent[] =>
  components.flatMap(({ type, ...component }, index) =>
    isTypeName(type)
      ? [
          {
            ...component,
            required: isRequired({ type, ...component }),
            index,
            type: componentTypes[type],
            page: pageComponents[type],
          },
        ]
      : [],
  ),
)

/** The component whose title is the heading of the page: a first Header, before anything to answer or press. */
export function headingOf(components: readonly StepComponent[]): StepComponent | undefined {
  const first = components.find(
    ({ type, content }) =>
      !isDisplayOnly(type.type) || (type.isHeading && contentText(content, 'title') !== ''),
  )
  return first?.type.isHeading ? first : undefined
}

/** The heading of a page: a Header, or else the only question of a screen. */
export function titleOf(components: readonly StepComponent[], { layout }: Style): StepComponent | undefined {
  const header = headingOf(components)
  if (header || layout.questions !== 'one') return header
  const asking = components.find(({ type }) => type.asks)
  const isSeen = asking?.content['hideQuestion'] !== true
  return asking && isSeen && contentText(asking.content, 'question') !== '' ? asking : undefined
}

/** The name of a step, or of a screen of it. */
export function screenName(step: PublishedStep, style: Style): string {
  const title = titleOf(componentsOf(step), style)
  return title?.type.asks ? title.type.headline(title.content) : step.name
}

/** The name under which the page sends a field of a question. */
export const fieldName = (questionId: string, field: string): string =>
  field === '' ? `q.${questionId}` : `q.${questionId}.${field}`

/** The name of the hidden field with the fingerprint of the stored answer that the page shows for a question. */
export const basisField = (questionId: string): string => `basis.${questionId}`

/** The name of the hidden field that identifies the load of the page; its script adds the number of the save. */
export const writerField = 'writer'

/** The id in the page of a component's field. */
export const fieldId = ({ index }: StepComponent, field: string): string =>
  field === '' ? `c${index}` : `c${index}-${field.replaceAll(/[^\w-]/g, '')}`

/** An answer as lines of text: the value of each field after its label, if it has one. */
export function linesOf(
  component: StepComponent,
  answer: Answer | undefined,
  shown: Shown,
): readonly string[] {
  const { page, content } = component
  const refilled = (): FieldValues => (answer && page.refill?.(answer, content, shown.language)) ?? new Map()
  const lines = answer
    ? (page.lines?.(answer, { content, ...shown }) ?? linesOfFields(component, refilled(), shown))
    : []
  return lines.length === 0 ? [textsOf(shown.language).page.noAnswer] : lines
}

/** The values of fields as lines of text. Options are translated; typed text is not, even where it equals an option. */
export function linesOfFields(
  { page, content }: StepComponent,
  fields: FieldValues,
  shown: Shown,
): readonly string[] {
  const labels = page.labels?.({ content, ...shown })
  return [...fields].flatMap(([field, values]) => {
    const seen = values.filter((value) => value !== otherValue)
    const text = seen.map(page.isChosen && field !== 'other' ? shown.translate : String).join(', ')
    const label = labels?.get(field) ?? ''
    return text.trim() === '' ? [] : [label === '' ? text : `${label}: ${text}`]
  })
}

/** The name of a question, and of its field with that id where it has several. A question without text has the names of its fields. */
export function questionName(component: StepComponent, shown: Shown, id = ''): string {
  const { type, content, page } = component
  const labels = [...(page.labels?.({ content, ...shown }) ?? [])]
  const label = labels.find(([field]) => fieldId(component, field) === id)?.[1] ?? ''
  const { words, page: texts } = textsOf(shown.language)
  // The author wrote no question.
  const isUnnamed = page.unnamed !== undefined && type.headline(content) === type.headline({})
  const question = isUnnamed ? words[page.unnamed] : type.headline(content)
  const names = [question, label].filter((name) => name.trim() !== '')
  if (names.length > 0)
    return names.map((name, i) => (i < names.length - 1 ? withColon(name, ',') : name)).join(' ')
  return labels.map(([, name]) => name).join(', ') || texts.yourAnswer
}

/** Whether a form looks different for people with different answers. */
export const isConditional = ({ steps }: PublishedForm): boolean =>
  steps.some(
    ({ visibleIf, next, components }) =>
      visibleIf !== undefined ||
      next !== undefined ||
      components.some((component) => component.visibleIf !== undefined),
  )

/** Whether a condition reads a question of this step, so that it can change while the step is filled in. */
export const readsStep = (condition: Condition, { components }: PublishedStep): boolean =>
  questionsIn(condition).some((id) => components.some(({ questionId }) => questionId === id))

/** A condition for the script of a page, with the parts decided that read questions of other steps. */
export function decidedFor(condition: Condition, step: PublishedStep, answers: Answers): Condition {
  const { any, all } = condition
  if (any) return { any: any.map((one) => decidedFor(one, step, answers)) }
  if (all) return { all: all.map((one) => decidedFor(one, step, answers)) }
  if (readsStep(condition, step)) return condition
  return holds(condition, answers) ? { all: [] } : { any: [] }
}
