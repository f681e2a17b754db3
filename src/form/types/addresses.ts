import type { Texts } from '../languages.ts'
import { plainText } from '../plain-text.ts'

/** An e-mail address as it is kept: alone where it was copied with its name or from a link. */
export function emailIn(text: string): string {
  const address = plainText(text).replace(/^[^<>]*<([^<>]+)>$/, '$1')
  return /^mailto:([^?]+)/i.exec(address)?.[1] ?? address
}

/** What is wrong with an e-mail address, or undefined when it could receive mail. */
export function emailProblem(
  text: string,
  problems: Pick<Texts['problems'], 'email' | 'emailAt'>,
): string | undefined {
  const at = text.lastIndexOf('@')
  if (at < 0) return problems.emailAt
  const isWhole = isLocalPart(text.slice(0, at)) && isDomain(domainOf(text)) && text.length <= 254
  return isWhole ? undefined : problems.email
}

/** What stands after the last @, in lower case. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Whether this is a name under which something stands in the internet: two labels or more. */
function isDomain(text: string): boolean {
  const labels = text.split('.')
  return (
    text.length <= 253 && labels.length > 1 && labels.every(isLabel) && /\p{L}/u.test(labels.at(-1) ?? '')
  )
}

// Quoted local parts are left out: no provider gives them, and a typing error looks like one.
function isLocalPart(text: string): boolean {
  const atoms = text.split('.')
  return text.length <= 64 && atoms.every((atom) => /^[^\s\p{Cc}@"(),:;<>[\\\]]+$/u.test(atom))
}

function isLabel(label: string): boolean {
  return (
    label.length <= 63 &&
    /^[\p{L}\p{N}\p{M}-]+$/u.test(label) &&
    !label.startsWith('-') &&
    !label.endsWith('-')
  )
}

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
  if (!url || /[\s\p{Cc}]/u.test(text) || url.username !== '' || url.password !== '') return undefined
  return isDomain(url.hostname) ? whole : undefined
}
