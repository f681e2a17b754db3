import { webUrl } from '../types/addresses.ts'
import { addressKeys, contentsOf, schedulerTypes, textIn } from './form-view.ts'
import { providerAt } from '../repair/providers.ts'
import { defineRule } from './rule.ts'
import { quote } from '../words.ts'

type Args = { readonly text: string; readonly meant: string | undefined }

/** A calendar address that is not a complete web address, so that no page can show the calendar. */
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
        // The host of a known provider proves that the rest is an address.
        const isCertain = meant !== undefined && providerAt(new URL(meant).host) !== undefined
        const fix = isCertain ? ({ kind: 'replace-value', path, to: meant } as const) : undefined
        yield { path, at: 'value', args: { text, meant }, fix }
      }
  },
  sentence: ({ text }) => `${quote(text)} is not a web address, so no calendar can be shown.`,
  help: ({ meant }) =>
    meant === undefined
      ? 'Write the whole address of the calendar, as in https://calendly.com/ada/intro.'
      : `Write only the address: ${meant}`,
})

/** The address that a text contains: one without https://, or the only one in a provider's embed code. */
function addressMeant(text: string): string | undefined {
  const inside = new Set(
    Array.from(text.matchAll(/https?:\/\/[^\s"'<>]+/g), ([found]) =>
      found.replaceAll('&amp;', '&').replace(/(?<![.,;:!?)\]}])[.,;:!?)\]}]+$/, ''),
    ).filter((found) => !/\.(?:css|js|mjs|png|svg|jpe?g)(?:[?#]|$)/i.test(found)),
  )
  if (inside.size > 1) return undefined
  const bare = text.trim().replace(/^(https?:)?\/*/i, '')
  const [guess = /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(bare) ? `https://${bare}` : ''] = inside
  return webUrl(guess) ? guess : undefined
}
