import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import manifest from '../../package.json' with { type: 'json' }
import { casesIn, judge, sum, type Case, type Message } from '../../test/support/fixture-faults.ts'
import { binOf, execute, installPeer, peerVersions, type PeerName } from '../peers.ts'

/** What a program says of a spec. */
type Validate = (path: string) => Promise<readonly Message[]>

/** The schema that every other validator is given: the one that editors get, which describes each type by itself. */
const schemaPath = resolve('schemas/spec.schema.json')

const page = `# How faults in specs are found
Five validators read the same broken specs: formctl, and four that use the JSON schema of specs, as editors do. The tables
count what each of them reports. In short: formctl names nearly every cause, at the right line.

| measure | counts if |
|---|---|
| cause named | a message names the key, the value or the problem, or points at it |
| right line and column | such a message points at the faulty key or value |
| right change suggested | a message names the correction, where only one is certain; a list of all allowed values does not count |
| one message for each cause | there are as many messages as causes, and each cause is named |

\`npm run bench:validate -- --findings\` writes this page. \`test/support/fixture-faults.ts\` says how to add a spec and how messages
are judged.

## The fixtures of every rule
One or more specs for each code, written together with its rule.

FIXTURES

## Common mistakes
Collected from mistakes that people make. formctl was improved with these specs, so the figures do not show how it does on new ones.

MISTAKES
`

/** Lets all validators read the broken specs and writes docs/diagnostics.md. */
export async function writeFindings(peers: string): Promise<void> {
  const validators = new Map<string, Validate>([[`formctl ${manifest.version}`, formctl]])
  for (const [name, open] of Object.entries(others)) {
    // The names of the table.
    const peer = name as PeerName
    validators.set(`${peer} ${peerVersions[peer]}`, await open(await installPeer(peer, peers)))
  }
  const fixtures = await summary(casesIn('fixtures/specs'), validators)
  const mistakes = await summary(casesIn('fixtures/unseen'), validators)
  writeFileSync('docs/diagnostics.md', page.replace('FIXTURES', fixtures).replace('MISTAKES', mistakes))
}

type Score = ReturnType<typeof judge>

const measures: readonly (readonly [measure: keyof Score, label: string])[] = [
  ['causes', 'cause named'],
  ['places', 'right line and column'],
  ['suggestions', 'right change suggested, where one is certain'],
  ['single', 'one message for each cause and no other, by spec'],
]

/** How each validator did on specs, as a table. */
async function summary(cases: readonly Case[], validators: ReadonlyMap<string, Validate>): Promise<string> {
  const totals: Score[] = []
  for (const messagesOn of validators.values()) {
    const scores: Score[] = []
    for (const one of cases) scores.push(judge(one, await messagesOn(one.path)))
    totals.push(sum(scores))
  }
  const faults = cases.reduce((total, one) => total + one.faults.length, 0)
  const rows = measures.map(([measure, label]) =>
    [label].concat(totals.map((total) => `${total[measure].hits} of ${total[measure].of}`)),
  )
  const head = [`${faults} faults in ${cases.length} specs`, ...validators.keys()]
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** This program, as it is built. */
async function formctl(path: string): Promise<readonly Message[]> {
  const { stdout } = await runNode([resolve('bin/formctl.js'), 'forms', 'validate', path, '-o', 'json'])
  const [{ findings }] = JSON.parse(stdout).files
  return findings.map(({ message, help = '', line, column }: Finding) => {
    return { text: `${message} ${help}`, line, column }
  })
}

type Finding = {
  readonly message: string
  readonly help?: string
  readonly line: number
  readonly column: number
}

/** The others, opened in the folder where they are installed. */
const others: Readonly<Partial<Record<PeerName, (home: string) => Validate | Promise<Validate>>>> = {
  'ajv-cli': (home) => (path) => ajvCli(home, path),
  v8r: (home) => (path) => v8r(home, path),
  '@stoplight/spectral-cli': openSpectral,
  'yaml-language-server': openLanguageServer,
}

type ShapeError = {
  readonly instancePath: string
  readonly message: string
  readonly params: Readonly<Record<string, unknown>>
}

// What both of them print of an error: where in the document, the sentence, and the words that it is about.
const sayError = ({ instancePath, message, params }: ShapeError): Message => ({
  text: `${instancePath} ${message} ${Object.values(params).flat().join(', ')}`,
  pointer: instancePath,
})

async function ajvCli(home: string, path: string): Promise<readonly Message[]> {
  const words = ['validate', '-s', schemaPath, '-d', path, '--all-errors', '--strict=false', '--errors=json']
  const { status, stdout, stderr } = await runNode([binOf(home, 'ajv'), ...words])
  if (status === 0) return []
  const [list] = /^\[$[^]*^\]$/m.exec(stderr) ?? []
  return list === undefined ? [sayLine(stderr || stdout)] : JSON.parse(list).map(sayError)
}

async function v8r(home: string, path: string): Promise<readonly Message[]> {
  const words = ['--schema', schemaPath, '--output-format', 'json', '--cache-ttl', '0', basename(path)]
  const { stdout, stderr } = await runNode([binOf(home, 'v8r'), ...words], { cwd: dirname(path), home })
  const results: { errors: ShapeError[] | null; code: number }[] = JSON.parse(stdout).results
  const messages = results.flatMap(({ errors }) => errors ?? []).map(sayError)
  const failed = results.some(({ code }) => code !== 0)
  return messages.length > 0 || !failed ? messages : [sayLine(/^✖ (.*)$/m.exec(stderr)?.[1] ?? stderr)]
}

function openSpectral(home: string): Validate {
  const rules = join(home, 'rules.json')
  const schema = JSON.parse(readFileSync(schemaPath, 'utf8'))
  const check = JSON.stringify({ function: 'schema', functionOptions: { allErrors: true, schema } })
  writeFileSync(rules, `{"rules":{"spec":{"given":"$","severity":"error","then":${check}}}}`)
  return async (path) => {
    const words = ['lint', '--quiet', '--ruleset', rules, '--format', 'json', path]
    const { stdout, stderr } = await runNode([binOf(home, 'spectral'), ...words])
    const [list] = /^\[[^]*\]/m.exec(stdout) ?? []
    if (list === undefined) return [sayLine(stderr || stdout)]
    return JSON.parse(list).map(({ message, range: { start } }: Diagnostic) => placed(message, start))
  }
}

type Diagnostic = {
  readonly message: string
  readonly range: { readonly start: { readonly line: number; readonly character: number } }
}

const placed = (text: string, { line, character }: Diagnostic['range']['start']): Message => ({
  text,
  line: line + 1,
  column: character + 1,
})

async function openLanguageServer(home: string): Promise<Validate> {
  const fromHome = createRequire(join(home, 'package.json'))
  const entry = fromHome.resolve('yaml-language-server')
  const { getLanguageService } = await import(pathToFileURL(entry).href)
  const { TextDocument } = createRequire(entry)('vscode-languageserver-textdocument')
  const service = getLanguageService({
    schemaRequestService: async () => readFileSync(schemaPath, 'utf8'),
    workspaceContext: { resolveRelativePath: (path: string) => path },
    telemetry: { send: () => undefined, sendError: () => undefined, sendTrack: () => undefined },
  })
  const schemas = [{ uri: pathToFileURL(schemaPath).href, fileMatch: ['*.yaml'] }]
  service.configure({ validate: true, schemas })
  return async (path) => {
    // An editor has a text, not bytes.
    const text = new TextDecoder().decode(readFileSync(path))
    const document = TextDocument.create(pathToFileURL(resolve(path)).href, 'yaml', 1, text)
    const remarks: Diagnostic[] = await service.doValidation(document, false)
    return remarks.map(({ message, range: { start } }) => placed(message, start))
  }
}

/** A line that says a place itself: `… (12:4)`, `line 12, column 4`. */
function sayLine(text: string): Message {
  const [, line, column] = /\((\d+):(\d+)\)|line (\d+),? col(?:umn)? (\d+)/i.exec(text)?.filter(Boolean) ?? []
  return line === undefined ? { text } : { text, line: Number(line), column: Number(column) }
}

const runNode = (words: readonly string[], place: { cwd?: string; home?: string } = {}) =>
  execute(process.execPath, words, place)
