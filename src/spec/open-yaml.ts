import { compose } from './compose.ts'
import { decode } from './decode.ts'
import { limits } from './limits.ts'
import { linesOf, type Lines } from './lines.ts'
import { isEmpty, openDocument, type OpenDocument } from './open-document.ts'
import type { PlacedFinding } from './placed.ts'
import { recover, type Readable, type Recovered } from './recover.ts'
import { textFault, type TextFault } from './text-fault.ts'

/** A YAML file, read as far as no variable matters: its documents, or the one fault that leaves none. */
export type Opened = {
  /** As it was read: where it is broken, that is not quite as it is written. */
  readonly text: string
  readonly lines: Lines
  readonly documents: readonly OpenDocument[]
  /** What broke the structure of documents and was read on behind. */
  readonly broken: readonly PlacedFinding[]
  readonly fault?: TextFault
}

/** Reads a YAML file. Documents without content are left out. */
export function openYaml(bytes: Uint8Array): Opened {
  if (bytes.length > limits.bytes) {
    // Files of that size are not even read; this holds for bytes that come another way.
    const problem = `The file is larger than ${limits.bytes / 1024 / 1024} MiB`
    return without('', textFault('yaml-limit', { problem }, [0, 0]))
  }
  const { text, fault } = decode(bytes)
  if (fault) return without(text, fault)
  const read = readable(text)
  if ('start' in read) return without(text, read)
  if (read.documents.every((document) => document.breaks === undefined)) return { ...read, broken: [] }
  const recovered = recover(read, (other) => {
    const again = readable(other)
    return 'start' in again ? undefined : again
  })
  return { ...recovered, documents: withTouched(recovered) }
}

/** The documents with their lines that were read otherwise than they are written; what stands above one is its own. */
function withTouched({ documents, touched, lines }: Recovered): readonly OpenDocument[] {
  let above = 0
  return documents.map((document, i) => {
    const from = above
    above = i === documents.length - 1 ? Infinity : lastLineOf(document, lines)
    const own = [...touched].filter((line) => from < line && line <= above)
    return { ...document, touched: new Set(own) }
  })
}

/** The documents of a text, or the limit that it passes. */
function readable(text: string): Readable | TextFault {
  const { documents, trace, limit } = compose(text)
  if (limit) return limit
  const lines = linesOf(text)
  const full = documents.filter((document) => !isEmpty(document))
  return { text, lines, documents: full.map((document) => openDocument(document, { text, lines, trace })) }
}

function lastLineOf({ root }: OpenDocument, lines: Lines): number {
  const [start = 0, , end = start] = root?.range ?? []
  return lines.rangeOf(end, end).line
}

const without = (text: string, fault: TextFault): Opened => ({
  text,
  lines: linesOf(text),
  documents: [],
  broken: [],
  fault,
})
