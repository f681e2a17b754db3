import { isDomain } from './email-address.ts'

/** The address of something on the web, whole: with http or https, two slashes and a host. Undefined when it is none. */
export function webUrl(text: string): URL | undefined {
  // The parser forgives a wrong number of slashes, so `https:foo` would be the host foo.
  const isWhole = /^https?:\/\/[^\s/\\?#]/i.test(text.trim())
  return isWhole ? (URL.parse(text) ?? undefined) : undefined
}

/** A web address as a person typed it, with `https` where no scheme was written; undefined when it is none. */
export function webAddress(text: string): string | undefined {
  const isSchemed = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)
  const whole = isSchemed ? text : `https://${text.replace(/^\/\//, '')}`
  const url = webUrl(whole)
  if (!url || /\s/.test(text) || url.username !== '' || url.password !== '') return undefined
  return isDomain(url.hostname) ? whole : undefined
}
