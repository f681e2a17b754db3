import { typeNamed } from '../../form/components.ts'
import { answersIn, holds, questionsIn, type Answers } from '../../form/conditions.ts'
import type { Condition, PublishedComponent, PublishedForm, PublishedStep } from '../../form/form.ts'
import type { AnswerEntry } from '../../form/response.ts'
import { isRequired, stepsOf } from './form-steps.ts'

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
      // A component that asks nothing lacks nothing, whatever the form requires.
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
