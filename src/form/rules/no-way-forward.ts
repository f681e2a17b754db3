import { componentTypes } from '../components.ts'
import { defineRule } from './rule.ts'
import { stepsIn } from './form-view.ts'

/** A step before the last without a NextButton. Our server draws a button then; the contract promises none. */
export const noWayForward = defineRule<object>({
  code: 'no-way-forward',
  severity: 'warning',
  isRefused: false,
  *check(view) {
    for (const { path, types, isLast, isEnding } of stepsIn(view)) {
      // An unknown component may have a button of its own.
      const mayLeadOn = types.some((type) => type === undefined || componentTypes[type].isButton)
      if (isLast || isEnding || types.length === 0 || mayLeadOn) continue
      yield { path: [...path, 'components'], at: 'key', args: {} }
    }
  },
  sentence: () => 'This step has no NextButton: where the service draws none by itself, nobody gets further.',
  help: () => 'Add "- type: NextButton" as its last component, with "buttonText: Next" as its content.',
})
