import { lastFour, replaceApiKeys } from '../../form/api-key.ts'
import type { Terminal } from './terminal.ts'

/** A text without the known keys. Data of a service is not changed otherwise. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce(withoutSecret, text)

/** A text in which only the end of each key is left. `secrets` are known keys, of any form. */
export const withoutKeys = (text: string, secrets: readonly string[] = []): string =>
  replaceApiKeys(withoutSecrets(text, secrets), lastFour)

/** The same for a text whose characters have to stay in their places. */
export const withKeysCovered = (text: string, secrets: readonly string[] = []): string =>
  replaceApiKeys(
    secrets.reduce((rest, secret) => rest.replaceAll(secret, covered), text),
    covered,
  )

/** The forms in which a key may come back: as it is, within JSON, within an address. */
export function formsOf(secret: string): readonly string[] {
  // What is shorter is no key, and may be a part of other words.
  if (secret.length < 8) return []
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])]
}

const covered = (key: string): string => '*'.repeat(key.length - 4) + key.slice(-4)

/** Also where a text was cut within the key: the larger half of it is too much. */
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

/** A value with each text in it masked. A mask works only before a table breaks the text, or JSON escapes it. */
export function maskedIn<Value>(value: Value, masked: Terminal['masked']): Value
export function maskedIn(value: unknown, masked: Terminal['masked']): unknown {
  if (typeof value === 'string') return masked(value)
  if (Array.isArray(value)) return value.map((one: unknown) => maskedIn(one, masked))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, maskedIn(held, masked)]))
}
