import { optionListsIn, type Part } from './form-view.ts'
import { defineRule, type Breach } from './rule.ts'

type Args = { readonly message: string; readonly help: string }

/** Counts of choices that no answer can meet. */
export const choiceCounts = defineRule<Args>({
  code: 'choice-counts',
  severity: 'error',
  isRefused: true,
  *check({ parts }) {
    for (const part of parts) if (part.layer.keys.includes('minChoices')) yield* faultsIn(part)
  },
  sentence: ({ message }) => message,
  help: ({ help }) => help,
})

function* faultsIn(part: Part): Iterable<Breach<Args>> {
  const { path, value } = part
  const [least, most] = [value['minChoices'], value['maxChoices']]
  const at = (key: string, args: Args): Breach<Args> => ({ path: [...path, key], at: 'value', args })
  if (typeof least !== 'number') return
  const there = optionCount(part)
  if (typeof most === 'number' && least > most)
    yield at('minChoices', {
      message: `minChoices is ${least}, and maxChoices only ${most}.`,
      help: 'Lower minChoices, or raise maxChoices.',
    })
  else if (there > 0 && least > there)
    yield at('minChoices', {
      message: `minChoices is ${least}, and there are only ${there} options.`,
      help: 'Lower minChoices, or add options.',
    })
}

/** The number of options, with "Other". */
const optionCount = (part: Part): number =>
  Math.max(...optionListsIn(part).map(({ options }) => options.length)) +
  (part.value['other'] === true ? 1 : 0)
