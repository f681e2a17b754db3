import { count } from '../../failure/failure.ts'
import { defineRule } from './rule.ts'
import { capital } from '../words.ts'

type Args = { readonly key: string; readonly noun: string; readonly least: number; readonly there: number }

/** An array with fewer elements than the contract asks for (contract, Limits). */
export const tooFew = defineRule<Args>({
  code: 'too-few',
  severity: 'error',
  isRefused: true,
  *check({ faultsOf }) {
    for (const { path, params, owner } of faultsOf('minItems')) {
      const key = path.at(-1)
      if (owner === undefined || typeof key !== 'string') continue
      const held = owner.value[key]
      const there = Array.isArray(held) ? held.length : 0
      yield { path, at: 'key', args: { key, noun: owner.layer.noun, least: Number(params['limit']), there } }
    }
  },
  // The keys with a minimum are plurals in -s: steps, components, options, choices.
  sentence: ({ key, noun, least, there }) =>
    `${capital(noun)} needs at least ${count(least, key.slice(0, -1))}, but has ${there === 0 ? 'none' : there}.`,
  help: ({ key }) => helps[key] ?? `Add an entry to ${key}.`,
})

const helps: Readonly<Record<string, string>> = {
  steps: 'Add a step; the last one may just say thanks.',
  components: 'Add a component, or remove the step.',
}
