import { count } from '../../failure/failure.ts'
import type { Severity } from '../../form/finding.ts'
import type { FileReport, Format, Scene } from '../reports.ts'
import type { PlacedFinding } from '../yaml/lines.ts'

/** Workflow commands, which GitHub shows beside the code: ten of each kind, and a line about the rest. */
export const github: Format = (reports, scene) => {
  const { shown, rest } = dealt(reports, scene)
  const lines = [
    ...scene.unread.slice(0, mostOfAKind).map((sentence) => command('error', {}, scene.plain(sentence))),
    ...shown.map((found) => annotation(found, scene)),
    ...(rest.length > 0 ? [restLine(rest, scene)] : []),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** What the annotations have no room for, as Markdown for the page of the run; empty when they show all. */
export function githubSummary(
  reports: readonly FileReport[],
  scene: Pick<Scene, 'unread' | 'plain'>,
): string {
  const { rest } = dealt(reports, scene)
  if (rest.length === 0) return ''
  const rows = rest.slice(0, mostRows).map(({ place, finding }) => {
    const { severity, code, line, column, message, help } = finding
    const sentence = help === undefined ? message : `${message} ${help}`
    const cells = [severity, `${place}:${line}:${column}`, `${code}: ${sentence}`]
    return `| ${cells.map((cell) => markdown(scene.plain(cell))).join(' | ')} |`
  })
  const left = rest.length - rows.length
  return [
    `### formctl: ${count(rest.length, 'finding')} beside the annotations`,
    '',
    '| Severity | Place | Finding |',
    '| --- | --- | --- |',
    ...rows,
    ...(left > 0 ? ['', `${count(left, 'more finding')}.`] : []),
    '',
    '',
  ].join('\n')
}

// GitHub drops what a step says beyond ten errors, ten warnings and ten notices, without a word.
const mostOfAKind = 10
// It drops a summary whole that is larger than 1 MiB; a row has at most some hundred bytes.
const mostRows = 1000

type Found = { readonly place: string; readonly finding: PlacedFinding }
type Dealt = { readonly shown: readonly Found[]; readonly rest: readonly Found[] }

function dealt(reports: readonly FileReport[], { unread }: Pick<Scene, 'unread'>): Dealt {
  const room = { error: mostOfAKind - unread.length, warning: mostOfAKind, note: mostOfAKind }
  const [shown, rest]: [Found[], Found[]] = [[], []]
  for (const { file, place = file, findings } of reports)
    for (const finding of findings) (room[finding.severity]-- > 0 ? shown : rest).push({ place, finding })
  return { shown, rest }
}

function annotation({ place, finding }: Found, { plain }: Scene): string {
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

function restLine(rest: readonly Found[], { hasSummary }: Scene): string {
  const counts = (['error', 'warning', 'note'] as const)
    .map((severity) => ({ severity, n: rest.filter(({ finding }) => finding.severity === severity).length }))
    .filter(({ n }) => n > 0)
    .map(({ severity, n }) => count(n, `more ${severity}`))
  return `${counts.join(', ')}: ${hasSummary ? 'see the summary of this run' : 'GitHub limits how many it shows; the text report has all'}.`
}

/** Text that stands in a table of Markdown as it is. */
const markdown = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|~#>@]/g, String.raw`\$&`)
