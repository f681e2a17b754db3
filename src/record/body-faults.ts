import { Failure, problemText, type Problem } from '../failure/failure.ts'

/** Makes the failures of a body that cannot be read, with words that name its source. */
export type BodyFaults = {
  /** It is not what the contract describes. */
  readonly broken: (problem: Problem) => Failure
  /** It broke off after this number of bytes. */
  readonly cutOff: (offset: number) => Failure
}

/** The faults of a reply. `where` follows "The reply": empty, or as in " to GET /api/v1/responses". */
export const replyFaults = (where: string): BodyFaults => ({
  broken: (problem) => Failure.of('reply-unreadable', { where, problem: problemText(problem) }),
  cutOff: (offset) => Failure.of('cut-off', { where: `The reply${where}`, offset }),
})

/** What is wrong with one byte: `is } where a value was expected`. */
export const brokenAt = ({ broken }: BodyFaults, byte: number, problem: string): Failure =>
  broken({ at: { byte }, after: ` ${problem}` })

/** A line and a column, both from 1; absent where they are not known. */
export type TextPlace = { readonly line?: number; readonly column?: number }

/**
 * The line and column of a byte in a text, which is read up to there in constant memory. Columns are UTF-16 code units, as
 * in findings; a byte order mark does not count.
 */
export async function placeOfByte(chunks: AsyncIterable<Uint8Array>, byte: number): Promise<TextPlace> {
  let [line, units, base] = [1, 0, 0]
  let decoder = new TextDecoder()
  for await (const chunk of chunks) {
    const part = chunk.subarray(0, Math.min(chunk.length, byte - base))
    let begin = 0
    for (let at = part.indexOf(lineEnd); at >= 0; at = part.indexOf(lineEnd, begin)) {
      line++
      begin = at + 1
      units = 0
      decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    }
    units += decoder.decode(part.subarray(begin), { stream: true }).length
    base += part.length
    if (base >= byte) return { line, column: units + decoder.decode().length + 1 }
  }
  return {}
}

const lineEnd = 0x0a
