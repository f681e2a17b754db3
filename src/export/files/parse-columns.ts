import type { Contract, ContractColumn } from '../../table/contract.ts'
import { count, Failure } from '../../failure/failure.ts'
import { childOf } from '../../form/value.ts'
import { readYamlValue, type YamlValue } from '../../authoring/authoring.ts'
import type { ColumnsFile } from '../generated/columns.ts'
import { columnsProblems } from './columns-problems.ts'
import { holdingOf } from './kept-holding.ts'

/** The contract that a columns file holds; one that makes no sense is refused, with lines and columns. */
export function parseColumns(bytes: Uint8Array, name: string): Contract {
  const file = readYamlValue(bytes)
  const version = childOf(file.value, 'schema_version')
  if (file.errors.length === 0 && !file.second && typeof version === 'number' && version > 1)
    throw Failure.of('columns-file-newer', { path: name, version })
  const findings = findingsIn(file)
  if (findings.length > 0) throw refusal(name, findings)
  // The validator has just proved it.
  const value = file.value as ColumnsFile
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

/** What is wrong with a columns file. */
function findingsIn(file: YamlValue): readonly Found[] {
  if (file.errors.length > 0) return file.errors
  if (file.isEmpty) return [{ line: 1, column: 1, message: 'The file is empty. Remove it to begin anew.' }]
  if (file.second) return [{ ...file.second, message: 'A second document begins here. Remove it.' }]
  return columnsProblems(file.value)
    .map(({ path, at, sentence }) => {
      const { line, column } = file.place(path, at)
      return { line, column, message: sentence }
    })
    .toSorted((a, b) => a.line - b.line || a.column - b.column)
}

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
