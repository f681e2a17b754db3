import { isAlias, isCollection, isMap, isScalar, type Node } from 'yaml'
import type { Path } from '../form/path.ts'
import { sayKind } from '../form/words.ts'
import { limits } from './limits.ts'
import type { Lines } from './lines.ts'
import { spanOf } from './place.ts'
import type { Reading } from './reader.ts'
import { textFault, type TextFault } from './text-fault.ts'
import { isVariableName } from './variables.ts'

/** Names with their texts, as an author writes them: the `vars` of a spec, a file of variables, a row. */
export type Declared = {
  /** A name with nothing behind it has no value. */
  readonly values: ReadonlyMap<string, string | undefined>
  readonly faults: readonly TextFault[]
  /** Whether all of it can be used; if not, a missing value is no fault of whoever uses it. */
  readonly isWhole: boolean
}

const nothing: Declared = { values: new Map(), faults: [], isWhole: true }

type DeclaredSource = { readonly reading: Reading; readonly lines: Lines }

/** The names and texts of an object that stands at a path. Each text is as it is written: 007 stays 007. */
export function declaredIn(node: Node | null, path: Path, source: DeclaredSource): Declared {
  const { reading, lines } = source
  const held = targetOf(node, reading)
  if (held === null || (isScalar(held) && held.value === null)) return nothing
  if (!isMap(held)) return faulty(shapeFault(held, { path, lines }))
  const entries = reading.entries.get(held) ?? new Map<string, never>()
  if (entries.size > limits.variables) {
    const problem = `More than ${limits.variables} variables stand here`
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
      const is = sayKind(isMap(target) ? {} : [])
      faults.push(textFault('variable-value', { name, is }, [...firstLine(value ?? key, lines), at]))
    }
    values.set(name, textOf(target))
  }
  return { values, faults, isWhole: faults.every(({ severity }) => severity !== 'error') }
}

const faulty = (fault: TextFault): Declared => ({ values: new Map(), faults: [fault], isWhole: false })

function shapeFault(node: Node, { path, lines }: { path: Path; lines: Lines }): TextFault {
  const is = isCollection(node) ? 'an array' : 'a single value'
  return textFault('variable-value', { name: undefined, is }, [...firstLine(node, lines), path])
}

const targetOf = (node: Node | null, { targets }: Reading): Node | null =>
  node !== null && isAlias(node) ? (targets.get(node) ?? null) : node

function textOf(node: Node | null): string | undefined {
  if (!isScalar(node) || node.value === null) return undefined
  return typeof node.value === 'string' ? node.value : (node.source ?? '')
}

// An object or array is meant as a whole; its first line says which.
const firstLine = (node: Node, lines: Lines): readonly [number, number] =>
  isCollection(node) ? lines.firstLineOf(...spanOf(node)) : spanOf(node)
