import { Failure, misuse } from '../../failure/failure.ts'
import type { Form } from '../../form/form.ts'
import type { ReadForm } from '../../publish/publish.ts'
import {
  fillInSpec,
  dependsOnService,
  needsExtensions,
  type Target,
  findingsOfRows,
  type PlacedFinding,
  type Policy,
  type RowsFile,
} from '../../authoring/authoring.ts'
import type { Context } from '../command.ts'
import { failureLine } from '../terminal/terminal.ts'
import { formats, judged, type FileReport } from '../../authoring/reports.ts'
import { maskReport } from '../reporters/reporter.ts'
import { textReport } from '../reporters/text-report.ts'
import { sayUnused, warnOfUnused, type GivenVariables } from './variable-options.ts'
import { readSeverities } from '../settings/config-file.ts'
import { askTarget, targetInSettings } from './known-target.ts'
import { specFiles, stdinName } from './spec-files.ts'

/** The variables and rows for specs, and how strictly specs are checked. */
export type Reading = {
  readonly isStrict: boolean
  readonly given: GivenVariables
  readonly each: RowsFile | undefined
  /** Never asks the service what it takes. */
  readonly asksNobody?: boolean
  /** Whether a spec that was not found is expected to be gone, since the lock file has it. */
  readonly isGone?: (failure: Failure) => Promise<boolean>
}

/** The forms of the specs that the arguments name. Throws after reporting if one cannot be read or has errors. */
export async function readForms(
  context: Context,
  words: readonly string[],
  reading: Reading,
): Promise<readonly ReadForm[]> {
  const { isStrict, given, each } = reading
  const policy = { severities: await readSeverities(context.host), isStrict, isToBeSent: true }
  const { forms, reports, failures, used } = await readAll(context, words, { ...reading, policy })
  const faulty = reports.filter(({ findings }) => findings.some(isError))
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
  readonly used: ReadonlySet<string>
}

type Weighing = Reading & { readonly policy: Policy }

async function readAll(context: Context, words: readonly string[], reading: Weighing): Promise<Read> {
  const { host } = context
  const { given, each, policy } = reading
  const forms: ReadForm[] = []
  const reports = given.reports.map((report) => judged(report, policy))
  const used = new Set<string>()
  const inRows: PlacedFinding[] = []
  const failures: Failure[] = []
  const budget = { weight: 0, findings: 0 }
  const filling = { variablesOf: given.variablesOf, rows: each, budget }
  let target = await targetInSettings(context)
  let asked: Promise<Target> | undefined
  for await (const found of specFiles(host, words)) {
    if ('failure' in found) {
      if (!(await reading.isGone?.(found.failure))) failures.push(found.failure)
      continue
    }
    const { file, bytes } = found
    const text = new TextDecoder().decode(bytes)
    const before = { ...budget }
    let read = fillInSpec(bytes, { ...filling, target })
    // A spec with errors is not sent, so nobody is asked about it.
    const isOpen = !target && !reading.asksNobody && !read.findings.some(isError)
    if (isOpen && (read.findings.some(dependsOnService) || usesMore(read.forms))) {
      target = await (asked ??= askTarget(context))
      if (target) read = fillInSpec(bytes, { ...filling, target, budget: Object.assign(budget, before) })
    }
    const { forms: filled, findings, variables, ofRows: missing } = read
    for (const name of variables) used.add(name)
    inRows.push(...missing)
    const report = judged({ file, text, findings }, policy)
    if (report.findings.length > 0) reports.push(report)
    // A spec without errors holds forms; what has errors is never used.
    const path = file === stdinName ? '-' : host.files.resolve(file)
    for (const { spec, row, document } of filled)
      forms.push({ file, path, text, document, spec, form: spec.value as Form, row })
  }
  const ofRows = each ? findingsOfRows(each, inRows, budget) : []
  if (each && ofRows.length > 0)
    reports.push(judged({ file: each.file, text: each.text, findings: ofRows }, policy))
  return { forms, reports, failures, used }
}

const usesMore = (forms: readonly { readonly spec: { readonly value: unknown } }[]): boolean =>
  forms.some(({ spec }) => needsExtensions(spec.value))

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
  const report = (
    globals.output === 'json' ? (await formats.json())(masked) : textReport(masked, look)
  ).trimEnd()
  await (isFatal ? terminal.warn(report) : terminal.info(report))
}

/** Refuses empty --name and --source-form, and --name for several forms. */
export function refuseOverrides(
  forms: readonly ReadForm[],
  { name, sourceForm }: { readonly name?: string | undefined; readonly sourceForm: string | undefined },
): void {
  if (name?.trim() === '') throw misuse('--name is empty.')
  if (sourceForm?.trim() === '') throw misuse('--source-form names no form.')
  if (name !== undefined && forms.length > 1)
    throw misuse(`--name names one form, and ${forms.length} were read: name them in their specs.`)
}
