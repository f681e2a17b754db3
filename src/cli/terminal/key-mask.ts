import { lastFour, replaceApiKeys } from '../../form/api-key.ts'

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

/** How a key may appear in a text: as it is, escaped for JSON, encoded for a URL. */
export function formsOf(secret: string): readonly string[] {
  // Shorter texts are no keys, and may be part of other words.
  if (secret.length < 8) return []
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])]
}

const covered = (key: string): string => '*'.repeat(key.length - 4) + key.slice(-4)

/** Masks a key, also one that was cut off after half of its length or more. */
function withoutSecret(text: string, secret: string): string {
  const minLength = Math.max(12, Math.ceil(secret.length / 2))
  const whole = text.replaceAll(secret, '[the key]')
  if (secret.length <= minLength) return whole
  const beginning = secret.slice(0, minLength)
  let [rest, shown] = [whole, '']
  for (let at = rest.indexOf(beginning); at !== -1; at = rest.indexOf(beginning)) {
    let end = at + minLength
    while (end < rest.length && rest[end] === secret[end - at]) end++
    shown += `${rest.slice(0, at)}[the key]`
    rest = rest.slice(end)
  }
  return shown + rest
}

/** Masks each text in a value. This must happen before a table wraps the text or JSON escapes it. */
export function maskedIn<Value>(value: Value, masked: (text: string) => string): Value
export function maskedIn(value: unknown, masked: (text: string) => string): unknown {
  if (typeof value === 'string') return masked(value)
  if (Array.isArray(value)) return value.map((one: unknown) => maskedIn(one, masked))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, maskedIn(member, masked)]))
}
