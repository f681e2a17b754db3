import { childOf, repeatsIn } from '../../form/value.ts'
import { listed, nearest } from '../../form/words.ts'
import type { Target } from '../../form/check.ts'
import { checkFile, type Spec, type SpecForm } from '../check-spec.ts'
import { placed, placedAt, textFault, type MissingOf } from '../faults.ts'
import { limits } from '../limits.ts'
import { byPlace, linesOf, type PlacedFinding, type Range } from '../yaml/lines.ts'
import { readYaml, type YamlFile } from '../yaml/yaml.ts'
import type { Row, RowsFile } from './rows.ts'
import { environmentName, type VariablesOf } from './variables.ts'

/** A spec with its variables filled in: once, or once for each row. */
export type FilledSpec = {
  readonly forms: readonly FilledForm[]
  /** Each finding once. If only some rows cause it, it names their lines. */
  readonly findings: readonly PlacedFinding[]
  readonly ofRows: readonly PlacedFinding[]
  readonly variables: ReadonlySet<string>
}

/** A form, its number in the spec from 1, and the row that filled it in. */
type FilledForm = { readonly spec: SpecForm; readonly document: number; readonly row?: Row }

/** The values of variables, and the rows that each fill in a form. */
type FillOptions = {
  readonly variablesOf: VariablesOf
  readonly rows: RowsFile | undefined
  readonly target: Target
  readonly budget: RowsBudget
}

/** The size of all forms so far, as bytes of JSON, and the number of their findings. Past a limit, filling in stops. */
export type RowsBudget = { weight: number; findings: number }

/** Reads a spec, fills it in for each row, and checks the forms. Without rows it is filled in once. */
export function fillInSpec(bytes: Uint8Array, { rows, ...options }: FillOptions): FilledSpec {
  const { variablesOf, target } = options
  const spec = readYaml(bytes)
  if (rows && !rows.findings.some(({ severity }) => severity === 'error'))
    return fillInEach(spec, { rows, ...options })
  const variables = variablesOf(new Map())
  // If the rows cannot be read, the values that they would give are not missing.
  const { forms, ...rest } = checkFile(spec, rows ? { ...variables, isWhole: false } : variables, target)
  const ofRows = rows ? missingInSoundRows(spec, rows, variablesOf) : []
  return { ...rest, ofRows, forms: forms.map((form, i) => ({ spec: form, document: i + 1 })) }
}

const weightOf = (forms: readonly SpecForm[]): number =>
  forms.reduce((sum, { value }) => sum + (JSON.stringify(value)?.length ?? 0), 0)

function fillInEach(
  file: YamlFile,
  { variablesOf, rows, budget, target }: FillOptions & { readonly rows: RowsFile },
): FilledSpec {
  const forms: FilledForm[] = []
  const found: RowFinding[] = []
  const variables = new Set<string>()
  const ofRows: PlacedFinding[] = []
  for (const row of rows.rows) {
    const spec = checkFile(file, variablesOf(row.values, rows.isTable), target)
    for (const name of spec.variables) variables.add(name)
    const blamed = blame(spec, row, rows)
    for (const finding of blamed.ofSpec) found.push({ finding, line: row.line })
    ofRows.push(...blamed.ofRows)
    for (const [i, form] of spec.forms.entries()) forms.push({ spec: form, document: i + 1, row })
    budget.weight += weightOf(spec.forms)
    budget.findings += spec.findings.length
    if (problemOf(budget)) break
  }
  return { forms, findings: foldedIn(found, rows), ofRows, variables }
}

/** A finding, and the line of a row that causes it. */
type RowFinding = { readonly finding: PlacedFinding; readonly line: number }

const foldedIn = (found: readonly RowFinding[], { rows, file }: RowsFile): readonly PlacedFinding[] =>
  Array.from(Map.groupBy(found, ({ finding }) => identityOf(finding)).values())
    .flatMap((alike) => {
      const [first] = alike
      const lines = alike.map(({ line }) => line)
      const message = `With line${lines.length > 1 ? 's' : ''} ${listNumbers(lines)} of ${file}: ${first?.finding.message}`
      if (!first) return []
      return lines.length === rows.length ? first.finding : Object.assign({}, first.finding, { message })
    })
    .toSorted(byPlace)

const identityOf = ({ line, column, code, message }: PlacedFinding): string =>
  `${line}:${column} ${code} ${message}`

/** "4", "4 and 7", "4, 7, 9 and 12 more". */
export function listNumbers(numbers: readonly number[]): string {
  const rest = numbers.length - maxListed
  return listed([...numbers.slice(0, maxListed).map(String), ...(rest > 0 ? [`${rest} more`] : [])])
}

const maxListed = 3

type Blame = { readonly ofSpec: readonly PlacedFinding[]; readonly ofRows: readonly PlacedFinding[] }

/**
 * Blames the row for a variable without a value if other rows have that value, or if a name in the row looks like a
 * misspelling of it. Everything else is a fault of the spec.
 */
function blame({ findings, variables }: Spec, row: Row, { columns, isTable }: RowsFile): Blame {
  const [ofSpec, ofRows]: [PlacedFinding[], PlacedFinding[]] = [[], []]
  // A name that the spec uses is no misspelling.
  const spare = [...row.names.keys()].filter((name) => !variables.has(name))
  for (const finding of findings) {
    const name = missingName(finding)
    const blank = row.blanks?.get(name ?? '')
    const near = name === undefined || blank ? undefined : nearest(name, spare)?.word
    const hasOthers = name !== undefined && columns.includes(name)
    if (name === undefined || (near === undefined && !hasOthers)) ofSpec.push(finding)
    else {
      const of = blank ? row.number : hasOthers ? 'row' : isTable ? 'column' : 'rows'
      const at = blank ?? (near === undefined ? undefined : row.names.get(near)) ?? row.range
      ofRows.push(missingInRows(name, near, of, at))
    }
  }
  return { ofSpec, ofRows }
}

/** The variable that a finding reports as missing, if it does. */
const missingName = ({ code, message }: PlacedFinding): string | undefined =>
  code === 'missing-variable' ? /"([^"]+)"/.exec(message)?.[1] : undefined

const missingInRows = (name: string, near: string | undefined, of: MissingOf, range: Range): PlacedFinding =>
  placedAt(textFault('missing-variable', { name, near, variable: environmentName(name), of }, [0, 0]), range)

/** What is missing in the rows without errors, while other rows have some. */
function missingInSoundRows(
  file: YamlFile,
  rows: RowsFile,
  variablesOf: VariablesOf,
): readonly PlacedFinding[] {
  const errors = rows.findings.filter(({ severity }) => severity === 'error')
  const faulty = new Set(errors.map((at) => lineOfRow(at, rows)))
  if (faulty.has(undefined)) return []
  return rows.rows
    .filter(({ line }) => !faulty.has(line))
    .flatMap(
      (row) => blame(checkFile(file, variablesOf(row.values, rows.isTable), undefined), row, rows).ofRows,
    )
}

/** The line where the row of a range begins; undefined for a range above all rows, as in a header. */
const lineOfRow = ({ line }: Range, { rows }: RowsFile): number | undefined =>
  rows.findLast((row) => row.line <= line)?.line

/** All findings in a file of rows: its own, the values that it lacks, and the limits that its forms pass together. */
export function findingsOfRows(
  { findings, text }: RowsFile,
  missing: readonly PlacedFinding[],
  budget: RowsBudget,
): readonly PlacedFinding[] {
  const problem = problemOf(budget)
  const found = missing.length === 0 ? findings : onceInOrder([...findings, ...missing])
  return problem === undefined
    ? found
    : [...found, placed(textFault('rows-limit', { problem }, [0, 0]), linesOf(text))]
}

function problemOf({ weight, findings }: RowsBudget): string | undefined {
  if (weight > limits.rowsWeight)
    return `The forms of all rows together are larger than ${limits.rowsWeight / 1024 / 1024} MiB`
  return findings > limits.rowsFindings
    ? `The forms of all rows together have more than ${limits.rowsFindings} findings`
    : undefined
}

/** Each finding once, by place: several forms of a spec may lack the same value. */
const onceInOrder = (findings: readonly PlacedFinding[]): readonly PlacedFinding[] =>
  [...new Map(findings.map((finding) => [identityOf(finding), finding])).values()]
    .toSorted(byPlace)
    // A key that is missing is a variable without a value as well.
    .filter((one, i, all) => one.code !== 'missing-variable' || !isOfKey(all[i - 1], one))

const isOfKey = (before: PlacedFinding | undefined, finding: PlacedFinding): boolean =>
  before?.code === 'row-key' && byPlace(before, finding) === 0

/** Reports with a finding at each address that an earlier form of the run has: the service refuses the later form. */
export function withSameAddresses<
  Report extends { readonly file: string; readonly findings: readonly PlacedFinding[] },
>(reports: readonly Report[], forms: readonly (FilledForm & { readonly file: string })[]): readonly Report[] {
  const addressOf = ({ spec }: FilledForm): string | undefined => {
    const address = childOf(spec.value, 'address')
    return typeof address === 'string' ? address : undefined
  }
  const found = Array.from(repeatsIn(forms, addressOf), ([form, first, address]) => {
    const isOfRows = first.file === form.file && first.document === form.document
    const other = isOfRows
      ? `row ${first.row?.number}`
      : `${first.file}:${first.spec.place(['address'], 'value').line}`
    const fault = textFault('duplicate-address', { address, other, isOfRows }, [0, 0, ['address']])
    return { file: form.file, finding: placedAt(fault, form.spec.place(['address'], 'value')) }
  })
  return reports.map((report) => {
    const own = found.flatMap(({ file, finding }) => (file === report.file ? finding : []))
    return { ...report, findings: onceInOrder([...report.findings, ...own]) }
  })
}
