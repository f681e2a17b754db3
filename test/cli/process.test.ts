import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { builtProgram, runBuilt, inherited } from '../support/built-program.ts'
import { temporaryFolder } from '../support/test-host.ts'
import { outcome } from '../support/outcome.ts'

const formctl = `"${process.execPath}" "${builtProgram}"`

/** Runs a line of shell in a folder where formctl finds nothing of this machine's settings. */
function sh(
  line: string,
  cwd = temporaryFolder(),
): Promise<{ exit: number; stdout: string; stderr: string }> {
  const env = { ...inherited, HOME: cwd, XDG_CONFIG_HOME: join(cwd, '.config') }
  return new Promise((done) => {
    execFile('sh', ['-c', line], { cwd, env }, (error, stdout, stderr) =>
      done({ exit: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    )
  })
}

/** A folder whose status is far larger than a pipe holds, so that its reader decides how much is written. */
function folderWithMuchToSay(): string {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'formctl.yaml'), `environment: ${'x'.repeat(900_000)}\n`)
  return cwd
}

describe.runIf(process.platform !== 'win32')('output', () => {
  test('that is closed early ends with 141 and no word', async () => {
    const cwd = folderWithMuchToSay()
    const ran = await sh(`{ ${formctl} status -o json; echo $? > code; } | head -c 1`, cwd)
    expect(ran).toEqual({ exit: 0, stdout: '{', stderr: '' })
    expect(readFileSync(join(cwd, 'code'), 'utf8')).toBe('141\n')
  })

  test('of any size arrives whole in a pipe and in a file', async () => {
    const cwd = folderWithMuchToSay()
    await sh(`${formctl} status -o json | cat > piped; ${formctl} status -o json > direct`, cwd)
    const [piped, direct] = ['piped', 'direct'].map((name) => readFileSync(join(cwd, name), 'utf8'))
    expect(piped).toBe(direct)
    expect(JSON.parse(piped ?? '')).toMatchObject({ environmentId: { value: 'x'.repeat(900_000) } })
  })

  test.runIf(existsSync('/dev/full'))('on a full disk ends with 3 and a sentence', async () => {
    expect(await sh(`${formctl} --help > /dev/full`)).toEqual(
      outcome(
        3,
        'error[output-unwritable]: The standard output cannot be written: the disk is full. The output is incomplete.\n',
        '',
      ),
    )
    expect((await sh(`${formctl} --help > /dev/full 2> /dev/full`)).exit).toBe(3)
  })

  test('that the disk cuts short ends with 3, where Node itself would tell of success', async () => {
    const cwd = folderWithMuchToSay()
    const ran = await sh(`ulimit -f 64; ${formctl} status -o json > cut`, cwd)
    expect(ran).toMatchObject(outcome(3, /standard output cannot be written: it would/))
    expect(statSync(join(cwd, 'cut')).size).toBeLessThan(900_000)
  })

  test('of errors is JSON alone, also where Node would warn of FORCE_COLOR beside NO_COLOR', async () => {
    const ran = await sh(`NO_COLOR=1 FORCE_COLOR=1 ${formctl} forms validate nope -o json`)
    expect(JSON.parse(ran.stderr)).toMatchObject({ error: { code: 'file-not-found' } })
  })

  test('that is closed for errors does not end the work', async () => {
    expect(await sh(`${formctl} init --base-url https://forms.example 2>&-; cat formctl.yaml`)).toMatchObject(
      {
        exit: 0,
        stdout: expect.stringContaining('base_url: https://forms.example'),
      },
    )
  })
})

test.runIf(process.platform !== 'win32')(
  'an empty HOME counts as not set: no settings come from the working folder',
  async () => {
    const cwd = temporaryFolder()
    mkdirSync(join(cwd, '.config/formctl'), { recursive: true })
    writeFileSync(join(cwd, '.config/formctl/config.yaml'), 'environment: planted\n', { mode: 0o600 })
    const { stdout } = await sh(`HOME= XDG_CONFIG_HOME= ${formctl} status`, cwd)
    expect(stdout).not.toContain('planted')
  },
)

/** Loaded before the program: Node as it is for a user whom the system does not know. */
const unknownUser = `data:text/javascript,${encodeURIComponent(`
  import os from 'node:os'
  import { syncBuiltinESMExports } from 'node:module'
  os.homedir = os.userInfo = () => { throw new Error('ENOENT: no such file or directory, uv_os_homedir') }
  syncBuiltinESMExports()
`)}`

test('a user whom the system does not know can do what needs no home folder', async () => {
  const child = spawn(process.execPath, ['--import', unknownUser, builtProgram, 'status'], {
    cwd: '/',
    env: { PATH: inherited.PATH },
    stdio: 'pipe',
  })
  const [stdout, stderr, [exit]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  expect([exit, stdout, stderr]).toEqual([0, expect.stringContaining('/nonexistent/.config'), ''])
})

describe.runIf(process.platform !== 'win32')('standard input', () => {
  const login = `${formctl} login --base-url https://forms.example --api-key-stdin`

  test('that is closed is empty', async () => {
    expect(await sh(`${login} <&-`)).toMatchObject(
      outcome(2, 'error[usage]: No API key came from the standard input.\n'),
    )
    expect(await sh(`${formctl} status <&-`)).toMatchObject({ exit: 0, stderr: '' })
  })

  test('that is a folder is refused as one, and no harm to those who do not read it', async () => {
    const stderr = 'error[file-unreadable]: The standard input cannot be read: it is a folder.\n'
    expect(await sh(`${login} < /`)).toEqual({ exit: 3, stdout: '', stderr })
    const words = 'responses export --from - --out a.csv'
    expect(await sh(`${formctl} ${words} < /`)).toEqual({ exit: 3, stdout: '', stderr })
    expect(await sh(`${formctl} status < /`)).toMatchObject({ exit: 0, stderr: '' })
  })

  test('that stays open does not keep a finished run alive', async () => {
    const child = spawn(process.execPath, [builtProgram, '--version'], { stdio: 'pipe' })
    expect(await once(child, 'close')).toEqual([0, null])
  })
})

describe.runIf(process.platform !== 'win32')('a signal', () => {
  const ended = async (child: ChildProcess) => {
    const [exit] = await once(child, 'close')
    return exit
  }

  test.each([
    ['SIGINT', 130, 'error[interrupted]: Interrupted.\n'],
    ['SIGTERM', 143, 'error[terminated]: Terminated.\n'],
    ['SIGHUP', 129, 'error[hung-up]: The terminal was closed.\n'],
  ] as const)('%s in the middle of a call ends with %i', async (signal, exit, said) => {
    const cwd = temporaryFolder()
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const child = spawn(
      process.execPath,
      [builtProgram, 'login', '--base-url', `http://127.0.0.1:${port}`, '--api-key-stdin'],
      { cwd, env: { HOME: cwd }, stdio: 'pipe' },
    )
    child.stdin.end('formctl_canary_0123456789')
    const stderr = text(child.stderr)
    // The server never answers.
    await once(server, 'request')
    child.kill(signal)
    expect([await ended(child), await stderr]).toEqual([exit, said])
    expect(readdirSync(cwd)).toEqual([])
    server.closeAllConnections()
    server.close()
  })

  test('ends a command that prints a key, and is not taken for its failure', async () => {
    const cwd = temporaryFolder()
    const child = hosted(
      cwd,
      `console.log('ready'); try { await host.capture('sleep 600; true', 60) } catch (error) { console.log(error.code) }; await finish(130)`,
    )
    const lines = child.stdout?.setEncoding('utf8')[Symbol.asyncIterator]()
    expect((await lines?.next())?.value).toBe('ready\n')
    child.kill('SIGINT')
    expect((await lines?.next())?.value).toBe('interrupted\n')
    expect(await ended(child)).toBe(130)
  })

  test('takes the files along that were being written', async () => {
    const cwd = temporaryFolder()
    const child = hosted(
      cwd,
      `const file = await host.files.create('out.csv', { replace: false });
       await file.write('half');
       console.log('ready');
       const alive = setInterval(() => undefined, 1000);
       await new Promise((done) => host.signal.addEventListener('abort', done));
       clearInterval(alive);
       await finish(130)`,
    )
    await once(child.stdout ?? child, 'data')
    expect(readdirSync(cwd)).toEqual([expect.stringMatching(/^\.out\.csv\.\w+\.part$/)])
    child.kill('SIGINT')
    expect(await ended(child)).toBe(130)
    expect(readdirSync(cwd)).toEqual([])
  })

  test('that comes a second time ends what does not end by itself', async () => {
    const child = hosted(
      temporaryFolder(),
      `setInterval(() => undefined, 1000);
       host.signal.addEventListener('abort', () => console.log('aborted'));
       console.log('ready')`,
    )
    await once(child.stdout ?? child, 'data')
    child.kill('SIGINT')
    await once(child.stdout ?? child, 'data')
    child.kill('SIGINT')
    expect(await once(child, 'close')).toEqual([130, null])
  })

  test('is seen by libraries as one that someone else takes care of', async () => {
    const child = hosted(
      temporaryFolder(),
      `process.on('SIGTERM', () => { console.log(process.listenerCount('SIGTERM')); void finish(143) });
       setInterval(() => undefined, 1000);
       console.log('ready')`,
    )
    await once(child.stdout ?? child, 'data')
    child.kill('SIGTERM')
    expect(String((await once(child.stdout ?? child, 'data'))[0])).toBe('2\n')
    expect(await ended(child)).toBe(143)
  })

  /** Runs a script on a host of its own process. */
  const hosted = (cwd: string, script: string): ChildProcess => {
    const nodeHost = join(import.meta.dirname, '../../src/cli/host/node-host.ts')
    const whole = `import { nodeHost } from ${JSON.stringify(nodeHost)}; const { host, finish } = nodeHost(); ${script}`
    return spawn(process.execPath, ['--input-type=module', '-e', whole], {
      cwd,
      // Whatever is left behind keeps a pipe open, and the end of the test away.
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
})

test('libraries that are loaded late are found in the bundle', async () => {
  const ran = await runBuilt(['status', '-o', 'yaml', '--color', 'always'], { cwd: folderWithMuchToSay() })
  expect(ran).toMatchObject({ exit: 0, stderr: '' })
  expect(ran.stdout).toMatch(/^schema_version: 1\nprofile:\n {2}value: default\n/)
})

describe('an old Node', () => {
  test.each([
    ['16.20.2', 3],
    ['20.20.2', 3],
    ['22.22.1', 3],
    ['23.11.0', 3],
    ['24.14.9', 3],
    ['25.9.0', 3],
    ['22.22.2', 0],
    ['22.23.0', 0],
    ['24.15.0', 0],
    ['26.0.0', 0],
    ['28.1.0', 0],
  ])('Node %s ends with %i', async (version, exit) => {
    const cwd = temporaryFolder()
    const shim = join(cwd, 'shim.cjs')
    writeFileSync(
      shim,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`,
    )
    const ran = await runBuilt(['--version'], {
      cwd,
      env: { NODE_OPTIONS: `--require ${JSON.stringify(shim)}` },
    })
    expect(ran.exit).toBe(exit)
    expect(ran.stderr).toMatch(
      exit === 0
        ? /^$/
        : new RegExp(
            `^error\\[node-too-old\\]: Node ${version} is too old .*: install Node 24\\.15 or 26\\. Or run npm ci, without --ignore-scripts and --omit=dev, and then npx formctl in a clone.*\\n$`,
          ),
    )
  })
})
