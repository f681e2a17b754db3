import { limits } from '../../spec/limits.ts'
import type { Opened } from '../../spec/open-yaml.ts'
import { specOf } from '../../spec/parse-spec.ts'
import type { PlacedFinding, SpecForm } from '../../spec/placed.ts'
import type { Row } from '../../spec/rows.ts'
import type { GivenVariables } from '../variables/given-variables.ts'
import type { Each } from './each.ts'
import { sayNumbers } from './say-numbers.ts'

/** A spec with the variables of each row filled in. */
export type SpecOfRows = {
  readonly forms: readonly FormOfRow[]
  /** Each once, with the lines of the rows that have it where not all have. */
  readonly findings: readonly PlacedFinding[]
  readonly variables: ReadonlySet<string>
}

/** A form of a row, and which form of the spec it is, from 1. */
type FormOfRow = { readonly spec: SpecForm; readonly document: number; readonly row: Row }

type Filling = {
  readonly given: GivenVariables
  readonly each: Each
  readonly room: RowsRoom
}

/** What all forms so far weigh, about as bytes of JSON, and what was found in them; past a limit, nothing more is filled in. */
export type RowsRoom = { weight: number; findings: number }

/** Fills in a spec for each row. */
export function specOfRows(opened: Opened, { given, each, room }: Filling): SpecOfRows {
  const forms: FormOfRow[] = []
  const found = new Map<string, Found>()
  const variables = new Set<string>()
  for (const row of each.rows) {
    const spec = specOf(opened, given.variablesOf(row.values))
    for (const name of spec.variables) variables.add(name)
    for (const finding of spec.findings) note(found, finding, row)
    for (const [i, form] of spec.forms.entries()) {
      room.weight += JSON.stringify(form.value)?.length ?? 0
      forms.push({ spec: form, document: i + 1, row })
    }
    room.findings += spec.findings.length
    if (room.weight > limits.rowsWeight || room.findings > limits.rowsFindings) break
  }
  return { forms, findings: foldedIn(found, each), variables }
}

type Found = { readonly finding: PlacedFinding; readonly lines: number[] }

function note(found: Map<string, Found>, finding: PlacedFinding, { line }: Row): void {
  const name = `${finding.code} ${finding.line}:${finding.column} ${finding.message}`
  const known = found.get(name)
  if (known) known.lines.push(line)
  else found.set(name, { finding, lines: [line] })
}

const foldedIn = (found: ReadonlyMap<string, Found>, each: Each): readonly PlacedFinding[] =>
  Array.from(found.values(), ({ finding, lines }) =>
    lines.length === each.rows.length
      ? finding
      : {
          ...finding,
          message: `With line${lines.length > 1 ? 's' : ''} ${sayNumbers(lines)} of ${each.file}: ${finding.message}`,
        },
  ).toSorted((a, b) => a.line - b.line || a.column - b.column)
