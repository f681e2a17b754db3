import { check, type Target } from '../form/check.ts'
import type { Finding } from '../form/finding.ts'
import { pathText, type Path, isObject, valueAt } from '../form/value.ts'
import { refusedCode } from './codes.ts'
import { cutBehind, placed, textFault, type TextFault } from './faults.ts'
import { editsOf, type EditSource } from './edits.ts'
import { limits } from './limits.ts'
import { fillInDocument } from './variables/fill-in.ts'
import { noVariables, type Variables } from './variables/variables.ts'
import {
  withoutFollowUps,
  finderOf,
  placerOf,
  withoutFix,
  writtenOf,
  type Placer,
  type YamlDocument,
} from './yaml/document.ts'
import { byPlace, type Lines, type PlacedFinding } from './yaml/lines.ts'
import { readYaml, type YamlFile } from './yaml/yaml.ts'

export type SpecForm = {
  /** The document as a plain value of any shape, with its variables filled in. A valid `Form` if no finding is an error. */
  readonly value: unknown
  readonly place: Placer
}

/** A spec file: its forms, one for each document, and its findings in the order of the file. */
export type Spec = {
  readonly forms: readonly SpecForm[]
  readonly findings: readonly PlacedFinding[]
  readonly variables: ReadonlySet<string>
}

/** Checks a spec file, for its service if that is known. */
export const checkSpec = (bytes: Uint8Array, variables: Variables = noVariables, target?: Target): Spec =>
  checkFile(readYaml(bytes), variables, target)

/** Checks a file that is read already: rows fill in the same file again and again. */
export function checkFile(
  { text, lines, documents, broken, fault }: YamlFile,
  variables: Variables,
  target: Target,
): Spec {
  const whole =
    fault ?? (documents.length + broken.length === 0 ? textFault('empty-spec', {}, [0, 0]) : undefined)
  if (whole) return { forms: [], findings: [placed(whole, lines)], variables: new Set() }
  let found = 0
  const checked = documents.map((document) => {
    const isWithin = found <= limits.findings
    const one = isWithin ? document : { ...document, faults: [], isWhole: false }
    const form = checkDocument(one, text, lines, variables, target)
    found += form.findings.length
    return form
  })
  const dividers = dividerFaults(documents, text)
  const findings = checked.flatMap((form, i) => {
    const [before, after] = [dividers[i], dividers[i + 1]]
    // A document that continues the form above is no form, and completes the steps of the form above.
    if (before) return [placed(before, lines)]
    return after ? form.findings.filter((finding) => !isAboutSteps(finding)) : form.findings
  })
  // Recovery moves offsets, so edits no longer match the author's text.
  const own = broken.length === 0 ? findings : findings.map(withoutFix)
  return {
    forms: checked.map(({ form }) => form),
    findings: cutOff(inOrder([...broken, ...own]), broken.length + findings.length),
    variables: new Set(checked.flatMap((form) => Array.from(form.variables))),
  }
}

/** The findings up to the limit, and one about the limit if more were found. */
function cutOff(findings: readonly PlacedFinding[], found: number): readonly PlacedFinding[] {
  const last = findings[limits.findings - 1] ?? findings.at(-1)
  if (found <= limits.findings || !last) return findings
  return [...findings.slice(0, limits.findings), cutBehind(last)]
}

const isAboutSteps = ({ code, path }: PlacedFinding): boolean =>
  (code === 'too-few' || code === 'missing-key') && path.length === 1 && path[0] === 'steps'

/** Sorts findings by place. An alias repeats findings; each is kept once, where it is written. */
function inOrder(findings: readonly PlacedFinding[]): readonly PlacedFinding[] {
  let atPlace: PlacedFinding[] = []
  return findings.toSorted(byPlace).filter((finding) => {
    const [first] = atPlace
    if (first?.line !== finding.line || first.column !== finding.column) atPlace = []
    if (atPlace.some(({ code, message }) => code === finding.code && message === finding.message))
      return false
    atPlace.push(finding)
    return true
  })
}

type CheckedForm = { readonly form: SpecForm } & Pick<Spec, 'findings' | 'variables'>

function checkDocument(
  document: YamlDocument,
  text: string,
  lines: Lines,
  variables: Variables,
  target: Target,
): CheckedForm {
  const { reading, faults, isWhole } = document
  const find = finderOf(document)
  const place = placerOf(find, lines)
  if (!isWhole) {
    const form = {
      get value() {
        return reading.value
      },
      place,
    }
    const found = faults.map((fault) => placed(fault, lines))
    return { form, findings: withoutFollowUps(document, found, lines), variables: new Set() }
  }
  const filled = fillInDocument(document, { find, text, lines, variables })
  const form = { value: filled.value, place }
  const ofText = [...faults, ...filled.faults].map((fault) => placed(fault, lines))
  const cuts = new Map(
    ofText.filter(({ code }) => code === 'yaml-hash').map((cut) => [pathText(cut.path), cut]),
  )
  // A fault of the text causes findings of the form at the same place: those are left out.
  const startOf = ({ line, column }: PlacedFinding): string => `${line}:${column}`
  const errors = ofText.filter(({ severity }) => severity === 'error')
  const taken = new Set(errors.flatMap((fault) => [startOf(fault), pathText(fault.path)]))
  for (const path of filled.open) taken.add(pathText(path))
  const source = { form, written: reading.value, text, find }
  const ofForm = filled.isTooLarge
    ? []
    : check(form.value, { written: writtenOf(find, reading, text), target })
        .map((finding) => Object.assign(withEdits(finding, source), place(finding.path, finding.marks)))
        .filter(
          (finding) =>
            taken.size === 0 || (!taken.has(startOf(finding)) && !taken.has(pathText(finding.path))),
        )
  const all = [...ofText, ...ofForm]
  const found = cuts.size === 0 ? all : withCuts(all, cuts)
  return { form, findings: withoutFollowUps(document, found, lines), variables: filled.names }
}

/** If a comment cuts off a text, errors of the remaining text get the help of that comment, which is then not reported itself. */
function withCuts(
  findings: readonly PlacedFinding[],
  cuts: ReadonlyMap<string, PlacedFinding>,
): readonly PlacedFinding[] {
  const withHelp = new Map<string, PlacedFinding>()
  for (const finding of findings) {
    const { help, fix, edits } = cuts.get(pathText(finding.path)) ?? {}
    if (finding.severity !== 'error' || help === undefined) continue
    const mended =
      fix && edits ? { ...withoutFix(finding), help, fix, edits } : { ...withoutFix(finding), help }
    withHelp.set(pathText(finding.path), mended)
  }
  const others = findings.filter(({ path }) => !cuts.has(pathText(path)))
  return [...others, ...Array.from(cuts, ([path, cut]) => withHelp.get(path) ?? cut)]
}

/** Adds the edits of a finding's fix; drops the fix if the text has no place for them. */
function withEdits(
  finding: Finding,
  {
    form,
    written,
    ...source
  }: EditSource & { readonly form: Pick<SpecForm, 'value'>; readonly written: unknown },
): Finding & Pick<PlacedFinding, 'edits'> {
  const { fix, ...rest } = finding
  if (fix === undefined) return finding
  // A value that came from a variable cannot be replaced where the variable stands.
  const isFilled =
    fix.kind === 'replace-value' && valueAt(form.value, fix.path) !== valueAt(written, fix.path)
  const edits = isFilled ? undefined : editsOf(fix, source)
  return edits === undefined ? rest : { ...finding, edits }
}

/** For each document that continues the form above it: the fault of the `---` between them. */
function dividerFaults(documents: readonly YamlDocument[], text: string): readonly (TextFault | undefined)[] {
  let form: YamlDocument | undefined
  return documents.map((document) => {
    const isContinued = form !== undefined && continues(form, document)
    const start = isContinued ? text.lastIndexOf('\n---', document.root?.range?.[0] ?? 0) + 1 : 0
    if (start > 0) return textFault('yaml-divider', {}, [start, start + 3])
    form = document
    return undefined
  })
}

/** Whether entries follow a list of steps, or steps follow a name. */
function continues(before: YamlDocument, after: YamlDocument): boolean {
  const [head, rest] = [before.reading.value, after.reading.value]
  if (!before.isWhole || !after.isWhole || !isObject(head)) return false
  if (Array.isArray(rest)) return Array.isArray(head['steps'])
  return isObject(rest) && 'name' in head && !('steps' in head) && 'steps' in rest && !('name' in rest)
}

/** Places a service's findings at the author's own lines. `errors` is the member of a 400 body, of any shape. */
export function placeFaults(form: SpecForm, errors: unknown): readonly PlacedFinding[] {
  if (!Array.isArray(errors)) return []
  return errors.filter(isObject).map((error): PlacedFinding => {
    const path: Path = (Array.isArray(error['path']) ? error['path'] : []).filter(
      (part): part is string | number => typeof part === 'string' || typeof part === 'number',
    )
    // An object or array is too large to mark: its key is marked instead.
    const marks = typeof valueAt(form.value, path) === 'object' ? 'key' : 'value'
    const { message: text } = error
    const message =
      typeof text === 'string' && text.trim() !== ''
        ? text
        : 'The service refuses this, and does not say why.'
    const finding: Finding = { code: refusedCode, severity: 'error', isRefused: true, path, marks, message }
    return Object.assign({}, finding, form.place(path, marks))
  })
}
