import { nearest } from '../../form/nearest.ts'
import type { Opened } from '../../spec/open-yaml.ts'
import { specOf } from '../../spec/parse-spec.ts'
import type { PlacedFinding, Range, Spec } from '../../spec/placed.ts'
import type { Row } from '../../spec/rows.ts'
import { missingInRows, missingName } from '../../spec/missing-variable.ts'
import type { GivenVariables } from '../variables/given-variables.ts'
import type { Each } from './each.ts'

/** What a row does not fill in, apart: what is a fault of the rows, and what is one of the spec. */
export type Blamed = { readonly ofSpec: readonly PlacedFinding[]; readonly ofRows: readonly PlacedFinding[] }

/** Places a variable without a value in the row, where others have it, or where a name in it was to be that one. */
export function blame({ findings, variables }: Spec, row: Row, each: Each): Blamed {
  const [ofSpec, ofRows]: [PlacedFinding[], PlacedFinding[]] = [[], []]
  // A name that the spec uses is meant as it is.
  const spare = [...row.names.keys()].filter((name) => !variables.has(name))
  for (const finding of findings) {
    const name = missingName(finding)
    const near = name === undefined ? undefined : nearest(name, spare)?.word
    const hasOthers = name !== undefined && each.columns.includes(name)
    if (name === undefined || (near === undefined && !hasOthers)) ofSpec.push(finding)
    else {
      const of = hasOthers ? 'row' : each.isTable ? 'column' : 'rows'
      const at = (near === undefined ? undefined : row.names.get(near)) ?? row.range
      ofRows.push(missingInRows({ name, near, of }, at))
    }
  }
  return { ofSpec, ofRows }
}

/** What is missing in the rows that can be read, though others beside them cannot. */
export function missingInSound(
  opened: Opened,
  { given, each }: { readonly given: GivenVariables; readonly each: Each },
): readonly PlacedFinding[] {
  const faults = each.findings.filter(({ severity }) => severity === 'error')
  const faulty = new Set(faults.map((at) => lineOfRow(at, each)))
  if (faulty.has(undefined)) return []
  const sound = each.rows.filter(({ line }) => !faulty.has(line))
  return sound.flatMap((row) => blame(specOf(opened, given.variablesOf(row.values)), row, each).ofRows)
}

/** Where the row begins in which something stands; undefined: in none, as in a header. */
const lineOfRow = ({ line }: Range, { rows }: Each): number | undefined =>
  rows.findLast((row) => row.line <= line)?.line

/** Each once, in the order of the rows. */
export const inOrderOfRows = (findings: readonly PlacedFinding[]): readonly PlacedFinding[] =>
  [
    ...new Map(
      findings.map((finding) => [
        `${finding.line}:${finding.column} ${finding.code} ${finding.message}`,
        finding,
      ]),
    ).values(),
  ].toSorted((a, b) => a.line - b.line || a.column - b.column)
