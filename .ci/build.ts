/** Bundles the program into `dist/`: what all need, what exports need, and one lazy chunk a command, dependencies included. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { build, type BuildOptions, type Plugin } from 'esbuild'
import { builtInsInParts } from './built-ins.ts'
import { joinChunks } from './join-chunks.ts'
import { keepCompiled } from './keep-compiled.ts'
import { scriptsIn } from './scripts.ts'

/** What packages would load though no run needs it, and why not. */
const leftOut: readonly { readonly of: string; readonly modules: RegExp }[] = [
  // It starts programs only for commands of a kind that we don't have, and this takes 2 MB of each run.
  { of: 'commander', modules: /^node:child_process$/ },
  // HTTP/2, bodies of fetch and SOCKS: half of it, and most of the time that it takes to load.
  { of: 'undici', modules: /^node:http2$|\/web\/fetch\/|client-h2|socks5-proxy-agent/ },
  // It knows all encodings of the world, for a prompt that opens an editor.
  { of: '@inquirer/editor', modules: /^@inquirer\/external-editor$/ },
  // Our own colours are put on what it draws.
  { of: 'cli-table3', modules: /^@colors\/colors/ },
]

const packagesInPart: Plugin = {
  name: 'packages in part',
  setup: (bundle) => {
    bundle.onResolve({ filter: /^/ }, ({ path, importer }) =>
      leftOut.some(({ of, modules }) => importer.includes(`/node_modules/${of}/`) && modules.test(path))
        ? { path, namespace: 'left out' }
        : undefined,
    )
    // Undici reads the names of headers there, of which there are none then.
    bundle.onLoad({ filter: /^/, namespace: 'left out' }, () => ({
      contents: 'module.exports = { constants: {} }',
    }))
  },
}

const usual = {
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.22',
  minifySyntax: true,
  logLevel: 'warning',
} as const satisfies BuildOptions

const ofSources = {
  ...usual,
  define: {
    'process.env.NODE_ENV': '"production"',
    // So undici leaves out its second parser of HTTP, which is only tried out.
    esbuildDetection: 'true',
  },
  // Its Node build is CommonJS, which a lazy import can't name parts of; the other one is a module with the same parts.
  alias: { yaml: resolve('node_modules/yaml/browser/index.js') },
  loader: { '.css': 'text' },
  plugins: [packagesInPart, builtInsInParts],
} as const satisfies BuildOptions

const { outputFiles, metafile } = await build({
  ...ofSources,
  entryPoints: { main: 'src/cli/main.ts' },
  splitting: true,
  write: false,
  metafile: true,
  legalComments: 'inline',
})
const { entryPoints, plugin } = joinChunks({ files: outputFiles, metafile })
const bundle = await build({
  ...usual,
  entryPoints: [...entryPoints],
  legalComments: 'linked',
  plugins: [plugin],
  write: false,
})
// A thread shares no module with others, and has one file to load; so has what loads the program.
const thread = await build({
  ...ofSources,
  entryPoints: { 'leap-thread': 'src/cli/host/leap-thread.ts' },
  legalComments: 'linked',
  write: false,
})
rmSync('dist', { recursive: true, force: true })
mkdirSync('dist/scripts', { recursive: true })
for (const { path, text } of scriptsIn([...bundle.outputFiles, ...thread.outputFiles]))
  writeFileSync(path, text)
await build({ ...ofSources, entryPoints: { scripts: 'src/cli/host/scripts.ts' } })
// A thread begins with a file of its own.
writeFileSync('dist/leap-thread.js', `import { load } from './scripts.js'\nload('./leap-thread.js')\n`)
keepCompiled()
