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

/** Names that an object had so far: few are compared, many are looked up. */
export type Names = { readonly few: string[]; many: Set<string> | undefined }

/** So many are few. */
export const fewest = 16

/** Goes into an object, which had no names yet. */
export function passInto(cursor: Cursor): Names {
  pass(cursor)
  return { few: [], many: undefined }
}

/** Whether another member has to come; goes to it, or beyond the object's end. */
export function hasMore(cursor: Cursor): boolean {
  if (peek(cursor) !== signs.closeObject) return true
  pass(cursor)
  return false
}

/**
 * Goes beyond the name of a member, and to its value; gives the name, but undefined where it repeats or looks like a
 * number, as such members do not stay where they are.
 */
export function passName(cursor: Cursor, names: Names): string | undefined {
  const name = passText(cursor)
  if (isDigit(name.charCodeAt(0)) || !isNew(names, name)) return undefined
  cursor.at = cursor.tokens.startOf(cursor.next)
  return name
}

function isNew(names: Names, name: string): boolean {
  const { few } = names
  if (names.many) return names.many.size < names.many.add(name).size
  if (few.includes(name)) return false
  if (few.push(name) > fewest) names.many = new Set(few)
  return true
}

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39
