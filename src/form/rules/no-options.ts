import { contentsOf, listIn, optionListsIn } from './form-view.ts'
import { defineRule } from './rule.ts'
import { isThereMisspelt } from './stray-key.ts'

const keys = ['choices', 'options']

/** A question without options. For a Dropdown the contract refuses that: see too-few and missing-one-of. */
export const noOptions = defineRule<{ noun: string; key: string }>({
  code: 'no-options',
  severity: 'warning',
  isRefused: false,
  *check(view) {
    for (const part of contentsOf(view, ['MultipleOptionsQuestion', 'GraphicOptions'])) {
      const { path, value, layer } = part
      const there = keys.filter((key) => Object.hasOwn(value, key))
      const isEmpty = there.every((key) => listIn(part, key)?.length === 0)
      // The contract does not show the keys of a GraphicOptions; our server has nothing else to draw.
      const isOpen = layer.type === 'GraphicOptions' && there.length === 0 && !view.target?.types
      if (!isEmpty || isOpen || isThereMisspelt(part, keys)) continue
      yield { path: [...path, ...there.slice(0, 1)], at: 'key', args: { noun: layer.noun, key: 'choices' } }
    }
    for (const part of contentsOf(view, ['Matrix', 'Ranking']))
      for (const { path, options } of optionListsIn(part)) {
        const key = String(path.at(-1))
        if (options.length > 0 || listIn(part, key) === undefined) continue
        yield { path, at: 'key', args: { noun: part.layer.noun, key } }
      }
  },
  sentence: ({ noun, key }) => `${noun} has no ${key}, so there is nothing to choose.`,
  help: ({ key }) =>
    `Add ${key}: the ${key === 'choices' ? 'options' : 'texts'}, one per line, each after "- ".`,
})
