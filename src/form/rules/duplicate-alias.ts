import { defineRule } from './rule.ts'
import { quote } from '../words.ts'
import { componentTypes } from '../components.ts'

type Args = { readonly key: string; readonly first: string; readonly noun: string; readonly isSame: boolean }

/** A key and another name of it, or two other names, in one content. */
export const duplicateAlias = defineRule<Args>({
  code: 'duplicate-alias',
  severity: 'warning',
  isRefused: false,
  hasFix: true,
  *check({ parts }) {
    for (const { layer, path, value } of parts) {
      if (layer.type === undefined) continue
      const { aliases } = componentTypes[layer.type]
      const firsts = new Map<string, string>()
      for (const key of layer.keys.filter((known) => Object.hasOwn(value, known))) {
        const main = Object.hasOwn(aliases, key) ? (aliases[key] ?? key) : key
        const first = firsts.get(main)
        if (first === undefined) firsts.set(main, key)
        else {
          const at = [...path, key]
          // One of two equal values can go.
          const isSame = JSON.stringify(value[key]) === JSON.stringify(value[first])
          const args = { key, first, noun: layer.noun, isSame }
          yield { path: at, at: 'key', args, fix: isSame ? { kind: 'remove', path: at } : undefined }
        }
      }
    }
  },
  sentence: ({ key, first, noun }) =>
    `${quote(key)} and ${quote(first)} are two names of one key in ${noun}, and both are there.`,
  help: ({ key, first, isSame }) =>
    isSame
      ? `Remove "${key}": it says the same as "${first}".`
      : `Keep one: which of "${first}" and "${key}" would count is not promised.`,
})
