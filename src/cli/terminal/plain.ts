import type { Sink } from '../../table/bytes.ts'
import type { Output } from '../host.ts'

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
