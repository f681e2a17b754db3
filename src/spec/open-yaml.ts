import { isScalar, type Node } from 'yaml'
import { compose, type SpecDocument } from './compose.ts'
import { decode } from './decode.ts'
import { limits } from './limits.ts'
import { linesOf, type Lines } from './lines.ts'
import type { PlacedFinding } from './placed.ts'
import { readDocument, type Reading } from './read-document.ts'
import { textFault, type TextFault } from './text-fault.ts'
import type { Trace } from './trace.ts'
import { yamlFaults } from './yaml-faults.ts'

/** A YAML file, read as far as no variable matters: its documents, or the one fault that leaves none. */
export type Opened = {
  readonly text: string
  readonly lines: Lines
  readonly documents: readonly OpenDocument[]
  readonly fault?: TextFault
}

/** A document as it is written. */
export type OpenDocument = {
  readonly root: Node | null
  readonly reading: Reading
  /** What the YAML has wrong. */
  readonly faults: readonly TextFault[]
  /** Whether the value is all that was written; if not, its shape tells nothing. */
  readonly isWhole: boolean
}

/** Reads a YAML file. Documents without content are left out. */
export function openYaml(bytes: Uint8Array): Opened {
  if (bytes.length > limits.bytes) {
    const limit = `${limits.bytes / 1024 / 1024} MiB`
    return broken('', textFault('spec-too-large', { limit }, [0, 0]))
  }
  const { text, fault } = decode(bytes)
  if (fault) return broken(text, fault)
  const { documents, trace, limit } = compose(text)
  if (limit) return broken(text, limit)
  const lines = linesOf(text)
  const full = documents.filter((document) => !isEmpty(document))
  return { text, lines, documents: full.map((document) => openDocument(document, { text, lines, trace })) }
}

const broken = (text: string, fault: TextFault): Opened => ({
  text,
  lines: linesOf(text),
  documents: [],
  fault,
})

// A last `---` or `...`, or a document of comments only, is no form.
const isEmpty = ({ contents, errors }: SpecDocument): boolean =>
  errors.length === 0 && (contents === null || (isScalar(contents) && contents.source === ''))

type Source = { readonly text: string; readonly lines: Lines; readonly trace: Trace }

function openDocument(document: SpecDocument, { text, lines, trace }: Source): OpenDocument {
  const { faults, isReliable } = yamlFaults(document, text, trace)
  const reading = readDocument(document, { text, lines })
  return {
    root: document.contents,
    reading,
    faults: isReliable ? [...faults, ...reading.faults] : faults,
    isWhole: isReliable && isComplete(reading.faults),
  }
}

// A limit leaves no value; a merge that failed leaves keys out, each of which would be said to be missing; and a key
// that is none was to be something else.
const isComplete = (faults: readonly TextFault[]): boolean =>
  !faults.some(({ code, path }) => breaking.has(code) || path.includes('<<'))

const breaking = new Set(['yaml-limit', 'yaml-merge', 'yaml-dash', 'yaml-comment', 'yaml-space'])

/** A fault at its place in lines and columns. */
export function placed({ start, end, ...finding }: TextFault, lines: Lines): PlacedFinding {
  return { ...finding, ...lines.rangeOf(start, end) }
}
