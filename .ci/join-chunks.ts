import type { Metafile, OutputFile, Plugin } from 'esbuild'
import { basename } from 'node:path'

/** What a first build made: files, and what they import of each other. */
export type Chunks = { readonly files: readonly OutputFile[]; readonly metafile: Metafile }

/** What a build of joined chunks takes: the files that there will be, and who reads them. */
export type Joined = { readonly entryPoints: readonly string[]; readonly plugin: Plugin }

/**
 * Joins chunks that are needed together into one file: to find and load a file takes half a millisecond, however small it
 * is. As what two entries share stands in a chunk of its own, and each command is an entry, there are many.
 */
export function joinChunks({ files, metafile }: Chunks): Joined {
  const chunks = chunksOf({ files, metafile })
  const groups = groupsOf(chunks)
  const groupOf = new Map([...groups].flatMap(([group, members]) => members.map((name) => [name, group])))
  const single = [...chunks.keys()].filter((name) => !groupOf.has(name))
  return { entryPoints: [...groups.keys(), ...single], plugin: joining({ chunks, groups, groupOf }) }
}

type Chunk = {
  readonly text: string
  readonly exports: readonly string[]
  /** The file of the sources that it is the entry of. */
  readonly entryPoint: string
  /** Chunks without which it is not loaded. */
  readonly needs: readonly string[]
  /** Tells its exports from those of others. */
  readonly number: number
}

function chunksOf({ files, metafile }: Chunks): ReadonlyMap<string, Chunk> {
  const texts = new Map(files.map(({ path, text }) => [basename(path), text]))
  return new Map(
    Object.entries(metafile.outputs).flatMap(([path, { exports, entryPoint = '', imports }], number) => {
      const text = texts.get(basename(path))
      if (text === undefined || !path.endsWith('.js')) return []
      const needed = imports.filter(({ kind, external }) => kind === 'import-statement' && !external)
      const needs = needed.map((each) => basename(each.path))
      return [[basename(path), { text, exports, entryPoint, needs, number }]]
    }),
  )
}

/** What an export of a saved reply to CSV, the most usual and the quickest of all, loads beside the program itself. */
const ofExports =
  /src\/(cli\/commands\/responses-export|cli\/responses\/service-source|cli\/host\/(pending-file|node-seekable)|export\/csv)\.ts$/

/** What all that speaks with a service loads. */
const ofServices = /src\/(cli\/settings\/connect|client\/over-http)\.ts$/

/** What all that looks at settings loads, of which some do not speak with a service. */
const ofSettings = /src\/cli\/settings\/load\.ts$/

/** Chunks by the file that they are to be in. As what a chunk needs is needed wherever it is, no files need each other. */
function groupsOf(chunks: ReadonlyMap<string, Chunk>): ReadonlyMap<string, readonly string[]> {
  const needed = (entries: RegExp): ReadonlySet<string> => {
    const all = new Set(
      [...chunks].flatMap(([name, { entryPoint }]) => (entries.test(entryPoint) ? [name] : [])),
    )
    // What is added is come to, too.
    for (const name of all) for (const other of chunks.get(name)?.needs ?? []) all.add(other)
    return all
  }
  const always = needed(/src\/cli\/main\.ts$/)
  const ofExport = needed(ofExports)
  const ofOthers = needed(/src\/cli\/commands\/(?!responses-)/)
  const own = [...ofExport].filter((name) => !always.has(name))
  const settings = needed(ofSettings)
  const beside = (names: ReadonlySet<string>): readonly string[] =>
    [...names].filter((name) => !always.has(name) && !ofExport.has(name))
  return new Map([
    ['main.js', [...always]],
    // What others need, too, they need not load all of an export for.
    ['common.js', own.filter((name) => ofOthers.has(name))],
    ['export.js', own.filter((name) => !ofOthers.has(name))],
    ['settings.js', beside(settings)],
    ['service.js', beside(needed(ofServices).difference(settings))],
  ])
}

type Grouping = {
  readonly chunks: ReadonlyMap<string, Chunk>
  readonly groups: ReadonlyMap<string, readonly string[]>
  /** The group of a chunk; undefined of one that stays a file. */
  readonly groupOf: ReadonlyMap<string, string>
}

/** Reads what the first build made. A `door` is a chunk of another file, by the names that its exports have there. */
function joining(grouping: Grouping): Plugin {
  const { chunks, groups, groupOf } = grouping
  return {
    name: 'joined chunks',
    setup: (bundle) => {
      bundle.onResolve({ filter: /\.js$/ }, ({ path, importer, kind, namespace }) => {
        const name = basename(path)
        if (kind === 'entry-point') return { path: name, namespace: groups.has(name) ? 'group' : 'chunk' }
        const group = groupOf.get(name)
        if (kind === 'dynamic-import' || namespace === 'door' || !group) return { path, external: true }
        const own = namespace === 'group' ? importer : groupOf.get(importer)
        return { path: name, namespace: group === own ? 'chunk' : 'door' }
      })
      const load = (namespace: string, contentsOf: (name: string) => string): void =>
        bundle.onLoad({ filter: /^/, namespace }, ({ path }) => ({ contents: contentsOf(path) }))
      load('group', (group) => groupText(group, grouping))
      load('door', (name) => doorText(name, grouping))
      load('chunk', (name) => chunkText(chunks.get(name)?.text ?? '', grouping))
    },
  }
}

const quoted = (name: string): string => JSON.stringify(`./${name}`)

/** What a part of a chunk is called in the file that the chunk is joined into; what others import late, `$all`. */
const nameIn = ({ number }: Chunk, part: string): string => `${part}_${number}`

function groupText(group: string, { chunks, groups }: Grouping): string {
  const lines = (groups.get(group) ?? []).flatMap((name) => {
    const chunk = chunks.get(name)
    if (!chunk) return []
    const parts = chunk.exports.map((part) => (name === group ? part : `${part} as ${nameIn(chunk, part)}`))
    const line = `export { ${parts.join(', ')} } from ${quoted(name)}`
    return chunk.entryPoint ? [line, `export * as ${nameIn(chunk, '$all')} from ${quoted(name)}`] : line
  })
  return lines.join('\n')
}

function doorText(name: string, { chunks, groupOf }: Grouping): string {
  const chunk = chunks.get(name)
  const parts = chunk?.exports.map((part) => `${nameIn(chunk, part)} as ${part}`) ?? []
  return `export { ${parts.join(', ')} } from ${quoted(groupOf.get(name) ?? '')}`
}

function chunkText(text: string, { chunks, groupOf }: Grouping): string {
  return (
    text
      // Of which no part is used: no module of ours is imported for what it does.
      .replaceAll(/^import "\.\/([\w-]+\.js)";\n/gm, (all, name: string) => (groupOf.has(name) ? '' : all))
      .replaceAll(/\bimport\("\.\/([\w-]+\.js)"\)/g, (all, name: string) => {
        const [group, chunk] = [groupOf.get(name), chunks.get(name)]
        if (group === undefined || !chunk) return all
        return `import(${quoted(group)}).then((group) => group.${nameIn(chunk, '$all')})`
      })
  )
}
