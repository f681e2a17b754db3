import { check } from '../form/check.ts'
import type { Finding } from '../form/finding.ts'
import { nearest } from '../form/nearest.ts'
import { type Path, sayPath } from '../form/path.ts'
import { isKeyed, valueAt } from '../form/value.ts'
import { editsOf, type EditSource } from './edits.ts'
import { declaredIn } from './declared.ts'
import { fillIn } from './fill-in.ts'
import { gapFaults } from './gap-faults.ts'
import { limits } from './limits.ts'
import type { Lines } from './lines.ts'
import { credible, placed, type OpenDocument } from './open-document.ts'
import { finderOf, placerOf, spanOf, writtenOf, type Spot } from './place.ts'
import type { PlacedFinding, SpecForm } from './placed.ts'
import { textFault, type TextFault } from './text-fault.ts'
import type { Variables } from './variables.ts'

/** A form of a document, what is wrong with it, and the names of variables that it uses or declares. */
export type ReadForm = {
  readonly form: SpecForm
  readonly findings: readonly PlacedFinding[]
  readonly variables: ReadonlySet<string>
}

/** The text that documents stand in, and what fills them in. */
export type FormSource = {
  readonly text: string
  readonly lines: Lines
  readonly variables: Variables
}

/** The form that a document is with these variables. */
export function readForm(document: OpenDocument, { text, lines, variables }: FormSource): ReadForm {
  const { root, reading, faults, isWhole } = document
  const find = finderOf(root, reading)
  const place = placerOf(find, lines)
  if (!isWhole) {
    const form = {
      get value() {
        return reading.value
      },
      place,
    }
    const found = faults.map((fault) => placed(fault, lines))
    return { form, findings: credible(document, found, lines), variables: new Set() }
  }
  const filled = fill(document, { find, text, lines, variables })
  const form = { value: filled.value, place }
  const ofText = [...faults, ...filled.faults].map((fault) => placed(fault, lines))
  // What the text has wrong at a place, the form has wrong there only in consequence.
  const errors = ofText.filter(({ severity }) => severity === 'error')
  const taken = new Set(errors.flatMap((fault) => [startOf(fault), sayPath(fault.path)]))
  for (const path of filled.open) taken.add(sayPath(path))
  const ofForm = filled.isTooLarge
    ? []
    : check(form.value, writtenOf(find, reading, text))
        .map((finding) =>
          Object.assign(
            withEdits(finding, { form, written: reading.value, text, find }),
            place(finding.path, finding.at),
          ),
        )
        .filter(
          (finding) =>
            taken.size === 0 || (!taken.has(startOf(finding)) && !taken.has(sayPath(finding.path))),
        )
  return { form, findings: credible(document, [...ofText, ...ofForm], lines), variables: filled.names }
}

const startOf = ({ line, column }: PlacedFinding): string => `${line}:${column}`

type Fixing = EditSource & { readonly form: Pick<SpecForm, 'value'>; readonly written: unknown }

/** A finding with what its fix changes in the text; without the fix where the text has no place for it. */
function withEdits(
  finding: Finding,
  { form, written, ...source }: Fixing,
): Finding & Pick<PlacedFinding, 'edits'> {
  const { fix, ...rest } = finding
  if (fix === undefined) return finding
  // A value that came from a variable is not to be replaced where the variable stands.
  const isFilled =
    fix.kind === 'replace-value' && valueAt(form.value, fix.path) !== valueAt(written, fix.path)
  const edits = isFilled ? undefined : editsOf(fix, source)
  return edits === undefined ? rest : { ...finding, edits }
}

type Filled = {
  readonly value: unknown
  readonly faults: readonly TextFault[]
  readonly names: ReadonlySet<string>
  /** Where texts are not filled in to their end, said or not. */
  readonly open: readonly Path[]
  readonly isTooLarge: boolean
}

type FillSource = FormSource & { readonly find: (path: Path) => Spot }

/** The value of a document without its `vars`, and with them in its texts. */
function fill({ reading }: OpenDocument, source: FillSource): Filled {
  const { text, lines, variables, find } = source
  const spot = isKeyed(reading.value) && Object.hasOwn(reading.value, 'vars') ? find(['vars']) : undefined
  if (spot === undefined && !text.includes('${'))
    return { value: reading.value, faults: [], names: new Set(), open: [], isTooLarge: false }
  const declared = declaredIn(spot?.node ?? null, ['vars'], { reading, lines })
  const valueOf = (name: string): string | undefined => variables.valueOf(name) ?? declared.values.get(name)
  const filled = fillIn(withoutVars(reading.value), valueOf)
  const isKnown = declared.isWhole && variables.isWhole
  const gaps = isKnown ? filled.gaps : filled.gaps.filter(({ reference }) => reference.name === undefined)
  const withValue = [...declared.values.keys()].filter((name) => declared.values.get(name) !== undefined)
  const names = [...variables.names, ...withValue]
  const suggest = (name: string): string | undefined =>
    declared.values.has(name) ? undefined : nearest(name, names)?.word
  const missing = gapFaults(gaps, { text, find, reading, suggest })
  // A name that is used misspelt is one fault, at the use.
  const unused = [...declared.values.keys()].filter(
    (name) => !filled.used.has(name) && !missing.suggested.has(name),
  )
  const tooLarge = filled.isTooLarge ? [tooLargeFault(lines)] : []
  return {
    value: filled.value,
    faults: [...declared.faults, ...tooLarge, ...missing.faults, ...unusedFaults(unused, find)],
    names: new Set([...filled.used, ...declared.values.keys()]),
    open: filled.gaps.map(({ path }) => path),
    isTooLarge: filled.isTooLarge,
  }
}

function withoutVars(value: unknown): unknown {
  if (!isKeyed(value) || !Object.hasOwn(value, 'vars')) return value
  const { vars: _, ...rest } = value
  return rest
}

function tooLargeFault(lines: Lines): TextFault {
  const limit = `${limits.weight / 1024 / 1024} MiB`
  const problem = `With its variables filled in, the form is larger than ${limit}`
  return textFault('yaml-limit', { problem }, lines.firstLineOf(0, Infinity))
}

const unusedFaults = (names: readonly string[], find: (path: Path) => Spot): readonly TextFault[] =>
  names.map((name) => {
    const path = ['vars', name]
    const { key } = find(path)
    return textFault('unused-variable', { name }, [...(key ? spanOf(key) : ([0, 0] as const)), path])
  })
