import type { Severity } from '../../form/finding.ts'
import { sayPath } from '../../form/path.ts'
import { codes } from '../../spec/codes.ts'
import type { PlacedFinding } from '../../spec/placed.ts'
import { version } from '../../version.ts'
import type { FileReport, Reporter, Scene } from './reporter.ts'

/** SARIF 2.1.0, as services for code scanning take it: one run, every rule, every finding. */
export const sarif: Reporter = (reports, scene) => {
  const all = new Map<string, Severity>(Array.from(codes, ([code, { severity }]) => [code, severity]))
  for (const { findings } of reports)
    for (const { code, severity } of findings) if (!all.has(code)) all.set(code, severity)
  const indexes = new Map([...all.keys()].map((code, index) => [code, index]))
  const driver = {
    name: 'formctl',
    semanticVersion: version,
    rules: [...all].map(([id, severity]) => ruleOf(id, severity)),
  }
  const run = {
    tool: { driver },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { [root]: { description: { text: 'The root of the checkout.' } } },
    invocations: [invocationOf(scene)],
    results: reports.flatMap((report) =>
      report.findings.map((finding) => resultOf(finding, { report, index: indexes.get(finding.code) ?? -1 })),
    ),
  }
  return `${JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, undefined, 2)}\n`
}

const schema = 'https://json.schemastore.org/sarif-2.1.0.json'
const root = '%SRCROOT%'

// A word for each severity is SARIF's own: error, warning, note.
const ruleOf = (id: string, level: Severity): object => ({
  id,
  shortDescription: { text: sentenceOf(id) },
  help: { text: `formctl explain ${id} tells what is wrong with an example, and how to mend it.` },
  defaultConfiguration: { level },
})

const sentenceOf = (id: string): string =>
  `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll('-', ' ').replace(/^yaml/i, 'YAML')}.`

const invocationOf = ({ unread }: Scene): object => ({
  executionSuccessful: unread.length === 0,
  toolExecutionNotifications: unread.map((text) => ({ level: 'error', message: { text } })),
})

type Origin = { readonly report: FileReport; readonly index: number }

function resultOf(finding: PlacedFinding, { report, index }: Origin): object {
  const { code, severity, message, help, path, line, column, endLine, endColumn } = finding
  const artifactLocation = locationOf(report)
  const region = { startLine: line, startColumn: column, endLine, endColumn }
  const replacement = replacementOf(finding)
  const change = replacement !== undefined && {
    description: { text: help ?? message },
    artifactChanges: [{ artifactLocation, replacements: [{ deletedRegion: region, ...replacement }] }],
  }
  return {
    ruleId: code,
    ruleIndex: index,
    level: severity,
    message: { text: help === undefined ? message : `${message} ${help}` },
    locations: [
      {
        physicalLocation: { artifactLocation, region },
        ...(path.length === 0 ? {} : { logicalLocations: [{ fullyQualifiedName: sayPath(path) }] }),
      },
    ],
    ...(change === false ? {} : { fixes: [change] }),
  }
}

/** A fix that changes just what the finding marks. */
function replacementOf({ fix, at, path }: PlacedFinding): object | undefined {
  if (fix === undefined || fix.kind === 'remove' || sayPath(fix.path) !== sayPath(path)) return undefined
  if (at !== (fix.kind === 'rename-key' ? 'key' : 'value')) return undefined
  const isPlain = typeof fix.to !== 'string' || /^[A-Za-z]\w*$/.test(fix.to)
  return { insertedContent: { text: isPlain ? String(fix.to) : JSON.stringify(fix.to) } }
}

function locationOf({ file, place = file }: FileReport): object {
  const uri = place.split('/').map(encodeURIComponent).join('/')
  // `a:b.yaml` is encoded, but a drive is a part of a path as it is: file:///C:/a.yaml.
  if (/^([A-Za-z]:)?\//.test(place))
    return { uri: `file://${uri.startsWith('/') ? '' : '/'}${uri.replace('%3A', ':')}` }
  return { uri, uriBaseId: root }
}
