import { componentTypes, isDisplayOnly } from '../components.ts'
import { defineRule, stepsIn, listIn, textIn, type View } from './rule.ts'
import { childOf, type Path } from '../value.ts'
import { canHoldIn } from './impossible-condition.ts'

/** A step with nothing but a button. */
export const blankStep = defineRule<object>({
  code: 'blank-step',
  severity: 'warning',
  *check(view) {
    for (const { path, types } of stepsIn(view))
      if (types.length > 0 && types.every((type) => type !== undefined && componentTypes[type].isButton))
        yield { path: [...path, 'components'], marks: 'key', args: {} }
  },
  sentence: () => 'This step shows nothing but a button.',
  help: () => 'Add what is to be read or answered here, or remove the step.',
})

/** A step before the last without a NextButton. Our server draws a button then; the contract promises none. */
export const noWayForward = defineRule<object>({
  code: 'no-way-forward',
  severity: 'warning',
  *check(view) {
    for (const { path, types, isLast, isEnding } of stepsIn(view)) {
      // An unknown component may have a button of its own.
      const mayLeadOn = types.some((type) => type === undefined || componentTypes[type].isButton)
      if (isLast || isEnding || types.length === 0 || mayLeadOn) continue
      yield { path: [...path, 'components'], marks: 'key', args: {} }
    }
  },
  sentence: () => 'This step has no NextButton: where the service draws none by itself, nobody gets further.',
  help: () => 'Add "- type: NextButton" as its last component, with "buttonText: Next" as its content.',
})

/** A step that is never reached: `next` leads past it, its condition never holds, or another ending is always shown. */
export const unreachableStep = defineRule<{ why: Why }>({
  code: 'unreachable-step',
  severity: 'warning',
  *check(view) {
    for (const { path, why } of unreachedIn(view)) yield { path, marks: 'value', args: { why } }
  },
  sentence: ({ why }) => `This step can never be reached: ${reasons[why].because}.`,
  help: ({ why }) => reasons[why].help,
})

const reasons = {
  skipped: {
    because: '"next" of the steps before always leads elsewhere',
    help: 'Name it in "next" of a step before, or remove it.',
  },
  hidden: { because: 'its condition never holds', help: 'Correct its "visibleIf", or remove the step.' },
  superseded: {
    because: 'an ending before it has no condition, so it is always shown',
    help: 'Give the ending before it a "visibleIf", or remove this one.',
  },
}

type Why = keyof typeof reasons
type Step = ReturnType<typeof stepsIn>[number]
type CanHold = (condition: unknown) => boolean

function* unreachedIn(view: View): Iterable<{ readonly path: Path; readonly why: Why }> {
  const steps = stepsIn(view)
  if (steps.some(({ index }, i) => index !== i)) return
  const canHold = canHoldIn(view)
  const asked = askedIn(steps)
  const reached = reachedIn(steps, asked, canHold)
  if (!reached) return
  let isEnded = !reached.has('end')
  for (const step of steps) {
    const { index, path, value } = step
    const [isNamed, isHidden] = [reached.has(index), index > 0 && !canHold(value['visibleIf'])]
    const isMissed = index < asked ? !isNamed || isHidden : !isNamed && (isEnded || isHidden)
    if (isMissed)
      yield {
        path: [...path, ...(Object.hasOwn(value, 'name') ? ['name'] : [])],
        why: isHidden ? 'hidden' : index >= asked && reached.has('end') ? 'superseded' : 'skipped',
      }
    if (index >= asked && !isConditional(step)) isEnded = true
  }
}

const isConditional = ({ value }: Step): boolean => Object.hasOwn(value, 'visibleIf')

/** The number of steps that ask something; the others are endings (`stepsOf` in `server/pages/form-steps.ts`). */
function askedIn(steps: readonly Step[]): number {
  const asks = ({ types, isLast, isEnding }: Step): boolean =>
    isLast ? types.some((type) => type === undefined || !isDisplayOnly(type)) : !isEnding
  return Math.max(1, steps.findLastIndex(asks) + 1)
}

/**
 * The steps that some answers lead to, and `end` if some lead past all steps that ask. Undefined if a `next` leads nowhere, which
 * other rules report. The server walks one path (`server/pages/form-steps.ts`); this walks all of them at once.
 */
function reachedIn(
  steps: readonly Step[],
  asked: number,
  canHold: CanHold,
): ReadonlySet<number | 'end'> | undefined {
  const places = new Map(steps.map((step) => [textIn(step, 'key'), step.index]))
  const reached = new Set<number | 'end'>([0])
  const addNext = (index: number): unknown => reached.add(index + 1 < asked ? index + 1 : 'end')
  for (const step of steps.slice(0, asked)) {
    const { index } = step
    if (!reached.has(index)) continue
    if (index > 0 && isConditional(step)) addNext(index)
    if (index > 0 && !canHold(step.value['visibleIf'])) continue
    const { named, isAlways } = targetsOf(step, canHold)
    for (const to of named) {
      const place = places.get(to) ?? -1
      if (place <= index) return undefined
      reached.add(place)
    }
    if (!isAlways) addNext(index)
  }
  return reached
}

/** The possible targets of `next`, and whether it always leads to one of them. */
function targetsOf(
  step: Step,
  canHold: CanHold,
): { readonly named: readonly string[]; readonly isAlways: boolean } {
  // Other rules report what is not an entry.
  const entries = (listIn(step, 'next') ?? []).filter((entry) => typeof childOf(entry, 'to') === 'string')
  const last = entries.findIndex((entry) => childOf(entry, 'if') === undefined)
  const named = entries.slice(0, last === -1 ? entries.length : last + 1).flatMap((entry) => {
    const to = childOf(entry, 'to')
    return typeof to === 'string' && canHold(childOf(entry, 'if')) ? [to] : []
  })
  return { named, isAlways: last !== -1 }
}
