/** Makes one executable for this platform: `out/formctl`. The base is the Node that the clone brings. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const target = `${process.platform === 'darwin' ? 'macos' : process.platform === 'win32' ? 'win' : 'linux'}-${process.arch}`
if (target !== 'linux-x64') {
  console.error(`npm run package makes an executable for Linux on x64 only; this machine is ${target}.`)
  process.exit(1)
}

execFileSync(process.execPath, ['.ci/build.ts'], { stdio: 'inherit' })
const staging = mkdtempSync(join(tmpdir(), 'formctl-package-'))
try {
  stageProgram(staging)
  stageBase(join(staging, 'home'))
  mkdirSync('out', { recursive: true })
  const output = resolve('out/formctl')
  const pkg = resolve('node_modules/@yao-pkg/pkg/lib-es5/bin.js')
  const words = [pkg, '--sea', '--targets', `node${process.versions.node}-${target}`, '--output', output, '.']
  // pkg looks for its base binaries under the home folder; ours holds just the one, so nothing is downloaded.
  execFileSync(process.execPath, words, {
    cwd: staging,
    stdio: 'inherit',
    env: { ...process.env, HOME: join(staging, 'home') },
  })
} finally {
  rmSync(staging, { recursive: true, force: true })
}

/** Only what runs goes in: the bundle and its door, without the packages that made them. */
function stageProgram(folder: string): void {
  for (const part of ['bin', 'dist', 'schemas']) cpSync(part, join(folder, part), { recursive: true })
  const manifest = {
    name: 'formctl',
    version: '0.0.0',
    type: 'module',
    bin: 'bin/formctl.js',
    // A thread is started from its text.
    pkg: { scripts: ['dist/**/*.js'], assets: ['dist/store-thread.js'] },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
}

function stageBase(home: string): void {
  const name = `node-v${process.versions.node}-linux-x64`
  const cache = join(home, '.pkg-cache', 'sea')
  const binary = join(cache, name, 'bin', 'node')
  mkdirSync(dirname(binary), { recursive: true })
  const source = 'node_modules/node/bin/node'
  cpSync(existsSync(source) ? source : process.execPath, binary, { dereference: true })
  // The marks by which pkg knows a download and its unpacking as whole and checked; npm checked this one.
  for (const mark of [`${binary}.ok`, join(cache, `${name}.tar.gz`), join(cache, `${name}.tar.gz.ok`)])
    writeFileSync(mark, '')
}
