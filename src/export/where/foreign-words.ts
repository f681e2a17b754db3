/** Conditions as other languages write them, and what to write here. */
const foreign: readonly (readonly [RegExp, (match: readonly string[]) => string])[] = [
  [
    /^\s*(.+?)\s+between\s+(.+?)\s+and\s+(.+?)\s*$/is,
    ([, name, least, most]) => `Write ${name} at least ${least} and ${name} at most ${most}.`,
  ],
  [
    /^\s*(.+?)\s+(?:i?like|matches|has|includes)\s+['"]?%?(.+?)%?['"]?\s*$/is,
    ([, name, part]) => `Write ${name} contains ${part}.`,
  ],
  [
    /^\s*(.+?)\s+(?:starts|begins|ends) with\s+(.+?)\s*$/is,
    ([, name, part]) => `Write ${name} contains ${part}.`,
  ],
  [/^\s*(.+?)\s+(?:is|equals?|eq)\s+null\s*$/is, ([, name]) => `Write ${name} is empty.`],
  [/^\s*(.+?)\s+(?:equals?(?: to)?|eq)\s+(.+?)\s*$/is, ([, name, value]) => `Write ${name} is ${value}.`],
]

/** What to write in place of a comparison that other languages know; empty where it is none of these. */
export function meantBy(text: string): string {
  for (const [pattern, write] of foreign) {
    const match = pattern.exec(text)
    if (match) return ` ${write(match)}`
  }
  return ''
}
