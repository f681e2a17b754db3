import { createHash } from 'node:crypto'
import { fileFindings, firstFindings, readYamlValue, type FileFinding } from '../../authoring/authoring.ts'
import { Failure } from '../../failure/failure.ts'
import {
  styleFaults,
  isFileHash,
  type Style,
  type StyleFile as StyleTokens,
} from '../../form/style-tokens.ts'
import { childOf, isObject, pathText, valueAt, type Path } from '../../form/value.ts'
import { resolveStyle, styleFileFault, type StyleFileUse } from '../../server/server.ts'
import type { StyleFile } from '../../store/store.ts'
import type { Host } from '../host.ts'

/** A style file: the style with the hashes of its files, these files, and all that is wrong. */
export type ReadStyle = {
  readonly style: Style
  readonly files: readonly StyleFile[]
  readonly findings: readonly FileFinding[]
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
  const place: Place = (at, message) => ({ path: at, message, ...yaml.place(at, 'value') })
  const faults = fileFindings(yaml, { whenEmpty: 'The file is empty.', problemsIn: styleFaults })
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
    throw Failure.of('style-unusable', { path, problem: firstFindings(read.findings) })
  return read
}

type Place = (path: Path, message: string) => FileFinding

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
    const where = path.replace(/(?<![^/\\])[^/\\]*$/, '') + name
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
  isObject(tokens)
    ? Object.fromEntries(
        Object.keys(tokens).map((name) => [name, withHashes(childOf(tokens, name), read, [...at, name])]),
      )
    : (read.find((one) => pathText(one.at) === pathText(at))?.file?.sha256 ?? tokens)
