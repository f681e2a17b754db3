import { count } from '../../failure.ts'
import type { Severity } from '../../form/finding.ts'
import { linesOf, type Lines } from '../../spec/lines.ts'
import type { PlacedFinding } from '../../spec/placed.ts'
import { wrap } from '../terminal/display-width.ts'
import { fold, type Fold } from './fold.ts'
import { frame } from './frame.ts'
import type { FileReport, Look } from './reporter.ts'

/** Findings for a person: each with its sentence, its place, the line it means, and what to do. */
export const text = (reports: readonly FileReport[], look: Look): string =>
  reports
    .flatMap((report) => blocksOf(report, look))
    .map((block) => `${block.join('\n')}\n`)
    .join('\n')

/** How many findings of one file are shown; the rest is counted. */
const mostShown = 50

function blocksOf({ file, text: source, findings }: FileReport, look: Look): readonly (readonly string[])[] {
  const lines = linesOf(source)
  const folds = fold(findings)
  const blocks = folds.slice(0, mostShown).map((folded) => blockOf(folded, { file, lines }, look))
  const rest = folds.slice(mostShown).reduce((sum, { more }) => sum + 1 + more.length, 0)
  return rest > 0 ? [...blocks, [`${count(rest, 'more finding')} in ${look.plain(file)}.`]] : blocks
}

type Source = { readonly file: string; readonly lines: Lines }

function blockOf({ finding, more }: Fold, { file, lines }: Source, look: Look): readonly string[] {
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

/** Whether people can read a line around a column; of another encoding or a binary file, it is only noise. */
function isText(line: string, column: number): boolean {
  const around = line.slice(Math.max(0, column - 200), column + 200).replaceAll('\t', '')
  const odd = around.match(/[\p{Cc}\uFFFD]/gu)?.length ?? 0
  return !around.includes('\0') && odd <= around.length / 4
}

// More places than that, nobody looks up one by one.
const mostPlaces = 10

function moreOf(findings: readonly PlacedFinding[]): string {
  const places = findings.slice(0, mostPlaces).map(({ line, column }) => `${line}:${column}`)
  const left = findings.length - places.length
  if (left > 0) return `${findings.length} more like it: ${places.join(', ')} and ${left} further on.`
  return `${findings.length} more like it: ${places.join(', ')}.`
}

/** A sentence behind a label; where it is wrapped, its lines stand under each other. */
function labelled(label: string, sentence: string | undefined, { paint, columns }: Look): readonly string[] {
  if (sentence === undefined) return []
  const indent = ' '.repeat(label.length + 1)
  const [first = '', ...rest] = wrapped(sentence, columns, indent.length)
  const [, space = '', word = '', colon = ''] = /^( *)(.*?)(:?)$/.exec(label) ?? []
  const paintLabel = colon === '' ? paint.cyan : paint.green
  return [`${space}${paintLabel(word)}${colon} ${first}`, ...rest.map((line) => indent + line)]
}

// Longer lines of prose are hard to follow back to the next one.
const widest = 120

const wrapped = (line: string, columns: number | undefined, indent = 0): readonly string[] =>
  columns === undefined ? [line] : wrap(line, Math.max(20, Math.min(widest, columns) - indent))

const colorOf = (severity: Severity): 'red' | 'yellow' | 'cyan' =>
  severity === 'error' ? 'red' : severity === 'warning' ? 'yellow' : 'cyan'
