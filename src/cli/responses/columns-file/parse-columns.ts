import type { Contract, ContractColumn } from '../../../export/contract/contract.ts'
import { count, Failure } from '../../../failure.ts'
import { childOf } from '../../../form/value.ts'
import { openYaml, type Opened } from '../../../spec/open-yaml.ts'
import { placed } from '../../../spec/open-document.ts'
import { finderOf, placerOf } from '../../../spec/place.ts'
import type { ColumnsFile } from '../../generated/columns.ts'
import { columnsProblems } from './columns-problems.ts'
import { holdingOf } from './kept-holding.ts'

/** The contract that a columns file holds; one that makes no sense is refused, with lines and columns. */
export function parseColumns(bytes: Uint8Array, name: string): Contract {
  const opened = openYaml(bytes)
  const read = valueOf(opened)
  const version = 'value' in read ? childOf(read.value, 'schema_version') : undefined
  if (typeof version === 'number' && version > 1)
    throw Failure.of('columns-file-newer', { path: name, version })
  const findings = 'value' in read ? problemsOf(read) : read.findings
  if (findings.length > 0) throw refusal(name, findings)
  // The validator has just proved it.
  const { value } = read as { readonly value: ColumnsFile }
  return {
    headers: value.headers,
    multi: value.multi,
    columns: value.columns.map((kept): ContractColumn => ({
      name: kept.name,
      holds: holdingOf(kept),
      ...(kept.type && { type: kept.type }),
    })),
    questions: (value.questions ?? []).map(({ id, headline, shown = '' }) => ({ id, headline, shown })),
  }
}

type Found = { readonly line: number; readonly column: number; readonly message: string }

type Value = { readonly value: unknown; readonly place: ReturnType<typeof placerOf> }

/** The one value of a file, or what its YAML has wrong. */
function valueOf({
  documents,
  lines,
  broken,
  fault,
}: Opened): Value | { readonly findings: readonly Found[] } {
  const faults = [...(fault ? [fault] : []), ...documents.flatMap((one) => one.faults)]
  const findings = [...broken, ...faults.map((found) => placed(found, lines))].filter(
    ({ severity }) => severity === 'error',
  )
  if (findings.length > 0) return { findings }
  const [document, second] = documents
  if (document === undefined)
    return { findings: [{ line: 1, column: 1, message: 'The file is empty. Remove it to begin anew.' }] }
  if (second) {
    const at = second.root?.range?.[0] ?? 0
    return { findings: [{ ...lines.rangeOf(at, at), message: 'A second document begins here. Remove it.' }] }
  }
  return {
    value: document.reading.value,
    place: placerOf(finderOf(document.root, document.reading), lines),
  }
}

const problemsOf = ({ value, place }: Value): readonly Found[] =>
  columnsProblems(value)
    .map(({ path, at, sentence }) => {
      const { line, column } = place(path, at)
      return { line, column, message: sentence }
    })
    .toSorted((a, b) => a.line - b.line || a.column - b.column)

/** Most findings that are told at once. */
const mostTold = 5

function refusal(path: string, findings: readonly Found[]): Failure {
  const told = findings
    .slice(0, mostTold)
    .map(({ line, column, message }) => `line ${line}, column ${column}: ${message}`)
  const rest = findings.length - told.length
  return Failure.of('columns-file-unusable', {
    path,
    problem: [...told, ...(rest > 0 ? [`And ${count(rest, 'more finding')}.`] : [])].join(' '),
  })
}
