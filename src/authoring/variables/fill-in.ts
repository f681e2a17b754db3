import { isScalar, type Scalar } from 'yaml'
import { takesOnlyText } from '../../form/schema.ts'
import { nearest, quote } from '../../form/words.ts'
import { getOrMake, type Path, isObject } from '../../form/value.ts'
import { textFault, type TextFault } from '../faults.ts'
import { limits } from '../limits.ts'
import type { Spot, YamlDocument } from '../yaml/document.ts'
import type { Lines } from '../yaml/lines.ts'
import { spanOf, targetOf, type DocumentContent } from '../yaml/read.ts'
import {
  declaredIn,
  environmentName,
  fillText,
  openingCount,
  openingsIn,
  textOfValue,
  type ValueFault,
  type VariableStart,
  type VariableValue,
  type Reference,
  type Variables,
} from './variables.ts'

/** The value of a document without its `vars` and `x-…` keys, with variables filled in. */
export function fillInDocument(
  { reading }: YamlDocument,
  {
    text,
    lines,
    variables,
    find,
  }: {
    readonly text: string
    readonly lines: Lines
    readonly variables: Variables
    readonly find: (path: Path) => Spot
  },
): {
  readonly value: unknown
  readonly faults: readonly TextFault[]
  readonly names: ReadonlySet<string>
  /** The paths of texts with a variable that has no value, reported or not. */
  readonly open: readonly Path[]
  readonly isTooLarge: boolean
} {
  const spot = isObject(reading.value) && Object.hasOwn(reading.value, 'vars') ? find(['vars']) : undefined
  const { form, shared } = partsOf(reading.value)
  if (spot === undefined && !text.includes('${'))
    return { value: form, faults: [], names: new Set(), open: [], isTooLarge: false }
  const declared = declaredIn(spot?.node ?? null, ['vars'], reading, lines)
  const valueOf: ValueOf = (name) => {
    const ofSpec = declared.values.get(name)
    return variables.valueOf(name, ofSpec) ?? ofSpec
  }
  const filled = fillIn(form, valueOf)
  // What only an anchor uses, which may be unused itself.
  for (const name of fillIn(shared, valueOf).used) filled.used.add(name)
  const isKnown = declared.isWhole && variables.isWhole
  // A wrong text is one fault, however often it is used.
  const wrong = new Set<string>()
  const gaps = filled.gaps.filter(({ reference, fault }) => {
    if (fault?.name === undefined) return fault || isKnown || reference.name === undefined
    return !wrong.has(fault.name) && wrong.add(fault.name)
  })
  const withValue = [...declared.values.keys()].filter((name) => declared.values.get(name) !== undefined)
  const names = [...variables.names, ...withValue]
  const suggest = (name: string): string | undefined =>
    declared.values.has(name) ? undefined : nearest(name, names)?.word
  const missing = gapFaults(gaps, { text, find, reading, suggest })
  // A misspelt use of a declared name is one fault, at the use.
  const unused = [...declared.values.keys()]
    .filter((name) => !filled.used.has(name) && !missing.suggested.has(name))
    .map((name) => {
      const path = ['vars', name]
      const { key } = find(path)
      return textFault('unused-variable', { name }, [...(key ? spanOf(key) : ([0, 0] as const)), path])
    })
  const problem = `With its variables filled in, the form is larger than ${limits.weight / 1024 / 1024} MiB`
  const tooLarge = filled.isTooLarge
    ? [textFault('yaml-limit', { problem }, lines.firstLineOf(0, Infinity))]
    : []
  return {
    value: filled.value,
    faults: [...declared.faults, ...tooLarge, ...missing.faults, ...unused],
    names: new Set([...filled.used, ...declared.values.keys()]),
    open: filled.gaps.map(({ path }) => path),
    isTooLarge: filled.isTooLarge,
  }
}

/** The form of a document, and what its keys that begin with `x-` hold: anchors for the form. */
function partsOf(value: unknown): { readonly form: unknown; readonly shared: unknown } {
  if (!isObject(value)) return { form: value, shared: undefined }
  const { own = [], shared = [] } = Object.groupBy(Object.entries(value), ([key]) =>
    key.startsWith('x-') ? 'shared' : 'own',
  )
  const form = own.filter(([key]) => key !== 'vars')
  const isSame = form.length === Object.keys(value).length
  return { form: isSame ? value : Object.fromEntries(form), shared: shared.map(([, each]) => each) }
}

/** A `${…}` of a form that cannot be filled in: the path of its text, and which opening of that text it is. */
type Gap = {
  readonly path: Path
  readonly nth: number
  readonly reference: Reference
  /** What is wrong with its value; absent: it has none. */
  readonly fault?: ValueFault
}

type ValueOf = (name: string) => VariableValue | ValueFault | undefined

type FilledDocument = {
  readonly value: unknown
  readonly gaps: readonly Gap[]
  /** The names that are used or probably meant, with a value or without. */
  readonly used: Set<string>
  /** Whether it would grow past the limit. Then the rest is not filled in. */
  readonly isTooLarge: boolean
}

type FillState = {
  readonly valueOf: ValueOf
  readonly gaps: Gap[]
  readonly used: Set<string>
  /** What aliases share, filled in once. */
  readonly done: Map<object, { readonly value: unknown; readonly weight: number }>
  weight: number
  readonly path: (string | number)[]
}

/** Fills in the variables in the texts of a value of any shape. Keys stay as they are. */
function fillIn(value: unknown, valueOf: ValueOf): FilledDocument {
  const state: FillState = { valueOf, gaps: [], used: new Set(), done: new Map(), weight: 0, path: [] }
  const filled = fill(value, state)
  const { gaps, used, weight } = state
  return { value: filled, gaps, used, isTooLarge: weight > limits.weight }
}

/** An object without variables stays the same object. */
function fill(value: unknown, state: FillState): unknown {
  if (typeof value === 'string') return fillOne(value, state)
  if (typeof value !== 'object' || value === null || state.weight > limits.weight) return value
  const known = state.done.get(value)
  if (known) {
    state.weight += known.weight
    return known.value
  }
  const before = state.weight
  const filled = Array.isArray(value) ? fillArray(value, state) : fillObject(value, state)
  state.done.set(value, { value: filled, weight: state.weight - before })
  return filled
}

function fillArray(array: readonly unknown[], state: FillState): readonly unknown[] {
  let filled: unknown[] | undefined
  for (const [i, element] of array.entries()) {
    const part = fillAt(i, element, state)
    if (part !== element) (filled ??= [...array])[i] = part
  }
  return filled ?? array
}

function fillObject(object: object, state: FillState): object {
  let filled: Record<string, unknown> | undefined
  for (const [key, member] of Object.entries(object)) {
    const part = fillAt(key, member, state)
    if (part !== member) (filled ??= { ...object })[key] = part
  }
  return filled ?? object
}

function fillAt(part: string | number, value: unknown, state: FillState): unknown {
  state.path.push(part)
  const filled = fill(value, state)
  state.path.pop()
  return filled
}

/** A variable alone gives its value, of the type that it has; inside a longer text it is a text. */
function fillOne(text: string, state: FillState): unknown {
  state.weight += 16 + text.length
  if (!text.includes('${')) return text
  const { path } = state
  let room = limits.weight - state.weight
  let alone: VariableValue | undefined
  const filled = fillText(text, (reference, nth) => {
    const { name, meant = name, start, end } = reference
    if (meant !== undefined) state.used.add(meant)
    const value = name === undefined ? undefined : state.valueOf(name)
    const isAlone = start === 0 && end === text.length
    const fault = faultOf(value, name, isAlone ? path : undefined)
    if ((value === undefined || fault) && state.gaps.length <= limits.findings)
      state.gaps.push({ path: [...path], nth, reference, ...(fault && { fault }) })
    if (value === undefined || (typeof value === 'object' && 'problem' in value)) return undefined
    if (isAlone && !fault) alone = value
    const own = textOfValue(value)
    room -= own.length
    if (room >= 0) return own
    state.weight = limits.weight + 1
    return ''
  })
  state.weight += Math.max(0, filled.length - text.length)
  return alone === undefined || state.weight > limits.weight ? filled : typedAt(path, alone)
}

/** What is wrong with a value at the path where it stands alone, or in a longer text. */
function faultOf(value: ReturnType<ValueOf>, name = '', path: Path | undefined): ValueFault | undefined {
  if (typeof value !== 'object') return undefined
  if ('problem' in value) return value
  const isInList = typeof path?.at(-1) === 'number'
  if (!Array.isArray(value.value) || (path && !isInList && !takesOnlyText(path))) return undefined
  const problem = `The variable ${quote(name)} is a list, and stands inside ${isInList ? 'another list' : 'a text'}.`
  const help = isInList
    ? 'Use it alone in place of the whole list, with all entries in the variable.'
    : 'Use it alone, where a list can stand, as in "options: ${…}".'
  return { problem, help }
}

/** A value as the place takes it: where only texts can stand, its text as it was written. */
const typedAt = (path: Path, value: VariableValue): unknown =>
  typeof value === 'string'
    ? value
    : typeof value.value === 'object'
      ? value.value.map((item, i) => typedAt([...path, i], item))
      : takesOnlyText(path)
        ? value.text
        : value.value

type GapSource = {
  readonly text: string
  readonly find: (path: Gap['path']) => Spot
  readonly reading: DocumentContent
  readonly suggest: (name: string) => string | undefined
}

/** The faults of gaps, each at its place inside the text, and the names that they suggest. */
function gapFaults(
  gaps: readonly Gap[],
  source: GapSource,
): { readonly faults: readonly TextFault[]; readonly suggested: ReadonlySet<string | undefined> } {
  const openings = new Map<Scalar, readonly VariableStart[]>()
  const suggestions = new Map<string, string | undefined>()
  const faults = gaps.map((gap) => {
    const { name, meant } = gap.reference
    const at = [...spanOfGap(gap, source, openings), gap.path] as const
    if (gap.fault) return textFault('variable-value', gap.fault, at)
    if (name === undefined) return textFault('variable-syntax', { meant }, at)
    // A suggestion costs more with each name, and nobody reads more than a hundred.
    if (!suggestions.has(name) && suggestions.size < 100) suggestions.set(name, source.suggest(name))
    const near = suggestions.get(name)
    return textFault('missing-variable', { name, near, variable: environmentName(name) }, at)
  })
  return { faults, suggested: new Set(suggestions.values()) }
}

function spanOfGap(
  { path, nth }: Gap,
  { text, find, reading }: GapSource,
  known: Map<Scalar, readonly VariableStart[]>,
): readonly [number, number] {
  const { node } = find(path)
  const scalar = targetOf(node, reading)
  if (!isScalar(scalar)) return [0, 0]
  const openings = getOrMake(known, scalar, () => openingsOf(scalar, text))
  const reference = openings[nth]?.reference
  return reference ? [reference.start, reference.end] : spanOf(scalar)
}

/** The openings of a scalar, with offsets of the whole text. None if escapes hide one: then the rest cannot be counted. */
function openingsOf(scalar: Scalar, text: string): readonly VariableStart[] {
  const [from, end] = spanOf(scalar)
  // The header of a block scalar may hold a comment.
  const start = scalar.type?.startsWith('BLOCK') ? text.indexOf('\n', from) : from
  const written = text.slice(start, end)
  if (openingCount(written) !== openingCount(String(scalar.value))) return []
  return Array.from(openingsIn(written), (opening) => shifted(opening, start))
}

const shifted = ({ start, dollars, reference }: VariableStart, by: number): VariableStart => ({
  start: start + by,
  dollars,
  ...(reference && { reference: { ...reference, start: reference.start + by, end: reference.end + by } }),
})
