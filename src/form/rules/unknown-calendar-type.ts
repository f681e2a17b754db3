import { contentsOf, schedulerTypes, textIn } from './form-view.ts'
import { providerMeant, providerNamed, providers } from '../repair/providers.ts'
import { defineRule } from './rule.ts'
import { quote } from '../words.ts'

/** A scheduling provider that we don't know. The contract has eight and doesn't show their names, so this is a note. */
export const unknownCalendarType = defineRule<{ name: string; meant: string | undefined }>({
  code: 'unknown-calendar-type',
  severity: 'note',
  isRefused: false,
  *check(view) {
    for (const part of contentsOf(view, schedulerTypes)) {
      const name = textIn(part, 'calendarType')
      if (name === undefined || providerNamed(name)) continue
      yield {
        path: [...part.path, 'calendarType'],
        at: 'value',
        args: { name, meant: providerMeant(name)?.name },
      }
    }
  },
  sentence: ({ name }) => `${quote(name)} is not a scheduling provider that formctl knows.`,
  help: ({ meant }) =>
    meant === undefined
      ? `It knows ${providers.map(({ name }) => name).join(', ')}; your service may know more.`
      : `Did you mean "${meant}"?`,
})
