import { webUrl } from '../types/texts.ts'
import { contentsOf, textIn, type View, stepsIn, defineRule } from './rule.ts'
import { quote } from '../words.ts'
import { componentTypes } from '../components.ts'
import { emailKeys, isIdentityKey, typeNames, type TypeName } from '../schema.ts'

/** The types whose answer is a booking: the scheduling component under its two names. */
const schedulerTypes: readonly TypeName[] = typeNames.filter(
  (type) => componentTypes[type].answerKind === 'booking',
)

/** The keys of the scheduling component that may hold its address. */
const addressKeys: readonly string[] = ['dataUrl', 'url', 'calendarUrl']

/** The addresses of calendars, and where they stand. */
const addressesIn = (view: View) =>
  contentsOf(view, schedulerTypes).flatMap((part) =>
    addressKeys.flatMap((key) => {
      const text = textIn(part, key)
      return text === undefined ? [] : [{ text, path: [...part.path, key] }]
    }),
  )

/** A calendar address that is not a complete web address, so that no page can show the calendar. */
export const schedulerUrl = defineRule<{ text: string; meant: string | undefined }>({
  code: 'scheduler-url',
  severity: 'error',
  hasFix: true,
  *check(view) {
    for (const { text, path } of addressesIn(view)) {
      if (webUrl(text)) continue
      const meant = addressMeant(text)
      // The host of a known provider proves that the rest is an address.
      const isCertain = meant !== undefined && providerHosts.test(new URL(meant).host)
      const fix = isCertain ? ({ kind: 'replace-value', path, to: meant } as const) : undefined
      yield { path, marks: 'value', args: { text, meant }, fix }
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

/** A calendar over http: browsers do not show it inside a page that came over https. */
export const insecureScheduler = defineRule<{ meant: string }>({
  code: 'insecure-scheduler',
  severity: 'warning',
  hasFix: true,
  *check(view) {
    for (const { text, path } of addressesIn(view)) {
      const url = webUrl(text)
      if (url?.protocol !== 'http:') continue
      const meant = text.trim().replace(/^http:/i, 'https:')
      const fix = { kind: 'replace-value', path, to: meant } as const
      yield { path, marks: 'value', args: { meant }, fix: providerHosts.test(url.host) ? fix : undefined }
    }
  },
  sentence: () => 'The calendar comes over http, and a browser shows no such page inside a form.',
  help: ({ meant }) => `Write ${meant}`,
})

/** A calendar that should take the e-mail address from an earlier step, but no earlier step asks for one. */
export const prefillWithoutEmail = defineRule<{ isLater: boolean }>({
  code: 'prefill-without-email',
  severity: 'warning',
  *check(view) {
    const calendars = contentsOf(view, schedulerTypes).filter(({ value }) => value['prefillEmail'] === true)
    if (calendars.length === 0) return
    const asking = stepsAskingEmail(view)
    const first = asking.reduce((a, b) => Math.min(a, b), Infinity)
    for (const { path } of calendars) {
      if (first < Number(path[1])) continue
      yield { path: [...path, 'prefillEmail'], marks: 'key', args: { isLater: asking.length > 0 } }
    }
  },
  sentence: () => 'There is no e-mail address to fill in: no step before this one asks for it.',
  help: ({ isLater }) =>
    isLater
      ? 'Move the step that asks for the e-mail before this one.'
      : 'Ask for it in an earlier step, by EmailForm or the identity field emailAddress, or remove prefillEmail.',
})

/** The steps that ask for an e-mail address, or hold something that might. */
function stepsAskingEmail(view: View): readonly number[] {
  const byType = stepsIn(view)
    .filter(({ types }) => types.some((type) => !type || componentTypes[type].answerKind === 'email'))
    .map(({ index }) => index)
  const byField = view.parts
    .filter((part) => part.layer.kind === 'field' && mayBeEmail(textIn(part, 'key')))
    .map(({ path }) => Number(path[1]))
  return [...byType, ...byField]
}

// An unknown key may be a misspelt one for e-mail.
const mayBeEmail = (key: string | undefined): boolean =>
  emailKeys.some((known) => known === key) || !isIdentityKey(key)

/** The second name of the scheduling component. Which of the two a service accepts is not shown (contract). */
export const schedulerName = defineRule<object>({
  code: 'scheduler-name',
  severity: 'note',
  *check({ parts }) {
    for (const { layer, path, value } of parts)
      if (layer.kind === 'component' && value['type'] === 'Scheduler')
        yield { path: [...path, 'type'], marks: 'value', args: {} }
  },
  sentence: () =>
    '"Scheduler" is the rarer name of this component: a service may accept only "SchedulerScreen".',
  help: () => 'Write "SchedulerScreen", unless your service asks for "Scheduler".',
})

/** The hosts of scheduling providers that formctl knows. */
const providerHosts = /^(?:.+\.)?(?:calendly\.com|cal\.com|hubspot\.com|savvycal\.com|revenuehero\.io)$/
