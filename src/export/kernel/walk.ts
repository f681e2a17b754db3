import type { Tokens } from './tokens.ts'

/** What of a record was passed so far, in which literals and values take turns. */
export type Cursor = {
  readonly tokens: Tokens
  /** The number of the next token, and the byte up to which all was passed. */
  next: number
  at: number
}

/** The first bytes of tokens. */
export const signs = {
  quote: 0x22,
  openList: 0x5b,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const

/** Goes to the next token, and gives its first byte. */
export function peek(cursor: Cursor): number {
  cursor.at = cursor.tokens.startOf(cursor.next)
  return cursor.tokens.signOf(cursor.next)
}

/** Goes beyond the next token. */
export function pass(cursor: Cursor): void {
  cursor.at = cursor.tokens.endOf(cursor.next++)
}

/** Goes beyond the string that comes next, and gives its text. */
export function passText(cursor: Cursor): string {
  const text = cursor.tokens.textOf(cursor.next)
  pass(cursor)
  return text
}

/** Goes beyond the value that comes next, whatever it is. */
export function passValue(cursor: Cursor): void {
  cursor.next = cursor.tokens.afterValue(cursor.next)
  cursor.at = cursor.tokens.endOf(cursor.next - 1)
}

/**
 * Walks over an object, from its `{` to beyond its `}`: `begun` is called where a member has to come, and `visit` at its
 * value, beyond which it goes. False where a key repeats or looks like a number, as such members do not stay where they
 * are; and where `visit` said so.
 */
export function walkMembers(cursor: Cursor, visit: (name: string) => boolean, begun: () => void): boolean {
  const names = new Set<string>()
  pass(cursor)
  while (peek(cursor) !== signs.closeObject) {
    begun()
    const name = passText(cursor)
    if (isDigit(name.charCodeAt(0)) || names.size === names.add(name).size) return false
    peek(cursor)
    if (!visit(name)) return false
  }
  pass(cursor)
  return true
}

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39
