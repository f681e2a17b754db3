/** Makes executables by pkg: the Node of a platform, with the built program in it. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { signedMachO } from './mach-o.ts'
import { platformOf, platforms, withoutSignature } from './platforms.ts'

type Row = (typeof platforms)[number]

const version = process.versions.node

/** Node runs the program that it holds if this is followed by a 1. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** The platform of this machine; undefined where formctl has no executable for it. */
export const ownPlatform = platforms.find(
  ({ name }) => name === `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`,
)

/**
 * Makes an executable of the program in `dist/` for each platform, at the path of that row. Node for other platforms comes from the
 * package registry by npm, which checks it.
 */
export function makeExecutables(wanted: readonly { readonly platform: Row; readonly path: string }[]): void {
  const staging = mkdtempSync(join(tmpdir(), 'formctl-package-'))
  try {
    // pkg writes the name of this folder into the executable, so it is the same each time.
    const program = join(staging, 'formctl')
    stageProgram(program)
    const home = join(staging, 'home')
    const foreign = wanted.map(({ platform }) => platform).filter((platform) => platform !== ownPlatform)
    if (foreign.length > 0) fetchNodes(foreign, home)
    for (const { platform } of wanted)
      stageNode(platform, home, platform === ownPlatform ? process.execPath : fetchedNode(platform, home))
    const targets = wanted.map(({ platform }) => `node${version}-${platform.target}`).join(',')
    const pkg = resolve('node_modules/@yao-pkg/pkg/lib-es5/bin.js')
    const made = join(staging, 'made')
    execFileSync(
      process.execPath,
      [pkg, '--sea', '--no-signature', '--targets', targets, '--output', made, '.'],
      {
        cwd: program,
        stdio: 'inherit',
        // pkg looks for its base binaries under the home folder; ours holds just these, so it downloads nothing.
        env: { ...process.env, HOME: home, USERPROFILE: home },
      },
    )
    for (const { platform, path } of wanted) {
      const from = (wanted.length === 1 ? made : `${made}-${platform.target}`) + platform.suffix
      const content = finished(readFileSync(from), platform)
      // A program that runs can't be written to, but it can be replaced.
      rmSync(path, { force: true })
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content, { mode: 0o755 })
    }
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/** The same bytes for the same sources, with the signature that its system wants. */
function finished(program: Buffer, { name }: Row): Buffer {
  if (
    platformOf(program) !== name ||
    !program.includes(`${fuse}:1`) ||
    !program.includes('/formctl/bin/formctl.js')
  )
    throw new Error(`What pkg made is not formctl for ${name}.`)
  // pkg works in a folder with a random name, and Node keeps the path of the script.
  const script = program.indexOf('/sea-main.js')
  if (script > 0) program.fill('0', script - 6, script)
  if (name.startsWith('darwin')) return signedMachO(program, 'formctl')
  // Node's own signature no longer fits, which is worse than none.
  if (name.startsWith('win')) return withoutSignature(program)
  return program
}

/** Only what runs goes in: `bin/`, `dist/` and `schemas/`, without the packages that built them. */
function stageProgram(folder: string): void {
  for (const part of ['bin', 'dist', 'schemas']) cpSync(part, join(folder, part), { recursive: true })
  const manifest = {
    name: 'formctl',
    version: '0.0.0',
    type: 'module',
    bin: 'bin/formctl.js',
    // A thread is started from its text.
    pkg: { scripts: ['bin/load.cjs', 'dist/**/*.cjs'], assets: ['dist/store-thread.js', 'dist/build.json'] },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
}

const fetchedNode = ({ base, suffix }: Row, home: string): string =>
  join(home, `node_modules/${base}/bin/node${suffix}`)

/** The packages are for other machines than this one, which is why npm has to be forced. */
function fetchNodes(rows: readonly Row[], folder: string): void {
  mkdirSync(folder, { recursive: true })
  const npm = process.env['npm_execpath']
  if (npm === undefined) throw new Error('Start this by npm run package.')
  const packages = rows.map(({ base }) => `${base}@${version}`)
  const words = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--force',
  ]
  execFileSync(process.execPath, [npm, ...words, '--prefer-offline', '--loglevel=error', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Puts Node where pkg keeps its downloads. */
function stageNode({ target }: Row, home: string, from: string): void {
  const name = `node-v${version}-${target.replace('macos', 'darwin')}`
  const cache = join(home, '.pkg-cache', 'sea')
  const [archive, binary] = target.startsWith('win')
    ? [`${name}.zip`, `${name}.exe`]
    : [`${name}.tar.gz`, `${name}/bin/node`]
  mkdirSync(dirname(join(cache, binary)), { recursive: true })
  cpSync(from, join(cache, binary), { dereference: true })
  // The marks by which pkg knows a download and its unpacking as whole and checked; npm checked this one.
  for (const mark of [`${binary}.ok`, archive, `${archive}.ok`]) writeFileSync(join(cache, mark), '')
}
