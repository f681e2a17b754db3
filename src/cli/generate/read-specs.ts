import { Failure } from '../../failure.ts'
import type { Form } from '../../form/generated/form.ts'
import type { Policy } from '../../spec/judge.ts'
import { parseSpec } from '../../spec/parse-spec.ts'
import type { PlacedFinding, SpecForm } from '../../spec/placed.ts'
import type { Context } from '../command.ts'
import { failureLine } from '../failure-line.ts'
import type { Host } from '../host.ts'
import { json } from '../reporters/json.ts'
import { judged, type FileReport } from '../reporters/reporter.ts'
import { text as textReport } from '../reporters/text.ts'
import { readSeverities } from '../settings/read-severities.ts'
import { specFiles } from '../spec-files.ts'
import { warnOfUnused, type GivenVariables } from '../variables/given-variables.ts'

/** A form that nothing is wrong with, and the text that it was read from. */
export type ReadForm = {
  readonly file: string
  readonly text: string
  readonly spec: SpecForm
  readonly form: Form
}

/** The forms of the specs that words name. When one can't be read or holds an error, that is said and nothing is sent. */
export async function readForms(
  context: Context,
  words: readonly string[],
  { isStrict, given }: { readonly isStrict: boolean; readonly given: GivenVariables },
): Promise<readonly ReadForm[]> {
  const policy = { severities: await readSeverities(context.host), isStrict, isToBeSent: true }
  const { forms, reports, failures, used } = await readAll(context.host, words, { given, policy })
  await failOnFailures(failures, context)
  await warnOfUnused(given, used, context)
  const faulty = reports.filter(({ findings }) => findings.some(isError))
  await sayReports(reports, { context, isFatal: faulty.length > 0 })
  if (faulty.length === 0) return forms
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

async function readAll(
  host: Host,
  words: readonly string[],
  { given, policy }: { readonly given: GivenVariables; readonly policy: Policy },
): Promise<Read> {
  const forms: ReadForm[] = []
  const reports = given.reports.map((report) => judged(report, policy))
  const used = new Set<string>()
  const failures: Failure[] = []
  for await (const spec of specFiles(host, words)) {
    if ('failure' in spec) {
      failures.push(spec.failure)
      continue
    }
    const { file, bytes } = spec
    const text = new TextDecoder().decode(bytes)
    const { forms: specs, findings, variables } = parseSpec(bytes, given.variables)
    for (const name of variables) used.add(name)
    const report = judged({ file, text, findings }, policy)
    if (report.findings.length > 0) reports.push(report)
    // A spec without errors holds forms; what has errors is never used.
    for (const form of specs) forms.push({ file, text, spec: form, form: form.value as Form })
  }
  return { forms, reports, failures, used }
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
  const report = (globals.output === 'json' ? json(reports) : textReport(reports, look)).trimEnd()
  await (isFatal ? terminal.warn(report) : terminal.say(report))
}
