import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installScript } from '../../.ci/package/installers.ts'
import { runShell, type ProgramRun } from '../support/built-program.ts'
import { has } from '../support/programs.ts'
import { temporaryFolder } from '../support/test-host.ts'

const script = join(import.meta.dirname, '../../.ci/package/install.sh')
const program = '#!/bin/sh\n[ "$1" = --version ] && echo 7.0.0 || echo \'runs\'\n'
const broken = '#!/bin/sh\necho libatomic.so.1 is missing >&2\nexit 127\n'
const sumsOf = (content: string, platforms: readonly string[]): string =>
  platforms
    .map((name) => `${createHash('sha256').update(content).digest('hex')}  formctl-7.0.0-${name}\n`)
    .join('')

/** Files of a release by their path; `program` for each platform that is not here. */
const all = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win-x64.exe']
const files: Readonly<Record<string, string>> = {
  '/good/SHA256SUMS': sumsOf(program, all),
  '/wrong/SHA256SUMS': sumsOf('another program', all),
  '/cut/SHA256SUMS': sumsOf(program, all),
  '/short/SHA256SUMS': sumsOf(program, all),
  '/short/formctl-7.0.0-linux-x64': program.slice(0, 20),
  '/windows/SHA256SUMS': sumsOf(program, ['win-x64.exe']),
  '/broken/SHA256SUMS': sumsOf(broken, all),
  '/broken/formctl-7.0.0-linux-x64': broken,
}
const server = createServer(({ url = '' }, reply) => {
  const isCut = url.startsWith('/cut/formctl')
  const content = files[url] ?? (/^\/(?:good|wrong|cut)\/formctl/.test(url) ? program : undefined)
  reply.writeHead(content === undefined ? 404 : 200, { 'content-length': content?.length ?? 0 })
  if (content === undefined) reply.end()
  else if (isCut) reply.write(content.slice(0, 20), () => reply.destroy())
  else reply.end(content)
})
let address = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address and a port.
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

/** A folder with these programs of this machine, and a `uname` that prints the given system and processor. */
function toolsWith(loaders: readonly string[], system = 'Linux', machine = 'x86_64'): string {
  const folder = temporaryFolder()
  for (const name of ['sh', 'cat', 'sed', 'head', 'mkdir', 'mktemp', 'chmod', 'mv', 'rm', ...loaders])
    symlinkSync(
      execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(),
      join(folder, name),
    )
  const says = `#!/bin/sh\n[ "$1" = -s ] && echo ${system} || echo ${machine}\n`
  writeFileSync(join(folder, 'uname'), says, { mode: 0o755 })
  return folder
}

type Installation = ProgramRun & { readonly folder: string }

/** Runs the script as `curl … | sh` does, over an older program. */
async function install(
  release: string,
  tools = toolsWith(['curl', 'sha256sum']),
  more = '',
): Promise<Installation> {
  const home = temporaryFolder()
  const folder = join(home, '.local/bin')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'formctl'), 'the older one')
  const variables = `PATH='${tools}' FORMCTL_DOWNLOAD_URL='${address}/${release}' ${more}`
  const run = await runShell(`${variables} sh < '${script}'`, { cwd: home, home, bin: tools })
  return { ...run, folder }
}

const needed = has('curl', '--version') && has('wget', '--version') && has('shasum', '--version')
const suite = needed ? describe : describe.skip

suite(`install.sh${needed ? '' : ' (skipped: curl, wget or shasum is missing)'}`, () => {
  test.each([
    ['curl and sha256sum', ['curl', 'sha256sum']],
    ['wget and sha256sum', ['wget', 'sha256sum']],
    ['curl and shasum', ['curl', 'shasum', 'perl', 'env']],
  ])('puts the program in the place of the older one, with %s', async (_, loaders) => {
    const { exit, stdout, stderr, folder } = await install('good', toolsWith(loaders))
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    expect(stdout).toContain(`formctl 7.0.0 is installed as ${folder}/formctl.`)
    expect(stdout).toContain(`export PATH="${folder}:$PATH"`)
    expect(readFileSync(join(folder, 'formctl'), 'utf8')).toBe(program)
    expect(statSync(join(folder, 'formctl')).mode & 0o777).toBe(0o755)
    expect(readdirSync(folder)).toEqual(['formctl'])
  })

  test('puts it into the folder that it is given, and makes that folder', async () => {
    const { exit, folder } = await install('good/', undefined, 'FORMCTL_INSTALL_DIR="$HOME/my tools"')
    expect(exit).toBe(0)
    expect(readFileSync(join(folder, '../../my tools/formctl'), 'utf8')).toBe(program)
  })

  test.each([
    ['Linux', 'aarch64', 'linux-arm64'],
    ['Darwin', 'x86_64', 'darwin-x64'],
    ['Darwin', 'arm64', 'darwin-arm64'],
  ])('takes the program for %s on %s', async (system, machine, platform) => {
    const { exit, stdout } = await install('good', toolsWith(['curl', 'sha256sum'], system, machine))
    expect(exit).toBe(0)
    expect(stdout).toContain(`/good/formctl-7.0.0-${platform}\n`)
  })

  test.each<readonly [string, string, readonly string[], readonly string[], string]>([
    ['the sum is another one', 'wrong', ['curl', 'sha256sum'], [], 'is not the file that SHA256SUMS names'],
    ['the connection breaks off', 'cut', ['curl', 'sha256sum'], [], 'could not be downloaded as a whole'],
    ['the file is cut off', 'short', ['curl', 'sha256sum'], [], 'is not the file that SHA256SUMS names'],
    ['the program does not run', 'broken', ['curl', 'sha256sum'], [], 'does not run on this machine'],
    ['the release lacks the platform', 'windows', ['curl', 'sha256sum'], [], 'has no program for linux-x64'],
    ['there is no release', 'nothing', ['curl', 'sha256sum'], [], 'SHA256SUMS could not be downloaded'],
    ['there is none, with wget', 'nothing', ['wget', 'sha256sum'], [], 'SHA256SUMS could not be downloaded'],
    ['nothing can download', 'good', ['sha256sum'], [], 'neither curl nor wget'],
    ['nothing can check', 'good', ['curl'], [], 'neither sha256sum nor shasum'],
    [
      'no program is for it',
      'good',
      ['curl', 'sha256sum'],
      ['SunOS', 'sun4v'],
      'no program for SunOS on sun4v',
    ],
  ])('leaves everything as it was if %s', async (_, release, loaders, machine, says) => {
    const { exit, stderr, folder } = await install(release, toolsWith(loaders, ...machine))
    expect(exit).not.toBe(0)
    expect(stderr).toContain(says)
    expect(readFileSync(join(folder, 'formctl'), 'utf8')).toBe('the older one')
    expect(readdirSync(folder)).toEqual(['formctl'])
  })

  test('asks for the address where no release filled it in', async () => {
    const { exit, stderr } = await install('good', undefined, 'FORMCTL_DOWNLOAD_URL=')
    expect({ exit, stderr }).toEqual({
      exit: 1,
      stderr:
        'install.sh: set FORMCTL_DOWNLOAD_URL to the address of the folder with the files of a release.\n',
    })
  })

  test('does nothing if it was cut off anywhere', () => {
    const text = installScript(readFileSync(script, 'utf8'), 'http://127.0.0.1:9')
    const ends = Array.from({ length: 40 }, (_, i) => Math.floor((text.length * i) / 40)).concat(
      text.length - 2,
    )
    for (const end of ends) {
      const home = temporaryFolder()
      spawnSync('sh', {
        input: text.slice(0, end),
        cwd: home,
        env: { HOME: home, PATH: process.env['PATH'] },
      })
      expect(readdirSync(home)).toEqual([])
    }
  })
})

test('a release fills in its address', () => {
  const text = installScript(readFileSync(script, 'utf8'), 'https://forms.example.com/formctl')
  expect(text).toContain("\ndefault_url='https://forms.example.com/formctl'\n")
  expect(() => installScript('another script', 'https://forms.example.com')).toThrow(
    'no line for the address',
  )
})

const checks = has('shellcheck', '--version')
test.runIf(checks)(`install.sh passes shellcheck${checks ? '' : ' (skipped: there is none)'}`, () => {
  expect(spawnSync('shellcheck', [script], { encoding: 'utf8' }).stdout).toBe('')
})
