import type { FileReport } from '../reports.ts'
import type { PlacedFinding } from '../yaml/lines.ts'

/** One JSON value for all files (`schemas/validate-output.schema.json`), those without findings too. */
export const json = (reports: readonly FileReport[]): string => {
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
