/** What makes the bundle start fast: few chunks, tables that are parsed late, little of Node, and compiled code that can be kept. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { transformSync, type Metafile, type Plugin } from 'esbuild'

/** A path as Linux and modules write it. */
export const withSlashes = (path: string): string => path.replaceAll('\\', '/')

/**
 * What every run loads is in one chunk: each part that is imported lazily also imports it, as otherwise the files that some parts
 * use and others don't get chunks of their own.
 */
export const inOneChunk: Plugin = {
  name: 'what every run loads in one chunk',
  setup: (bundle) => {
    const lazy = new Set(
      globSync('src/**/*.ts').flatMap((file) =>
        Array.from(readFileSync(file, 'utf8').matchAll(/\bimport\('(\..+?)'\)/g), ([, path = '']) =>
          resolve(dirname(file), path),
        ),
      ),
    )
    bundle.onLoad({ filter: /\.ts$/ }, ({ path }) =>
      lazy.has(path)
        ? {
            contents: `${readFileSync(path, 'utf8')}\nimport './${withSlashes(relative(dirname(path), 'src/cli/main.ts'))}'`,
            loader: 'ts',
          }
        : undefined,
    )
  },
}

/** Objects of JSON, as the languages of pages and the rules of phone numbers, are parsed when a member of them is first read. */
export const lazyTables: Plugin = {
  name: 'tables that are parsed late',
  setup: (bundle) => {
    bundle.onLoad({ filter: /\.json(?:\.js)?$/ }, ({ path }) => {
      const table: unknown = JSON.parse(readFileSync(path, 'utf8').replace(/^.*export default |;\s*$/gs, ''))
      if (typeof table !== 'object' || table === null || Array.isArray(table)) return undefined
      const parse = `JSON.parse(${JSON.stringify(JSON.stringify(table))})`
      const getters = Object.keys(table).map((key) => {
        const name = JSON.stringify(key)
        return `get ${name}() { return (table ??= parse())[${name}] }`
      })
      return {
        contents: `let table; const parse = () => ${parse}; export default { ${getters.join(', ')} }`,
      }
    })
  },
}

/**
 * A chunk that loads less of Node. An `import` evaluates all names of a module, and some of those load streams and threads; so a
 * chunk takes only what it names, and functions of modules that Node has not loaded anyway only once they are called.
 */
const withLazyNode = (code: string): string =>
  code.replaceAll(
    /\bimport ?(?:\*as )?([\w$]+|\{[^}]*\}) ?from ?"(?:node:)?([\w/]+)";/g,
    (_, imported: string, id: string) => {
      const module = `globalThis.process.getBuiltinModule("node:${id}")`
      if (!imported.startsWith('{')) return `const ${imported} = ${module};`
      return Array.from(imported.matchAll(/(\w+)(?: as (\w+))?/g), ([, name = '', local = name]) =>
        isLazy(id, name)
          ? `const ${local} = (...args) => ${module}.${name}(...args);`
          : `const ${local} = ${module}.${name};`,
      ).join('\n')
    },
  )

const isLazy = (id: string, name: string): boolean =>
  /^(?:fs\/promises|timers\/promises|os|sea|tty)$/.test(id) &&
  typeof Object(process.getBuiltinModule(`node:${id}`))[name] === 'function'

/**
 * Makes all chunks of `dist/` CommonJS that loads less of Node: `bin/load.cjs` can keep the compiled code of scripts, but not that of
 * modules. The library stays a module, with the same names.
 */
export function asScripts({ outputs }: Metafile): void {
  for (const { chunk, text } of chunksIn('js')) {
    const { code } = transformSync(withLazyNode(text), {
      format: 'cjs',
      platform: 'node',
      target: 'node22.22',
      supported: { 'dynamic-import': false },
      define: { 'import.meta.url': 'importMetaUrl', 'import.meta.dirname': '__dirname' },
      ...(text.includes('import.meta.url') && {
        banner: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;',
      }),
    })
    writeFileSync(
      `dist/${scriptName(chunk)}`,
      code.replaceAll(/\brequire\("(\.\/[^"]*)\.js"\)/g, 'require("$1.cjs")'),
    )
    rmSync(`dist/${chunk}`)
  }
  const names = outputs['dist/index.js']?.exports.join(', ')
  writeFileSync('dist/index.js', `export { ${names} } from './index.cjs'\n`)
}

const chunksIn = (ending: string): readonly { readonly chunk: string; readonly text: string }[] =>
  readdirSync('dist')
    .filter((name) => name.endsWith(`.${ending}`))
    .map((chunk) => ({ chunk, text: readFileSync(`dist/${chunk}`, 'utf8') }))

const scriptName = (chunk: string): string => chunk.replace(/\.js$/, '.cjs')

/** Writes what `bin/load.cjs` keeps compiled code by: which build it is, and the commands, the longest first. */
export function writeBuildFile(commands: readonly { readonly words: string }[]): void {
  const hash = createHash('sha256')
  for (const { chunk, text } of chunksIn('cjs')) hash.update(`${chunk}\n${text}`)
  const build = {
    build: hash.digest('hex').slice(0, 16),
    commands: commands.map(({ words }) => words).toSorted((a, b) => b.length - a.length),
  }
  writeFileSync('dist/build.json', JSON.stringify(build))
}

/** Writes which sources each chunk holds, for the test of what commands load; a package is one. */
export function writeChunkList({ outputs }: Metafile): void {
  const sources = Object.entries(outputs).map(([chunk, { inputs }]) => [
    scriptName(basename(chunk)),
    Object.keys(inputs)
      .filter((path) => !/^(?:built-in|left out):/.test(path))
      .map((path) => path.replace(/^.*node_modules\/((?:@[^/]*\/)?[^/]*).*/, '$1')),
  ])
  mkdirSync('out', { recursive: true })
  writeFileSync('out/chunks.json.part', JSON.stringify(Object.fromEntries(sources)))
  renameSync('out/chunks.json.part', 'out/chunks.json')
}

/** Writes the version and the help into `dist/`, which `bin/formctl.js` then prints by itself. */
export function printTexts(): void {
  for (const text of ['version', 'help'])
    writeFileSync(
      `dist/${text}.txt`,
      execFileSync(process.execPath, ['bin/formctl.js', `--${text}`], { env: {} }),
    )
}
