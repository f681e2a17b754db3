import { isDisplayOnly, componentTypes, typeNamed, type ComponentType } from '../../form/components.ts'
import type { PublishedComponent, PublishedForm, PublishedStep, Style, Condition } from '../../form/form.ts'
import { textsOf } from '../../form/languages.ts'
import type { FieldValues } from '../../form/read-answer.ts'
import type { Answer, AnswerEntry } from '../../form/response.ts'
import { contentText } from '../../form/types/answers.ts'
import { otherValue } from '../../form/types/choices.ts'
import type { PageComponent, Shown } from '../components/page-component.ts'
import { pageComponents } from '../generated/page-components.ts'
import { withColon } from '../../form/words.ts'
import { memoized } from '../../form/value.ts'
import { isTypeName } from '../../form/schema.ts'
import { answersIn, holds, questionsIn, type Answers } from '../../form/conditions.ts'

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

/** The steps with questions, and those that may end the form. Where the style shows one question at a time, each screen is a step here. */
type FormSteps = { readonly asking: readonly PublishedStep[]; readonly endings: readonly PublishedStep[] }

/**
 * A form's steps. A last step without a question or button ends the form, and so do those directly before it that have a
 * condition or a redirect: the step before them submits.
 */
export const stepsOf = memoized(({ steps, style }: StyledSteps): FormSteps => {
  let count = steps.length
  while (count > 1 && isEnding(steps[count - 1], count === steps.length)) count -= 1
  return {
    asking: steps
      .slice(0, count)
      // The first step is always shown, and so are its screens.
      .flatMap((step, i) => screensOf(i === 0 ? { ...step, visibleIf: undefined } : step, style)),
    endings: steps.slice(count),
  }
})

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
  const { name, key, visibleIf, next, redirect } = step
  return screens.map((components, i) => ({
    name,
    key: i === 0 ? key : undefined,
    visibleIf,
    next: i === screens.length - 1 ? next : undefined,
    redirect,
    components,
  }))
}

type StyledSteps = Pick<PublishedForm, 'steps' | 'style'>

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

const asks = ({ type }: PublishedComponent): boolean => typeNamed(type)?.asks !== undefined

const isEnding = (step: PublishedStep | undefined, isLast: boolean): boolean =>
  step !== undefined &&
  step.components.every(({ type }) => isDisplayOnly(type)) &&
  (isLast || step.visibleIf !== undefined || step.redirect !== undefined)

/** Whether a component must be answered: as the form says, or else as its type does. */
const isRequired = ({ type, required }: Pick<PublishedComponent, 'type' | 'required'>): boolean =>
  required ?? typeNamed(type)?.isRequired === true

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

/** One person's path through a form, decided by the answers so far. */
export type FormPath = {
  /** The steps of the path, as indexes among the steps with questions; at least one. */
  readonly steps: readonly number[]
  /** The last step, which thanks; undefined: the plain page does. */
  readonly ending?: PublishedStep | undefined
  /** The questions that are not asked. */
  readonly hidden: ReadonlySet<string>
  /** The steps of the path that lack a required answer. */
  readonly missing: readonly number[]
}

/** The path for the answers in `data`. A hidden question counts as not answered, also for later conditions. */
export function pathThrough(form: PublishedForm, data: readonly AnswerEntry[]): FormPath {
  const { asking, endings } = stepsOf(form)
  const all = [...asking, ...endings]
  const answers = answersIn(data)
  const hidden = new Set<string>()
  const hide = ({ questionId }: PublishedComponent): void => {
    hidden.add(questionId)
    answers.delete(questionId)
  }
  const isShown = ({ visibleIf }: { readonly visibleIf?: Condition }): boolean =>
    visibleIf === undefined || holds(visibleIf, answers)
  const [steps, missing]: [number[], number[]] = [[], []]
  let ending: PublishedStep | undefined
  for (let at = 0, next = 1; at < asking.length; at = next) {
    next = at + 1
    const { components, ...step } = asking[at] ?? { name: '', components: [] }
    const isStepShown = at === 0 || isShown(step)
    for (const component of components) if (!isStepShown || !isShown(component)) hide(component)
    if (!isStepShown) continue
    if (at === 0 || showsContent(components, hidden)) steps.push(at)
    const lacksAnswer = (component: PublishedComponent): boolean =>
      isRequired(component) &&
      // A component that asks nothing cannot lack an answer, even if it is required.
      typeNamed(component.type)?.asks !== undefined &&
      !hidden.has(component.questionId) &&
      !answers.has(component.questionId)
    if (components.some(lacksAnswer)) missing.push(at)
    // The first entry of `next` whose condition holds leads to a later step.
    const jump = step.next?.find(({ if: when }) => when === undefined || holds(when, answers))
    const target = jump ? all.findIndex(({ key }) => key === jump.to) : -1
    if (target <= at) continue
    next = target
    for (const skipped of asking.slice(at + 1, target))
      for (const component of skipped.components) hide(component)
    if (target >= asking.length) ending = all[target]
  }
  ending ??= endings.find(isShown)
  return { steps, hidden, missing, ending }
}

/** Whether a step shows more than its button, although some of it is hidden. */
const showsContent = (components: readonly PublishedComponent[], hidden: ReadonlySet<string>): boolean =>
  components.every(({ visibleIf }) => visibleIf === undefined) ||
  components.some(({ type, questionId }) => !typeNamed(type)?.isButton && !hidden.has(questionId))

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
