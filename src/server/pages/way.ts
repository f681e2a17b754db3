import { typeNamed } from '../../form/components.ts'
import { answersIn, holds, questionsIn, type Answers } from '../../form/conditions.ts'
import type { Condition, PublishedComponent, PublishedForm, PublishedStep } from '../../form/form.ts'
import type { AnswerEntry } from '../../form/response.ts'
import { isRequired, stepsOf } from './form-steps.ts'

/** The way of one person through a form, as the answers so far decide it. */
export type Way = {
  /** The steps to go through, as indexes among the steps that ask; at least one. */
  readonly steps: readonly number[]
  /** The step that thanks; absent: the plain page does. */
  readonly ending?: PublishedStep
  /** The questions that are not asked. */
  readonly hidden: ReadonlySet<string>
  /** The steps on the way in which a question must be answered and is not. */
  readonly missing: readonly number[]
}

/** The way that follows from the answers in `data`. A hidden question counts as not answered, also for later conditions. */
export function wayOf(form: PublishedForm, data: readonly AnswerEntry[]): Way {
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
    if (at === 0 || showsSomething(components, hidden)) steps.push(at)
    if (components.some((component) => lacksAnswer(component, { answers, hidden }))) missing.push(at)
    const named = nextOf(all, { step, at, answers })
    if (named === undefined) continue
    next = named
    for (const skipped of asking.slice(at + 1, named))
      for (const component of skipped.components) hide(component)
    if (named >= asking.length) ending = all[named]
  }
  ending ??= endings.find(isShown)
  return { steps, hidden, missing, ...(ending && { ending }) }
}

/** Where the first entry of `next` whose condition holds leads: the index of a later step. */
function nextOf(
  steps: readonly PublishedStep[],
  { step, at, answers }: { step: Pick<PublishedStep, 'next'>; at: number; answers: Answers },
): number | undefined {
  const entry = step.next?.find(({ if: when }) => when === undefined || holds(when, answers))
  const index = entry ? steps.findIndex(({ key }) => key === entry.to) : -1
  return index > at ? index : undefined
}

/** Whether a step has more to show than its button, although some of it is hidden. */
const showsSomething = (components: readonly PublishedComponent[], hidden: ReadonlySet<string>): boolean =>
  components.every(({ visibleIf }) => visibleIf === undefined) ||
  components.some(({ type, questionId }) => !typeNamed(type)?.isButton && !hidden.has(questionId))

/** Whether a question must be answered and is not; what asks nothing lacks nothing, whatever the form requires. */
const lacksAnswer = (
  component: PublishedComponent,
  { answers, hidden }: { readonly answers: Answers; readonly hidden: ReadonlySet<string> },
): boolean =>
  isRequired(component) &&
  typeNamed(component.type)?.asks !== undefined &&
  !hidden.has(component.questionId) &&
  !answers.has(component.questionId)

/** Whether a form looks different for people who answer differently. */
export const isConditional = ({ steps }: PublishedForm): boolean =>
  steps.some(
    ({ visibleIf, next, components }) =>
      visibleIf !== undefined ||
      next !== undefined ||
      components.some((component) => component.visibleIf !== undefined),
  )

/** Whether a condition reads a question of this step, so that it turns while the step is filled in. */
export const readsStep = (condition: Condition, { components }: PublishedStep): boolean =>
  questionsIn(condition).some((id) => components.some(({ questionId }) => questionId === id))

/** A condition for the script of a page, which knows only the fields of its own step: what reads others is decided. */
export function decidedFor(condition: Condition, step: PublishedStep, answers: Answers): Condition {
  const { any, all } = condition
  if (any) return { any: any.map((one) => decidedFor(one, step, answers)) }
  if (all) return { all: all.map((one) => decidedFor(one, step, answers)) }
  if (readsStep(condition, step)) return condition
  return holds(condition, answers) ? { all: [] } : { any: [] }
}
