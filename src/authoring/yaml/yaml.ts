import { count } from '../../failure/failure.ts'
import type { Path } from '../../form/value.ts'
import { textFault, placed, type TextFault } from '../faults.ts'
import { limits } from '../limits.ts'
import { decode } from './decode.ts'
import { credible, finderOf, placerOf, readDocuments, type Documents, type Placer } from './document.ts'
import { linesOf, type PlacedFinding, type Range } from './lines.ts'
import { recover } from './recover.ts'

/** A YAML file: its documents without the empty ones, or the fault that kept it from being read. */
export type YamlFile = Documents & {
  /** The faults that broke the structure, where recovery could read on. Then `text` is the recovered text. */
  readonly broken: readonly PlacedFinding[]
  readonly fault?: TextFault
}

/** Reads a YAML file: decodes it, parses it, reads the values, and recovers from broken structure. */
export function readYaml(bytes: Uint8Array): YamlFile {
  if (bytes.length > limits.bytes) {
    // No file of that size is read; this holds for bytes that come another way.
    const problem = `The file is larger than ${limits.bytes / 1024 / 1024} MiB`
    return withoutDocuments('', textFault('yaml-limit', { problem }, [0, 0]))
  }
  const { text, fault } = decode(bytes)
  if (fault) return withoutDocuments(text, fault)
  const read = readDocuments(text)
  if ('start' in read) return withoutDocuments(text, read)
  return read.documents.some((document) => document.breaks !== undefined)
    ? recover(read)
    : { ...read, broken: [] }
}

const withoutDocuments = (text: string, fault: TextFault): YamlFile => ({
  text,
  lines: linesOf(text),
  documents: [],
  broken: [],
  fault,
})

/** The one value of a YAML file that is no spec, such as a settings file. */
export type YamlValue = {
  readonly value: unknown
  readonly isEmpty: boolean
  /** Whether the value holds all that was written. If not, its shape means nothing. */
  readonly isWhole: boolean
  readonly errors: readonly PlacedFinding[]
  /** Where a second document begins, which such a file must not have. */
  readonly second?: Range
  readonly place: Placer
  /** Leaves out findings that may come from lines that could not be read. */
  readonly credible: (findings: readonly PlacedFinding[]) => readonly PlacedFinding[]
}

export function readYamlValue(bytes: Uint8Array): YamlValue {
  const { documents, lines, broken, fault } = readYaml(bytes)
  const [document, second] = documents
  const faults = [...(fault ? [fault] : []), ...(document?.faults ?? [])].map((one) => placed(one, lines))
  const start = second?.root?.range?.[0]
  return {
    value: document?.reading.value,
    isEmpty: document === undefined,
    isWhole: document?.isWhole ?? false,
    errors: [...broken, ...faults].filter(({ severity }) => severity === 'error'),
    ...(start === undefined ? {} : { second: lines.rangeOf(start, start + 1) }),
    place: document ? placerOf(finderOf(document), lines) : () => lines.rangeOf(0, 0),
    credible: (findings) => (document ? credible(document, findings, lines) : findings),
  }
}

/** What is wrong with the value of a file at one place. */
export type ValueProblem = {
  readonly path: Path
  /** Absent: the value. */
  readonly at?: 'key' | 'value'
  readonly sentence: string
}

/** A problem with where it stands in the file. */
export type FileFinding = Range & { readonly path: Path; readonly message: string }

/** All that is wrong with a file of one value, by place: its YAML, or else its value. */
export function fileFindings(
  { errors, isEmpty, second, value, place }: YamlValue,
  { whenEmpty, problemsIn }: { whenEmpty: string; problemsIn: (value: unknown) => readonly ValueProblem[] },
): readonly FileFinding[] {
  if (errors.length > 0)
    return errors.map(({ path, message, line, column, endLine, endColumn }) => {
      return { path, message, line, column, endLine, endColumn }
    })
  if (isEmpty) return [{ path: [], message: whenEmpty, ...place([], 'value') }]
  if (second) return [{ path: [], message: 'A second document begins here. Remove it.', ...second }]
  return problemsIn(value)
    .map(({ path, at = 'value', sentence }) => Object.assign({ path, message: sentence }, place(path, at)))
    .toSorted((a, b) => a.line - b.line || a.column - b.column)
}

const mostNamed = 2

/** The first findings of a file and how many more there are, for a Failure. */
export function firstFindings(findings: readonly FileFinding[]): string {
  const named = findings
    .slice(0, mostNamed)
    .map(({ line, column, message }) => `line ${line}, column ${column}: ${message}`)
  const rest = findings.length - named.length
  return [...named, ...(rest > 0 ? [`And ${count(rest, 'more finding')}.`] : [])].join(' ')
}
