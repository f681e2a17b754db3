import { defineRule } from './rule.ts'

type Args = { readonly key: string; readonly noun: string; readonly limit: number; readonly isLeast: boolean }

/** A number below or above what its key takes. */
export const outOfRange = defineRule<Args>({
  code: 'out-of-range',
  severity: 'error',
  isRefused: true,
  *check({ faultsOf }) {
    for (const keyword of ['minimum', 'maximum'])
      for (const { path, params, owner } of faultsOf(keyword)) {
        const [key, limit] = [String(path.at(-1)), Number(params['limit'])]
        const noun = owner?.layer.noun ?? 'the form'
        yield { path, at: 'value', args: { key, noun, limit, isLeast: keyword === 'minimum' } }
      }
  },
  sentence: ({ key, noun, limit, isLeast }) =>
    `"${key}" of ${noun} must be ${limit} or ${isLeast ? 'more' : 'less'}.`,
  help: ({ limit }) => `Write ${limit}, or remove the key.`,
})
