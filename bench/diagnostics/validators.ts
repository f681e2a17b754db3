import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  binOf,
  execute,
  installPeer,
  lastLine,
  peerVersions,
  type PeerName,
  type Place,
  type Ran,
} from '../peers.ts'
import type { Message } from './judge.ts'

/** A program that says what is wrong with a spec. */
export type Validator = {
  readonly name: string
  readonly version: string
  readonly messagesOn: (path: string) => Promise<readonly Message[]>
}

/** A program that could not be had, and why. */
export type Absent = { readonly name: string; readonly version: string; readonly reason: string }

/** The schema that every other validator is given: the one that editors get, which describes each type by itself. */
const schemaPath = resolve('schemas/spec.schema.json')

/** This program, as it is built. */
export const ours = (version: string): Validator => ({
  name: 'formctl',
  version,
  messagesOn: async (path) => {
    const program = resolve('bin/formctl.js')
    const { stdout } = await runNode([program, 'forms', 'validate', path, '-o', 'json'])
    const [{ findings }] = JSON.parse(stdout).files
    return findings.map(({ message, help = '', line, column }: Finding) => {
      return { text: `${message} ${help}`, line, column }
    })
  },
})

type Finding = {
  readonly message: string
  readonly help?: string
  readonly line: number
  readonly column: number
}

/** The others, installed into a folder, or why one could not be. */
export async function installPeers(folder: string): Promise<readonly (Validator | Absent)[]> {
  const found: (Validator | Absent)[] = []
  for (const { name, open } of peers) {
    const version = peerVersions[name]
    try {
      const home = await installPeer(name, folder)
      found.push({ name, version, messagesOn: await open(home) })
    } catch (error) {
      found.push({ name, version, reason: lastLine(error) })
    }
  }
  return found
}

type Peer = { readonly name: PeerName; readonly open: (home: string) => Promise<Validator['messagesOn']> }

const peers: readonly Peer[] = [
  { name: 'ajv-cli', open: async (home) => (path) => ajvCli(home, path) },
  { name: 'v8r', open: async (home) => (path) => v8r(home, path) },
  { name: '@stoplight/spectral-cli', open: openSpectral },
  { name: 'yaml-language-server', open: openLanguageServer },
]

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

async function openSpectral(home: string): Promise<Validator['messagesOn']> {
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

async function openLanguageServer(home: string): Promise<Validator['messagesOn']> {
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

const runNode = (words: readonly string[], place: Place = {}): Promise<Ran> =>
  execute(process.execPath, words, place)
