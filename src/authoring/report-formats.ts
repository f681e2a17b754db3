import { count } from '../failure/failure.ts'
import { countsText, type Severity } from '../form/finding.ts'
import { markdown, type FileReport, type Format, type ReportContext } from './reports.ts'
import { type PlacedFinding, linesOf, type Edit, type Lines } from './yaml/lines.ts'
import { addCounts, pathText } from '../form/value.ts'
import manifest from '../../package.json' with { type: 'json' }
import { codes, type CodeFacts } from './codes.ts'

/** Workflow commands, which GitHub shows beside the code: ten of each kind, and a line about the rest. */
export const github: Format = (reports, context) => {
  const { shown, rest } = splitByRoom(reports, context)
  const lines = [
    ...context.unread.slice(0, maxPerKind).map((sentence) => command('error', {}, context.plain(sentence))),
    ...shown.map((found) => annotation(found, context)),
    ...(rest.length > 0 ? [restLine(rest, context)] : []),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** The plan, and what the annotations have no room for, as Markdown for the page of the run; empty when they show all. */
export const githubSummary = (
  reports: readonly FileReport[],
  context: Pick<ReportContext, 'unread' | 'plain' | 'before'>,
): string => {
  const { rest } = splitByRoom(reports, context)
  const heading = `### formctl: ${count(rest.length, 'finding')} beside the annotations`
  return `${context.before ?? ''}${rest.length > 0 ? markdownTable(heading, rest, context) : ''}`
}

/** Everything as Markdown, for the page of a job or a comment on a change. */
export const markdownReport: Format = (reports, context) => {
  const all = reports.flatMap(({ file, place = file, findings }) =>
    findings.map((finding) => ({ place, finding })),
  )
  const unread = context.unread.map((sentence) => `- ${markdown(context.plain(sentence))}\n`)
  const heading = `### formctl: ${all.length === 0 ? 'no problems found' : count(all.length, 'finding')}`
  const found = all.length > 0 || context.before === undefined ? markdownTable(heading, all, context) : ''
  return [context.before ?? '', ...unread, found].join('')
}

function markdownTable(
  heading: string,
  found: readonly LocatedFinding[],
  { plain }: Pick<ReportContext, 'plain'>,
): string {
  const rows = found.slice(0, maxRows).map(({ place, finding }) => {
    const { severity, code, line, message, help } = finding
    const sentence = help === undefined ? message : `${message} ${help}`
    // Without a second colon: GitHub shows :100: as a picture.
    const cells = [severity, `${place}, line ${line}`, `${code}: ${sentence}`]
    return `| ${cells.map((cell) => markdown(plain(cell))).join(' | ')} |`
  })
  const left = found.length - rows.length
  return [
    heading,
    '',
    ...(rows.length > 0 ? ['| Severity | Place | Finding |', '| --- | --- | --- |', ...rows] : []),
    ...(left > 0 ? ['', `${count(left, 'more finding')}.`] : []),
    '',
    '',
  ].join('\n')
}

// GitHub drops what a step says beyond ten errors, ten warnings and ten notices, without a word.
const maxPerKind = 10
// It drops a summary whole that is larger than 1 MiB; a row has at most some hundred bytes.
const maxRows = 1000

type LocatedFinding = { readonly place: string; readonly finding: PlacedFinding }

/** Splits the findings into those that annotations have room for, and the others. */
function splitByRoom(
  reports: readonly FileReport[],
  { unread }: Pick<ReportContext, 'unread'>,
): { readonly shown: readonly LocatedFinding[]; readonly rest: readonly LocatedFinding[] } {
  const room = { error: maxPerKind - unread.length, warning: maxPerKind, note: maxPerKind }
  const [shown, rest]: [LocatedFinding[], LocatedFinding[]] = [[], []]
  for (const { file, place = file, findings } of reports)
    for (const finding of findings) (room[finding.severity]-- > 0 ? shown : rest).push({ place, finding })
  return { shown, rest }
}

function annotation({ place, finding }: LocatedFinding, { plain }: ReportContext): string {
  const { severity, code, message, help, line, column, endLine, endColumn } = finding
  // GitHub marks columns inside one line only, and the last one is part of what is marked.
  const end = endLine === line ? Math.max(column, endColumn - 1) : undefined
  return command(
    kinds[severity],
    { file: place, line, endLine, col: column, endColumn: end, title: code },
    [message, ...(help === undefined ? [] : [help])].map(plain).join('\n'),
  )
}

const kinds: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', note: 'notice' }

function command(
  kind: string,
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): string {
  const said = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escapedProperty(String(value))}`],
  )
  return `::${kind}${said.length > 0 ? ` ${said.join(',')}` : ''}::${escaped(message)}`
}

const escaped = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapedProperty = (text: string): string => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

function restLine(rest: readonly LocatedFinding[], { hasSummary }: ReportContext): string {
  const counts = countsText(
    rest.map(({ finding }) => finding),
    'more',
  )
  return `${counts}: ${hasSummary ? 'see the summary of this run' : 'GitHub limits how many it shows; the text report has all'}.`
}

/**
 * JUnit's XML, as CI services read it: a suite for each file, a case for each finding. Viewers list the names of cases,
 * so a name is the sentence itself, without the line, which would make an old fault a new one when it moves.
 */
export const junit: Format = (reports, context) => {
  const suites = [...reports.map((report) => suiteOf(report, context)), ...unreadSuites(context)]
  const totals = { tests: 0, failures: 0, errors: 0 }
  for (const suite of suites) addCounts(totals, suite, ['tests', 'failures', 'errors'])
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: 'formctl forms validate', ...totals })}>`,
    ...suites.map(({ name, cases, ...counts }) =>
      [`  <testsuite${attributes({ name, ...counts, skipped: 0 })}>`]
        .concat(
          cases.map((line) => `    ${line}`),
          '  </testsuite>',
        )
        .join('\n'),
    ),
    '</testsuites>',
    '',
  ].join('\n')
}

type Suite = {
  readonly name: string
  readonly tests: number
  readonly failures: number
  readonly errors: number
  readonly cases: readonly string[]
}

function suiteOf({ file, place = file, findings }: FileReport, { plain }: ReportContext): Suite {
  const name = plain(file)
  if (findings.length === 0) {
    const empty = attributes({ name: 'no problems found', classname: name, file: plain(place) })
    return { name, tests: 1, failures: 0, errors: 0, cases: [`<testcase${empty}/>`] }
  }
  const seen = new Map<string, number>()
  const cases = findings.map((finding) => {
    const time = (seen.get(finding.message) ?? 0) + 1
    seen.set(finding.message, time)
    return caseOf(finding, file, place, plain, time)
  })
  const failures = findings.filter(({ severity }) => severity === 'error').length
  return { name, tests: cases.length, failures, errors: 0, cases }
}

function caseOf(
  { code, severity, message, help, line, column }: PlacedFinding,
  file: string,
  place: string,
  plain: ReportContext['plain'],
  time: number,
): string {
  // Viewers take two cases of one name for one.
  const name = `${plain(message)}${time > 1 ? ` (${time})` : ''}`
  const body = [
    `${severity}[${code}]: ${plain(message)}`,
    `${plain(file)}:${line}:${column}`,
    ...(help === undefined ? [] : [`help: ${plain(help)}`]),
  ].join('\n')
  const head = `<testcase${attributes({ name, classname: plain(file), file: plain(place), line })}>`
  // What doesn't fail the run fails no case; it is there to be read.
  const inside =
    severity === 'error'
      ? `<failure${attributes({ message: plain(message), type: code })}>${escapedXml(body)}</failure>`
      : `<system-out>${escapedXml(body)}</system-out>`
  return `${head}${inside}</testcase>`
}

function unreadSuites({ unread, plain }: ReportContext): readonly Suite[] {
  if (unread.length === 0) return []
  const name = 'files that cannot be read'
  const cases = unread.map((sentence) => {
    const message = plain(sentence)
    return `<testcase${attributes({ name: message, classname: name })}><error${attributes({ message })}/></testcase>`
  })
  return [{ name, tests: cases.length, failures: 0, errors: cases.length, cases }]
}

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapedXml(String(value)).replaceAll('\n', '&#10;')}"`)
    .join('')

/** Text as XML holds it; what XML cannot hold at all is dropped. */
const escapedXml = (text: string): string =>
  text
    .replaceAll(unheld, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

// XML 1.0, production 2: the characters that are none of its own.
// oxlint-disable-next-line no-control-regex -- it must match control characters, which XML cannot hold
const unheld = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** SARIF 2.1.0, as services for code scanning take it: one run, every rule, every finding. */
export const sarif: Format = (reports, context) => {
  const indexes = new Map(Array.from(codes.keys(), (code, index) => [code, index]))
  const driver = {
    name: 'formctl',
    semanticVersion: manifest.version,
    rules: Array.from(codes, ([id, facts]) => ruleOf(id, facts, context.pages[id])),
  }
  const run = {
    tool: { driver },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { [sourceRoot]: { description: { text: 'The root of the checkout.' } } },
    invocations: [invocationOf(context)],
    results: reports.flatMap((report) => {
      const lines = linesOf(report.text)
      return report.findings.map((finding) =>
        resultOf(finding, report, lines, indexes.get(finding.code) ?? -1),
      )
    }),
  }
  return `${JSON.stringify({ $schema: sarifSchema, version: '2.1.0', runs: [run] }, undefined, 2)}\n`
}

const sarifSchema = 'https://json.schemastore.org/sarif-2.1.0.json'
const sourceRoot = '%SRCROOT%'

function ruleOf(
  id: string,
  { severity }: CodeFacts,
  page: ReportContext['pages'][string] | undefined,
): object {
  const { text = id, wrong, right } = page ?? {}
  const help = `${text}${fenced('Wrong', wrong)}${fenced('Right', right)}`
  return {
    id,
    shortDescription: { text: /^[^]*?[.](?=\s|$)/.exec(text)?.[0] ?? text },
    fullDescription: { text },
    help: { text: help, markdown: help },
    // The words for severities are SARIF's own: error, warning, note.
    defaultConfiguration: { level: severity },
  }
}

const fenced = (title: string, yaml: string | undefined): string =>
  yaml === undefined ? '' : `\n\n${title}:\n\`\`\`yaml\n${yaml}\`\`\``

const invocationOf = ({ unread }: ReportContext): object => ({
  executionSuccessful: unread.length === 0,
  toolExecutionNotifications: unread.map((text) => ({ level: 'error', message: { text } })),
})

function resultOf(finding: PlacedFinding, report: FileReport, lines: Lines, index: number): object {
  const { code, severity, message, help, path, line, column, endLine, endColumn } = finding
  const artifactLocation = locationOf(report)
  const region = { startLine: line, startColumn: column, endLine, endColumn }
  const change = finding.edits && {
    description: { text: help ?? message },
    artifactChanges: [{ artifactLocation, replacements: replacementsOf(finding.edits, lines) }],
  }
  return {
    ruleId: code,
    ruleIndex: index,
    level: severity,
    message: { text: help === undefined ? message : `${message} ${help}` },
    locations: [
      {
        physicalLocation: { artifactLocation, region },
        ...(path.length === 0 ? {} : { logicalLocations: [{ fullyQualifiedName: pathText(path) }] }),
      },
    ],
    ...(change ? { fixes: [change] } : {}),
  }
}

function replacementsOf(edits: readonly Edit[], lines: Lines): readonly object[] {
  return edits.map(({ start, end, text: inserted }) => {
    const { line, column, endLine, endColumn } = lines.rangeOf(start, end)
    const deletedRegion = { startLine: line, startColumn: column, endLine, endColumn }
    return { deletedRegion, ...(inserted === '' ? {} : { insertedContent: { text: inserted } }) }
  })
}

function locationOf({ file, place = file }: FileReport): object {
  const uri = place.split('/').map(encodeURIComponent).join('/')
  // `a:b.yaml` is encoded, but a drive is a part of a path as it is: file:///C:/a.yaml.
  if (/^([A-Za-z]:)?\//.test(place))
    return { uri: `file://${uri.startsWith('/') ? '' : '/'}${uri.replace('%3A', ':')}` }
  return { uri, uriBaseId: sourceRoot }
}
