import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { serving } from '../../src/cli/commands/serve.ts'
import { number, text, many, choice, flag, withDefault } from '../../src/cli/command.ts'
import { configOptions, configured, settingsOf } from '../../src/cli/settings/command-settings.ts'
import { run } from '../../src/cli/run.ts'
import { holding, outcome, rows } from '../support/outcome.ts'
import { runInProcess, temporaryFolder, testHost } from '../support/test-host.ts'

type Given = { flags?: readonly string[]; env?: Readonly<Record<string, string>>; file?: string }

/** What `serve --print-config` prints of a run with these flags, variables and file. */
async function printed({ flags = [], env = {}, file }: Given) {
  const cwd = temporaryFolder()
  if (file !== undefined) writeFileSync(join(cwd, 'serve.yaml'), file)
  const words = file === undefined ? [] : ['--config', 'serve.yaml']
  const ran = await runInProcess({ argv: ['serve', '--print-config', ...words, ...flags], cwd, env })
  return { ...ran, lines: ran.stdout.split('\n') }
}

describe('the settings of serve', () => {
  test('come from the flag before the variable, and from the variable before the file', async () => {
    const file = 'port: 1\nhost: 0.0.0.0\ntrust_proxy: loopback\naccess_log: true\n'
    const env = { FORMCTL_SERVE_PORT: '2', FORMCTL_SERVE_HOST: '::', FORMCTL_SERVE_PUBLIC_URL: '' }
    const { lines } = await printed({ flags: ['--port', '3'], env, file })
    expect(lines).toEqual(
      expect.arrayContaining([
        'setting\tvalue\tfrom',
        'port\t3\t--port',
        'host\t::\tFORMCTL_SERVE_HOST',
        'access_log\ttrue\tserve.yaml',
        'log\ttext\tdefault',
        'public_url\t(none)\tdefault',
        'trust_proxy\tloopback\tserve.yaml',
        'store\t(none)\tdefault',
        'config\tserve.yaml\t--config',
      ]),
    )
  })

  test('are printed as JSON with their types', async () => {
    const { stdout } = await printed({ flags: ['-o', 'json'], file: 'port: 0\n' })
    const { settings } = JSON.parse(stdout)
    expect(settings).toEqual(
      expect.arrayContaining([
        { name: 'port', value: 0, source: 'serve.yaml' },
        { name: 'access_log', value: false, source: 'default' },
        { name: 'public_url', value: null, source: 'default' },
        { name: 'upload_quota', value: 200, source: 'default' },
        { name: 'trust_proxy', value: null, source: 'default' },
        { name: 'store', value: null, source: 'default' },
      ]),
    )
  })

  test('name the database by the variable that formctl service reads, too', async () => {
    const env = { FORMCTL_STORE: 'postgres://me:hunter2@db.example/forms' }
    expect((await printed({ env })).lines).toContain('store\tpostgres://…@db.example/forms\tFORMCTL_STORE')
    const other = await printed({ env: { FORMCTL_SERVE_STORE: 'postgres://db.example/forms' } })
    expect(other.stderr).toContain('FORMCTL_SERVE_STORE is not a setting of formctl serve.')
  })

  test('name their file by a variable, too, and start nothing when they are printed', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'other.yaml'), 'port: 5\n')
    const host = testHost({
      argv: 'serve --print-config',
      cwd,
      env: { FORMCTL_SERVE_CONFIG: 'other.yaml' },
    })
    expect(await run(host)).toBe(0)
    expect(host.output().stdout).toContain('port\t5\tother.yaml\n')
    expect(await host.files.kind('formctl-data')).toBe('missing')
  })

  test('are in force, not only printed', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'serve.yaml'), 'data: place\n')
    let url = ''
    const { stderr } = await runInProcess({
      argv: 'serve --exec x --config serve.yaml',
      cwd,
      env: { FORMCTL_SERVE_PORT: '0', FORMCTL_SERVE_LOG: 'json', FORMCTL_SERVE_ACCESS_LOG: 'true' },
      ran: async (_, env) => {
        url = env['FORMCTL_BASE_URL'] ?? ''
        await fetch(`${url}/healthz`)
        return 0
      },
    })
    const entries = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ message: `Serving ${join(cwd, 'place')} at ${url} (Ctrl-C stops it).` }),
        expect.objectContaining({ message: 'request', route: '/healthz', status: 200 }),
      ]),
    )
  })

  test.each(
    rows(String.raw`
      file prot: 1 | 3 | serve.yaml cannot be used: line 1: "prot" is not a setting. Did you mean port?
      file exec: x | 3 | serve.yaml cannot be used: line 1: "exec" is not a setting. The settings are
      file config: x | 3 | serve.yaml cannot be used: line 1: "config" is not a setting.
      file port: many | 3 | line 1: port has to be a whole number from 0 to 65535.
      file host: | 3 | line 1: host has to be a text, a number, true or false.
      file host: "" | 3 | line 1: host is empty. Give it a value, or remove it.
      file host: [a, b] | 3 | line 1: host takes one value, not a list.
      file log: xml | 3 | line 1: log has to be one of text, json.
      file - port | 3 | The file holds no settings.
      --config none.yaml | 3 | none.yaml does not exist.
      FORMCTL_SERVE_PROT=1 | 2 | FORMCTL_SERVE_PROT is not a setting of formctl serve. Did you mean FORMCTL_SERVE_PORT?
      FORMCTL_SERVE_PORT=x | 2 | FORMCTL_SERVE_PORT has to be a whole number from 0 to 65535.
      FORMCTL_SERVE_ACCESS_LOG=yes | 2 | FORMCTL_SERVE_ACCESS_LOG has to be true or false.
      FORMCTL_SERVE_PORT=99999 | 2 | FORMCTL_SERVE_PORT has to be a whole number from
      FORMCTL_SERVE_METRICS_HOST=::1 | 2 | --metrics-host needs --metrics-port.
      file country_header: cf-ipcountry | 2 | --country-header needs --trust-proxy.
      file trust_proxy: proxy | 3 | trust_proxy has to be IP addresses or subnets, separated by commas
    `),
  )('that are wrong are refused in a sentence: %s', async (given = '', exit, sentence = '') => {
    const [name = '', value = ''] = given.split('=')
    const file = given.startsWith('file ') ? `${given.slice(5)}\n` : undefined
    const setup = file
      ? { file }
      : name.startsWith('--')
        ? { flags: given.split(' ') }
        : { env: { [name]: value } }
    expect(await printed(setup)).toMatchObject(outcome(Number(exit), holding(sentence), ''))
  })
})

describe('settings of any command', () => {
  const command = {
    words: 'run',
    options: {
      ...configOptions,
      store: text('--store <url>', 'where (default: here)'),
      mailPassword: text('--mail-password <text>', 'of the mail server'),
      only: many('--only <name>', 'a name'),
      size: number('--size <n>', 'how many'),
      look: withDefault(choice('--look <look>', ['a', 'b'], 'how'), 'a'),
      isOpen: flag('--open', 'whether'),
    },
    onlyFlags: ['isOpen'],
  }
  const found = async (env: Readonly<Record<string, string>>) => {
    const given = {
      config: undefined,
      printConfig: false,
      store: undefined,
      mailPassword: undefined,
      only: [],
      size: undefined,
      look: undefined,
      isOpen: false,
    }
    return configured(command, given, { host: testHost({ argv: [], env }) })
  }

  test('are read by the kind of their option', async () => {
    const { options } = await found({
      FORMCTL_RUN_ONLY: 'a,b',
      FORMCTL_RUN_SIZE: '2.5',
      FORMCTL_RUN_LOOK: 'b',
      FORMCTL_RUN_STORE: '7',
    })
    expect(options).toMatchObject({ only: ['a', 'b'], size: 2.5, look: 'b', store: '7', isOpen: false })
  })

  test('have their default where nothing gives them', async () => {
    const { options, settings } = await found({})
    expect(options).toMatchObject({ look: 'a', size: undefined, only: [] })
    expect(settings).toContainEqual({ name: 'look', value: 'a', source: 'default' })
    expect(settings).toContainEqual({ name: 'store', value: undefined, source: 'default' })
    expect(command.options.look.summary).toBe('how (default: a)')
  })

  test('are shown without passwords, and used with them', async () => {
    for (const [store, shown] of [
      ['postgres://me:hunter2@db.example/forms?password=hunter2', 'postgres://…@db.example/forms?…'],
      ['host=db password=hunter2 user=me', 'host=db password=… user=me'],
    ] as const) {
      const { options, settings } = await found({
        FORMCTL_RUN_STORE: store,
        FORMCTL_RUN_MAIL_PASSWORD: 'hunter2',
      })
      expect(options.store).toBe(store)
      expect(settings).toEqual(
        expect.arrayContaining([
          { name: 'store', value: shown, source: 'FORMCTL_RUN_STORE' },
          { name: 'mail_password', value: '…', source: 'FORMCTL_RUN_MAIL_PASSWORD' },
        ]),
      )
    }
  })

  test('are all options but those of one run', () => {
    expect(settingsOf(command).map(({ key }) => key)).toEqual([
      'config',
      'store',
      'mail_password',
      'only',
      'size',
      'look',
    ])
    expect(settingsOf(serving).length).toBe(Object.keys(serving.options).length - 2)
  })
})
