import { spawn, spawnSync } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtProgram, inherited } from '../support/built-program.ts'
import { canaryKey } from '../support/canary.ts'
import { temporaryFolder } from '../support/test-host.ts'
import { outcome } from '../support/outcome.ts'

const spec = `name: N
sourceFormId: s
steps:
  - { name: A, components: [{ type: ShortInput, content: { question: Q } }, { type: NextButton, content: { label: L } }] }
  - { name: B, components: [{ type: ShortInput, content: { question: R } }] }
`

/** A folder with a spec and a key in a file; the program is to leave it as it is. */
function folder(): string {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'spec.yaml'), spec)
  writeFileSync(join(cwd, 'key.txt'), canaryKey)
  writeFileSync(join(cwd, 'old.csv'), 'kept')
  return cwd
}

const contents = (cwd: string): readonly string[] =>
  readdirSync(cwd).filter((name) => !name.startsWith('.local'))

const environmentOf = (cwd: string) => ({
  ...inherited,
  HOME: cwd,
  XDG_CONFIG_HOME: join(cwd, '.config'),
  XDG_STATE_HOME: join(cwd, '.local/state'),
  TERM: 'xterm',
})

describe.runIf(process.platform !== 'win32')('Ctrl-C during a call', () => {
  // Takes every connection and what it sends, and never says a word.
  const sockets = new Set<Socket>()
  const heard = new EventEmitter()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('data', () => heard.emit('data'))
  })
  let url: string
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })

  const called = async (words: string, cwd: string) => {
    const argv = [builtProgram, '--base-url', url, '--api-key-file', 'key.txt', ...words.split(' ')]
    const child = spawn(process.execPath, argv, {
      cwd,
      env: { ...environmentOf(cwd), FORMCTL_ENVIRONMENT_ID: 'e' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = Promise.all([text(child.stdout), text(child.stderr)])
    // The call is on its way once something of it came.
    await once(heard, 'data')
    child.kill('SIGINT')
    const [exit] = (await once(child, 'close')) as [number | null]
    const [stdout, stderr] = await output
    // On a busy machine the interrupt comes so late that a line about the wait comes first.
    return { exit, stdout, stderr: stderr.replaceAll(/^Waiting for responses, \d+ s.*\n/gm, '') }
  }

  test.each([
    'login',
    'forms list',
    'responses get --form f',
    'responses get --all',
    'responses stats --form f',
    'responses export --form f --out new.csv',
    'responses export --all --out old.csv --force',
    'responses export --all',
  ])('formctl %s says one line, ends with 130 and leaves nothing half done', async (words) => {
    const cwd = folder()
    expect(await called(words, cwd)).toEqual(outcome(130, 'error[interrupted]: Interrupted.\n', ''))
    expect(contents(cwd)).toEqual(['key.txt', 'old.csv', 'spec.yaml'])
    expect(readFileSync(join(cwd, 'old.csv'), 'utf8')).toBe('kept')
  })

  test('formctl doctor ends the same way', async () => {
    expect(await called('doctor', folder())).toMatchObject(
      outcome(130, 'error[interrupted]: Interrupted.\n', ''),
    )
  })

  test('with --output json the line is JSON', async () => {
    const { exit, stderr } = await called('responses get --all -o ndjson', folder())
    expect([exit, JSON.parse(stderr)]).toEqual([
      130,
      { schema_version: 1, error: { code: 'interrupted', message: 'Interrupted.', exit: 130 } },
    ])
  })

  test('formctl forms generate ends with 9 and says that the form may exist, since it was sent', async () => {
    expect(await called('forms generate spec.yaml', folder())).toEqual(
      outcome(
        9,
        /^error\[outcome-unknown\]: It is not known whether the form "N" was created: formctl was interrupted\. .*\n$/,
        '',
      ),
    )
  })
})

// Gives a program a terminal of its own; part of util-linux.
const terminalMaker = 'script'
const hasScript = spawnSync(terminalMaker, ['--version']).status === 0

describe.runIf(hasScript)('Ctrl-C at a question on a real terminal', () => {
  test.each([
    ['init', 'Where is the service?'],
    ['init --base-url https://f.example', 'Environment'],
    ['login', 'Address of the service?'],
    ['login --base-url https://f.example', 'API key?'],
    ['forms new', '?'],
    ['forms new x.yaml', '?'],
  ])('formctl %s says one line, ends with 130 and leaves nothing', async (words, question) => {
    const cwd = temporaryFolder()
    const line = `"${process.execPath}" "${builtProgram}" ${words}; echo "ended with $?"`
    const child = spawn(terminalMaker, ['-qec', line, '/dev/null'], {
      cwd,
      env: environmentOf(cwd),
      stdio: 'pipe',
    })
    let shown = ''
    let isPressed = false
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      shown += chunk
      if (isPressed || !shown.includes(question)) return
      isPressed = true
      child.stdin.write('\u0003')
    })
    await once(child, 'close')
    expect(shown.replaceAll('\r', '').trimEnd().split('\n').slice(-2)).toEqual([
      expect.stringMatching(/error.*: Interrupted\.$/),
      'ended with 130',
    ])
    expect(existsSync(join(cwd, 'formctl.yaml'))).toBe(false)
    expect(readdirSync(cwd)).toEqual([])
  })
})
