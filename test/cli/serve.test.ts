import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { overHttp } from '../../src/client/over-http.ts'
import { Failure } from '../../src/failure/failure.ts'
import { pathOf, routes } from '../../src/wire/wire.ts'
import { builtProgram, inherited } from '../support/built-program.ts'
import { openDataFolder } from '../../src/cli/settings/open-data-folder.ts'
import { startBucket } from '../support/bucket.ts'
import { spec } from '../support/generating.ts'
import { times } from '../support/random.ts'
import { sampleSave } from '../support/samples.ts'
import {
  runInProcess,
  temporaryFolder,
  testHost,
  type Ran,
  type TestHostOptions,
} from '../support/test-host.ts'
import { callOf } from '../support/test-service.ts'
import { holding, misuse, outcome, rows } from '../support/outcome.ts'

type Variables = Readonly<Record<string, string>>

/** The service as a command of --exec meets it: the forms of its environment. */
async function formsAt(env: Variables): Promise<{ status: number; ids: readonly string[] }> {
  const path = pathOf(routes.forms, { environmentId: env['FORMCTL_ENVIRONMENT_ID'] ?? '' })
  const service = overHttp(env['FORMCTL_BASE_URL'] ?? '', { seconds: 10 })
  const reply = await service(callOf({ path, headers: { 'x-api-key': env['FORMCTL_API_KEY'] ?? '' } }))
  const body = JSON.parse(await text(reply.body)) as { data?: readonly { id: string }[] }
  return { status: reply.status, ids: body.data?.map(({ id }) => id) ?? [] }
}

/** Serves in a folder for one command, and tells what the command was given and found. */
async function serve(
  cwd: string,
  words: readonly string[] = [],
  setup: Pick<TestHostOptions, 'isTerminal' | 'env'> = {},
): Promise<Ran & { readonly env: Variables; readonly found: Awaited<ReturnType<typeof formsAt>> }> {
  let env: Variables = {}
  let found = { status: 0, ids: [] as readonly string[] }
  const ran = await runInProcess({
    argv: ['serve', '--port', '0', '--exec', 'the tests', ...words],
    cwd,
    ...setup,
    ran: async (command, given) => {
      expect(command).toBe('the tests')
      env = given
      found = await formsAt(given)
      return 7
    },
  })
  return { ...ran, env, found }
}

describe('formctl serve', () => {
  test('on its first start makes an environment, and tells it and its key in one line of JSON', async () => {
    const { stdout, env, found, exit } = await serve(temporaryFolder(), ['-o', 'json'])
    expect(stdout).toMatch(/^\{"schema_version":1,"url":"[^\n]*\}\n$/)
    expect(JSON.parse(stdout)).toEqual({
      schema_version: 1,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      environmentId: env['FORMCTL_ENVIRONMENT_ID'],
      sourceFormId: env['FORMCTL_SOURCE_FORM_ID'],
      apiKey: env['FORMCTL_API_KEY'],
    })
    expect(found).toEqual({ status: 200, ids: expect.arrayContaining([env['FORMCTL_SOURCE_FORM_ID']]) })
    expect(exit).toBe(7)
  })

  test('on its second start is the same, and its command gets a key that holds for this run only', async () => {
    const cwd = temporaryFolder()
    const first = await serve(cwd, ['-o', 'json'])
    const second = await serve(cwd, ['-o', 'json'])
    const { apiKey, url, ...kept } = JSON.parse(first.stdout)
    expect(JSON.parse(second.stdout)).toEqual({ ...kept, url: expect.any(String) })
    expect(apiKey).toBe(first.env['FORMCTL_API_KEY'])
    expect(url).toBe(first.env['FORMCTL_BASE_URL'])
    expect(second.found).toEqual(first.found)
    expect(second.stderr).not.toContain('API key')

    const third = await runInProcess({
      argv: 'serve --port 0 --exec x',
      cwd,
      ran: async (_command, env) =>
        (await formsAt({ ...env, FORMCTL_API_KEY: second.env['FORMCTL_API_KEY'] ?? '' })).status - 400,
    })
    expect(third.exit).toBe(1)
  })

  test('keeps stdout for its command, and shows the key of the first start on stderr, also when quiet', async () => {
    for (const words of [
      ['--color', 'never'],
      ['--color', 'never', '--quiet'],
    ]) {
      const { stdout, stderr, env } = await serve(temporaryFolder(), words, { isTerminal: true })
      expect(stdout).toBe('')
      expect(stderr).toContain(
        `API key: ${env['FORMCTL_API_KEY']}\nThis key is shown only now: keep it where no one else can read it.\n`,
      )
    }
  })

  test.each<[string, Pick<TestHostOptions, 'isTerminal' | 'env'>]>([
    ['is no terminal', { isTerminal: false }],
    ['is a terminal of CI', { isTerminal: true, env: { CI: 'true' } }],
  ])('shows no key where stderr %s, and its command has one all the same', async (_, setup) => {
    const { stderr, env, found } = await serve(temporaryFolder(), [], setup)
    expect(found.status).toBe(200)
    expect(stderr).not.toContain(env['FORMCTL_API_KEY'])
    expect(stderr).not.toContain('API key')
  })

  test.each([
    [[], 'formctl service key create makes one'],
    [['--data', 'forms'], 'formctl service key create --data forms makes one'],
  ])('and says there how to come by one, which holds while it runs: %j', async (words, advice) => {
    const controller = new AbortController()
    const cwd = temporaryFolder()
    const host = testHost({ argv: ['serve', '--port', '0', ...words], cwd, signal: controller.signal })
    const serving = run(host)
    await expect.poll(() => host.output().stderr).toContain(advice)
    expect(host.output().stderr).not.toMatch(/fctl_/)
    const { stdout: key, exit } = await runInProcess({ argv: ['service', 'key', 'create', ...words], cwd })
    const [, url = ''] = /at (http\S+)/.exec(host.output().stderr) ?? []
    const [, environment = ''] = /Environment: (\S+)/.exec(host.output().stderr) ?? []
    const given = { FORMCTL_BASE_URL: url, FORMCTL_ENVIRONMENT_ID: environment, FORMCTL_API_KEY: key.trim() }
    expect([exit, (await formsAt(given)).status]).toEqual([0, 200])
    controller.abort(Failure.of('interrupted', {}))
    expect(await serving).toBe(0)
  })

  test('serves the folder that the settings name, found from the working folder upwards', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'formctl.yaml'), 'base_url: embedded:.formctl\n')
    mkdirSync(join(cwd, 'forms'))
    const { stderr, found } = await serve(join(cwd, 'forms'))
    expect(stderr).toContain(`Serving ${join(cwd, '.formctl')} at http`)
    expect((await serve(cwd)).found).toEqual(found)
    expect(readdirSync(cwd).toSorted()).toEqual(['.formctl', 'formctl.yaml', 'forms'])
    expect(readdirSync(join(cwd, 'forms'))).toEqual([])
    const env = { FORMCTL_BASE_URL: 'https://forms.example' }
    expect((await serve(cwd, [], { env })).stderr).toContain(`Serving ${join(cwd, '.formctl')} at http`)
    expect((await serve(cwd, ['--data', 'other'])).stderr).toContain(`Serving ${join(cwd, 'other')} at http`)
  })

  test('hands --exec the environment that --environment names', async () => {
    const cwd = temporaryFolder()
    const main = await serve(cwd)
    const made = await runInProcess({ argv: ['service', 'env', 'create', 'staging', '-o', 'json'], cwd })
    const { environment, sourceFormId } = JSON.parse(made.stdout)
    const { env, found } = await serve(cwd, ['--environment', environment.id])
    expect([env['FORMCTL_ENVIRONMENT_ID'], env['FORMCTL_SOURCE_FORM_ID']]).toEqual([
      environment.id,
      sourceFormId,
    ])
    expect(found).toEqual({ status: 200, ids: expect.arrayContaining([sourceFormId]) })
    expect(found.ids).not.toContain(main.env['FORMCTL_SOURCE_FORM_ID'])
    const argv = ['serve', '--port', '0', '--exec', 'x', '--environment', 'nope']
    expect(await runInProcess({ argv, cwd })).toMatchObject(
      outcome(5, 'error[thing-unknown]: There is no environment nope here.\n'),
    )
  })

  test('names the forms that were published, ten at most and the newest first, or how to publish one', async () => {
    const cwd = temporaryFolder()
    const forms = async (words: readonly string[] = []): Promise<string> => {
      const controller = new AbortController()
      const argv = ['serve', '--port', '0', ...words]
      const host = testHost({ argv, cwd, signal: controller.signal })
      const serving = run(host)
      const isReady = words.length > 0 ? /Serving/ : /^(Forms|No form)/m
      await expect.poll(() => host.output().stderr).toMatch(isReady)
      controller.abort(Failure.of('interrupted', {}))
      await serving
      const { stderr } = host.output()
      return stderr.replaceAll(/^(?! |Forms:|No form).*\n/gm, '')
    }
    const publish = async (name: string): Promise<void> => {
      writeFileSync(join(cwd, 'a.yaml'), spec(name))
      const argv = ['forms', 'generate', 'a.yaml', '--base-url', 'embedded:formctl-data']
      expect((await runInProcess({ argv, cwd })).exit).toBe(0)
    }
    expect(await forms()).toBe(
      'No form is published here yet. To publish one:\n  formctl forms apply form.yaml --base-url embedded:./formctl-data\n',
    )
    // Its name is that of a starter form.
    await publish('Plain')
    await publish('Newest')
    expect(await forms()).toMatch(
      /^Forms:\n {2}http:\/\/127\.0\.0\.1:\d+\/s\/\w+ {2}Newest\n {2}\S+ {2}Plain\n$/,
    )
    for (let i = 3; i <= 12; i++) await publish(`Form ${i}`)
    const all = await forms()
    expect(all).toMatch(/^Forms:\n( {2}http\S+ {2}Form \d+\n){10} {2}and 2 more\n$/)
    const [, newest = ''] = /\/s\/(\w+)/.exec(all) ?? []
    await runInProcess({ argv: ['service', 'form', 'delete', newest, '--yes'], cwd })
    const left = await forms()
    expect(left).toContain('and 1 more')
    expect(left).not.toContain(newest)
    expect(await forms(['-o', 'json'])).toBe('')
  })

  test('erases what is older than --erase-partials-after when it starts, and logs it', async () => {
    const cwd = temporaryFolder()
    const { deps, first, close } = await openDataFolder(testHost({ argv: [], cwd }), 'formctl-data')
    const { environmentId, sourceFormId: formId } = first
    const save = sampleSave({ responseId: 'old', environmentId, formId, at: '2026-01-01T00:00:00.000Z' })
    await deps.store.responses.save(save)
    await close()
    const isKept = async (): Promise<boolean> => {
      const opened = await openDataFolder(testHost({ argv: [], cwd }), 'formctl-data')
      const record = await opened.deps.store.responses.get(environmentId, { formId, id: 'old' })
      await opened.close()
      return record !== undefined
    }
    const { stderr } = await runInProcess({
      argv: 'serve --port 0 --exec x --erase-partials-after 30',
      cwd,
      ran: async () => {
        await expect.poll(isKept).toBe(false)
        return 0
      },
    })
    expect(stderr).toMatch(/Z retention erased 1 partial response not updated for 30 days\n/)
  })

  test.each(['--verbose', '--access-log'])(
    'logs each request on stderr under %s, and none without',
    async (word) => {
      const line = /^2026-\S+Z GET \/api\/v1\/environments\/:environmentId\/forms 200 \d+ ms \[\S+\]$/m
      const cwd = temporaryFolder()
      const ran = await serve(cwd, [word, '--trust-proxy', '10.0.0.0/8, ::1', '--upload-quota', '500'])
      expect(ran.stderr).toMatch(line)
      expect(ran.stdout).toBe('')
      expect(ran.stderr).not.toContain(ran.env['FORMCTL_API_KEY'])
      expect((await serve(cwd)).stderr).not.toMatch(line)
    },
  )

  test.each(['interrupted', 'terminated'] as const)(
    'that is %s has done its work, and ends with 0',
    async (code) => {
      const controller = new AbortController()
      const cwd = temporaryFolder()
      const argv = ['serve', '--port', '0', '-o', 'json']
      const host = testHost({ argv, cwd, signal: controller.signal })
      const stdout = {
        ...host.stdout,
        write: async (chunk: string | Uint8Array) => {
          await host.stdout.write(chunk)
          controller.abort(Failure.of(code, {}))
        },
      }
      expect(await run({ ...host, stdout })).toBe(0)
      const { url } = JSON.parse(host.output().stdout)
      expect(host.output().stderr).toBe(
        `Serving ${join(cwd, 'formctl-data')} at ${url} (Ctrl-C stops it).\nStopping; what was sent is kept.\n`,
      )
      await expect(formsAt({ FORMCTL_BASE_URL: url })).rejects.toThrow(Error)
    },
  )

  test.each([
    [
      'whose port is in use',
      '127.0.0.1',
      /^error\[port-in-use\]: Port \d+ on 127\.0\.0\.1 is in use\. .*\n$/,
    ],
    [
      'whose address is not of this machine',
      '192.0.2.1',
      /^error\[address-unusable\]: Cannot listen on 192\.0\.2\.1, .*\n$/,
    ],
  ])('%s fails, makes no folder and shows no key', async (_, address, said) => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const cwd = temporaryFolder()
    const argv = ['serve', '--host', address, '--port', String(port), '--data', 'forms']
    const ran = await runInProcess({ argv, cwd })
    taken.close()
    expect(ran).toEqual({ exit: 3, stdout: '', stderr: expect.stringMatching(said) })
    expect(readdirSync(cwd)).toEqual([])
  })

  const misuses = rows(`
    --trust-proxy proxy
    --trust-proxy 10.0.0.0/33
    --trust-proxy 10.0.0.1,x
    --trust-proxy 10.0.0.0/0
    --metrics-port <port> | --metrics-port <port> is the port of the service: give another one.
    --uploads s3://forms
    --uploads https://s3.example.com
    --uploads https://s3.example.com/a/b
    --uploads https://s3.example.com/forms | --uploads needs the keys of the bucket in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
    --store mysql://a/b | The store is not a valid URL of PostgreSQL: give postgres://<user>@<host>/<database>.
    --public-url forms.example.com
    --public-url ftp://a.example
    --public-url https://a.example/forms
  `)
  const sentenceOf = (flag = '', value = ''): string =>
    ({
      '--trust-proxy': `Option '--trust-proxy <addresses>' argument '${value}' is invalid. Give IP addresses or subnets, separated by commas, or loopback. See formctl serve --help.`,
      '--uploads': `--uploads ${value} names no bucket: give its address, such as https://s3.example.com/forms.`,
      '--public-url': `Option '--public-url <url>' argument '${value}' is invalid. Give an address of http:// or https:// and a host, without a path. See formctl serve --help.`,
    })[flag] ?? ''

  test.each(misuses)(
    'with %s is misuse also where another program has the port, and makes no data folder',
    async (words = '', said) => {
      const taken = createServer().listen(0, '127.0.0.1')
      await once(taken, 'listening')
      // A server that listens on TCP has an address and a port.
      const port = String((taken.address() as AddressInfo).port)
      const host = testHost({ argv: `serve --port ${port} ${words.replace('<port>', port)}` })
      const exit = await run(host)
      taken.close()
      const problem = said?.replace('<port>', port) ?? sentenceOf(...words.split(' '))
      expect({ exit, ...host.output() }).toEqual(misuse(problem))
      expect(await host.files.kind('formctl-data')).toBe('missing')
    },
  )

  test('with a database whose profile is unknown is misuse', async () => {
    const ran = await runInProcess({ argv: 'serve --port 0 --store postgres://a/b?profile=oracle' })
    expect(ran).toMatchObject(outcome(2, holding('error[usage]: There is no profile oracle: choose one of ')))
  })

  test('with a bucket that is not there, or other keys, makes no data folder', async () => {
    const bucket = await startBucket()
    const { endpoint, accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY } = bucket.place
    const env = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }
    const started = async (url: string, keys: Variables) => {
      const argv = ['serve', '--port', '0', '--uploads', url, '--exec', 'x']
      const host = testHost({ argv, env: keys, ran: async () => 0 })
      const exit = await run(host)
      return [exit, host.output().stderr.split('\n', 1)[0], await host.files.kind('formctl-data')]
    }
    const mistyped = endpoint.replace('/forms', '/froms')
    expect(await started(mistyped, env)).toEqual([
      3,
      expect.stringContaining(`error[store-unusable]: The bucket ${mistyped} cannot be used: it refused: `),
      'missing',
    ])
    expect(await started(endpoint, { ...env, AWS_ACCESS_KEY_ID: 'other' })).toEqual([
      3,
      expect.stringContaining('refused'),
      'missing',
    ])
    expect(await started(endpoint, env)).toEqual([0, expect.stringContaining('Serving'), 'folder'])
    bucket.close()
  })
})

describe('formctl serve, as a program of its own,', () => {
  const start = (
    words: readonly string[],
    cwd = temporaryFolder(),
  ): ChildProcessByStdio<null, Readable, Readable> =>
    spawn(process.execPath, [builtProgram, 'serve', '--port', '0', ...words], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    })

  /** What it says on its first line of JSON. */
  const started = async (child: ChildProcessByStdio<null, Readable, Readable>) => {
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    return JSON.parse(line.toString())
  }

  test.each(['SIGINT', 'SIGTERM'] as const)('ends on %s with 0, its last answers given', async (signal) => {
    const child = start(['-o', 'json'])
    const { url, environmentId, apiKey } = await started(child)
    const env = { FORMCTL_BASE_URL: url, FORMCTL_ENVIRONMENT_ID: environmentId, FORMCTL_API_KEY: apiKey }
    expect((await formsAt(env)).status).toBe(200)
    child.kill(signal)
    expect(await once(child, 'close')).toEqual([0, null])
  })

  test('is the only one on its folder until it ends, even if it is killed; other commands work beside it', async () => {
    const cwd = temporaryFolder()
    const child = start(['-o', 'json'], cwd)
    const { url } = await started(child)
    const data = join(cwd, 'formctl-data')
    for (const words of [[], ['--port', '0']])
      expect(await runInProcess({ argv: ['serve', ...words], cwd })).toEqual(
        outcome(
          3,
          `error[folder-served]: The data folder ${data} is already served at ${url} by process ${child.pid}. Use that service, stop it, or name another folder.\n`,
          '',
        ),
      )
    const beside = await runInProcess({ argv: ['forms', 'list', '--base-url', `embedded:${data}`], cwd })
    expect([beside.exit, (await runInProcess({ argv: 'service key create', cwd })).exit]).toEqual([0, 0])
    child.kill('SIGKILL')
    await once(child, 'close')
    expect((await serve(cwd)).exit).toBe(7)
    expect((await serve(cwd)).exit).toBe(7)
  })

  test('gives the forms of its folder a full address in other commands, and only while it runs', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'formctl.yaml'), 'base_url: embedded:formctl-data\n')
    writeFileSync(join(cwd, 'a.yaml'), spec('A'))
    const child = start(['-o', 'json'], cwd)
    const { url } = await started(child)
    const opened: string[] = []
    const ran = async (command: string): Promise<number> => opened.push(command) - 1
    const form = (words: string): Promise<Ran> =>
      runInProcess({ argv: ['forms', ...words.split(' ')], cwd, isTerminal: true, ran, env: {} })
    for (const words of [
      'generate a.yaml',
      'apply a.yaml --yes',
      'list',
      'open a.yaml --print',
      'open a.yaml',
    ]) {
      const { exit, stdout, stderr } = await form(words)
      expect({ exit, stdout, stderr }).toEqual(
        outcome(0, expect.not.stringContaining('formctl serve'), holding(`${url}/s/cl`)),
      )
    }
    expect(opened).toEqual([expect.stringMatching(`^xdg-open "${url}/s/cl\\w+"$`)])
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(await form('open a.yaml --print')).toMatchObject({
      stdout: expect.stringMatching(/^\/s\/cl\w+\n$/),
      stderr: expect.stringContaining('run formctl serve --data'),
    })
  })

  test('serves metrics on a port of their own, and names it', async () => {
    const cwd = temporaryFolder()
    const child = start(['-o', 'json', '--metrics-port', '0'], cwd)
    const { url, metricsUrl } = await started(child)
    expect((await fetch(`${url}/s/none`)).status).toBe(404)
    const metrics = await fetch(`${metricsUrl}/metrics`)
    expect(await metrics.text()).toContain(
      'formctl_request_seconds_count{method="GET",route="/s/:formId",status="404"} 1\n',
    )
    expect((await fetch(`${url}/metrics`)).status).toBe(404)
    const { port } = new URL(metricsUrl)
    expect(await runInProcess({ argv: `serve --port 0 --metrics-port ${port}` })).toMatchObject(
      outcome(
        3,
        `error[port-in-use]: Port ${port} on 127.0.0.1 is in use. Choose another with --metrics-port, or --metrics-port 0 for any.\n`,
      ),
    )
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
  })

  test('on SIGTERM takes no more requests, ends those under way, and leaves one whole database', async () => {
    const cwd = temporaryFolder()
    const child = start(['-o', 'json'], cwd)
    const { url, sourceFormId } = await started(child)
    const { port } = new URL(url)
    const body = 'a=b'
    const [slow, ready] = [connect(Number(port), '127.0.0.1'), connect(Number(port), '127.0.0.1')]
    slow.write(
      `POST /s/${sourceFormId} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: ${url}\r\n` +
        `content-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\na`,
    )
    const probe = 'GET /readyz HTTP/1.1\r\nhost: x\r\n'
    // Half of its second request is there, so its connection is not idle.
    ready.write(`${probe}\r\n${probe}`)
    const [first] = (await once(ready, 'data')) as [Buffer]
    expect(first.toString()).toMatch(/^HTTP\/1.1 200 /)
    child.kill('SIGTERM')
    await expect
      .poll(() =>
        fetch(`${url}/healthz`).then(
          () => 'taken',
          () => 'refused',
        ),
      )
      .toBe('refused')
    ready.write('\r\n')
    expect(await text(ready)).toMatch(/^HTTP\/1.1 503 /)
    slow.write(body.slice(1))
    expect(await text(slow)).toMatch(/^HTTP\/1.1 [2345]\d\d /)
    expect(await once(child, 'close')).toEqual([0, null])
    const left = readdirSync(join(cwd, 'formctl-data'))
    expect(left.filter((name) => name.startsWith('formctl.db'))).toEqual(['formctl.db'])
  })

  test('ends when its disk fails, so that it is started again, and then has all that was confirmed', async () => {
    const cwd = temporaryFolder()
    // A file that would be larger is an error of the disk to SQLite, unlike a full disk.
    const line = `ulimit -f 3000; exec "${process.execPath}" "${builtProgram}" serve --port 0 -o json`
    const env = { ...inherited, HOME: cwd }
    const child = spawn('sh', ['-c', line], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = once(child, 'close')
    const said = text(child.stderr)
    const { url, environmentId, sourceFormId, apiKey } = await started(child)
    const content = { question: 'x'.repeat(2000) }
    const step = { name: 'A', components: times(10, () => ({ type: 'ShortInput', content })) }
    const body = JSON.stringify({ sourceFormId, name: 'Large', steps: times(20, () => step) })
    const statuses: number[] = []
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
    const generate = async () =>
      fetch(`${url}${pathOf(routes.generate, { environmentId })}`, { method: 'POST', headers, body })
    while (statuses.length < 10 && !statuses.includes(500)) statuses.push((await generate()).status)
    expect(new Set(statuses)).toEqual(new Set([200, 500]))
    expect(await ended).toEqual([3, null])
    expect(await said).toContain('"code":"store-unusable"')
    const { found } = await serve(cwd)
    expect(found.status).toBe(200)
    expect(found.ids.length).toBeGreaterThanOrEqual(9 + statuses.length - 1)
  })

  test('ends with the status of its command', async () => {
    const child = start(['--exec', 'echo "$FORMCTL_SOURCE_FORM_ID"; exit 42'])
    const [stdout, [exit]] = await Promise.all([text(child.stdout), once(child, 'close')])
    expect([stdout, exit]).toEqual([expect.stringMatching(/^cl\w{23}\n$/), 42])
  })

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('passes %s on to its command', async (signal, exit) => {
    const child = start(['--exec', 'echo ready; exec sleep 600'])
    await once(child.stdout, 'data')
    child.kill(signal)
    expect(await once(child, 'close')).toEqual([exit, null])
  })
})
