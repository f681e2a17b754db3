import { patternOf } from '../types/pattern.ts'
import { textIn } from './form-view.ts'
import { defineRule } from './rule.ts'

/** A pattern that our server can't match: no regular expression, or one whose matching might never end. */
export const badPattern = defineRule<{ problem: string }>({
  code: 'bad-pattern',
  severity: 'error',
  isRefused: true,
  *check({ parts }) {
    for (const part of parts) {
      const source = part.layer.keys.includes('pattern') ? textIn(part, 'pattern') : undefined
      if (source === undefined || part.layer.kind !== 'content') continue
      const made = patternOf(source)
      if ('problem' in made)
        yield { path: [...part.path, 'pattern'], at: 'value', args: { problem: made.problem } }
    }
  },
  sentence: ({ problem }) => `This pattern can't be used. ${problem}`,
  help: () =>
    'Write characters, classes such as [a-z], groups and counts; they must match the whole answer. Lookaround, backreferences and \\b are not taken.',
})
