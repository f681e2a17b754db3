import { defineRule } from './rule.ts'
import { quote, listed } from '../words.ts'
import type { Misplacement } from '../repair/mend.ts'

/** A required key is missing, and another that looks like it stands there. */
export const misspeltKey = defineRule<{ written: string; meant: string; noun: string }>({
  code: 'misspelt-key',
  severity: 'error',
  hasFix: true,
  *check({ misspellings }) {
    for (const { path, layer, written, meant, isCertain, gone } of misspellings) {
      if (gone) continue
      const args = { written, meant, noun: layer.noun }
      const fix = isCertain ? ({ kind: 'rename-key', path, to: meant } as const) : undefined
      yield { path, at: 'key', args, fix, isGuessed: layer.isGuessed === true }
    }
  },
  sentence: ({ written, meant, noun }) =>
    `There is no key ${quote(written)} in ${noun}, and the key "${meant}" is missing.`,
  help: ({ written, meant }) => `Rename ${quote(written)} to "${meant}".`,
})

type OldField = { readonly written: string; readonly gone: readonly string[] }

/** An identity field in the shape of an earlier contract: `{type, name, label}`. */
export const oldIdentityField = defineRule<OldField>({
  code: 'old-identity-field',
  severity: 'error',
  hasFix: true,
  *check({ misspellings }) {
    for (const { path, written, meant, isCertain, gone } of misspellings) {
      if (gone === undefined) continue
      const without = gone.length === 0 ? {} : { without: gone }
      const fix = { kind: 'rename-key', path, to: meant, ...without } as const
      yield { path, at: 'key', args: { written, gone }, fix: isCertain ? fix : undefined }
    }
  },
  sentence: ({ written }) =>
    `This identity field is written the old way: what it asks for is now under "key", not "${written}".`,
  help: ({ written, gone }) =>
    `Rename "${written}" to "key"${gone.length > 0 ? ` and remove ${gone.map(quote).join(' and ')}` : ''}.`,
})

/** A key at the wrong level, such as a content's key beside the content. */
export const misplacedKey = defineRule<Misplacement>({
  code: 'misplaced-key',
  severity: 'error',
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
