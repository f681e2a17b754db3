import { count } from '../../failure/failure.ts'
import type { ValueProblem } from '../../form/shape-problems.ts'
import type { Path } from '../../form/value.ts'
import { controlFault, textFault, placed, windowsCharacter, type TextFault } from '../faults.ts'
import { limits } from '../limits.ts'
import {
  withoutFollowUps,
  finderOf,
  placerOf,
  readDocuments,
  type Documents,
  type Placer,
} from './document.ts'
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
  readonly withoutFollowUps: (findings: readonly PlacedFinding[]) => readonly PlacedFinding[]
}

export function readYamlValue(bytes: Uint8Array): YamlValue {
  const { documents, lines, broken, fault } = readYaml(bytes)
  const [document, second] = documents
  // Only in a spec a control character that is written as an escape is a mistake: a columns file holds any headline.
  const own = (document?.faults ?? []).filter(({ code }) => code !== 'not-text')
  const faults = [...(fault ? [fault] : []), ...own].map((one) => placed(one, lines))
  const start = second?.root?.range?.[0]
  return {
    value: document?.reading.value,
    isEmpty: document === undefined,
    isWhole: document?.isWhole ?? false,
    errors: [...broken, ...faults].filter(({ severity }) => severity === 'error'),
    ...(start === undefined ? {} : { second: lines.rangeOf(start, start + 1) }),
    place: document ? placerOf(finderOf(document), lines) : () => lines.rangeOf(0, 0),
    withoutFollowUps: (findings) => (document ? withoutFollowUps(document, findings, lines) : findings),
  }
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
    .map(({ path, marks = 'key', sentence }) =>
      Object.assign({ path, message: sentence }, place(path, marks)),
    )
    .toSorted((a, b) => a.line - b.line || a.column - b.column)
}

const maxNamed = 2

/** The first findings of a file and how many more there are, for a Failure. */
export function firstFindings(findings: readonly FileFinding[]): string {
  const named = findings
    .slice(0, maxNamed)
    .map(({ line, column, message }) => `line ${line}, column ${column}: ${message}`)
  const rest = findings.length - named.length
  return [...named, ...(rest > 0 ? [`And ${count(rest, 'more finding')}.`] : [])].join(' ')
}

type Encoding = { readonly encoding: string; readonly from: string }

/** Decodes a YAML file, or says why it is no text. Removes a byte order mark. */
function decode(bytes: Uint8Array): { text: string; fault?: TextFault } {
  const decoded = decodeUtf8(bytes)
  if (decoded.fault) return decoded
  // The YAML library does not know lone CRs as line ends. A newline in their place keeps all offsets.
  const text = decoded.text.replaceAll(/\r(?!\n)/g, '\n')
  const at = controlAt(text)
  if (at === -1) return { text }
  const encoding = unmarkedEncoding(bytes)
  return {
    text,
    fault: encoding === undefined ? controlFault(text.charAt(at), [at, at + 1]) : encodingFault(encoding),
  }
}

export function decodeUtf8(bytes: Uint8Array): { text: string; fault?: TextFault } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { text: new TextDecoder().decode(bytes), fault: notUtf8(bytes) }
  }
}

// YAML allows no control characters but tab and line breaks; they come from binary files and wrong encodings.
const controlAt = (text: string): number => text.search(/(?![\t\n\r])\p{Cc}/u)

function notUtf8(bytes: Uint8Array): TextFault {
  const encoding = markedEncoding(bytes) ?? unmarkedEncoding(bytes)
  if (encoding !== undefined) return encodingFault(encoding)
  // A decoder does not report where it fails: find the longest valid prefix by bisection.
  let [fine, broken] = [0, bytes.length + 1]
  while (broken - fine > 1) {
    const middle = (fine + broken) >> 1
    if (isFine(bytes.subarray(0, middle))) fine = middle
    else broken = middle
  }
  const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, fine), {
    stream: true,
  })
  const offset = new TextEncoder().encode(decoded).length
  const at = decoded.startsWith('\uFEFF') ? decoded.length - 1 : decoded.length
  const byte = `0x${(bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`
  const isBinary = bytes.subarray(0, maxSampleBytes).includes(0)
  // Every byte above ASCII is a character there, but for five.
  const isWindows = !isBinary && !bytes.some((one) => /\p{Cc}/u.test(windowsCharacter(one)) && one > 127)
  const character = isWindows ? windowsCharacter(bytes[offset] ?? 0) : undefined
  return textFault('not-utf8', { offset, byte, isBinary, character }, [at, at + 1])
}

const encodingFault = (encoding: Encoding): TextFault => textFault('not-utf8', encoding, [0, 0])

function markedEncoding(bytes: Uint8Array): Encoding | undefined {
  const [first, second, third, fourth] = bytes
  if (first === 0xff && second === 0xfe)
    return third === 0 && fourth === 0
      ? { encoding: 'UTF-32 LE', from: 'UTF-32' }
      : { encoding: 'UTF-16 LE', from: 'UTF-16' }
  return first === 0xfe && second === 0xff ? { encoding: 'UTF-16 BE', from: 'UTF-16' } : undefined
}

/** UTF-16 without a byte order mark: in Latin text every other byte is 0. */
function unmarkedEncoding(bytes: Uint8Array): Encoding | undefined {
  const beginning = bytes.subarray(0, maxSampleBytes)
  const pairs = beginning.length >> 1
  if (pairs < 2) return undefined
  const zeros = [0, 0]
  for (const [i, byte] of beginning.subarray(0, 2 * pairs).entries())
    if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > 0.7 * pairs && even === 0) return { encoding: 'UTF-16 LE', from: 'UTF-16LE' }
  return even > 0.7 * pairs && odd === 0 ? { encoding: 'UTF-16 BE', from: 'UTF-16BE' } : undefined
}

// The start of a file shows its kind.
const maxSampleBytes = 1024

function isFine(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
