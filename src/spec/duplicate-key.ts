import type { Node } from 'yaml'
import type { Path } from '../form/path.ts'
import type { Lines } from './lines.ts'
import { spanOf } from './place.ts'
import { textFault, type TextFault } from './text-fault.ts'

type Duplicate = {
  readonly name: string
  /** Of the object that holds both. */
  readonly path: Path
  readonly lines: Lines
  /** Whether it is the first key of an entry that comes again. */
  readonly isFirst: boolean
}

/** The fault of a key that stands in an object a second time. */
export function duplicateKey(
  [first, second]: readonly [Node, Node],
  { name, path, lines, isFirst }: Duplicate,
): TextFault {
  const { line, column } = lines.rangeOf(...spanOf(first))
  const at = [...spanOf(second), [...path, name]] as const
  return textFault('yaml-duplicate-key', { key: name, line, column, isFirst }, at)
}
