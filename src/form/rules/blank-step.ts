import { componentTypes } from '../components.ts'
import { defineRule } from './rule.ts'
import { stepsIn } from './form-view.ts'

/** A step with nothing but a button. */
export const blankStep = defineRule<object>({
  code: 'blank-step',
  severity: 'warning',
  isRefused: false,
  *check(view) {
    for (const { path, types } of stepsIn(view))
      if (types.length > 0 && types.every((type) => type !== undefined && componentTypes[type].isButton))
        yield { path: [...path, 'components'], at: 'key', args: {} }
  },
  sentence: () => 'This step shows nothing but a button.',
  help: () => 'Add what is to be read or answered here, or remove the step.',
})
