import { lastFour, replaceApiKeys } from '../../form/api-key.ts'
import type { Terminal } from './terminal.ts'

/** Masks known keys only, for data of a service. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce(withoutSecret, text)

/** Masks known keys, and everything that looks like an API key but its last four characters. */
export const withoutKeys = (text: string, secrets: readonly string[] = []): string =>
  replaceApiKeys(withoutSecrets(text, secrets), lastFour)

/** The same without changing the length of the text. */
export const withKeysCovered = (text: string, secrets: readonly string[] = []): string =>
  replaceApiKeys(
    secrets.reduce((rest, secret) => rest.replaceAll(secret, covered), text),
    covered,
  )

/** The forms in which a key may come back: as it is, escaped for JSON, encoded for a URL. */
export function formsOf(secret: string): readonly string[] {
  // Shorter texts are no keys, and may be part of other words.
  if (secret.length < 8) return []
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])]
}

const covered = (key: string): string => '*'.repeat(key.length - 4) + key.slice(-4)

/** Masks a key, also one that was cut off after half of its length or more. */
function withoutSecret(text: string, secret: string): string {
  const least = Math.max(12, Math.ceil(secret.length / 2))
  const whole = text.replaceAll(secret, '[the key]')
  if (secret.length <= least) return whole
  const beginning = secret.slice(0, least)
  let [rest, shown] = [whole, '']
  for (let at = rest.indexOf(beginning); at !== -1; at = rest.indexOf(beginning)) {
    let end = at + least
    while (end < rest.length && rest[end] === secret[end - at]) end++
    shown += `${rest.slice(0, at)}[the key]`
    rest = rest.slice(end)
  }
  return shown + rest
}

/** Masks each text in a value. This must happen before a table wraps the text or JSON escapes it. */
export function maskedIn<Value>(value: Value, masked: Terminal['masked']): Value
export function maskedIn(value: unknown, masked: Terminal['masked']): unknown {
  if (typeof value === 'string') return masked(value)
  if (Array.isArray(value)) return value.map((one: unknown) => maskedIn(one, masked))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, maskedIn(held, masked)]))
}
