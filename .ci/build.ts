/**
 * Generates sources, then bundles the program into `dist/`: what every run needs, and one lazy chunk a command, dependencies included.
 * Writes the pages of the manual into `man/`.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import {
  asScripts,
  inOneChunk,
  lazyTables,
  printTexts,
  withSlashes,
  writeBuildFile,
  writeChunkList,
} from './fast-starts.ts'
import { generateSources } from './generate-sources.ts'
import { billOfMaterials, bundledPackages, licenseTexts } from './third-party.ts'
import { writeFiles } from './write-files.ts'

/** What packages would load though no run needs it, and why not. */
const leftOut: readonly { readonly of: string; readonly modules: RegExp }[] = [
  // It starts programs only for commands of a kind that we don't have, and this takes 2 MB of each run.
  { of: 'commander', modules: /^node:child_process$/ },
  // It asks what the terminal can, which our own rules about colour say.
  { of: 'chalk', modules: /^#supports-color$/ },
  // HTTP/2, bodies of fetch and SOCKS: half of it, and most of the time that it takes to load.
  { of: 'undici', modules: /^node:http2$|\/web\/fetch\/|client-h2|socks5-proxy-agent/ },
  // It knows all encodings of the world, for a prompt that opens an editor.
  { of: '@inquirer/editor', modules: /^@inquirer\/external-editor$/ },
  // Its client in C.
  { of: 'pg', modules: /^\.\/native$/ },
]

const packagesInPart: Plugin = {
  name: 'packages in part',
  setup: (bundle) => {
    bundle.onResolve({ filter: /^/ }, ({ path, importer }) =>
      leftOut.some(
        ({ of, modules }) => withSlashes(importer).includes(`/node_modules/${of}/`) && modules.test(path),
      )
        ? { path, namespace: 'left out' }
        : undefined,
    )
    // Undici reads the names of headers there, of which there are none then.
    bundle.onLoad({ filter: /^/, namespace: 'left out' }, () => ({
      contents: 'module.exports = { constants: {} }',
    }))
  },
}

/** Dependencies of the server are CommonJS; in a module there is no `require` for what they take of Node. */
const requiredBuiltIns: Plugin = {
  name: 'built-ins that are required',
  setup: (bundle) => {
    bundle.onResolve({ filter: /^/ }, ({ path, kind }) =>
      kind === 'require-call' && isBuiltin(path) ? { path, namespace: 'built-in' } : undefined,
    )
    bundle.onLoad({ filter: /^/, namespace: 'built-in' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
    }))
  },
}

await generateSources()
rmSync('dist', { recursive: true, force: true })
const program = await build({
  entryPoints: { main: 'src/cli/main.ts', index: 'src/library/library.ts' },
  metafile: true,
  splitting: true,
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.22',
  minifySyntax: true,
  legalComments: 'linked',
  logLevel: 'warning',
  define: {
    'process.env.NODE_ENV': '"production"',
    // So undici leaves out its second parser of HTTP, which is only tried out.
    esbuildDetection: 'true',
  },
  // Its Node build is CommonJS, which a lazy import can't name parts of; the other one is a module with the same parts.
  alias: {
    yaml: resolve('node_modules/yaml/browser/index.js'),
    'string-width': resolve('src/cli/terminal/string-width.cjs'),
  },
  // A file is called what it is called in this folder, so that a build elsewhere gives the same bytes.
  preserveSymlinks: true,
  // Where it is wanted, it is installed beside formctl.
  external: ['@duckdb/node-api'],
  loader: { '.css': 'text' },
  plugins: [packagesInPart, requiredBuiltIns, lazyTables, inOneChunk],
})
asScripts(program.metafile)
writeChunkList(program.metafile)
// Loaded only now, since the program needs the generated sources.
const { commands } = await import('../src/cli/commands/index.ts')
writeBuildFile(commands)
printTexts()
// In one piece: a packaged executable starts a thread from a text.
const thread = await build({
  entryPoints: { 'store-thread': 'src/store/sqlite/thread.ts' },
  metafile: true,
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.22',
  logLevel: 'warning',
})
// The types of the library, in one file.
const types = await rolldown({
  input: { index: 'src/library/library.ts' },
  // All else is code, loaded when it is used.
  external: (id) => id.startsWith('.') && !/\/error\.|(?<!cli)\/generated\//.test(id),
  plugins: [dts({ generator: 'oxc', emitDtsOnly: true, tsconfig: false })],
})
await types.write({ dir: 'dist', format: 'es' })
await types.close()

const packages = bundledPackages([program.metafile, thread.metafile])
writeFileSync('dist/THIRD-PARTY-LICENSES.txt', licenseTexts(packages))
writeFileSync('dist/sbom.cdx.json', billOfMaterials(packages))

const { manualPages } = await import('./manual.ts')
rmSync('man', { recursive: true, force: true })
writeFiles(await manualPages())
