import { optionListsIn } from './form-view.ts'
import { defineRule } from './rule.ts'
import { quote } from '../words.ts'

type Args = { readonly option: string; readonly first: number }

/** An option that stands twice in one list: the answers of the two cannot be told apart. */
export const duplicateOption = defineRule<Args>({
  code: 'duplicate-option',
  severity: 'warning',
  isRefused: false,
  *check(view) {
    for (const part of view.parts)
      for (const { path, options } of optionListsIn(part)) {
        const firsts = new Map<string, number>()
        for (const [i, option] of options.entries()) {
          if (typeof option !== 'string' || option.trim() === '') continue
          const seen = asSeen(option)
          const first = firsts.get(seen)
          if (first === undefined) firsts.set(seen, i)
          else yield { path: [...path, i], at: 'value', args: { option, first: first + 1 } }
        }
      }
  },
  sentence: ({ option, first }) =>
    `The option ${quote(option)} appears a second time; the first is number ${first} of the list.`,
  help: () => 'Remove it, or write what was meant: the answers of the two could not be told apart.',
})

/** An option as a page shows it, where runs of blanks are one. */
const asSeen = (option: string): string =>
  // The time of `normalize` grows with the square of a run of marks.
  (option.length > 1000 ? option : option.normalize('NFC')).trim().replaceAll(/\s+/g, ' ')
