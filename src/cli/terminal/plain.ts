import type { Sink } from '../../record/bytes.ts'
import type { Output } from '../host.ts'
import { lastFour, replaceApiKeys } from '../../form/api-key.ts'

/** Text from outside, with every control, bidi, escape and invisible character made visible. */
export function plain(text: string): string {
  if (isPrintableAscii.test(text)) return text
  return text.replaceAll(hidden(), escapeOf)
}

/** A value as one line of JSON, with control characters escaped so that it is safe on a terminal. */
export const plainJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(hidden(), (character) =>
    [...Array(character.length).keys()].map((i) => utf16Escape(character.charCodeAt(i))).join(''),
  )

/** Rows for a pipe: tab-separated, with full values, one line per row. */
export function* tabbedLines(head: readonly string[], rows: Iterable<readonly string[]>): Iterable<string> {
  yield `${head.map(plain).join('\t')}\n`
  for (const row of rows) {
    const isPlain = isPrintableAscii.test(row.join(''))
    yield `${(isPlain ? row : row.map(plain)).join('\t')}\n`
  }
}

const isPrintableAscii = /^[ -~]*$/
const selector = String.raw`\uFE00-\uFE0F\u{E0100}-\u{E01EF}\u180B-\u180D\u180F`
const invisible = String.raw`\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB`
// In these scripts a joiner or non-joiner between letters is part of the spelling (Persian, Hindi).
const joining = 'Arab Syrc Mong Nkoo Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr'
  .split(' ')
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('')

/** Invisible characters that stay: variation selectors, and joiners in emoji and in scripts that need them. */
const kept = [
  String.raw`(?<=[^${invisible}])[${selector}]`,
  String.raw`(?<=\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[${joining}])[\u200C\u200D](?=[${joining}])`,
]

let compiled: RegExp | undefined

/** Compiled on first use: that takes as long as parsing a command line. The lookahead that rarely matches comes first. */
const hidden = (): RegExp =>
  (compiled ??= new RegExp(String.raw`(?=[${invisible}])(?!${kept.join('|')})[^]`, 'gu'))

const short: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
}

const utf16Escape = (unit: number): string => String.raw`\u${unit.toString(16).padStart(4, '0')}`

function escapeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  if (code.length <= 2) return short[character] ?? String.raw`\x${code.padStart(2, '0')}`
  return code.length <= 4 ? String.raw`\u${code.padStart(4, '0')}` : String.raw`\u{${code}}`
}

/** A sink for data on stdout: unchanged in a pipe; on a terminal control and bidi characters are made visible. */
export const printerOf = (stdout: Output): Sink => (stdout.isTerminal ? visibly(stdout) : stdout.write)

function visibly(stdout: Output): Sink {
  const decoder = new TextDecoder()
  return (bytes) => {
    const text = decoder.decode(bytes, { stream: true })
    return stdout.write(
      text
        .split(/(\r?\n|\t)/)
        .map((part, i) => (i % 2 === 0 ? plain(part) : part))
        .join(''),
    )
  }
}

/** Masks known keys only, for data of a service. */
export const maskSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce(maskOneSecret, text)

/** Masks known keys, and everything that looks like an API key but its last four characters. */
export const maskApiKeys = (text: string, secrets: readonly string[] = []): string =>
  replaceApiKeys(maskSecrets(text, secrets), lastFour)

/** The same without changing the length of the text. */
export const maskKeepingLength = (text: string, secrets: readonly string[] = []): string =>
  replaceApiKeys(
    secrets.reduce((rest, secret) => rest.replaceAll(secret, maskOfSameLength), text),
    maskOfSameLength,
  )

/** The texts as which a key may appear: as it is, escaped for JSON, encoded for a URL. */
export function encodingsOf(secret: string): readonly string[] {
  // Shorter texts are no keys, and may be part of other words.
  if (secret.length < 8) return []
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])]
}

const maskOfSameLength = (key: string): string => '*'.repeat(key.length - 4) + key.slice(-4)

/** Masks a key, also one that was cut off after half of its length or more. */
function maskOneSecret(text: string, secret: string): string {
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
export function maskTextsIn<Value>(value: Value, mask: (text: string) => string): Value
export function maskTextsIn(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value)
  if (Array.isArray(value)) return value.map((one: unknown) => maskTextsIn(one, mask))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, maskTextsIn(member, mask)]))
}
