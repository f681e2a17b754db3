import { componentTypes } from '../components.ts'
import { listIn, optionListsIn } from './form-view.ts'
import { defineRule } from './rule.ts'
import { isThereMisspelt } from './stray-key.ts'

const keys = ['choices', 'options']

/** A question without options. For a Dropdown the contract refuses that: see too-few and missing-one-of. */
export const noOptions = defineRule<{ noun: string; key: string }>({
  code: 'no-options',
  severity: 'warning',
  isRefused: false,
  *check(view) {
    for (const part of view.parts) {
      const { path, value, layer } = part
      if (!layer.type) continue
      const { answerKind, contract } = componentTypes[layer.type]
      if (answerKind === 'choices') {
        const there = keys.filter((key) => Object.hasOwn(value, key))
        const isEmpty = there.every((key) => listIn(part, key)?.length === 0)
        // Where the contract does not show the keys, only our server is known to have nothing else to draw.
        const isOpen = contract?.isOnlyNamed === true && there.length === 0 && !view.target?.types
        if (isEmpty && !isOpen && !isThereMisspelt(part, keys))
          yield {
            path: [...path, ...there.slice(0, 1)],
            at: 'key',
            args: { noun: layer.noun, key: 'choices' },
          }
      } else if (answerKind !== 'selected')
        for (const { path: at, options } of optionListsIn(part)) {
          const key = String(at.at(-1))
          if (options.length === 0 && listIn(part, key) !== undefined)
            yield { path: at, at: 'key', args: { noun: layer.noun, key } }
        }
    }
  },
  sentence: ({ noun, key }) => `${noun} has no ${key}, so there is nothing to choose.`,
  help: ({ key }) =>
    `Add ${key}: the ${key === 'choices' ? 'options' : 'texts'}, one per line, each after "- ".`,
})
