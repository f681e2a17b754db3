import { isDomain } from './email-address.ts'

/** A web address with its scheme, `https` where none was written; undefined when it is none. */
export function webAddress(text: string): string | undefined {
  const isSchemed = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)
  const whole = isSchemed ? text : `https://${text}`
  const url = URL.parse(whole)
  if (!url || !/^https?:$/.test(url.protocol) || /\s/.test(text)) return undefined
  if (!/^https?:\/\//i.test(whole) || url.username !== '' || url.password !== '') return undefined
  return isDomain(url.hostname) ? whole : undefined
}
