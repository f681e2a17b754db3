import { Failure, sayProblem, type Problem } from '../failure/failure.ts'

/** What is said of a body that can't be read; who reads it knows where it came from. */
export type BodyFaults = {
  /** It is not what the contract describes. */
  readonly broken: (problem: Problem) => Failure
  /** It ended after so many bytes, before its end. */
  readonly cutOff: (offset: number) => Failure
}

/** The faults of a reply. `where` follows "The reply": empty, or as in " to GET /api/v1/responses". */
export const replyFaults = (where: string): BodyFaults => ({
  broken: (problem) => Failure.of('reply-unreadable', { where, problem: sayProblem(problem) }),
  cutOff: (offset) => Failure.of('cut-off', { where: `The reply${where}`, offset }),
})

/** What is wrong with one byte: `is } where a value was expected`. */
export const brokenAt = ({ broken }: BodyFaults, byte: number, problem: string): Failure =>
  broken({ at: { byte }, after: ` ${problem}` })

/** A line and a column, both from 1; neither where they are not to be known. */
export type TextPlace = { readonly line?: number; readonly column?: number }

/**
 * Where a byte stands in a text, which is read up to there in constant memory. Columns are UTF-16 code units, as those of
 * findings; a far one, which no editor shows, is left out, and the first line with it: in one long line the byte is easier to find.
 */
export async function placeOfByte(chunks: AsyncIterable<Uint8Array>, byte: number): Promise<TextPlace> {
  const reading: Reading = { line: 1, units: 0, decoder: new TextDecoder() }
  let base = 0
  for await (const chunk of chunks) {
    const end = Math.min(chunk.length, byte - base)
    readPart(reading, chunk.subarray(0, end))
    base += end
    if (base === byte) return placeOf(reading)
  }
  return {}
}

/** Up to where some editors show a line. */
const mostColumn = 10_000

const lineEnd = 0x0a

type Reading = {
  line: number
  /** Of its text, as far as it is looked at. */
  units: number
  /** A byte order mark is no part of the first line. */
  decoder: TextDecoder
}

function readPart(reading: Reading, part: Uint8Array): void {
  let begin = 0
  for (let at = 0; at < part.length; at++) {
    if (part[at] !== lineEnd) continue
    reading.line++
    begin = at + 1
  }
  if (begin > 0) Object.assign(reading, { units: 0, decoder: new TextDecoder('utf-8', { ignoreBOM: true }) })
  if (reading.units >= mostColumn) return
  reading.units += reading.decoder.decode(part.subarray(begin), { stream: true }).length
}

function placeOf({ line, units, decoder }: Reading): TextPlace {
  if (units < mostColumn) return { line, column: units + decoder.decode().length + 1 }
  return line === 1 ? {} : { line }
}
