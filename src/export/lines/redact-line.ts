import { parseExactly, parseWithDigits } from '../../form/number-text.ts'
import type { PartRedactor } from '../redact-record.ts'
import { append, type Room } from '../room.ts'
import { makeTextBytes } from '../text-bytes.ts'
import { makeHoldsText } from './find-texts.ts'
import { bracket, closing, comma, stringEnd, valueEnd, type Span } from './json-parts.ts'
import { standsAt } from './read-members.ts'

/** Puts a line, redacted, behind what is in a room. */
export type RedactLine = (room: Room, bytes: Uint8Array, line: Span) => void

/** A line of which all before `done` was put into the room. */
type Redacting = { readonly room: Room; readonly bytes: Uint8Array; done: number }

/** A part of an object or a list. It ends there; where it may have changed, its value begins there, and that is left of it. */
type Part = { readonly end: number; readonly value?: number; readonly left?: unknown }

type PartAt = (line: Redacting, begin: number) => Part

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const entriesBegin = encoder.encode('"data":[')

/** Redacts lines as `recordRedactor` does records; parsed are only parts that hold a name of what is redacted. */
export function makeRedactLine({ names, looksAtAll, member, entry }: PartRedactor): RedactLine {
  const holdsName = makeHoldsText(names)
  const put = makePut()
  const entryAt: PartAt = ({ bytes }, begin) => {
    const end = valueEnd(bytes, begin)
    // An empty list ends where its first entry would begin.
    if (end === begin || !(looksAtAll || holdsName(bytes, { from: begin, to: end }))) return { end }
    return { end, value: begin, left: entry(parsed(bytes, begin, end)) }
  }
  const memberAt: PartAt = (line, begin) => {
    const { bytes } = line
    if (bytes[begin] === closing) return { end: begin }
    const value = stringEnd(bytes, begin) + 1
    if (bytes[value] === bracket && standsAt(entriesBegin, bytes, begin))
      return { end: redactParts(line, value + 1, { partAt: entryAt, put }) + 1 }
    const end = valueEnd(bytes, value)
    if (!holdsName(bytes, { from: begin, to: end })) return { end }
    // A name is a text.
    const name = parsed(bytes, begin, value - 1) as string
    return { end, value, left: member(name, parsed(bytes, value, end)) }
  }
  return (room, bytes, { from, to }) => {
    const line: Redacting = { room, bytes, done: from }
    if (looksAtAll || holdsName(bytes, { from, to })) redactParts(line, from + 1, { partAt: memberAt, put })
    append(room, bytes.subarray(line.done, to))
  }
}

function parsed(bytes: Uint8Array, from: number, to: number): unknown {
  const json = decoder.decode(bytes.subarray(from, to))
  // A number by itself has nothing around it that shows it to be one.
  return /^[-\d]/.test(json) ? parseWithDigits(json) : parseExactly(json)
}

type Place = { readonly begin: number; readonly isFirst: boolean }

/** Puts what is left of a part, and all before it; says whether anything is. */
type Put = (line: Redacting, place: Place, part: Required<Part>) => boolean

/** Redacts what stands between two brackets; gives the place of the second one. */
function redactParts(
  line: Redacting,
  from: number,
  { partAt, put }: { readonly partAt: PartAt; readonly put: Put },
): number {
  let isFirst = true
  for (let begin = from; ;) {
    const { end, value, left } = partAt(line, begin)
    if (value === undefined || put(line, { begin, isFirst }, { end, value, left })) isFirst = false
    if (line.bytes[end] !== comma) return end
    begin = end + 1
  }
}

function makePut(): Put {
  const bytesOf = makeTextBytes()
  return (line, { begin, isFirst }, { end, value, left }) => {
    const { room, bytes, done } = line
    if (left === undefined) {
      // With the comma before it or, where it is the first one, the one behind it.
      append(room, bytes.subarray(done, isFirst ? begin : begin - 1))
      line.done = isFirst && bytes[end] === comma ? end + 1 : end
      return false
    }
    append(room, bytes.subarray(done, value))
    append(room, bytesOf(JSON.stringify(left)))
    line.done = end
    return true
  }
}
