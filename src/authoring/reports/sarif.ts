import { pathText } from '../../form/value.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { codes, type CodeFacts } from '../codes.ts'
import type { FileReport, Format, Scene } from '../reports.ts'
import { linesOf, type Edit, type Lines, type PlacedFinding } from '../yaml/lines.ts'

/** SARIF 2.1.0, as services for code scanning take it: one run, every rule, every finding. */
export const sarif: Format = (reports, scene) => {
  const indexes = new Map(Array.from(codes.keys(), (code, index) => [code, index]))
  const driver = {
    name: 'formctl',
    semanticVersion: manifest.version,
    rules: Array.from(codes, ([id, facts]) => ruleOf(id, facts, scene.pages[id])),
  }
  const run = {
    tool: { driver },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { [root]: { description: { text: 'The root of the checkout.' } } },
    invocations: [invocationOf(scene)],
    results: reports.flatMap((report) => {
      const lines = linesOf(report.text)
      return report.findings.map((finding) =>
        resultOf(finding, { report, lines, index: indexes.get(finding.code) ?? -1 }),
      )
    }),
  }
  return `${JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, undefined, 2)}\n`
}

const schema = 'https://json.schemastore.org/sarif-2.1.0.json'
const root = '%SRCROOT%'

function ruleOf(id: string, { severity }: CodeFacts, page: Scene['pages'][string] | undefined): object {
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

const invocationOf = ({ unread }: Scene): object => ({
  executionSuccessful: unread.length === 0,
  toolExecutionNotifications: unread.map((text) => ({ level: 'error', message: { text } })),
})

type Origin = { readonly report: FileReport; readonly lines: Lines; readonly index: number }

function resultOf(finding: PlacedFinding, { report, lines, index }: Origin): object {
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
  return { uri, uriBaseId: root }
}
