import { createHash } from 'node:crypto'
import { readYamlValue, type Range, type YamlValue } from '../../authoring/authoring.ts'
import { count, Failure } from '../../failure/failure.ts'
import { styleFaults } from '../../form/style-faults.ts'
import { isFileHash, type Style, type StyleFile as StyleTokens } from '../../form/style-tokens.ts'
import { childOf, isKeyed, pathText, valueAt, type Path } from '../../form/value.ts'
import { resolveStyle, styleFileFault, type StyleFileUse } from '../../server/server.ts'
import type { StyleFile } from '../../store/store.ts'
import type { Host } from '../host.ts'

/** What is wrong with a style, and where in its file. */
export type StyleFinding = Range & { readonly path: Path; readonly message: string }

/** A style file: the style with the hashes of its files, these files, and all that is wrong. */
export type ReadStyle = {
  readonly style: Style
  readonly files: readonly StyleFile[]
  readonly findings: readonly StyleFinding[]
  /** Where its files are. */
  readonly paths: readonly string[]
  readonly text: string
  /** Where a finding on a member stands. */
  readonly place: Place
}

/** Reads a style file and the files that it names, which lie in its folder or below. */
export async function readStyle(path: string, { files }: Pick<Host, 'files'>): Promise<ReadStyle> {
  const bytes = await files.read(path)
  const yaml = readYamlValue(bytes)
  const place: Place = (at, message, of = 'value') => ({ path: at, message, ...yaml.place(at, of) })
  const faults = faultsIn(yaml, place)
  const text = new TextDecoder().decode(bytes)
  if (faults.length > 0)
    return { style: resolveStyle({}), files: [], findings: faults, paths: [], place, text }
  // The validator has just proved it.
  const tokens = yaml.value as StyleTokens
  const read = await readFiles(path, tokens, { files })
  return {
    style: resolveStyle(withHashes(tokens, read)),
    files: read.flatMap(({ file }) => file ?? []),
    findings: read.flatMap(({ at, fault }) => (fault === undefined ? [] : place(at, fault))),
    paths: read.map((one) => one.path),
    place,
    text,
  }
}

/** The same, or a Failure that names the first things that are wrong. */
export async function readWholeStyle(path: string, host: Pick<Host, 'files'>): Promise<ReadStyle> {
  const read = await readStyle(path, host)
  if (read.findings.length > 0)
    throw Failure.of('style-unusable', { path, problem: problemIn(read.findings) })
  return read
}

/** Findings named in the message. */
const mostNamed = 2

function problemIn(findings: readonly StyleFinding[]): string {
  const named = findings
    .slice(0, mostNamed)
    .map(({ line, column, message }) => `line ${line}, column ${column}: ${message}`)
  const rest = findings.length - named.length
  return [...named, ...(rest > 0 ? [`And ${count(rest, 'more finding')}.`] : [])].join(' ')
}

type Place = (path: Path, message: string, at?: 'key' | 'value') => StyleFinding

function faultsIn(yaml: YamlValue, place: Place): readonly StyleFinding[] {
  if (yaml.errors.length > 0)
    return yaml.errors.map(({ path, message, line, column, endLine, endColumn }) => {
      return { path, message, line, column, endLine, endColumn }
    })
  if (yaml.isEmpty) return [place([], 'The file is empty.')]
  if (yaml.second) return [{ path: [], message: 'A second document begins here. Remove it.', ...yaml.second }]
  return styleFaults(yaml.value)
    .map(({ path, at, sentence }) => place(path, sentence, at))
    .toSorted((a, b) => a.line - b.line || a.column - b.column)
}

/** The members that name a file. */
const fileMembers: readonly (readonly [use: StyleFileUse, ...Path])[] = [
  ['font', 'font', 'file'],
  ['font', 'headingFont', 'file'],
  ['picture', 'background', 'image'],
  ['picture', 'layout', 'logo', 'image'],
]

type Read = {
  readonly at: Path
  readonly path: string
  readonly file?: StyleFile
  readonly fault?: string
}

async function readFiles(
  path: string,
  tokens: StyleTokens,
  { files }: Pick<Host, 'files'>,
): Promise<readonly Read[]> {
  const read: Read[] = []
  for (const [use, ...at] of fileMembers) {
    const name = valueAt(tokens, at)
    // What `service style show` prints: a file that the service has.
    if (typeof name !== 'string' || isFileHash(name)) continue
    const where = path.replace(/[^/\\]*$/, '') + name
    try {
      const bytes = await files.read(where)
      const fault = styleFileFault(bytes, use)
      const about = { at, path: where }
      read.push(
        fault === undefined
          ? { ...about, file: fileOf(bytes) }
          : { ...about, fault: `${pathText(at)}: ${name} ${fault}` },
      )
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      read.push({ at, path: where, fault: `${pathText(at)}: ${error.message}` })
    }
  }
  return read
}

const fileOf = (bytes: Uint8Array): StyleFile => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  bytes,
})

/** The tokens with the hash of each file in the place of its name. */
const withHashes = (tokens: unknown, read: readonly Read[], at: Path = []): unknown =>
  isKeyed(tokens)
    ? Object.fromEntries(
        Object.keys(tokens).map((name) => [name, withHashes(childOf(tokens, name), read, [...at, name])]),
      )
    : (read.find((one) => pathText(one.at) === pathText(at))?.file?.sha256 ?? tokens)
