import { cutBehind } from './cut.ts'
import { dividerFaults } from './divider.ts'
import type { PlacedFinding, Spec } from './placed.ts'
import { limits } from './limits.ts'
import { placed, withoutFix, type OpenDocument } from './open-document.ts'
import { openYaml, type Opened } from './open-yaml.ts'
import { readForm, type FormSource, type ReadForm } from './read-form.ts'
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
  const read = readForms(documents, { text, lines, variables })
  const dividers = dividerFaults(documents, text)
  const findings = read.flatMap((form, i) => {
    const [before, behind] = [dividers[i], dividers[i + 1]]
    // What goes on with a form is none itself, and the form is not as short as it looks.
    if (before) return [placed(before, lines)]
    return behind ? form.findings.filter((finding) => !isAboutSteps(finding)) : form.findings
  })
  // Where lines are read otherwise than they are written, what follows stands at other offsets.
  const own = broken.length === 0 ? findings : findings.map(withoutFix)
  return {
    forms: read.map(({ form }) => form),
    findings: firstOf(inOrder([...broken, ...own]), broken.length + findings.length),
    variables: new Set(read.flatMap((form) => Array.from(form.variables))),
  }
}

/** The forms of documents; behind those with more findings than are told, none is checked. */
function readForms(documents: readonly OpenDocument[], source: FormSource): readonly ReadForm[] {
  let found = 0
  return documents.map((document) => {
    const isTold = found <= limits.findings
    const form = readForm(isTold ? document : { ...document, faults: [], isWhole: false }, source)
    found += form.findings.length
    return form
  })
}

/** As many findings as are told, with a word on the rest where there is one; of so many that were found. */
function firstOf(findings: readonly PlacedFinding[], found: number): readonly PlacedFinding[] {
  const last = findings[limits.findings - 1] ?? findings.at(-1)
  if (found <= limits.findings || !last) return findings
  return [...findings.slice(0, limits.findings), cutBehind(last)]
}

const isAboutSteps = ({ code, path }: PlacedFinding): boolean =>
  (code === 'too-few' || code === 'missing-key') && path.length === 1 && path[0] === 'steps'

/** In the order of the file; what an alias repeats is said once, where it is written. */
function inOrder(findings: readonly PlacedFinding[]): readonly PlacedFinding[] {
  let atPlace: PlacedFinding[] = []
  return findings
    .toSorted((a, b) => a.line - b.line || a.column - b.column)
    .filter((finding) => {
      const [first] = atPlace
      if (first?.line !== finding.line || first.column !== finding.column) atPlace = []
      if (atPlace.some(({ code, message }) => code === finding.code && message === finding.message))
        return false
      atPlace.push(finding)
      return true
    })
}
