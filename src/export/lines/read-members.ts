import { parseExactly } from '../../form/number-text.ts'
import type { RawRecord } from '../../form/raw-record.ts'
import { comma, quote, stringEnd, valueEnd } from './json-parts.ts'

/** Reads some members of the record that is written at a place, as `JSON.stringify` writes it. */
export type ReadMembers = (bytes: Uint8Array, from: number) => RawRecord

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** A reader of members of these names, without escapes in them. What else the record holds is passed over, not parsed. */
export function makeReadMembers(names: readonly string[]): ReadMembers {
  const wanted = names.map((name) => ({ name, key: encoder.encode(`"${name}":`) }))
  if (wanted.length === 0) return () => ({})
  return (bytes, from) => {
    const members: Record<string, unknown> = {}
    let left = wanted.length
    // Behind the brace, and behind each comma; an empty record has a brace there.
    for (let at = from + 1; left > 0 && bytes[at] === quote;) {
      const value = stringEnd(bytes, at) + 1
      const end = valueEnd(bytes, value)
      const one = wanted.find(({ key }) => key.length === value - at && standsAt(key, bytes, at))
      if (one) {
        const json = decoder.decode(bytes.subarray(value, end))
        members[one.name] = bytes[value] === quote ? JSON.parse(json) : parseExactly(json)
        left--
      }
      if (bytes[end] !== comma) break
      at = end + 1
    }
    return members
  }
}

/** Whether a text stands at a place. */
export function standsAt(text: Uint8Array, bytes: Uint8Array, at: number): boolean {
  for (let i = 0; i < text.length; i++) if (text[i] !== bytes[at + i]) return false
  return true
}
