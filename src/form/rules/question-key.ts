import { pageQueryNames } from '../schema.ts'
import { valueAt } from '../value.ts'
import { quote } from '../words.ts'
import { keyOf } from './form-view.ts'
import { defineRule } from './rule.ts'

/** A key of a question or step that is not a valid name, or that addresses of pages use. */
export const questionKey = defineRule<{ key: unknown; what: 'question' | 'step'; isTaken: boolean }>({
  code: 'question-key',
  severity: 'error',
  *check({ form, parts, faultsOf }) {
    for (const { path } of faultsOf('pattern'))
      if (path.at(-1) === 'key') {
        const what = path.includes('components') ? 'question' : 'step'
        yield { path, at: 'value', args: { key: valueAt(form, path), what, isTaken: false } }
      }
    for (const part of parts) {
      const key = keyOf(part)
      if (key !== undefined && pageQueryNames.includes(key))
        yield { path: [...part.path, 'key'], at: 'value', args: { key, what: 'question', isTaken: true } }
    }
  },
  sentence: ({ key, what }) => `${quote(key)} cannot be the key of a ${what}.`,
  help: ({ isTaken }) =>
    isTaken
      ? 'The addresses of pages use this name themselves. Choose another one.'
      : 'Begin with a lower-case letter, and use only lower-case letters, digits and "_", up to 63 characters: "job_title".',
})

/** One key of two questions, so that their answers would be ambiguous. */
export const duplicateQuestionKey = defineRule<{ key: string; first: string }>({
  code: 'duplicate-question-key',
  severity: 'error',
  *check({ parts }) {
    const firsts = new Map<string, string>()
    for (const part of parts) {
      const key = keyOf(part)
      if (key === undefined) continue
      const [, step, , component] = part.path
      const first = firsts.get(key)
      if (first === undefined)
        firsts.set(key, `component ${Number(component) + 1} of step ${Number(step) + 1}`)
      else yield { path: [...part.path, 'key'], at: 'value', args: { key, first } }
    }
  },
  sentence: ({ key, first }) =>
    `The key ${quote(key)} appears a second time in the form; ${first} has it, too.`,
  help: () => 'Choose another key: the answers of the two could not be told apart.',
})
