import type { MendedFinding, PlacedFinding } from '../../authoring/authoring.ts'
import { formats, githubSummary, type FileReport, type ReportContext } from '../../authoring/reports.ts'
import { Failure, misuse } from '../../failure/failure.ts'
import { nearest } from '../../form/words.ts'
import { writeFile } from '../../files/file-system.ts'
import type { Host } from '../host.ts'
import { stdinName } from '../forms/spec-files.ts'
import { formsOf, withKeysCovered, withoutKeys } from '../terminal/key-mask.ts'
import { noPaint, type Terminal } from '../terminal/terminal.ts'
import { textReport, type Look } from './text-report.ts'

export const reporterNames = ['text', 'json', 'sarif', 'github', 'junit'] as const

type ReporterName = (typeof reporterNames)[number]

/** A requested report; printed if it has no file. */
export type WantedReport = { readonly name: ReporterName; readonly file?: string }

/** Parses words such as `json` and `sarif=out.sarif`. Exactly one report is printed: `fallback`, unless a word names another. */
export function wantedReports(words: readonly string[], fallback: ReporterName): readonly WantedReport[] {
  const wanted = words.map(wantedReport)
  const [printed, another] = wanted.filter(({ file }) => file === undefined)
  if (printed && another) {
    throw misuse(
      `Only one report can be printed, and both ${printed.name} and ${another.name} are asked for. Send one to a file, as in --reporter ${another.name}=report.${endings[another.name]}.`,
    )
  }
  const files = wanted.flatMap(({ file }) => file ?? [])
  const twice = files.find((file, i) => files.indexOf(file) < i)
  if (twice !== undefined) throw misuse(`Two reports would be written to ${twice}. Name another file.`)
  return printed ? wanted : [{ name: fallback }, ...wanted]
}

const endings: Readonly<Record<ReporterName, string>> = {
  text: 'txt',
  json: 'json',
  sarif: 'sarif',
  github: 'txt',
  junit: 'xml',
}

function wantedReport(word: string): WantedReport {
  const [, name = '', file] = /^([^=]*)(?:=([^]*))?$/.exec(word) ?? []
  const known = reporterNames.find((reporter) => reporter === name)
  if (known === undefined) {
    const near = nearest(name, reporterNames)
    const help = near ? `Did you mean ${near.word}?` : `There is ${reporterNames.join(', ')}.`
    throw misuse(`There is no reporter "${name}". ${help}`)
  }
  if (file === undefined || file === '-') return { name: known }
  if (file !== '') return { name: known, file }
  throw misuse(`--reporter ${word} names no file. Write one after the "=".`)
}

type ReportOptions = {
  readonly wanted: readonly WantedReport[]
  readonly scene: Pick<ReportContext, 'unread'>
  readonly host: Pick<Host, 'env' | 'files' | 'platform' | 'stdout'>
  readonly terminal: Terminal
}

/** Prints one report and writes the others to files. Returns the failures of files that could not be written. */
export async function writeReports(
  reports: readonly FileReport[],
  { wanted, scene, host, terminal }: ReportOptions,
): Promise<readonly Failure[]> {
  const { files, env, stdout } = host
  const summary = env['GITHUB_STEP_SUMMARY'] || undefined
  const placed = reports.map((report) => maskReport({ ...report, place: placeOf(report.file, host) }, host))
  const unread = scene.unread.map(terminal.masked)
  const { plain } = terminal
  const { findingTexts: pages } = await import('../generated/pages.ts')
  const onPage: ReportContext = { unread, plain, hasSummary: summary !== undefined, pages }
  const failures: Failure[] = []
  const attempt = async (work: Promise<void>): Promise<void> => {
    await work.catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error
      failures.push(error)
    })
  }
  const reportOf = async (name: ReporterName, look: Look): Promise<string> =>
    name === 'text' ? textReport(placed, look) : (await formats[name]())(placed, onPage)
  const printed = { paint: terminal.out, plain, columns: stdout.isTerminal ? stdout.columns : undefined }
  for (const { name, file } of wanted) {
    const look = file === undefined ? printed : { paint: noPaint, plain, columns: undefined }
    const content = await reportOf(name, look)
    await (file === undefined ? terminal.print(content) : attempt(writeFile(files, file, { content })))
    if (name !== 'github' || summary === undefined) continue
    const rest = await githubSummary(placed, onPage)
    if (rest !== '') await attempt(files.append(summary, rest))
  }
  return failures
}

/** Refuses a report that would overwrite a spec. */
export function keepSpecs(
  wanted: readonly WantedReport[],
  reports: readonly FileReport[],
  { files }: Pick<Host, 'files'>,
): void {
  const specs = new Set(reports.map(({ file }) => files.resolve(file)))
  for (const { name, file } of wanted) {
    if (file === undefined || !specs.has(files.resolve(file))) continue
    throw misuse(`--reporter ${name}=${file} would replace the spec itself. Name another file.`)
  }
}

/** The path of a file from the root of the checkout, if a CI service names it, or from the working folder. */
function placeOf(file: string, { files, env, platform }: Pick<Host, 'files' | 'env' | 'platform'>): string {
  if (file === stdinName) return file
  const slashes = (path: string): string => (platform === 'win32' ? path.replaceAll('\\', '/') : path)
  const full = slashes(files.resolve(file))
  for (const root of [env['GITHUB_WORKSPACE'], env['CI_PROJECT_DIR'], files.resolve()]) {
    const folder = root && `${slashes(root).replace(/(?<!\/)\/+$/, '')}/`
    if (folder && full.startsWith(folder)) return full.slice(folder.length)
  }
  return full
}

/** A report without API keys from a spec or its name: reports go to logs and code review. */
export function maskReport(report: FileReport, { env }: Pick<Host, 'env'>): FileReport {
  const secrets = formsOf(env['FORMCTL_API_KEY']?.trim() ?? '')
  const masked = (text: string): string => withoutKeys(text, secrets)
  const { file, place, text, fixed } = report
  const maskRepair = (one: MendedFinding): MendedFinding => ({
    ...maskFinding(one, masked),
    done: masked(one.done),
  })
  return {
    file: masked(file),
    place: place === undefined ? undefined : masked(place),
    // Its lines and columns do not change.
    text: withKeysCovered(text, secrets),
    findings: report.findings.map((finding) => maskFinding(finding, masked)),
    fixed: fixed?.map(maskRepair),
  }
}

function maskFinding(finding: PlacedFinding, masked: (text: string) => string): PlacedFinding {
  const { message, help, path, fix, edits, ...rest } = finding
  const properties = {
    ...rest,
    path: path.map((part) => (typeof part === 'string' ? masked(part) : part)),
    message: masked(message),
    help: help === undefined ? undefined : masked(help),
  }
  if (fix === undefined) return properties
  // A fix with a masked key would be wrong, so it is left out; --fix still applies it.
  const change = JSON.stringify([fix, edits])
  return masked(change) === change ? { ...properties, fix, edits } : properties
}
