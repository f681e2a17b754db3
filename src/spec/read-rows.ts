import { isAlias, isCollection, isMap, isSeq, type Node } from 'yaml'
import { declaredIn } from './declared.ts'
import { limits } from './limits.ts'
import type { Lines } from './lines.ts'
import { placed, type OpenDocument } from './open-document.ts'
import { openYaml, type Opened } from './open-yaml.ts'
import { spanOf } from './place.ts'
import type { Row, RowsFile } from './rows.ts'
import { textFault, type TextFault } from './text-fault.ts'

/** Reads a file of rows: a list of objects of names and texts, as YAML or JSON. */
export function readRows(bytes: Uint8Array): RowsFile {
  const opened = openYaml(bytes)
  const { lines, broken, fault } = opened
  const [document, second] = opened.documents
  const faults = [...(fault ? [fault] : []), ...opened.documents.flatMap((one) => one.faults)]
  const read =
    fault === undefined && (document?.isWhole ?? true)
      ? rowsOf(document, opened)
      : { rows: [], columns: [], faults: [] }
  // Of a line that could not be read, nothing is left that could have a shape.
  const own = broken.length > 0 ? read.faults.filter(({ code }) => code !== 'rows-shape') : read.faults
  const extra = second ? [shapeFault(second.root, { is: 'a second document', lines })] : []
  return {
    rows: read.rows,
    columns: read.columns,
    isTable: false,
    findings: [...broken, ...[...faults, ...own, ...extra].map((found) => placed(found, lines))],
  }
}

type Read = Pick<RowsFile, 'rows' | 'columns'> & { readonly faults: readonly TextFault[] }

function rowsOf(document: OpenDocument | undefined, { lines }: Opened): Read {
  const root = document?.root ?? null
  if (document === undefined || root === null || !isSeq(root) || root.items.length === 0) {
    return { rows: [], columns: [], faults: [shapeFault(root, { is: sayRoot(root), lines })] }
  }
  const rows: Row[] = []
  const faults: TextFault[] = []
  const { reading } = document
  // The library types what a collection holds as unknown; a parsed one holds nodes, and null for nothing.
  const items = root.items as readonly (Node | null)[]
  for (const [i, node] of items.entries()) {
    if (i === limits.rows) {
      faults.push(tooManyRows(node ? spanOf(node) : [0, 0]))
      break
    }
    const target = node && isAlias(node) ? (reading.targets.get(node) ?? null) : node
    const declared = declaredIn(target, [i], { reading, lines })
    faults.push(...declared.faults)
    if (target === null || !isMap(target)) {
      if (declared.faults.length === 0) faults.push(shapeFault(node ?? root, { is: 'nothing', lines }))
      continue
    }
    const [start] = spanOf(node ?? root)
    const values = Array.from(declared.values).filter(hasText)
    rows.push({
      number: i + 1,
      line: lines.rangeOf(start, start).line,
      values: new Map(values),
      range: lines.rangeOf(...lines.firstLineOf(...spanOf(node ?? root))),
      names: namesOf(reading.entries.get(target), lines),
    })
  }
  return { rows, columns: [...new Set(rows.flatMap(({ values }) => Array.from(values.keys())))], faults }
}

const namesOf = (
  entries: ReadonlyMap<string, { readonly key: Node }> = new Map(),
  lines: Lines,
): Row['names'] => new Map(Array.from(entries, ([name, { key }]) => [name, lines.rangeOf(...spanOf(key))]))

function sayRoot(root: Node | null): string {
  if (root === null) return 'nothing'
  if (isSeq(root)) return 'a list without a row'
  return isMap(root) ? 'an object' : 'a single value'
}

/** The fault that a file has more rows than are taken. */
export const tooManyRows = ([start, end]: readonly [number, number]): TextFault =>
  textFault('rows-limit', { problem: `The file has more than ${limits.rows} rows` }, [
    start,
    Math.min(end, start + 1),
  ])

const hasText = (entry: [string, string | undefined]): entry is [string, string] => entry[1] !== undefined

function shapeFault(node: Node | null, { is, lines }: { is: string; lines: Lines }): TextFault {
  const span = node === null ? ([0, 0] as const) : spanOf(node)
  return textFault('rows-shape', { is }, node && isCollection(node) ? lines.firstLineOf(...span) : span)
}
