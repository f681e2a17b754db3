import { basename, dirname, matchesGlob } from 'node:path'
import { limits } from '../../authoring/authoring.ts'
import { asFailure, Failure } from '../../failure/failure.ts'
import type { Files } from '../../files/file-system.ts'
import { readInput, type Host } from '../host.ts'
import { withNearName } from '../known-words.ts'
import { projectFileName } from '../settings/settings.ts'

export const noFiles =
  'No file is named. Name specs, folders (. is this one) or patterns, or - for the standard input.'

export const stdinName = '<stdin>'

export type SpecFile =
  | { readonly file: string; readonly bytes: Uint8Array }
  | { readonly file: string; readonly failure: Failure }

/**
 * Reads the spec files that the arguments name: files, folders, patterns, and `-` for standard input; each file once, and of those in
 * folders and patterns none whose whole path is ignored.
 */
export async function* specFiles(
  host: Source,
  words: readonly string[],
  isIgnored: (path: string) => boolean,
): AsyncIterable<SpecFile> {
  let isEmpty = true
  for await (const read of readAhead(host, words, isIgnored)) {
    const { file } = read
    const isColumns = 'bytes' in read && isColumnsFile(read.bytes)
    // Columns files of exports stand beside specs.
    if (isColumns && file !== stdinName && !words.includes(file)) continue
    isEmpty = false
    yield isColumns ? { file, failure: Failure.of('not-a-spec', { path: file }) } : read
  }
  if (isEmpty) yield* words.map((place) => ({ file: place, failure: Failure.of('no-specs', { place }) }))
}

type Source = Pick<Host, 'files' | 'stdin'>

function isColumnsFile(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('latin1')
  return /^schema_version:/m.test(text) && /^columns:/m.test(text) && !/^(name|steps):/m.test(text)
}

const maxAhead = 16

/** Reads the next files while one is checked, which takes less time than reading. */
async function* readAhead(
  host: Source,
  words: readonly string[],
  isIgnored: (path: string) => boolean,
): AsyncIterable<SpecFile> {
  const ahead: Promise<SpecFile>[] = []
  const seen = new Set<string>()
  for (const word of words)
    for await (const found of filesOf(host.files, word)) {
      const name = found.file === stdinName ? stdinName : host.files.resolve(found.file)
      if (seen.has(name) || (found.file !== word && isIgnored(name))) continue
      seen.add(name)
      const reading = 'failure' in found ? Promise.resolve(found) : readFile(host, found.file)
      // A rejection is handled where the file is awaited.
      reading.catch(() => undefined)
      ahead.push(reading)
      const next = ahead.length > maxAhead ? ahead.shift() : undefined
      if (next) yield await next
    }
  for (const next of ahead) yield await next
}

async function readFile({ files, stdin }: Source, file: string): Promise<SpecFile> {
  try {
    return {
      file,
      bytes: file === stdinName ? await readInput(stdin, limits.bytes) : await files.read(file, limits.bytes),
    }
  } catch (error) {
    const { failure } = failed(file, error)
    return { file, failure: await withNearName(failure, files) }
  }
}

const failed = (file: string, error: unknown) => ({ file, failure: asFailure(error) })

type FoundFile = { readonly file: string } | { readonly file: string; readonly failure: Failure }

/** The files that a word names. */
async function* filesOf(files: Files, word: string): AsyncIterable<FoundFile> {
  const kind = word === '-' ? 'stdin' : await files.kind(word)
  if (kind === 'folder') {
    let isEmpty = true
    for await (const found of filesIn(files, word)) {
      isEmpty = false
      yield checkLink(found, word, files)
    }
    if (isEmpty) yield { file: word, failure: Failure.of('no-specs', { place: word }) }
  } else if (kind === 'missing' && isGlob(word)) {
    const folder = word.slice(0, word.lastIndexOf('/', word.search(/[*?[{]/)) + 1) || '.'
    const names = (await files.glob(word)).filter((name) => !isSettings(name))
    for (const name of names)
      if ((await files.kind(name)) === 'folder') {
        for await (const found of filesIn(files, name)) yield checkLink(found, folder, files)
      } else yield checkLink({ file: name }, folder, files)
    if (names.length === 0) yield { file: word, failure: Failure.of('no-match', { pattern: word }) }
  } else {
    // A missing file fails when it is read, under its own name.
    yield { file: kind === 'stdin' ? stdinName : word }
  }
}

/** Refuses links that lead out of the folder or to files that are not named like specs: findings show the text of a file. */
function checkLink(found: FoundFile, folder: string, files: Files): FoundFile {
  const { file } = found
  if ('failure' in found) return found
  const name = basename(files.realPath(file))
  const isSpec = name === basename(file) || isSpecName(name)
  if (isSpec && files.leadsInto(folder, file)) return found
  const reason = `it is reached by a symbolic link that leads out of ${folder} or to a file that is not named like a spec; to use that file, name it`
  return { file, failure: Failure.of('file-unreadable', { path: file, reason }) }
}

/** The specs in a folder and the folders in it, by name. */
async function* filesIn(files: Files, folder: string): AsyncIterable<FoundFile> {
  for (const name of await namesIn(files, folder)) {
    if (typeof name !== 'string') yield name
    else if (isOwnFolder(name)) yield* filesIn(files, join(folder, name.slice(0, -1)))
    else if (isSpecName(name)) yield { file: join(folder, name) }
  }
}

// Hidden folders and installed packages hold no specs of the author's.
const isOwnFolder = (name: string): boolean =>
  name.endsWith('/') && !name.startsWith('.') && name !== 'node_modules/'

/** Names in a folder; the only entry for a folder that cannot be read is its failure. */
async function namesIn(files: Files, folder: string): Promise<readonly (string | FoundFile)[]> {
  try {
    return await files.list(folder)
  } catch (error) {
    return [failed(folder, error)]
  }
}

const join = (folder: string, name: string): string =>
  folder === '.' || folder === '' ? name : `${folder.replace(/(?<!\/)\/+$/, '')}/${name}`

/** Whether a folder's file of this name is a spec: no hidden file, and not the settings of a project. */
export const isSpecName = (name: string): boolean =>
  /\.ya?ml$/i.test(name) && !name.startsWith('.') && !isSettings(name)

// The settings of a project stand beside its specs.
const isSettings = (path: string): boolean => basename(path) === projectFileName

/**
 * A test of absolute paths: whether the words of a run name a spec, which may be missing. A file is named by its path, its
 * folder, or a pattern that matches either.
 */
export async function namedSpecs(files: Files, words: readonly string[]): Promise<(path: string) => boolean> {
  const tests: ((path: string) => boolean)[] = []
  for (const word of words) {
    const isPattern = isGlob(word) && (await files.kind(word)) === 'missing'
    const named = files.resolve(word)
    tests.push((path) => (isPattern ? matchesGlob(path, named) : path === named))
  }
  return (path) => foldersOf(path).some((each) => tests.some((test) => test(each)))
}

const isGlob = (word: string): boolean => /[*?[]|\{[^{},]*,[^{}]*\}/.test(word)

const foldersOf = (path: string): readonly string[] =>
  dirname(path) === path ? [path] : [path, ...foldersOf(dirname(path))]
