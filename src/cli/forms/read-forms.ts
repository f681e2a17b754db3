import { asFailure, Failure, ignoreFailure } from '../../failure/failure.ts'
import type { Form } from '../../form/form.ts'
import { typeNames } from '../../form/schema.ts'
import type { ReadForm } from '../../publish/publish.ts'
import {
  checkSpec,
  fillInSpec,
  dependsOnService,
  needsExtensions,
  type Target,
  findingsOfRows,
  type MendedFinding,
  withSameAddresses,
  type PlacedFinding,
  type Policy,
} from '../../authoring/authoring.ts'
import type { Context } from '../command.ts'
import { failureLine } from '../terminal/terminal.ts'
import { formats, judged, type FileReport } from '../../authoring/reports.ts'
import { embeddedFolder } from '../../wire/wire.ts'
import { maskReport, textReport } from './reporters.ts'
import { destinationOf } from '../settings/base-url.ts'
import { retryContextOf } from '../settings/waits.ts'
import { reportUnusedColumns } from './variable-options.ts'
import { readSeverities } from '../settings/config-file.ts'
import type { ReadSpec, SpecRun } from './project-specs.ts'
import { stdinName } from './spec-files.ts'

/** How strictly specs are checked. */
type ReadOptions = Pick<SpecsOptions, 'isGone'> & {
  readonly isStrict: boolean
  /** Never asks the service what it takes. */
  readonly isOffline?: boolean
  /** What shows the findings; by default `printReports`. */
  readonly report?: PrintReports | undefined
}

/** Shows findings; `isFatal`: they end the run. */
export type PrintReports = (reports: readonly FileReport[], isFatal: boolean) => Promise<void>

/** The forms of the specs of a run. Throws after reporting if one cannot be read or has errors. */
export async function readForms(
  context: Context,
  run: SpecRun,
  { isStrict, isOffline, isGone, report }: ReadOptions,
): Promise<readonly ReadForm[]> {
  const { host, terminal, globals } = context
  const policy = { severities: await readSeverities(host), isStrict, isToBeSent: true }
  const target = await targetInSettings(context)
  // Whatever fails here is reported when the form is sent.
  const ask = isOffline ? undefined : () => announcedTarget(context).catch(ignoreFailure)
  const read = await readSpecs(context, run, { policy, target, ask, isGone })
  const { failures } = read
  const reports = read.reports.filter(({ findings }) => findings.length > 0)
  const faulty = reports.filter(({ findings }) => findings.some(isError))
  const isFatal = faulty.length + failures.length > 0
  await (report?.(reports, isFatal) ?? printReports(reports, { context, isFatal }))
  for (const failure of failures.slice(0, -1))
    await terminal.warn(failureLine(failure, { terminal, isJson: globals.output === 'json' }))
  const last = failures.at(-1)
  if (last) throw last
  await run.warnOfUnused()
  if (faulty.length === 0) {
    await reportUnusedColumns(run.allInputs(), context)
    return read.forms
  }
  const errors = faulty.flatMap(({ findings }) => findings.filter(isError)).length
  throw Failure.of('spec-findings', { errors, files: faulty.length })
}

const isError = ({ severity }: PlacedFinding): boolean => severity === 'error'

/** A spec after `--fix`: what was corrected, and why that could not be written. */
export type Mended = {
  readonly bytes: Uint8Array
  readonly fixed?: readonly MendedFinding[]
  readonly failure?: Failure
}

type SpecsOptions = {
  readonly policy: Policy
  readonly target: Target
  /** Asks the service what it takes, where a spec without errors depends on it and `target` is not known. */
  readonly ask?: (() => Promise<Target>) | undefined
  /** Whether a spec that was not found is expected to be gone, since the lock file has it. */
  readonly isGone?: ((failure: Failure) => Promise<boolean>) | undefined
  /** Corrects a spec before it is read. */
  readonly mend?: ((spec: ReadSpec) => Promise<Mended>) | undefined
}

/** Reads and checks all specs of a run. One that cannot be read does not stop the others. */
export async function readSpecs(
  { host }: Pick<Context, 'host'>,
  run: SpecRun,
  { policy, target, ask, mend, isGone }: SpecsOptions,
): Promise<{
  /** Those of specs with errors, too: then they must not be used. */
  readonly forms: readonly ReadForm[]
  readonly reports: readonly FileReport[]
  readonly failures: readonly Failure[]
}> {
  const forms: ReadForm[] = []
  const reports: FileReport[] = []
  const failures: Failure[] = []
  let announced: Promise<Target> | undefined
  for await (const spec of run.specs) {
    const { file, inputs } = spec
    if ('failure' in spec) {
      if (!(await isGone?.(spec.failure))) failures.push(await run.explain(spec.failure, file))
      continue
    }
    const { bytes, fixed, failure }: Mended = (await mend?.(spec)) ?? spec
    if (failure) failures.push(failure)
    const { budget } = inputs
    const before = { ...budget }
    let read = fillInSpec(bytes, { ...inputs, target: target ?? (await announced) })
    // A spec with errors is not sent, so the service is not asked about it.
    if (ask && !target && !announced && !read.findings.some(isError)) {
      const usesExtensions = read.forms.some((form) => needsExtensions(form.spec.value))
      if (usesExtensions || read.findings.some(dependsOnService)) {
        announced = ask()
        const asked = await announced
        if (asked) {
          Object.assign(budget, before)
          read = fillInSpec(bytes, { ...inputs, target: asked })
        }
      }
    }
    const { findings } = read
    for (const name of read.variables) inputs.used.add(name)
    inputs.inRows.push(...read.ofRows)
    const text = new TextDecoder().decode(bytes)
    reports.push(judged({ file, text, findings, ...(fixed && { fixed }) }, policy))
    // A spec without errors holds forms; what has errors is never used.
    const path = file === stdinName ? '-' : host.files.resolve(file)
    const unfilled = read.variables.size > 0 ? checkSpec(bytes).forms : []
    for (const { spec: form, row, document } of read.forms) {
      const template = unfilled[document - 1]?.value ?? form.value
      const rowKey = row && inputs.rowKeys?.get(row.number)
      forms.push({ file, path, text, document, spec: form, form: form.value as Form, template, row, rowKey })
    }
  }
  return { forms, reports: withReports(run, withSameAddresses(reports, forms), policy), failures }
}

/** Reports on the specs of a run that was read, with those on its variables before them and on its tables behind. */
const withReports = (run: SpecRun, ofSpecs: readonly FileReport[], policy: Policy): readonly FileReport[] => [
  ...run.reports().map((report) => judged(report, policy)),
  ...ofSpecs,
  ...run.allInputs().flatMap(({ rows, inRows, budget }) => {
    const findings = rows ? findingsOfRows(rows, inRows, budget) : []
    return rows && findings.length > 0 ? [judged({ file: rows.file, text: rows.text, findings }, policy)] : []
  }),
]

/** Shows findings on stderr, since stdout is for what was created; under --quiet only when they stop the run. */
export async function printReports(
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

/** The service of the settings as far as it is known without a request: an embedded one has every component type. */
export async function targetInSettings(context: Pick<Context, 'settings'>): Promise<Target> {
  const { baseUrl } = (await context.settings().catch(ignoreFailure)) ?? {}
  return baseUrl && embeddedFolder(baseUrl.value) !== undefined
    ? { address: baseUrl.value, types: typeNames }
    : undefined
}

/** The service for a check that sends nothing: it is asked only if the command line names it, and a failure is reported. */
export async function targetOfCheck(context: Context): Promise<Target> {
  const { globals, terminal } = context
  const known = await targetInSettings(context)
  if (known || (globals.baseUrl === undefined && globals.profile === undefined)) return known
  return announcedTarget(context).catch(async (error: unknown) => {
    const { message } = asFailure(error)
    await terminal.info(`The service could not be asked what it takes: ${terminal.plain(message)}`)
    return undefined
  })
}

// An optional answer is not worth a longer wait.
const maxSeconds = 15

/** What the service of the settings announces. Needs no key. */
async function announcedTarget(context: Context): Promise<Target> {
  const settings = await context.settings()
  const destination = settings.baseUrl && destinationOf(settings.baseUrl)
  if (destination?.kind !== 'http') return undefined
  const { url: baseUrl } = destination
  // Loaded here, as the findings of most runs do not depend on the service.
  const [{ readAnnouncementOrReason }, { quietServiceAt }] = await Promise.all([
    import('../../client/client.ts'),
    import('../settings/connect.ts'),
  ])
  const service = await quietServiceAt(baseUrl, context)
  const access = { service, baseUrl, apiKey: '', keySource: '', keyAdvice: '', environmentId: undefined }
  const retry = retryContextOf(context)
  const seconds = Math.min(retry.seconds ?? maxSeconds, maxSeconds)
  const announced = await readAnnouncementOrReason({ access, retry: { ...retry, seconds } })
  return 'extensions' in announced
    ? { address: baseUrl, types: announced.types, extensions: announced.extensions }
    : { address: baseUrl, extensions: [], announcesNothing: true }
}
