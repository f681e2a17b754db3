import { isScalar } from 'yaml'
import { check } from '../form/check.ts'
import type { Finding } from '../form/finding.ts'
import { sayPath } from '../form/path.ts'
import { compose, type SpecDocument } from './compose.ts'
import { decode } from './decode.ts'
import { limits } from './limits.ts'
import { linesOf, type Lines } from './lines.ts'
import { finderOf, placerOf, writtenOf } from './place.ts'
import type { PlacedFinding, Spec, SpecForm } from './placed.ts'
import { readDocument } from './read-document.ts'
import { textFault, type TextFault } from './text-fault.ts'
import type { Trace } from './trace.ts'
import { yamlFaults } from './yaml-faults.ts'

/** A spec file, read: its forms, and everything wrong with the text and the forms, in the file's order. */
export function parseSpec(bytes: Uint8Array): Spec {
  if (bytes.length > limits.bytes) {
    const limit = `${limits.bytes / 1024 / 1024} MiB`
    return broken(linesOf(''), textFault('spec-too-large', { limit }, [0, 0]))
  }
  const { text, fault } = decode(bytes)
  const lines = linesOf(text)
  if (fault) return broken(lines, fault)
  const { documents, trace, limit } = compose(text)
  if (limit) return broken(lines, limit)
  const full = documents.filter((document) => !isEmpty(document))
  if (full.length === 0) return broken(lines, textFault('empty-spec', {}, [0, 0]))
  const read = full.map((document) => readForm(document, { text, lines, trace }))
  return {
    forms: read.map(({ form }) => form),
    findings: inOrder(read.flatMap(({ findings }) => findings)),
  }
}

const broken = (lines: Lines, fault: TextFault): Spec => ({ forms: [], findings: [placed(fault, lines)] })

// A last `---` or `...`, or a document of comments only, is no form.
const isEmpty = ({ contents, errors }: SpecDocument): boolean =>
  errors.length === 0 && (contents === null || (isScalar(contents) && contents.source === ''))

type Source = { readonly text: string; readonly lines: Lines; readonly trace: Trace }
type ReadForm = { readonly form: SpecForm; readonly findings: readonly PlacedFinding[] }

function readForm(document: SpecDocument, { text, lines, trace }: Source): ReadForm {
  const { faults, isReliable } = yamlFaults(document, text, trace)
  const reading = readDocument(document, { text, lines })
  const find = finderOf(document.contents, reading)
  const form = { value: reading.value, place: placerOf(find, lines) }
  if (!isReliable) return { form, findings: faults.map((fault) => placed(fault, lines)) }
  const ofText = [...faults, ...reading.faults].map((fault) => placed(fault, lines))
  // What the text has wrong at a place, the form has wrong there only in consequence.
  const errors = ofText.filter(({ severity }) => severity === 'error')
  const taken = new Set(errors.flatMap((fault) => [startOf(fault), sayPath(fault.path)]))
  const ofForm = isWhole(reading.faults)
    ? placeAll(form, check(form.value, writtenOf(find, reading, text))).filter(
        (finding) => !taken.has(startOf(finding)) && !taken.has(sayPath(finding.path)),
      )
    : []
  return { form, findings: [...ofText, ...ofForm] }
}

// A limit leaves no value; a merge that failed leaves keys out, each of which would be said to be missing; and a key
// that is none was to be something else.
const isWhole = (faults: readonly TextFault[]): boolean =>
  !faults.some(({ code, path }) => breaking.has(code) || path.includes('<<'))

const breaking = new Set(['yaml-limit', 'yaml-merge', 'yaml-dash', 'yaml-comment', 'yaml-space'])

/** Findings at their places in the author's text. */
const placeAll = (form: SpecForm, findings: readonly Finding[]): readonly PlacedFinding[] =>
  findings.map((finding) => Object.assign({}, finding, form.place(finding.path, finding.at)))

const startOf = ({ line, column }: PlacedFinding): string => `${line}:${column}`

function placed({ start, end, ...finding }: TextFault, lines: Lines): PlacedFinding {
  const said: Finding = finding
  return { ...said, ...lines.rangeOf(start, end) }
}

/** In the order of the file; what an alias repeats is said once, where it is written. */
function inOrder(findings: readonly PlacedFinding[]): readonly PlacedFinding[] {
  const seen = new Map<string, PlacedFinding>()
  for (const finding of findings) {
    const name = `${finding.code} ${startOf(finding)} ${finding.message}`
    if (!seen.has(name)) seen.set(name, finding)
  }
  return [...seen.values()].toSorted((a, b) => a.line - b.line || a.column - b.column)
}
