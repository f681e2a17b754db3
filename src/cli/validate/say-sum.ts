import { count } from '../../failure.ts'
import type { MendedFinding } from '../../spec/fix-spec.ts'
import type { FileReport } from '../reporters/reporter.ts'

/** What was mended, a line each, as far as anybody reads. */
export function fixLines(reports: readonly FileReport[], plain: (text: string) => string): readonly string[] {
  const lines = reports.flatMap(({ file, fixed = [] }) => fixed.map((finding) => lineOf(file, finding)))
  const rest = lines.length - mostShown
  const shown = lines.slice(0, mostShown).map(plain)
  return rest > 0 ? [...shown, `${count(rest, 'more finding')} mended.`] : shown
}

const mostShown = 50

const lineOf = (file: string, { line, column, code, done }: MendedFinding): string =>
  `Mended ${file}:${line}:${column} ${code}: ${done}.`

/** What was found in all, in a sentence. */
export function sumOf(reports: readonly FileReport[], forms: number): string {
  const found = reports.flatMap(({ findings }) => findings)
  if (found.length === 0)
    return `${count(forms, 'form')} in ${count(reports.length, 'file')}: nothing to mend.`
  const counts = (['error', 'warning', 'note'] as const)
    .map((severity) => ({ severity, n: found.filter((finding) => finding.severity === severity).length }))
    .filter(({ n }) => n > 0)
    .map(({ severity, n }) => count(n, severity))
  const hit = reports.filter(({ findings }) => findings.length > 0).length
  return `${counts.join(', ')} in ${hit === reports.length ? count(hit, 'file') : `${hit} of ${count(reports.length, 'file')}`}.`
}
