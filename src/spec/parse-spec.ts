import { dividerFaults } from './divider.ts'
import type { PlacedFinding, Spec } from './placed.ts'
import { placed } from './open-document.ts'
import { openYaml, type Opened } from './open-yaml.ts'
import { readForm } from './read-form.ts'
import { textFault } from './text-fault.ts'
import { noVariables, type Variables } from './variables.ts'

/** A spec file, read: its forms, and everything wrong with the text and the forms, in the file's order. */
export const parseSpec = (bytes: Uint8Array, variables: Variables = noVariables): Spec =>
  specOf(openYaml(bytes), variables)

/** The spec that an opened file is with these variables. */
export function specOf({ text, lines, documents, broken, fault }: Opened, variables: Variables): Spec {
  const whole =
    fault ?? (documents.length + broken.length === 0 ? textFault('empty-spec', {}, [0, 0]) : undefined)
  if (whole) return { forms: [], findings: [placed(whole, lines)], variables: new Set() }
  const read = documents.map((document) => readForm(document, { text, lines, variables }))
  const dividers = dividerFaults(documents, text)
  const findings = read.flatMap((form, i) => {
    const [before, behind] = [dividers[i], dividers[i + 1]]
    // What goes on with a form is none itself, and the form is not as short as it looks.
    if (before) return [placed(before, lines)]
    return behind ? form.findings.filter((finding) => !isAboutSteps(finding)) : form.findings
  })
  return {
    forms: read.map(({ form }) => form),
    findings: inOrder([...broken, ...findings]),
    variables: new Set(read.flatMap((form) => Array.from(form.variables))),
  }
}

const isAboutSteps = ({ code, path }: PlacedFinding): boolean =>
  (code === 'too-few' || code === 'missing-key') && path.length === 1 && path[0] === 'steps'

/** In the order of the file; what an alias repeats is said once, where it is written. */
function inOrder(findings: readonly PlacedFinding[]): readonly PlacedFinding[] {
  const seen = new Map<string, PlacedFinding>()
  for (const finding of findings) {
    const name = `${finding.code} ${finding.line}:${finding.column} ${finding.message}`
    if (!seen.has(name)) seen.set(name, finding)
  }
  return [...seen.values()].toSorted((a, b) => a.line - b.line || a.column - b.column)
}
