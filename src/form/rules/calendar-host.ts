import { addressKeys, contentsOf, schedulerTypes, textIn, type Part } from './form-view.ts'
import { providerAt, providerNamed, type Provider } from '../repair/providers.ts'
import { defineRule } from './rule.ts'

/** A calendar of one provider at the address of another. */
export const calendarHost = defineRule<{ named: string; found: string }>({
  code: 'calendar-host',
  severity: 'warning',
  isRefused: false,
  *check(view) {
    for (const part of contentsOf(view, schedulerTypes)) {
      const named = providerNamed(textIn(part, 'calendarType') ?? '')
      const found = providerOf(part)
      if (named && found && named !== found)
        yield {
          path: [...part.path, 'calendarType'],
          at: 'value',
          args: { named: named.name, found: found.name },
        }
    }
  },
  sentence: ({ named, found }) => `calendarType names ${named}, and the address is one of ${found}.`,
  help: ({ named, found }) => `Name ${found} here, or give the address of the ${named} calendar.`,
})

function providerOf(part: Part): Provider | undefined {
  const text = addressKeys.map((key) => textIn(part, key)).find((address) => address !== undefined)
  const url = text === undefined ? undefined : URL.parse(text)
  return url ? providerAt(url.host) : undefined
}
