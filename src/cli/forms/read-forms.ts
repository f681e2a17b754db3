import { Failure } from '../../failure.ts'
import type { Form } from '../../form/generated/form.ts'
import type { ReadForm } from '../../publish/publish.ts'
import type { Policy } from '../../spec/judge.ts'
import { openYaml } from '../../spec/open-yaml.ts'
import { specOf } from '../../spec/parse-spec.ts'
import type { PlacedFinding, Spec, SpecForm } from '../../spec/placed.ts'
import type { Row } from '../../spec/rows.ts'
import type { Context } from '../command.ts'
import { failureLine } from '../failure-line.ts'
import type { Host } from '../host.ts'
import { json } from '../reporters/json.ts'
import { maskReport, judged, type FileReport } from '../reporters/reporter.ts'
import { textReport } from '../reporters/text.ts'
import { isBroken, reportsOf, sayUnused, type Each } from '../rows/each.ts'
import { missingInSound } from '../rows/missing-in-rows.ts'
import { specOfRows, type RowsRoom } from '../rows/spec-of-rows.ts'
import { readSeverities } from '../settings/config-file.ts'
import { specFiles, stdinName } from '../spec-files.ts'
import { warnOfUnused, type GivenVariables } from '../variables/given-variables.ts'

/** What forms are filled in with, and how strictly they are judged. */
export type Reading = {
  readonly isStrict: boolean
  readonly given: GivenVariables
  readonly each: Each | undefined
  /** Whether specs that are not there are no fault, since they were once. */
  readonly isGone?: (failure: Failure) => Promise<boolean>
}

/** The forms of the specs that words name. When one can't be read or holds an error, that is said and nothing is sent. */
export async function readForms(
  context: Context,
  words: readonly string[],
  reading: Reading,
): Promise<readonly ReadForm[]> {
  const { isStrict, given, each } = reading
  const policy = { severities: await readSeverities(context.host), isStrict, isToBeSent: true }
  const { forms, reports, failures, used } = await readAll(context.host, words, { ...reading, policy })
  const faulty = reports.filter(({ findings }) => findings.some(isError))
  // What cannot be read hides nothing of what can.
  await sayReports(reports, { context, isFatal: faulty.length + failures.length > 0 })
  await failOnFailures(failures, context)
  await warnOfUnused(given, used, context)
  if (faulty.length === 0) {
    if (each) await sayUnused(each, used, context)
    return forms
  }
  const errors = faulty.flatMap(({ findings }) => findings.filter(isError)).length
  throw Failure.of('spec-findings', { errors, files: faulty.length })
}

const isError = ({ severity }: PlacedFinding): boolean => severity === 'error'

type Read = {
  readonly forms: readonly ReadForm[]
  readonly reports: readonly FileReport[]
  readonly failures: readonly Failure[]
  /** The variables that the specs use or declare. */
  readonly used: ReadonlySet<string>
}

type Weighing = Reading & { readonly policy: Policy }

async function readAll(host: Host, words: readonly string[], reading: Weighing): Promise<Read> {
  const { given, each, policy } = reading
  const forms: ReadForm[] = []
  const reports = given.reports.map((report) => judged(report, policy))
  const used = new Set<string>()
  const inRows: PlacedFinding[] = []
  const failures: Failure[] = []
  const room = { weight: 0, findings: 0 }
  for await (const found of specFiles(host, words)) {
    if ('failure' in found) {
      if (!(await reading.isGone?.(found.failure))) failures.push(found.failure)
      continue
    }
    const { file, bytes } = found
    const text = new TextDecoder().decode(bytes)
    const { forms: filled, findings, variables, ofRows } = filledIn(bytes, reading, room)
    for (const name of variables) used.add(name)
    inRows.push(...ofRows)
    const report = judged({ file, text, findings }, policy)
    if (report.findings.length > 0) reports.push(report)
    // A spec without errors holds forms; what has errors is never used.
    const path = file === stdinName ? '-' : host.files.resolve(file)
    for (const { spec, row, document } of filled)
      forms.push({ file, path, text, document, spec, form: spec.value as Form, ...(row && { row }) })
  }
  if (each) reports.push(...reportsOf(each, room, inRows).map((report) => judged(report, policy)))
  return { forms, reports, failures, used }
}

type Filled = Pick<Spec, 'findings' | 'variables'> & {
  /** What is found in the file of rows. */
  readonly ofRows: readonly PlacedFinding[]
  readonly forms: readonly { readonly spec: SpecForm; readonly document: number; readonly row?: Row }[]
}

function filledIn(bytes: Uint8Array, { given, each }: Reading, room: RowsRoom): Filled {
  const opened = openYaml(bytes)
  if (each && !isBroken(each)) return specOfRows(opened, { given, each, room })
  // Where the rows cannot be read, what they would give is not missing.
  const { variables } = given
  const spec = specOf(opened, each ? { ...variables, isWhole: false } : variables)
  const ofRows = each ? missingInSound(opened, { given, each }) : []
  return { ...spec, ofRows, forms: spec.forms.map((form, i) => ({ spec: form, document: i + 1 })) }
}

async function failOnFailures(failures: readonly Failure[], context: Context): Promise<void> {
  const { terminal, globals } = context
  const last = failures.at(-1)
  if (last === undefined) return
  for (const failure of failures.slice(0, -1))
    await terminal.warn(failureLine(failure, { terminal, isJson: globals.output === 'json' }))
  throw last
}

/** Shows findings on stderr, since stdout is for what was created; under --quiet only when they stop the run. */
export async function sayReports(
  reports: readonly FileReport[],
  { context, isFatal }: { readonly context: Context; readonly isFatal: boolean },
): Promise<void> {
  const { host, terminal, globals } = context
  if (reports.length === 0) return
  const { isTerminal, columns } = host.stderr
  const look = { paint: terminal.err, plain: terminal.plain, columns: isTerminal ? columns : undefined }
  const masked = reports.map((report) => maskReport(report, host))
  const report = (globals.output === 'json' ? json(masked) : textReport(masked, look)).trimEnd()
  await (isFatal ? terminal.warn(report) : terminal.say(report))
}

/** Refuses --name and --source-form where they fit no form or too many. */
export function refuseOverrides(
  forms: readonly ReadForm[],
  { name, sourceForm }: { readonly name?: string | undefined; readonly sourceForm: string | undefined },
): void {
  const misuse = (problem: string): Failure => Failure.of('usage', { problem })
  if (name?.trim() === '') throw misuse('--name is empty.')
  if (sourceForm?.trim() === '') throw misuse('--source-form names no form.')
  if (name !== undefined && forms.length > 1)
    throw misuse(`--name names one form, and ${forms.length} were read: name them in their specs.`)
}
