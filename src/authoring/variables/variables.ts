import { isCollection, isMap, isScalar, isSeq, type Node } from 'yaml'
import type { Path } from '../../form/value.ts'
import { kindText, quote } from '../../form/words.ts'
import { placed, textFault, type TextFault } from '../faults.ts'
import { limits } from '../limits.ts'
import { finderOf } from '../yaml/document.ts'
import type { Lines, PlacedFinding } from '../yaml/lines.ts'
import { spanOf, targetOf, type DocumentContent } from '../yaml/read.ts'
import { readYaml } from '../yaml/yaml.ts'

/** A text, or another value with the text that it is inside a longer one. */
export type VariableValue = string | TypedValue

type TypedValue = {
  readonly text: string
  readonly value: number | boolean | readonly VariableValue[]
}

/** A text that is not of the type of its variable, which has a name here, or a list where one text is wanted. */
export type ValueFault = { readonly name?: string; readonly problem: string; readonly help: string }

type Values = ReadonlyMap<string, VariableValue>

export const textOfValue = (value: VariableValue): string => (typeof value === 'string' ? value : value.text)

/** Values for the variables of specs, from outside the spec. */
export type Variables = {
  /** A text of the command line, a table or the environment is read as the type of a value below it, such as that of the spec. */
  readonly valueOf: (name: string, ofSpec?: VariableValue) => VariableValue | ValueFault | undefined
  /** Names that have a value, for suggestions. Those of the environment are not included. */
  readonly names: readonly string[]
  /** Whether all sources could be read. If not, a missing value is no fault of the spec. */
  readonly isWhole: boolean
}

/** The variables for a row with values of its own. */
export type VariablesOf = (row: Values, isTable?: boolean) => Variables

/** Where values come from; an earlier source wins. Defaults in the spec come last. */
export type Sources = {
  readonly named: ReadonlyMap<string, string>
  /** Values of files; between the two comes the row. */
  readonly files: Values
  readonly environment: (name: string) => string | undefined
  /** Values of the project file. */
  readonly project?: Values | undefined
  readonly isWhole: boolean
}

/** The variables that several sources give. An empty variable of the environment counts as unset, as CI often passes it. */
export const variablesFrom =
  ({ named, files, environment, project = new Map(), isWhole }: Sources): VariablesOf =>
  (row, isTable = false) => ({
    valueOf: (name, ofSpec) => {
      const inFile = files.get(name)
      const value =
        named.get(name) ?? row.get(name) ?? inFile ?? (environment(name) || undefined) ?? project.get(name)
      const like = [inFile, project.get(name), ofSpec].find((below) => typeof below === 'object')
      if (typeof value !== 'string' || typeof like !== 'object') return value
      if (named.has(name)) return readAs(name, value, like, '--var')
      if (row.has(name)) return isTable ? readAs(name, value, like, 'the row') : value
      if (inFile !== undefined) return value
      return readAs(name, value, like, environment(name) ? environmentName(name) : 'the project')
    },
    names: [...new Set([...named.keys(), ...row.keys(), ...files.keys(), ...project.keys()])],
    isWhole,
  })

/** A text read as the type of another value. A list is written with commas. */
function readAs(name: string, text: string, { value }: TypedValue, from: string): TypedValue | ValueFault {
  const word = text.trim()
  if (Array.isArray(value))
    return { text, value: word === '' ? [] : word.split(',').map((item) => item.trim()) }
  const isNumber = typeof value === 'number'
  if (isNumber && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(word) && Number.isFinite(Number(word)))
    return { text: word, value: Number(word) }
  if (!isNumber && /^(?:true|false)$/i.test(word)) return { text: word, value: word.toLowerCase() === 'true' }
  const type = isNumber ? 'a number' : 'true or false'
  const problem = `The variable ${quote(name)} is ${type}, and ${from} gives it ${quote(text)}.`
  return { name, problem, help: `Give it ${type}, or write its default as a text, in quotes.` }
}

export const noVariables: Variables = { valueOf: () => undefined, names: [], isWhole: true }

/** Whether a text can stand between `${` and `}`: a letter, then letters, digits, ".", "-" and "_". */
export const isVariableName = (text: string): boolean => wholeName.test(text)

/** The environment's name of a variable: FORMCTL_VAR_ and the name in capitals, with "_" for other characters. */
export const environmentName = (name: string): string =>
  `FORMCTL_VAR_${name.toUpperCase().replaceAll(/[^A-Z0-9_]/g, '_')}`

/** A `${name}` in a text, or a `${` without a valid name. */
export type Reference = {
  readonly start: number
  readonly end: number
  /** Absent if the syntax is wrong. */
  readonly name?: string
  /** The name that was probably meant. */
  readonly meant?: string
}

/** Fills in the variables of a text, and turns `$$` before a `{` into one `$`. A variable without a value stays. */
export function fillText(
  text: string,
  valueOf: (reference: Reference, nth: number) => string | undefined,
): string {
  let [filled, at, nth] = ['', 0, 0]
  for (const { start, dollars, reference } of openingsIn(text)) {
    const value = reference && valueOf(reference, nth)
    filled += text.slice(at, start) + '$'.repeat(dollars >> 1)
    at = start + dollars
    if (value === undefined) filled += reference ? '$' : ''
    else {
      filled += value
      at = reference?.end ?? at
    }
    nth++
  }
  return at === 0 ? text : filled + text.slice(at)
}

/** A `{` after one or more `$`. An odd number begins a variable; `$$` stands for one `$`, so `$${` begins none. */
export type VariableStart = {
  readonly start: number
  readonly dollars: number
  readonly reference?: Reference
}

export function* openingsIn(text: string): Iterable<VariableStart> {
  for (let brace = text.indexOf('{'); brace !== -1; brace = text.indexOf('{', brace + 1)) {
    let start = brace
    while (text.charAt(start - 1) === '$') start--
    const dollars = brace - start
    if (dollars % 2 === 1) yield { start, dollars, reference: referenceAt(text, brace - 1) }
    else if (dollars > 0) yield { start, dollars }
  }
}

export function openingCount(text: string): number {
  let count = 0
  for (let at = text.indexOf('${'); at !== -1; at = text.indexOf('${', at + 2)) count++
  return count
}

function referenceAt(text: string, start: number): Reference {
  named.lastIndex = start
  const name = named.exec(text)?.[1]
  if (name !== undefined) return { start, end: start + name.length + 3, name }
  // Up to its `}` if one follows soon on the line, so that the whole reference is marked.
  const [wrong = '${', inside, open] = malformed.exec(text.slice(start, start + 123)) ?? []
  const meant = inside?.trim() ?? open
  const guess = meant !== undefined && isVariableName(meant) ? { meant } : {}
  return { start, end: start + wrong.length, ...guess }
}

const namePattern = String.raw`[\p{L}_][\p{L}\p{M}\p{N}_.\-]{0,99}`
const wholeName = new RegExp(`^${namePattern}$`, 'u')
const named = new RegExp(String.raw`\$\{(${namePattern})\}`, 'uy')
const malformed = new RegExp(String.raw`^\$\{([^{}\n]*)\}|^\$\{ *(${namePattern})`, 'u')

/** Names and values as an author writes them: the `vars` of a spec, a file of variables, a row of a list. */
type Declarations = {
  readonly values: ReadonlyMap<string, VariableValue | undefined>
  readonly faults: readonly TextFault[]
  /** Whether all of it can be used. If not, a missing value is no fault of the spec. */
  readonly isWhole: boolean
}

const noVariablesDeclared: Declarations = { values: new Map(), faults: [], isWhole: true }

/** Reads the names and values of an object at a path. Their texts stay as they are written: 007 stays 007. */
export function declaredIn(
  node: Node | null,
  path: Path,
  reading: DocumentContent,
  lines: Lines,
): Declarations {
  const resolved = targetOf(node, reading)
  if (resolved === null || (isScalar(resolved) && resolved.value === null)) return noVariablesDeclared
  if (!isMap(resolved)) {
    const is = isCollection(resolved) ? 'an array' : 'a single value'
    return faulty(textFault('variable-value', notVariables(is), [...firstLine(resolved, lines), path]))
  }
  const entries = reading.entries.get(resolved) ?? new Map<string, never>()
  if (entries.size > limits.variables) {
    const problem = `More than ${limits.variables} variables are declared here`
    return faulty(textFault('yaml-limit', { problem }, [...firstLine(resolved, lines), path]))
  }
  const values = new Map<string, VariableValue | undefined>()
  const faults: TextFault[] = []
  for (const [name, { key, node: value }] of entries) {
    const target = targetOf(value, reading)
    const at = [...path, name]
    if (!isVariableName(name)) {
      faults.push(textFault('variable-name', { name }, [...spanOf(key), at]))
      continue
    }
    const read = valueIn(target, reading)
    if (read === undefined && target !== null && isCollection(target)) {
      const problem = `A variable is a text, a number, true, false or a list of these, and ${quote(name)} is ${isMap(target) ? kindText({}) : 'a list of other things'}.`
      const help = 'Write one value; a text may have several lines.'
      faults.push(textFault('variable-value', { problem, help }, [...firstLine(value ?? key, lines), at]))
    }
    values.set(name, read)
  }
  return { values, faults, isWhole: faults.every(({ severity }) => severity !== 'error') }
}

const notVariables = (is: string): { problem: string; help: string } => ({
  problem: `Variables are written as an object of names and values, and this is ${is}.`,
  help: 'Write one name and value per line, as in "customer: Acme".',
})

export const withValue = (values: Declarations['values'] = new Map()): Values =>
  new Map(Array.from(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

const faulty = (fault: TextFault): Declarations => ({ values: new Map(), faults: [fault], isWhole: false })

/** The value of a scalar, or of a list of scalars; undefined for anything else. */
function valueIn(node: Node | null, reading: DocumentContent): VariableValue | undefined {
  if (isSeq(node)) {
    // The library types members as unknown; a parsed list holds nodes or null.
    const items = (node.items as readonly (Node | null)[]).map((item) => targetOf(item, reading))
    const value = items.flatMap((item) => (isScalar(item) ? (valueIn(item, reading) ?? []) : []))
    return value.length < items.length ? undefined : { text: value.map(textOfValue).join(', '), value }
  }
  if (!isScalar(node) || node.value === null) return undefined
  const { value, source = '' } = node
  if (typeof value === 'string') return value
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
    ? { text: source, value }
    : source
}

// An object or array is pointed at by its first line.
const firstLine = (node: Node, lines: Lines): readonly [number, number] =>
  isCollection(node) ? lines.firstLineOf(...spanOf(node)) : spanOf(node)

/** Reads a file of variables, or those at a path in a file: one object of names and values, in YAML or JSON. A name without a value is left out. */
export function readVariables(
  bytes: Uint8Array,
  path: Path = [],
): {
  readonly values: Values
  readonly findings: readonly PlacedFinding[]
  readonly isWhole: boolean
} {
  const { lines, documents, broken, fault } = readYaml(bytes)
  const [document, second] = documents
  const at = path.length > 0 && document ? finderOf(document)(path).node : document?.root
  const declared = document && declaredIn(at ?? null, path, document.reading, lines)
  const ofYaml = documents.flatMap(({ faults }) => faults)
  const isRead = document?.isWhole ?? true
  const faults = [...(fault ? [fault] : []), ...ofYaml, ...(isRead ? (declared?.faults ?? []) : [])]
  if (second?.root) {
    const args = notVariables('a second document')
    faults.push(textFault('variable-value', args, lines.firstLineOf(...spanOf(second.root))))
  }
  return {
    values: withValue(declared?.values),
    findings: [...broken, ...faults.map((found) => placed(found, lines))],
    isWhole: broken.length === 0 && faults.every(({ severity }) => severity !== 'error'),
  }
}
