import { webUrl } from '../types/texts.ts'
import { contentsOf, textIn, type Part, type View, stepsIn, defineRule } from './rule.ts'
import { quote, nearest } from '../words.ts'
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
      const isCertain = meant !== undefined && providerAt(new URL(meant).host) !== undefined
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
      yield { path, marks: 'value', args: { meant }, fix: providerAt(url.host) ? fix : undefined }
    }
  },
  sentence: () => 'The calendar comes over http, and a browser shows no such page inside a form.',
  help: ({ meant }) => `Write ${meant}`,
})

/** A calendar of one provider at the address of another. */
export const calendarHost = defineRule<{ named: string; found: string }>({
  code: 'calendar-host',
  severity: 'warning',
  *check(view) {
    for (const part of contentsOf(view, schedulerTypes)) {
      const named = providerNamed(textIn(part, 'calendarType') ?? '')
      const found = providerOf(part)
      const path = [...part.path, 'calendarType']
      if (named && found && named !== found)
        yield { path, marks: 'value', args: { named: named.name, found: found.name } }
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

/** A scheduling provider that we don't know. The contract has eight and doesn't show their names, so this is a note. */
export const unknownCalendarType = defineRule<{ name: string; meant: string | undefined }>({
  code: 'unknown-calendar-type',
  severity: 'note',
  *check(view) {
    for (const part of contentsOf(view, schedulerTypes)) {
      const name = textIn(part, 'calendarType')
      if (name === undefined || providerNamed(name)) continue
      const args = { name, meant: providerMeant(name)?.name }
      yield { path: [...part.path, 'calendarType'], marks: 'value', args }
    }
  },
  sentence: ({ name }) => `${quote(name)} is not a scheduling provider that formctl knows.`,
  help: ({ meant }) =>
    meant === undefined
      ? `It knows ${providers.map(({ name }) => name).join(', ')}; your service may know more.`
      : `Did you mean "${meant}"?`,
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

/** A scheduling provider, and the hosts whose calendars are its own. */
type Provider = { readonly name: string; readonly host: string }

/** The providers that formctl knows. The contract mentions eight and names none. */
const providers: readonly Provider[] = [
  { name: 'Calendly', host: 'calendly.com' },
  { name: 'Cal.com', host: 'cal.com' },
  { name: 'HubSpot', host: 'hubspot.com' },
  { name: 'SavvyCal', host: 'savvycal.com' },
  { name: 'RevenueHero', host: 'revenuehero.io' },
]

/** The provider that a calendarType names, however it is spelt: `cal.com`, `CALCOM`, `Cal`. */
const providerNamed = (name: string): Provider | undefined =>
  providers.find((provider) => bare(provider.name) === bare(name))

/** The provider that a misspelt calendarType probably names. */
function providerMeant(name: string): Provider | undefined {
  const word = nearest(
    bare(name),
    providers.map((provider) => bare(provider.name)),
  )?.word
  return providers.find((provider) => bare(provider.name) === word)
}

/** The provider that a host belongs to; undefined for any other host. */
const providerAt = (host: string): Provider | undefined =>
  providers.find((provider) => host === provider.host || host.endsWith(`.${provider.host}`))

const bare = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replace(/com$/, '')
