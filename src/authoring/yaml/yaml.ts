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
