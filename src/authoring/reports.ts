/** Findings as reports for programs: a door of the room. Each format is loaded when it is asked for. */
import { inJsonWords, isJsonName } from './json-words.ts'
import { judge, type Policy } from './judge.ts'
import type { MendedFinding } from './fix/fix-spec.ts'
import type { PlacedFinding } from './yaml/lines.ts'

/** One file and everything wrong with it. */
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
  return { ...report, findings: isJsonName(report.file) ? findings.map(inJsonWords) : findings }
}

export type Scene = {
  /** Files that could not be read, a sentence each. */
  readonly unread: readonly string[]
  /** Text from outside, with everything invisible made visible. */
  readonly plain: (text: string) => string
  /** Whether a summary lists the findings that the report itself has no room for. */
  readonly hasSummary: boolean
  /** What each code means, and examples. */
  readonly pages: Readonly<
    Record<string, { readonly text: string; readonly wrong?: string; readonly right?: string }>
  >
}

export type Format = (reports: readonly FileReport[], scene: Scene) => string

/** The findings that GitHub's annotations have no room for, as Markdown; empty when they show all. */
export const githubSummary = async (
  reports: readonly FileReport[],
  scene: Pick<Scene, 'unread' | 'plain'>,
): Promise<string> => (await import('./reports/github.ts')).githubSummary(reports, scene)

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
  sarif: async () => (await import('./reports/sarif.ts')).sarif,
  github: async () => (await import('./reports/github.ts')).github,
  junit: async () => (await import('./reports/junit.ts')).junit,
} as const satisfies Readonly<Record<string, () => Promise<Format>>>
