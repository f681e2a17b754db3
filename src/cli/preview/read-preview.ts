import { Failure } from '../../failure/failure.ts'
import type { Form } from '../../form/form.ts'
import {
  previewForm,
  type ExcerptLine,
  type Look,
  type Preview,
  type PreviewFinding,
} from '../../server/preview/preview.ts'
import { limits, checkSpec, type Target, type Range } from '../../authoring/authoring.ts'
import type { Context, Given } from '../command.ts'
import { judged, type FileReport } from '../../authoring/reports.ts'
import { readSeverities } from '../settings/config-file.ts'
import { givenVariables, warnOfUnused, type variableOptions } from '../forms/variable-options.ts'
import { plain } from '../terminal/plain.ts'

/** The spec of a preview, its variables, and the look of its forms. */
export type Previewed = {
  readonly file: string
  readonly look: Look
  readonly variables: Given<typeof variableOptions>
  readonly target: Target
}

export type ReadPreview = Omit<Preview, 'version'>

/** Reads a spec and its files of variables for a preview. A file that cannot be read is a Failure. */
export async function readPreview(
  { file, look, variables, target }: Previewed,
  { host }: Pick<Context, 'host'>,
): Promise<ReadPreview> {
  const bytes = await host.files.read(file, limits.bytes)
  const given = await givenVariables({ host }, variables)
  const { forms, findings } = checkSpec(bytes, given.variables, target)
  const policy = { severities: await readSeverities(host), isStrict: false, isToBeSent: true }
  const text = new TextDecoder().decode(bytes)
  const reports = [...given.reports, { file, text, findings }].map((report) => judged(report, policy))
  // A finding that only the project calls an error does not prevent drawing the form.
  const isBroken = reports.some((report) =>
    report.findings.some(({ severity, isRefused }) => severity === 'error' && isRefused),
  )
  return {
    file,
    isBroken,
    // A spec without errors holds forms; what has errors is never used.
    forms: isBroken ? [] : forms.map(({ value }, i) => previewForm(value as Form, { place: i + 1, look })),
    findings: reports.flatMap(findingsOf),
  }
}

/** Warns of each --var that the spec does not use. */
export async function warnOfUnusedIn({ file, variables }: Previewed, context: Context): Promise<void> {
  if (variables.var.length === 0) return
  const given = await givenVariables(context, variables)
  const spec = checkSpec(await context.host.files.read(file, limits.bytes), given.variables)
  await warnOfUnused(given, new Set(spec.variables), context)
}

/** What a preview shows when a file can't be read any more. */
export const unreadPreview = (file: string, { code, message }: Failure): ReadPreview => ({
  file,
  isBroken: true,
  forms: [],
  findings: [{ severity: 'error', code, message, place: file, excerpt: [] }],
})

function findingsOf({ file, text, findings }: FileReport): readonly PreviewFinding[] {
  const lines = findings.length === 0 ? [] : linesIn(text)
  return findings.map((finding) => ({
    severity: finding.severity,
    code: finding.code,
    message: finding.message,
    help: finding.help,
    place: `${file}:${finding.line}:${finding.column}`,
    excerpt: excerptOf(finding, lines),
  }))
}

/** The marked line of a finding with up to two lines before and after it; invisible characters are made visible. */
export function excerptOf(range: Range, lines: readonly string[]): readonly ExcerptLine[] {
  const own = lines[range.line - 1] ?? ''
  if (own.trim() === '') return []
  const around = (from: number, to: number): readonly ExcerptLine[] =>
    lines.slice(Math.max(0, from - 1), to).map((line, i) => ({
      number: Math.max(1, from) + i,
      before: shown(line.slice(0, longest)),
      marked: '',
      after: '',
    }))
  return [
    ...around(range.line - 2, range.line - 1),
    marked(own, range),
    ...around(range.line + 1, range.line + 2),
  ]
}

/** The lines of a text, as findings count them. */
export const linesIn = (text: string): readonly string[] => text.split(/\r?\n/)

// A line may be a megabyte long; this many characters are shown around the marked part.
const longest = 160

function marked(line: string, { line: number, column, endLine, endColumn }: Range): ExcerptLine {
  const from = column - 1
  const to = Math.max(from + 1, endLine > number ? line.length : endColumn - 1)
  return {
    number,
    before: shown(line.slice(Math.max(0, from - longest), from)),
    // At the end of a line there is nothing to mark but the place where something is missing.
    marked: shown(line.slice(from, Math.min(to, from + longest))) || ' ',
    after: shown(line.slice(to, to + longest)),
  }
}

// A cut may fall between the two halves of a character.
const shown = (text: string): string => plain(text.toWellFormed().replaceAll('\t', '    '))
