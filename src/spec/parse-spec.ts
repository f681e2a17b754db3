import type { PlacedFinding, Spec } from './placed.ts'
import { openYaml, placed, type Opened } from './open-yaml.ts'
import { readForm } from './read-form.ts'
import { textFault } from './text-fault.ts'
import { noVariables, type Variables } from './variables.ts'

/** A spec file, read: its forms, and everything wrong with the text and the forms, in the file's order. */
export const parseSpec = (bytes: Uint8Array, variables: Variables = noVariables): Spec =>
  specOf(openYaml(bytes), variables)

/** The spec that an opened file is with these variables. */
export function specOf({ text, lines, documents, fault }: Opened, variables: Variables): Spec {
  const whole = fault ?? (documents.length === 0 ? textFault('empty-spec', {}, [0, 0]) : undefined)
  if (whole) return { forms: [], findings: [placed(whole, lines)], variables: new Set() }
  const read = documents.map((document) => readForm(document, { text, lines, variables }))
  return {
    forms: read.map(({ form }) => form),
    findings: inOrder(read.flatMap(({ findings }) => findings)),
    variables: new Set(read.flatMap((form) => Array.from(form.variables))),
  }
}

/** In the order of the file; what an alias repeats is said once, where it is written. */
function inOrder(findings: readonly PlacedFinding[]): readonly PlacedFinding[] {
  const seen = new Map<string, PlacedFinding>()
  for (const finding of findings) {
    const name = `${finding.code} ${finding.line}:${finding.column} ${finding.message}`
    if (!seen.has(name)) seen.set(name, finding)
  }
  return [...seen.values()].toSorted((a, b) => a.line - b.line || a.column - b.column)
}
