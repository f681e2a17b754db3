/** Bundles the program into `dist/`: an entry and one lazy chunk a command, dependencies included. */
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'esbuild'

rmSync('dist', { recursive: true, force: true })
await build({
  entryPoints: { main: 'src/cli/main.ts', 'leap-thread': 'src/cli/host/leap-thread.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.22',
  minifySyntax: true,
  legalComments: 'linked',
  logLevel: 'warning',
  define: { 'process.env.NODE_ENV': '"production"' },
  // Its Node build is CommonJS, which a lazy import can't name parts of; the other one is a module with the same parts.
  alias: { yaml: resolve('node_modules/yaml/browser/index.js') },
  loader: { '.css': 'text' },
  plugins: [
    {
      // It starts programs only for commands of a kind that we don't have, and node:child_process takes 2 MB of each run.
      name: 'commander without child_process',
      setup: (bundle) => {
        bundle.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
          importer.includes('/commander/') ? { path: 'none', namespace: 'none' } : undefined,
        )
        bundle.onLoad({ filter: /^none$/, namespace: 'none' }, () => ({ contents: 'export default {}' }))
      },
    },
  ],
  // CommonJS packages inside ask for built-ins by require.
  banner: {
    js: "import { createRequire as formctlRequire } from 'node:module'; const require = formctlRequire(import.meta.url);",
  },
})
