import { isCollection, isMap, isScalar, type Node } from 'yaml'
import type { Path } from '../../form/value.ts'
import { kindText } from '../../form/words.ts'
import { placed, textFault, type TextFault } from '../faults.ts'
import { limits } from '../limits.ts'
import type { Lines, PlacedFinding } from '../yaml/lines.ts'
import { spanOf, targetOf, type Reading } from '../yaml/read.ts'
import { readYaml, type YamlFile } from '../yaml/yaml.ts'
import { isVariableName } from './variables.ts'

/** Names and texts as an author writes them: the `vars` of a spec, a file of variables, a row of a list. */
type Declared = {
  /** A name without a text has no value. */
  readonly values: ReadonlyMap<string, string | undefined>
  readonly faults: readonly TextFault[]
  /** Whether all of it can be used. If not, a missing value is no fault of the spec. */
  readonly isWhole: boolean
}

const nothing: Declared = { values: new Map(), faults: [], isWhole: true }

type DeclaredSource = { readonly reading: Reading; readonly lines: Lines }

/** Reads the names and texts of an object at a path. Texts stay as they are written: 007 stays 007. */
export function declaredIn(node: Node | null, path: Path, source: DeclaredSource): Declared {
  const { reading, lines } = source
  const held = targetOf(node, reading)
  if (held === null || (isScalar(held) && held.value === null)) return nothing
  if (!isMap(held)) return faulty(shapeFault(held, { path, lines }))
  const entries = reading.entries.get(held) ?? new Map<string, never>()
  if (entries.size > limits.variables) {
    const problem = `More than ${limits.variables} variables are declared here`
    return faulty(textFault('yaml-limit', { problem }, [...firstLine(held, lines), path]))
  }
  const values = new Map<string, string | undefined>()
  const faults: TextFault[] = []
  for (const [name, { key, node: value }] of entries) {
    const target = targetOf(value, reading)
    const at = [...path, name]
    if (!isVariableName(name)) {
      faults.push(textFault('variable-name', { name }, [...spanOf(key), at]))
      continue
    }
    if (target !== null && isCollection(target)) {
      const is = kindText(isMap(target) ? {} : [])
      faults.push(textFault('variable-value', { name, is }, [...firstLine(value ?? key, lines), at]))
    }
    values.set(name, textOf(target))
  }
  return { values, faults, isWhole: faults.every(({ severity }) => severity !== 'error') }
}

export const withText = (values: Declared['values'] = new Map()): ReadonlyMap<string, string> =>
  new Map(Array.from(values).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])))

const faulty = (fault: TextFault): Declared => ({ values: new Map(), faults: [fault], isWhole: false })

function shapeFault(node: Node, { path, lines }: { path: Path; lines: Lines }): TextFault {
  const is = isCollection(node) ? 'an array' : 'a single value'
  return textFault('variable-value', { name: undefined, is }, [...firstLine(node, lines), path])
}

function textOf(node: Node | null): string | undefined {
  if (!isScalar(node) || node.value === null) return undefined
  return typeof node.value === 'string' ? node.value : (node.source ?? '')
}

// An object or array is pointed at by its first line.
const firstLine = (node: Node, lines: Lines): readonly [number, number] =>
  isCollection(node) ? lines.firstLineOf(...spanOf(node)) : spanOf(node)

type VariablesFile = {
  readonly values: ReadonlyMap<string, string>
  readonly findings: readonly PlacedFinding[]
  readonly isWhole: boolean
}

/** Reads a file of variables: one object of names and texts, in YAML or JSON. A name without a text is left out. */
export function readVariables(bytes: Uint8Array): VariablesFile {
  const file = readYaml(bytes)
  const { lines, documents, broken, fault } = file
  const [document] = documents
  const declared = document && declaredIn(document.root, [], { reading: document.reading, lines })
  const ofYaml = documents.flatMap(({ faults }) => faults)
  const isRead = document?.isWhole ?? true
  const faults = [
    ...(fault ? [fault] : []),
    ...ofYaml,
    ...(isRead ? (declared?.faults ?? []) : []),
    ...secondDocument(file),
  ]
  return {
    values: withText(declared?.values),
    findings: [...broken, ...faults.map((found) => placed(found, lines))],
    isWhole: broken.length === 0 && faults.every(({ severity }) => severity !== 'error'),
  }
}

function secondDocument({ documents, lines }: YamlFile): readonly TextFault[] {
  const root = documents[1]?.root
  return root
    ? [
        textFault(
          'variable-value',
          { name: undefined, is: 'a second document' },
          lines.firstLineOf(...spanOf(root)),
        ),
      ]
    : []
}
