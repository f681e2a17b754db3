import { isScalar, type Node } from 'yaml'
import type { SpecDocument } from './compose.ts'
import { limits } from './limits.ts'
import type { Lines } from './lines.ts'
import type { PlacedFinding } from './placed.ts'
import { readDocument, readLater } from './read-document.ts'
import type { Reading } from './reader.ts'
import type { TextFault } from './text-fault.ts'
import type { Trace } from './trace.ts'
import { yamlFaults } from './yaml-faults.ts'

/** A document as it is written. */
export type OpenDocument = {
  readonly root: Node | null
  readonly reading: Reading
  /** What the YAML has wrong. */
  readonly faults: readonly TextFault[]
  /** Whether the value is all that was written; if not, its shape tells nothing. */
  readonly isWhole: boolean
  /** The one of the faults after which the structure can only be guessed. */
  readonly breaks?: TextFault
  /** The lines that were read otherwise than they are written. */
  readonly touched: ReadonlySet<number>
}

type Source = { readonly text: string; readonly lines: Lines; readonly trace: Trace }

/** Reads a document as far as it can be. */
export function openDocument(document: SpecDocument, { text, lines, trace }: Source): OpenDocument {
  const { faults, isReliable } = yamlFaults(document, text, trace)
  const reading = (isReliable ? readDocument : readLater)(document, { text, lines })
  const breaks = isReliable ? reading.faults.find(({ code }) => breaking.has(code)) : faults.at(-1)
  return {
    root: document.contents,
    reading,
    faults: isReliable ? [...faults, ...reading.faults] : faults,
    isWhole: isReliable && isComplete(reading.faults),
    ...(breaks && { breaks }),
    touched: new Set(),
  }
}

/** Whether a document holds nothing: a last `---` or `...`, or comments only, is no form. */
export const isEmpty = ({ contents, errors }: SpecDocument): boolean =>
  errors.length === 0 && (contents === null || (isScalar(contents) && contents.source === ''))

// A limit leaves no value; a merge that failed leaves keys out, each of which would be said to be missing; and a key
// that is none was to be something else.
const isComplete = (faults: readonly TextFault[]): boolean =>
  faults.length <= limits.findings &&
  !faults.some(({ code, path }) => breaking.has(code) || path.includes('<<'))

const breaking = new Set(['yaml-limit', 'yaml-merge', 'yaml-dash', 'yaml-comment', 'yaml-space'])

/** A fault at its place in lines and columns. */
export function placed({ start, end, ...finding }: TextFault, lines: Lines): PlacedFinding {
  return { ...finding, ...lines.rangeOf(start, end) }
}

/** Those of a document's findings that do not come of reading some lines otherwise than they are written. */
export function credible(
  { touched }: OpenDocument,
  findings: readonly PlacedFinding[],
  lines: Lines,
): readonly PlacedFinding[] {
  if (touched.size === 0) return findings
  const unsure = linesOver(touched, lines)
  return findings
    .filter(({ line, endLine }) => !unsure.has(line) && !touched.has(endLine))
    .filter(({ code }) => !ofAbsence.has(code))
    .map(withoutFix)
}

/** A finding without its fix: the offsets of its edits are those of the other text. */
export function withoutFix(finding: PlacedFinding): PlacedFinding {
  const { fix, edits, ...rest } = finding
  return fix === undefined && edits === undefined ? finding : rest
}

/** Some lines, and those that they hang on: their values are not quite what is written either. */
function linesOver(touched: ReadonlySet<number>, lines: Lines): ReadonlySet<number> {
  const over = new Set(touched)
  const last = Math.max(...touched)
  const open: { readonly number: number; readonly indent: number }[] = []
  // In one pass: from each line upwards it would cost the square of a file whose every line begins with a tab.
  for (let number = 1; number <= last; number++) {
    const line = lines.line(number)
    if (line.trim() === '' && !touched.has(number)) continue
    const indent = indentOf(line)
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop()
    if (touched.has(number)) for (const above of open) over.add(above.number)
    if (line.trim() !== '') open.push({ number, indent })
  }
  return over
}

const indentOf = (line: string): number => line.search(/[^ ]|$/)

// What is not there may stand in a line that could not be read.
const ofAbsence = new Set([
  'missing-key',
  'missing-one-of',
  'too-few',
  'blank-step',
  'empty-text',
  'no-fields',
  'no-options',
  'no-way-forward',
  'prefill-without-email',
  'unknown-reveal-after',
  'yaml-alias',
  'missing-variable',
  'unused-variable',
])
