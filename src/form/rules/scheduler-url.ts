import { webUrl } from '../components/addresses.ts'
import { addressKeys, contentsOf, schedulerTypes, textIn } from './form-view.ts'
import { providerAt } from '../repair/providers.ts'
import { defineRule } from './rule.ts'
import { quote } from '../words.ts'

type Args = { readonly text: string; readonly meant: string | undefined }

/** The address of a calendar that is no whole web address: a page could not show it, or must not lead there. */
export const schedulerUrl = defineRule<Args>({
  code: 'scheduler-url',
  severity: 'error',
  isRefused: true,
  hasFix: true,
  *check(view) {
    for (const part of contentsOf(view, schedulerTypes))
      for (const key of addressKeys) {
        const text = textIn(part, key)
        if (text === undefined || webUrl(text)) continue
        const meant = addressMeant(text)
        const path = [...part.path, key]
        // Of a provider that we know it is certain that the rest is right.
        const isCertain = meant !== undefined && providerAt(new URL(meant).host) !== undefined
        const fix = isCertain ? { fix: { kind: 'replace-value', path, to: meant } as const } : {}
        yield { path, at: 'value', args: { text, meant }, ...fix }
      }
  },
  sentence: ({ text }) => `${quote(text)} is no web address, so no calendar can be shown.`,
  help: ({ meant }) =>
    meant === undefined
      ? 'Write the whole address of the calendar, as in https://calendly.com/ada/intro.'
      : `Write only the address: ${meant}`,
})

/** The address in a text that holds one: without its https://, or the only one inside the code that a provider offers to embed. */
function addressMeant(text: string): string | undefined {
  const inside = new Set(
    Array.from(text.matchAll(/https?:\/\/[^\s"'<>]+/g), ([found]) =>
      found.replaceAll('&amp;', '&').replace(/[.,;:!?)\]}]+$/, ''),
    ).filter((found) => !/\.(?:css|js|mjs|png|svg|jpe?g)(?:[?#]|$)/i.test(found)),
  )
  if (inside.size > 1) return undefined
  const bare = text.trim().replace(/^(https?:)?\/*/i, '')
  const [guess = /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(bare) ? `https://${bare}` : ''] = inside
  return webUrl(guess) ? guess : undefined
}
