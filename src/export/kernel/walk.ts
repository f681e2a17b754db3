/** What of a record's bytes was passed so far, in which literals and values take turns. */
export type Cursor = { readonly bytes: Uint8Array; at: number }

const [quote, backslash] = [0x22, 0x5c]

/** Goes to the next byte that is no space; gives it as a character. */
export function peek(cursor: Cursor): string {
  const { bytes } = cursor
  for (; cursor.at < bytes.length; cursor.at++) {
    const byte = bytes[cursor.at] ?? 0
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return String.fromCharCode(byte)
  }
  return ''
}

/** Goes beyond the next byte that is no space. */
export function pass(cursor: Cursor): void {
  peek(cursor)
  cursor.at++
}

/** Goes beyond the string that begins here. */
function passString(cursor: Cursor): void {
  const { bytes } = cursor
  for (cursor.at++; bytes[cursor.at] !== quote && cursor.at < bytes.length; cursor.at++)
    if (bytes[cursor.at] === backslash) cursor.at++
  cursor.at++
}

/** Goes beyond the string that begins here, and gives its text. */
export function passText(cursor: Cursor): string {
  const begin = cursor.at
  passString(cursor)
  return textAt(cursor, begin)
}

/** Goes beyond the value that begins here, whatever it is. */
export function passValue(cursor: Cursor): void {
  const { bytes } = cursor
  let depth = 0
  do {
    const first = peek(cursor)
    if (first === '') return
    if (first === '"') passString(cursor)
    else if (',:'.includes(first)) cursor.at++
    else if ('[{]}'.includes(first)) {
      depth += '[{'.includes(first) ? 1 : -1
      cursor.at++
    } else while (cursor.at < bytes.length && !isEnd(bytes[cursor.at] ?? 0)) cursor.at++
  } while (depth > 0)
}

/** Whether a byte ends a number or a word. */
const isEnd = (byte: number): boolean => byte <= 0x20 || byte === 0x2c || byte === 0x5d || byte === 0x7d

const decoder = new TextDecoder()

/**
 * Walks over an object, from its `{` to beyond its `}`: `begun` is called where a member has to come, and `visit` at its
 * value, beyond which it goes. False where a key repeats or looks like a number, as such members do not stay where they
 * are; and where `visit` said so.
 */
export function walkMembers(cursor: Cursor, visit: (name: string) => boolean, begun: () => void): boolean {
  const names = new Set<string>()
  do {
    pass(cursor)
    // Only behind the brace, as the record was parsed.
    if (peek(cursor) === '}') break
    begun()
    const name = passText(cursor)
    if (names.has(name) || /^\d/.test(name)) return false
    names.add(name)
    pass(cursor)
    peek(cursor)
    if (!visit(name)) return false
  } while (peek(cursor) === ',')
  cursor.at++
  return true
}

/** Texts that were met, by a hash of their bytes; most are names, which are met many times. */
const met = new Map<number, { readonly text: string; readonly bytes: Uint8Array }>()
const mostMet = 256

/** The text of the string that begins at a place and ends where the cursor is. */
function textAt({ bytes, at }: Cursor, begin: number): string {
  let hash = 0
  for (let i = begin; i < at; i++) hash = (Math.imul(hash, 31) + (bytes[i] ?? 0)) | 0
  const known = met.get(hash)
  if (known && begins(known.bytes, bytes, begin) && known.bytes.length === at - begin) return known.text
  const own = bytes.slice(begin, at)
  const text = JSON.parse(decoder.decode(own)) as string
  if (met.size < mostMet) met.set(hash, { text, bytes: own })
  return text
}

/** Whether bytes stand in others from a place on. */
function begins(some: Uint8Array, others: Uint8Array, from: number): boolean {
  for (let i = 0; i < some.length; i++) if (some[i] !== others[from + i]) return false
  return true
}
