import { contentsOf, partsInside, textIn } from './form-view.ts'
import { defineRule } from './rule.ts'

/** A piece of identity that one component asks for twice: an answer has room for one (contract, Answer entry). */
export const duplicateIdentityKey = defineRule<{ key: string; first: number }>({
  code: 'duplicate-identity-key',
  severity: 'warning',
  isRefused: false,
  *check(view) {
    for (const part of contentsOf(view, ['IdentityInfo'])) {
      const firsts = new Map<string, number>()
      for (const field of partsInside(part)) {
        const key = textIn(field, 'key')
        if (key === undefined) continue
        const first = firsts.get(key)
        if (first === undefined) firsts.set(key, Number(field.path.at(-1)) + 1)
        else yield { path: [...field.path, 'key'], at: 'value', args: { key, first } }
      }
    }
  },
  sentence: ({ key, first }) =>
    `"${key}" is asked a second time here; the first is number ${first} of the fields.`,
  help: () => 'Remove one of them, or choose another key: an answer has room for one.',
})
