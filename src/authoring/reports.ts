import { judge, type Policy } from './judge.ts'
import type { MendedFinding } from './fix-spec.ts'
import type { PlacedFinding } from './yaml/lines.ts'

/** Findings as reports for programs: a door of the room. Each format is loaded when it is asked for. */

export type FileReport = {
  readonly file: string
  /** The file as seen from the root of the checkout, for services that show findings beside the code. */
  readonly place?: string
  /** The text of the file, for the frames; bytes that are no text are replaced. */
  readonly text: string
  readonly findings: readonly PlacedFinding[]
  /** The findings that were fixed, where they stood before; absent without --fix. */
  readonly fixed?: readonly MendedFinding[]
}

/** A report with the severities that the project and the file's own comments set. */
export const judged = (report: FileReport, policy: Policy): FileReport => {
  const findings = judge(report.findings, report.text, policy)
  return { ...report, findings: /\.json$/i.test(report.file) ? findings.map(inJsonWords) : findings }
}

export type ReportContext = {
  /** A sentence for each file that could not be read. */
  readonly unread: readonly string[]
  /** Text from outside, with everything invisible made visible. */
  readonly plain: (text: string) => string
  /** Whether a summary lists the findings that the report itself has no room for. */
  readonly hasSummary: boolean
  /** Markdown that stands above the findings: the plan of a run. */
  readonly before?: string | undefined
  readonly pages: Readonly<
    Record<string, { readonly text: string; readonly wrong?: string; readonly right?: string }>
  >
}

export type Format = (reports: readonly FileReport[], context: ReportContext) => string

/** The findings beyond GitHub's limit of annotations, as Markdown; empty if there are none. */
export const githubSummary = async (
  reports: readonly FileReport[],
  context: Pick<ReportContext, 'unread' | 'plain' | 'before'>,
): Promise<string> => (await import('./report-formats.ts')).githubSummary(reports, context)

/** One JSON value for all files (`schemas/validate-output.schema.json`), those without findings too. */
const json = (reports: readonly FileReport[]): string => {
  const files = reports.map(({ file, findings, fixed }) => ({
    file,
    findings: findings.map(shown),
    fixed: fixed?.map(shown),
  }))
  return `${JSON.stringify({ schema_version: 1, files })}\n`
}

const shown = (finding: PlacedFinding): object => ({
  code: finding.code,
  severity: finding.severity,
  message: finding.message,
  help: finding.help,
  path: finding.path,
  line: finding.line,
  column: finding.column,
  endLine: finding.endLine,
  endColumn: finding.endColumn,
  fix: finding.fix,
})

export const formats = {
  json: async () => json,
  sarif: async () => (await import('./report-formats.ts')).sarif,
  github: async () => (await import('./report-formats.ts')).github,
  junit: async () => (await import('./report-formats.ts')).junit,
  markdown: async () => (await import('./report-formats.ts')).markdownReport,
} as const satisfies Readonly<Record<string, () => Promise<Format>>>

/** A finding in a file of JSON, which is read as YAML: help on the notation of YAML is of no use there, and examples in it are named so. */
function inJsonWords(finding: PlacedFinding): PlacedFinding {
  if (ofNotation.test(finding.code)) return { ...finding, help: jsonHelp }
  const { help } = finding
  return help !== undefined && showsYaml.test(help) ? { ...finding, help: `In YAML: ${help}` } : finding
}

const ofNotation = /^yaml-(?:indent|comma|dash|colon|comment|start|anchor|alias|key|tag|syntax)$/
const showsYaml = /"- |"---"|per line|"\w+:/
const jsonHelp = 'Put texts and keys in double quotes, and a comma between two entries; JSON has no comments.'

/** A text as Markdown that shows it as it is, also in a table. */
export const markdown = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|~#>@]/g, String.raw`\$&`)
