// Runs after npm ci, whenever npx links this folder, and in the clone that npm makes to install from git. Plain JavaScript: the Node that
// runs it may be old. It fails only in npm's own clone: elsewhere npx would keep a half-made link that it never mends, and bin/formctl.js
// says what to do where the program is not built.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readlinkSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const isInstalled = () => existsSync('node_modules/esbuild')
const run = (line, env = process.env) => spawnSync(line, { stdio: 'inherit', shell: true, env }).status === 0

const isNpmsClone = /[/\\]_cacache[/\\]tmp[/\\]git-clone/.test(process.cwd())
const { npm_config_global: isGlobal, npm_config_global_prefix: prefix, ...local } = process.env
if (isNpmsClone && isGlobal === 'true' && prefix) {
  // npm 10 and 11 prepare the clone in global mode as well: they install nothing in it, and put a link to it, which they delete in the end,
  // in the place of the package.
  const place = join(prefix, process.platform === 'win32' ? '' : 'lib', 'node_modules', 'formctl')
  if (linksHere(place)) {
    rmSync(place)
    mkdirSync(place)
  }
  if (!isInstalled()) run('npm ci --ignore-scripts --include=dev && npm rebuild node esbuild', local)
}

const isBuilt = existsSync('dist/main.cjs')
const needsBuild = isInstalled() && (process.env.npm_command !== 'exec' || !isBuilt)
if (!isInstalled()) {
  report('what builds the program is not installed; run npm ci in this folder, without --omit=dev.')
} else if (needsBuild && !run('node .ci/build.ts')) {
  report(
    'the program could not be built. Run npm run build in this folder; if its Node is missing (npm ci --ignore-scripts) or too old, run npm rebuild node first.',
  )
} else if (isNpmsClone && !run('node .ci/packed-manifest.ts put')) {
  // npm packs the clone now, and it is nobody's.
  report('package.json could not be replaced by the one that is packed.')
}

/** Says what is wrong. npm would install a package without the program from its own clone, so it fails there. */
function report(problem) {
  process.stderr.write(`formctl: ${problem}\n`)
  if (isNpmsClone) process.exitCode = 1
}

function linksHere(path) {
  try {
    return resolve(dirname(path), readlinkSync(path)) === process.cwd()
  } catch {
    return false
  }
}
