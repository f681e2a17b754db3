// Runs after npm ci, and whenever npx links this folder. Plain JavaScript: the Node that runs it may be old.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

if (!existsSync('node_modules/esbuild')) {
  // Failing here would leave npx with a half-made link that it never mends.
  process.stderr.write('formctl: nothing is installed yet; run npm ci in this folder first.\n')
} else if (process.env.npm_command !== 'exec' || !existsSync('dist/main.js')) {
  process.exitCode = spawnSync('node .ci/build.ts', { stdio: 'inherit', shell: true }).status ?? 1
}
