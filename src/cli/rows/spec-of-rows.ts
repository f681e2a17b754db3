import { leastWeight } from '../../spec/least-weight.ts'
import { limits } from '../../spec/limits.ts'
import type { Opened } from '../../spec/open-yaml.ts'
import { specOf } from '../../spec/parse-spec.ts'
import type { PlacedFinding, Spec, SpecForm } from '../../spec/placed.ts'
import type { Row } from '../../spec/rows.ts'
import type { GivenVariables } from '../variables/given-variables.ts'
import type { Each } from './each.ts'
import { blame } from './missing-in-rows.ts'
import { sayNumbers } from './say-numbers.ts'

/** A spec with the variables of each row filled in. */
export type SpecOfRows = {
  readonly forms: readonly FormOfRow[]
  /** Each once, with the lines of the rows that have it where not all have. */
  readonly findings: readonly PlacedFinding[]
  /** What is found in the file of the rows. */
  readonly ofRows: readonly PlacedFinding[]
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
export function specOfRows(opened: Opened, filling: Filling): SpecOfRows {
  const { given, each, room } = filling
  const [first] = each.rows
  const one = first && specOf(opened, given.variablesOf(first.values))
  return one?.variables.size === 0 ? sameForAll(one, each, room) : filledInEach(opened, filling, one)
}

/** Where no variable stands, all rows give the same. */
function sameForAll({ forms, findings, variables }: Spec, { rows }: Each, room: RowsRoom): SpecOfRows {
  room.weight += weightOf(forms) * rows.length
  room.findings += findings.length * rows.length
  const of = (row: Row): readonly FormOfRow[] => forms.map((spec, i) => ({ spec, document: i + 1, row }))
  return { forms: isOver(room) ? [] : rows.flatMap(of), findings, ofRows: [], variables }
}

const weightOf = (forms: readonly SpecForm[]): number =>
  forms.reduce((sum, { value }) => sum + (JSON.stringify(value)?.length ?? 0), 0)

const isOver = ({ weight, findings }: RowsRoom): boolean =>
  weight > limits.rowsWeight || findings > limits.rowsFindings

function filledInEach(opened: Opened, { given, each, room }: Filling, first: Spec | undefined): SpecOfRows {
  const forms: FormOfRow[] = []
  const found = new Map<string, Found>()
  const variables = new Set<string>()
  const ofRows: PlacedFinding[] = []
  const least = leastOfRows(opened, each)
  if (least > limits.rowsWeight) room.weight += least
  for (const [nth, row] of each.rows.entries()) {
    const spec = (nth === 0 && first) || specOf(opened, given.variablesOf(row.values))
    for (const name of spec.variables) variables.add(name)
    const blamed = blame(spec, row, each)
    for (const finding of blamed.ofSpec) note(found, finding, row)
    ofRows.push(...blamed.ofRows)
    for (const [i, form] of spec.forms.entries()) forms.push({ spec: form, document: i + 1, row })
    room.weight += weightOf(spec.forms)
    room.findings += spec.findings.length
    if (isOver(room)) break
  }
  return { forms, findings: foldedIn(found, each), ofRows, variables }
}

// Where what the rows have in common is too much, it is no use to fill in a megabyte again and again until it is.
function leastOfRows(opened: Opened, { rows }: Each): number {
  const mayBe = opened.text.length * rows.length > limits.rowsWeight
  return mayBe ? leastWeight(opened) * rows.length : 0
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
