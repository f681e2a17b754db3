/** What makes the bundle start fast: few chunks, tables that are parsed late, and little of Node. */
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import type { Metafile, Plugin } from 'esbuild'

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

/** Makes all chunks of `dist/` load less of Node. */
export function loadNodeLate(): void {
  for (const chunk of readdirSync('dist').filter((name) => name.endsWith('.js')))
    writeFileSync(`dist/${chunk}`, withLazyNode(readFileSync(`dist/${chunk}`, 'utf8')))
}

/** Writes which sources each chunk holds, for the test of what commands load; a package is one. */
export function writeChunkList({ outputs }: Metafile): void {
  const sources = Object.entries(outputs).map(([chunk, { inputs }]) => [
    basename(chunk),
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
