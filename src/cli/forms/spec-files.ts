import { basename, dirname, matchesGlob } from 'node:path'
import { limits } from '../../authoring/authoring.ts'
import { Failure } from '../../failure/failure.ts'
import type { Files } from '../../files/file-system.ts'
import type { Host } from '../host.ts'
import { projectFileName } from '../settings/settings.ts'

export const noFiles =
  'No file is named. Name specs, folders (. is this one) or patterns, or - for the standard input.'

export type SpecFile =
  | { readonly file: string; readonly bytes: Uint8Array }
  | { readonly file: string; readonly failure: Failure }

/** Reads the spec files that the arguments name: files, folders, patterns, and `-` for standard input; each file once. */
export async function* specFiles(host: Source, words: readonly string[]): AsyncIterable<SpecFile> {
  let isEmpty = true
  for await (const read of readAhead(host, words)) {
    const { file } = read
    const isColumns = 'bytes' in read && isColumnsFile(read.bytes)
    // Columns files of exports stand beside specs.
    if (isColumns && file !== stdinName && !words.includes(file)) continue
    isEmpty = false
    yield isColumns ? { file, failure: Failure.of('not-a-spec', { path: file }) } : read
  }
  if (isEmpty) yield* words.map((place) => ({ file: place, failure: Failure.of('no-specs', { place }) }))
}

function isColumnsFile(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('latin1')
  return /^schema_version:/m.test(text) && /^columns:/m.test(text) && !/^(name|steps):/m.test(text)
}

type Source = Pick<Host, 'files' | 'stdin'>

async function* readAhead(host: Source, words: readonly string[]): AsyncIterable<SpecFile> {
  // Waiting for each file takes longer than checking it.
  const ahead: Promise<SpecFile>[] = []
  for await (const found of eachOnce(host.files, words)) {
    const reading = 'failure' in found ? Promise.resolve(found) : readFile(host, found.file)
    // It fails where it is awaited, and only there.
    reading.catch(() => undefined)
    ahead.push(reading)
    const next = ahead.length > mostAhead ? ahead.shift() : undefined
    if (next) yield await next
  }
  for (const next of ahead) yield await next
}

const mostAhead = 16

async function* eachOnce(files: Files, words: readonly string[]): AsyncIterable<Found> {
  const seen = new Set<string>()
  for (const word of words) {
    for await (const found of word === '-' ? [{ file: stdinName }] : filesOf(files, word)) {
      const name = found.file === stdinName ? stdinName : files.resolve(found.file)
      if (seen.has(name)) continue
      seen.add(name)
      yield found
    }
  }
}

export const stdinName = '<stdin>'

type Found = { readonly file: string } | { readonly file: string; readonly failure: Failure }

async function readFile({ files, stdin }: Source, file: string): Promise<SpecFile> {
  try {
    return {
      file,
      bytes: file === stdinName ? await readStdin(stdin) : await files.read(file, limits.bytes),
    }
  } catch (error) {
    return failed(file, error)
  }
}

async function readStdin(stdin: Host['stdin']): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stdin.chunks()) {
    size += chunk.length
    if (size > limits.bytes)
      throw Failure.of('file-too-large', { path: 'The standard input', limit: '1 MiB' })
    chunks.push(new Uint8Array(chunk))
  }
  return Buffer.concat(chunks)
}

function failed(file: string, error: unknown): { readonly file: string; readonly failure: Failure } {
  if (error instanceof Failure) return { file, failure: error }
  throw error
}

async function* filesOf(files: Files, word: string): AsyncIterable<Found> {
  const kind = await files.kind(word)
  if (kind === 'folder') yield* within(word, files, inFolder(files, word))
  else if (kind === 'missing' && isGlob(word)) yield* within(fixedFolder(word), files, matching(files, word))
  // A missing file fails when it is read, under its own name.
  else yield { file: word }
}

/** Refuses links out of the folder that was named, and to what has no name of a spec: findings would show the text of any file. */
async function* within(folder: string, files: Files, all: AsyncIterable<Found>): AsyncIterable<Found> {
  for await (const found of all) {
    const { file } = found
    const reason = `it is reached by a symbolic link that leads out of ${folder} or to a file that is not named like a spec; to use that file, name it`
    const name = basename(files.realPath(file))
    const isSpec = name === basename(file) || isSpecName(name)
    yield 'failure' in found || (isSpec && files.leadsInto(folder, file))
      ? found
      : { file, failure: Failure.of('file-unreadable', { path: file, reason }) }
  }
}

/** The folder that a pattern begins with. */
const fixedFolder = (pattern: string): string =>
  pattern.slice(0, pattern.lastIndexOf('/', pattern.search(/[*?[{]/)) + 1) || '.'

async function* inFolder(files: Files, folder: string): AsyncIterable<Found> {
  let isEmpty = true
  for await (const found of under(files, folder)) {
    isEmpty = false
    yield found
  }
  if (isEmpty) yield { file: folder, failure: Failure.of('no-specs', { place: folder }) }
}

/** The specs in a folder and the folders in it, by name. */
async function* under(files: Files, folder: string): AsyncIterable<Found> {
  for (const name of await namesIn(files, folder)) {
    if (typeof name !== 'string') yield name
    else if (isOwnFolder(name)) yield* under(files, join(folder, name.slice(0, -1)))
    else if (isSpecName(name)) yield { file: join(folder, name) }
  }
}

// Hidden folders and installed packages hold no specs of the author's.
const isOwnFolder = (name: string): boolean =>
  name.endsWith('/') && !name.startsWith('.') && name !== 'node_modules/'

/** Names in a folder; a folder that can't be read is a failure beside the files that can. */
async function namesIn(files: Files, folder: string): Promise<readonly (string | Found)[]> {
  try {
    return await files.list(folder)
  } catch (error) {
    return [failed(folder, error)]
  }
}

const join = (folder: string, name: string): string =>
  folder === '.' || folder === '' ? name : `${folder.replace(/(?<!\/)\/+$/, '')}/${name}`

async function* matching(files: Files, pattern: string): AsyncIterable<Found> {
  let isEmpty = true
  for (const name of await files.glob(pattern)) {
    if (isSettings(name)) continue
    isEmpty = false
    if ((await files.kind(name)) === 'folder') yield* under(files, name)
    else yield { file: name }
  }
  if (isEmpty) yield { file: pattern, failure: Failure.of('no-match', { pattern }) }
}

const isSpecName = (name: string): boolean =>
  /\.ya?ml$/i.test(name) && !name.startsWith('.') && !isSettings(name)

// The settings of a project stand beside its specs.
const isSettings = (path: string): boolean => basename(path) === projectFileName

/**
 * A test of whole paths: whether the words of a run name a spec that need not be there. A file is named by its path, its
 * folder, or a pattern that fits either.
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
