import { type MendedFinding, type PlacedFinding, linesOf, type Lines } from '../../authoring/authoring.ts'
import { formats, githubSummary, type FileReport, type ReportContext } from '../../authoring/reports.ts'
import { asFailure, count, misuse, type Failure } from '../../failure/failure.ts'
import { meantValue } from '../known-words.ts'
import { writeFile } from '../../files/file-system.ts'
import type { Host } from '../host.ts'
import { stdinName } from './spec-files.ts'
import { encodingsOf, maskKeepingLength, maskApiKeys } from '../terminal/plain.ts'
import { noPaint, type Terminal, type Paint } from '../terminal/terminal.ts'
import type { Severity } from '../../form/finding.ts'
import { pathText } from '../../form/value.ts'
import { fitted, widthOf, wrap } from '../terminal/display-width.ts'

export const reporterNames = ['text', 'json', 'sarif', 'github', 'junit', 'markdown'] as const

type ReporterName = (typeof reporterNames)[number]

/** A requested report; printed if it has no file. */
export type WantedReport = { readonly name: ReporterName; readonly file?: string }

/** Parses words such as `json` and `sarif=out.sarif`. Exactly one report is printed: `fallback`, unless a word names another. */
export function wantedReports(
  words: readonly string[],
  fallback: ReporterName,
  names: readonly ReporterName[] = reporterNames,
): readonly WantedReport[] {
  const wanted = words.map((word) => wantedReport(word, names))
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
  markdown: 'md',
}

function wantedReport(word: string, names: readonly ReporterName[]): WantedReport {
  const [, name = '', file] = /^([^=]*)(?:=([^]*))?$/.exec(word) ?? []
  const known = names.find((reporter) => reporter === name)
  if (known === undefined) {
    const meant = meantValue(name, names)
    const help = meant ? `Did you mean ${meant}?` : `There is ${names.join(', ')}.`
    throw misuse(`There is no reporter "${name}". ${help}`)
  }
  if (file === undefined || file === '-') return { name: known }
  if (file !== '') return { name: known, file }
  throw misuse(`--reporter ${word} names no file. Write one after the "=".`)
}

type ReportOptions = {
  readonly wanted: readonly WantedReport[]
  readonly scene: Pick<ReportContext, 'unread' | 'before'>
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
  const unread = scene.unread.map(terminal.mask)
  const { plain } = terminal
  const pages = wanted.some(({ name }) => name === 'sarif')
    ? (await import('../generated/pages.ts')).findingTexts
    : {}
  const onPage: ReportContext = {
    unread,
    plain,
    hasSummary: summary !== undefined,
    pages,
    before: scene.before,
  }
  const failures: Failure[] = []
  const attempt = async (work: Promise<void>): Promise<void> => {
    await work.catch((error: unknown) => failures.push(asFailure(error)))
  }
  const reportOf = async (name: ReporterName, look: Look): Promise<string> =>
    name === 'text' ? textReport(placed, look) : (await formats[name]())(placed, onPage)
  const printed = { paint: terminal.out, plain, columns: stdout.isTerminal ? stdout.columns : undefined }
  for (const { name, file } of wanted) {
    const look = file === undefined ? printed : { paint: noPaint, plain, columns: undefined }
    const content = await reportOf(name, look)
    // The summary of a job holds what its other steps wrote.
    if (file !== undefined && file === summary) await attempt(files.append(file, content))
    else await (file === undefined ? terminal.print(content) : attempt(writeFile(files, file, { content })))
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
  const secrets = encodingsOf(env['FORMCTL_API_KEY']?.trim() ?? '')
  const mask = (text: string): string => maskApiKeys(text, secrets)
  const { file, place, text, fixed } = report
  const maskRepair = (one: MendedFinding): MendedFinding => ({
    ...maskFinding(one, mask),
    done: mask(one.done),
  })
  return {
    file: mask(file),
    place: place === undefined ? undefined : mask(place),
    // Its lines and columns do not change.
    text: maskKeepingLength(text, secrets),
    findings: report.findings.map((finding) => maskFinding(finding, mask)),
    fixed: fixed?.map(maskRepair),
  }
}

function maskFinding(finding: PlacedFinding, mask: (text: string) => string): PlacedFinding {
  const { message, help, path, fix, edits, ...rest } = finding
  const properties = {
    ...rest,
    path: path.map((part) => (typeof part === 'string' ? mask(part) : part)),
    message: mask(message),
    help: help === undefined ? undefined : mask(help),
  }
  if (fix === undefined) return properties
  // A fix with a masked key would be wrong, so it is left out; --fix still applies it.
  const change = JSON.stringify([fix, edits])
  return mask(change) === change ? { ...properties, fix, edits } : properties
}

export type Look = {
  readonly paint: Paint
  /** Text from outside, with everything invisible made visible. */
  readonly plain: (text: string) => string
  /** Columns of the terminal; undefined in a pipe, where nothing is wrapped. */
  readonly columns: number | undefined
}

/** Findings as text: message, place, the marked line, and help. */
export const textReport = (reports: readonly FileReport[], look: Look): string =>
  reports
    .flatMap((report) => blocksOf(report, look))
    .map((block) => `${block.join('\n')}\n`)
    .join('\n')

const maxShown = 50

function blocksOf({ file, text: source, findings }: FileReport, look: Look): readonly (readonly string[])[] {
  const lines = linesOf(source)
  const folds = fold(findings)
  const blocks = folds.slice(0, maxShown).map((folded) => blockOf(folded, file, lines, look))
  const rest = folds.slice(maxShown).reduce((sum, { more }) => sum + 1 + more.length, 0)
  return rest > 0 ? [...blocks, [`${count(rest, 'more finding')} in ${look.plain(file)}.`]] : blocks
}

function blockOf({ finding, more }: Fold, file: string, lines: Lines, look: Look): readonly string[] {
  const { paint, plain } = look
  const gutter = ' '.repeat(String(finding.line).length)
  const place = `${plain(file)}:${finding.line}:${finding.column}`
  return [
    ...headOf(finding, look),
    `${gutter}${paint.cyan('-->')} ${place}`,
    ...frameOf(finding, lines.line(finding.line), look),
    ...labelled(`${gutter} =`, more.length > 0 ? moreOf(more) : undefined, look),
    ...labelled('help:', finding.help && plain(finding.help), look),
  ]
}

function headOf(
  { severity, code, message }: PlacedFinding,
  { paint, plain, columns }: Look,
): readonly string[] {
  const label = `${severity}[${code}]`
  const [first = '', ...rest] = wrapped(`${label}: ${plain(message)}`, columns)
  const color = colorOf(severity)
  // A terminal narrower than the label breaks inside it; then nothing is painted.
  if (!first.startsWith(`${label}:`)) return [first, ...rest]
  return [`${paint[color](label)}${paint.bold(first.slice(label.length))}`, ...rest.map(paint.bold)]
}

function frameOf(finding: PlacedFinding, line: string, { paint, plain, columns }: Look): readonly string[] {
  if (line.trim() === '' || !isText(line, finding.column)) return []
  const number = String(finding.line)
  const gutter = ' '.repeat(number.length)
  const [from, last] = [
    finding.column - 1,
    finding.endLine > finding.line ? line.length : finding.endColumn - 1,
  ]
  const width = Math.max(20, (columns ?? 120) - number.length - 3)
  const framed = frame(line, { from, to: Math.max(from, last) }, { width, plain })
  const bar = paint.cyan('|')
  return [
    `${gutter} ${bar}`,
    `${paint.cyan(number)} ${bar} ${framed.source}`,
    `${gutter} ${bar} ${framed.blanks}${paint[colorOf(finding.severity)](framed.carets)}`,
  ]
}

/** Whether a line is readable around a column, and not binary or in another encoding. */
function isText(line: string, column: number): boolean {
  const around = line.slice(Math.max(0, column - 200), column + 200).replaceAll('\t', '')
  const odd = around.match(/[\p{Cc}\uFFFD]/gu)?.length ?? 0
  return !around.includes('\0') && odd <= around.length / 4
}

const maxPlaces = 10

function moreOf(findings: readonly PlacedFinding[]): string {
  const places = findings.slice(0, maxPlaces).map(({ line, column }) => `${line}:${column}`)
  const left = findings.length - places.length
  if (left > 0) return `${findings.length} more like it: ${places.join(', ')} and ${left} further on.`
  return `${findings.length} more like it: ${places.join(', ')}.`
}

/** A sentence after a label; wrapped lines are indented to it. */
function labelled(label: string, sentence: string | undefined, { paint, columns }: Look): readonly string[] {
  if (sentence === undefined) return []
  const indent = ' '.repeat(label.length + 1)
  const [first = '', ...rest] = wrapped(sentence, columns, indent.length)
  const [, space = '', word = '', colon = ''] = /^( *)(.*?)(:?)$/s.exec(label) ?? []
  const paintLabel = colon === '' ? paint.cyan : paint.green
  return [`${space}${paintLabel(word)}${colon} ${first}`, ...rest.map((line) => indent + line)]
}

// Longer lines of prose are hard to follow back to the next one.
const maxWidth = 120

const wrapped = (line: string, columns: number | undefined, indent = 0): readonly string[] =>
  columns === undefined ? [line] : wrap(line, Math.max(20, Math.min(maxWidth, columns) - indent))

const colorOf = (severity: Severity): 'red' | 'magenta' | 'cyan' =>
  severity === 'error' ? 'red' : severity === 'warning' ? 'magenta' : 'cyan'

/** A finding and later ones like it. Of the later ones only the places are listed. */
type Fold = { readonly finding: PlacedFinding; readonly more: readonly PlacedFinding[] }

/** Groups equal and alike findings, in the order of the first of each group. */
function fold(findings: readonly PlacedFinding[]): readonly Fold[] {
  // Comparing all findings costs more than finding them, so only those about entries of arrays are compared.
  const alike = Map.groupBy(findings.filter(isEntry), likeness)
  // Two that differ in a word are both shown, as their help differs.
  const many = new Map(
    [...alike]
      .filter(([, group]) => group.length > 2)
      .flatMap(([name, group]) => group.map((one) => [one, name])),
  )
  const groups = Map.groupBy(findings, (finding) => many.get(finding) ?? sameness(finding))
  return [...groups.values()].flatMap(([finding, ...more]) =>
    finding === undefined ? [] : { finding, more },
  )
}

const isEntry = ({ path }: PlacedFinding): boolean => typeof path.at(-1) === 'number'

const sameness = ({ severity, code, message, help = '' }: PlacedFinding): string =>
  `${severity}\n${code}\n${message}\n${help}`

/** Findings on entries of one array are alike when only words in quotes and numbers differ: thirty years without quotes. */
const likeness = ({ severity, code, path, message, help = '' }: PlacedFinding): string =>
  [
    severity,
    code,
    pathText(path.slice(0, -1)),
    ...[message, help].map((sentence) => sentence.replaceAll(/"[^"]*"|\d+/g, '…')),
  ].join('\n')

/**
 * Marks a range of a line, in UTF-16 units from 0: the line as shown, and the blanks and carets for the line below it. A line
 * of more than `width` columns is cut around the range. Tabs become four blanks, wide characters get two carets.
 */
export function frame(
  line: string,
  { from, to }: { readonly from: number; readonly to: number },
  { width, plain }: { readonly width: number; readonly plain: (text: string) => string },
): { readonly source: string; readonly blanks: string; readonly carets: string } {
  const show = (text: string): string => plain(text.replaceAll('\t', '    '))
  // A line may be a megabyte long: only what can be seen is worked on.
  const before = show(wellFormed(line.slice(Math.max(0, from - 2 * width), from)))
  const marked = show(wellFormed(line.slice(from, Math.min(to, from + 2 * width))))
  const after = show(wellFormed(line.slice(to, to + 2 * width)))
  const isWhole = from <= 2 * width && widthOf(before + marked + after) <= width
  // A third for what stands before, or all that what follows leaves free.
  const free = width - widthOf(marked) - widthOf(after)
  const head = isWhole ? before : end(before, Math.max(Math.floor(width / 3), free))
  const body = isWhole ? marked : start(marked, width - widthOf(head))
  const tail = isWhole ? after : start(after, width - widthOf(head) - widthOf(body))
  return {
    source: (head + body + tail).trimEnd(),
    blanks: ' '.repeat(widthOf(head)),
    carets: '^'.repeat(Math.max(1, widthOf(body))),
  }
}

// A cut may fall between the two halves of a character.
const wellFormed = (text: string): string =>
  text.replace(/^[\uDC00-\uDFFF]/, '').replace(/[\uD800-\uDBFF]$/, '')

const start = (text: string, width: number): string => (width < 1 ? '' : fitted(text, width))

function end(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let [kept, used] = ['', 1]
  for (const character of Array.from(text).toReversed()) {
    used += widthOf(character)
    if (used > width) break
    kept = character + kept
  }
  return `…${kept}`
}
