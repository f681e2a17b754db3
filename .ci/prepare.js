// Runs after npm ci, and whenever npx links this folder. Plain JavaScript: the Node that runs it may be old. It never fails: npx would
// keep a half-made link that it never mends, and bin/formctl.js says what to do where the program is not built.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const isBuilt = existsSync('dist/main.js')
const isInstalled = existsSync('node_modules/esbuild')
const needsBuild = isInstalled && (process.env.npm_command !== 'exec' || !isBuilt)
if (!isInstalled) {
  process.stderr.write(
    'formctl: what builds the program is not installed; run npm ci in this folder, without --omit=dev.\n',
  )
} else if (needsBuild && spawnSync('node .ci/build.ts', { stdio: 'inherit', shell: true }).status !== 0) {
  process.stderr.write(
    'formctl: the program could not be built. Run npm run build in this folder; if its Node is missing (npm ci --ignore-scripts) or too old, run npm rebuild node first.\n',
  )
}
