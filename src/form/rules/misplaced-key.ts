import { defineRule } from './rule.ts'
import type { Misplacement } from '../repair/reshape.ts'
import { listed, quote } from '../words.ts'

/** A key at the wrong level, such as a content's key beside the content. */
export const misplacedKey = defineRule<Misplacement>({
  code: 'misplaced-key',
  severity: 'error',
  isRefused: true,
  *check({ misplacements }) {
    for (const { path, misplaced } of misplacements)
      yield { path: [...path, misplaced.keys[0]], at: 'key', args: misplaced }
  },
  sentence: (misplaced) => {
    if (misplaced.kind === 'wrapped')
      return `The form is nested under the key ${quote(misplaced.keys[0])}, not at the top.`
    if (misplaced.kind === 'components-as-steps')
      return `The entries of ${quote(misplaced.keys[0])} are components, but they are not in a step.`
    if (misplaced.kind === 'type-as-key') return `The type ${quote(misplaced.keys[0])} is used as a key.`
    if (misplaced.kind === 'component-as-step') return 'This is a component, but it is in the list of steps.'
    if (misplaced.kind === 'step-as-component')
      return 'This is a step, but it is among the components of the step above it.'
    const { keys, type } = misplaced
    const belong = keys.length === 1 ? 'belongs' : 'belong'
    return `${listed(keys.map(quote))} ${belong} in the content of ${type}, not beside it.`
  },
  help: (misplaced) => {
    if (misplaced.kind === 'wrapped')
      return `Remove ${quote(`${misplaced.keys[0]}:`)}, and move what is below it to the left.`
    if (misplaced.kind === 'components-as-steps')
      return 'Write "steps:", below it "- name: …" and "components:", and move them there; a form has at least two steps.'
    if (misplaced.kind === 'type-as-key')
      return `Write "type: ${misplaced.keys[0]}", and below it "content:" with ${misplaced.content}.`
    if (misplaced.kind === 'component-as-step')
      return 'Move it to the right with all that it holds, so that its dash lines up with those of the components above.'
    if (misplaced.kind === 'step-as-component')
      return 'Move it to the left with all that it holds, so that its dash lines up with that of the step above.'
    const them = misplaced.keys.length === 1 ? 'it' : 'them'
    if (misplaced.content === 'missing')
      return `Write "content:" above ${them}, and move ${them} to the right.`
    return misplaced.content === 'empty'
      ? `Move ${them} to the right, below "content:".`
      : `Move ${them} into "content".`
  },
})
