import { nearest } from '../words.ts'

/** A scheduling provider, and the hosts whose calendars are its own. */
export type Provider = { readonly name: string; readonly host: string }

/** The providers that formctl knows. The contract mentions eight and names none. */
export const providers: readonly Provider[] = [
  { name: 'Calendly', host: 'calendly.com' },
  { name: 'Cal.com', host: 'cal.com' },
  { name: 'HubSpot', host: 'hubspot.com' },
  { name: 'SavvyCal', host: 'savvycal.com' },
  { name: 'RevenueHero', host: 'revenuehero.io' },
]

/** The provider that a calendarType names, however it is spelt: `cal.com`, `CALCOM`, `Cal`. */
export const providerNamed = (name: string): Provider | undefined =>
  providers.find((provider) => bare(provider.name) === bare(name))

/** The provider that a misspelt calendarType probably names. */
export function providerMeant(name: string): Provider | undefined {
  const word = nearest(
    bare(name),
    providers.map((provider) => bare(provider.name)),
  )?.word
  return providers.find((provider) => bare(provider.name) === word)
}

/** The provider that a host belongs to; undefined for any other host. */
export const providerAt = (host: string): Provider | undefined =>
  providers.find((provider) => host === provider.host || host.endsWith(`.${provider.host}`))

const bare = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replace(/com$/, '')
