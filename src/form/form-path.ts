/** The steps of a form as pages show them, and one person's path through them. */
import { isDisplayOnly, typeNamed } from './components.ts'
import { answersIn, holds } from './conditions.ts'
import type { Condition, PublishedComponent, PublishedForm, PublishedStep, Style } from './form.ts'
import type { AnswerEntry } from './response.ts'
import { memoized } from './value.ts'

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

export type StyledSteps = Pick<PublishedForm, 'steps' | 'style'>

/** Whether a component asks something. */
export const asks = ({ type }: PublishedComponent): boolean => typeNamed(type)?.asks !== undefined

const isEnding = (step: PublishedStep | undefined, isLast: boolean): boolean =>
  step !== undefined &&
  step.components.every(({ type }) => isDisplayOnly(type)) &&
  (isLast || step.visibleIf !== undefined || step.redirect !== undefined)

/** Whether a component must be answered: as the form says, or else as its type does. */
export const isRequired = ({ type, required }: Pick<PublishedComponent, 'type' | 'required'>): boolean =>
  required ?? typeNamed(type)?.isRequired === true

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
export function pathThrough(form: StyledSteps, data: readonly AnswerEntry[]): FormPath {
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
