import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../../src/cli/commands/index.ts'
import { run } from '../../src/cli/run.ts'
import { overHttp } from '../../src/client/over-http.ts'
import { openDataFolder } from '../../src/cli/settings/open-data-folder.ts'
import { signedHeaders } from '../../src/server/webhooks/signatures.ts'
import { createWebhook } from '../../src/server/webhooks/webhooks.ts'
import { backUp } from '../../src/store/backup.ts'
import { listen, type ListeningApp } from '../../src/server/listen.ts'
import { builtProgram, inherited } from '../support/built-program.ts'
import { isLong } from '../support/is-long.ts'
import { sampleForm, sampleSave } from '../support/samples.ts'
import { temporaryFolder, testHost } from '../support/test-host.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const examples = await Promise.all(commands.map(async ({ load }) => (await load()).examples))
const lines = examples.flatMap(Object.keys)

/** Examples that end otherwise than with 0 here, and why. */
const others: Record<string, { readonly exit: number; readonly says: RegExp }> = {
  // They ask, and nobody is there to answer.
  'formctl init': { exit: 2, says: /Where is the service\? There is no terminal to ask on/ },
  'formctl forms new': { exit: 2, says: /What is the form called\? There is no terminal to ask on/ },
  'formctl login': { exit: 2, says: /API key\? There is no terminal to ask on/ },
  'formctl login --profile staging --base-url https://staging.example.com': {
    exit: 2,
    says: /API key\? There is no terminal to ask on/,
  },
}

for (const line of lines.filter((one) => /^formctl forms resolve \w{16}/.test(one)))
  // A name of something open; here nothing is.
  others[line] = { exit: 5, says: /No open form has the id/ }

for (const line of lines.filter((one) => /^formctl forms adopt .*(clx2|--from)/.test(one)))
  // Neither such a form nor such a table is here.
  others[line] = /--from/.test(line)
    ? { exit: 3, says: /pairs\.csv does not exist/ }
    : { exit: 5, says: /knows no form clx2/ }

for (const line of lines.filter((one) => one.includes('--detailed-exitcode')))
  // There is something to do.
  others[line] = { exit: 1, says: /would be created/ }

for (const line of lines.filter((one) => one.includes('service move')))
  // Neither such a folder nor such a database is here.
  others[line] = {
    exit: 3,
    says: /data folder data cannot be used: it holds no|database postgres:.* cannot be used/,
  }

// Nothing listens there.
others['formctl events replay --since all --forward-to http://localhost:3000'] = { exit: 8, says: /0 done/ }
others['formctl service webhook test clx…'] = { exit: 1, says: /127\.0\.0\.1 is not public/ }

/** Examples that run until Ctrl-C, and what they say when they are ready. */
const lasting: Readonly<Record<string, string>> = {
  'formctl quickstart --dir demo --keep-running': 'until Ctrl-C: http:',
  'formctl serve': 'Ctrl-C stops it',
  'formctl forms preview survey.yaml': 'Ctrl-C stops it',
  'formctl forms preview survey.yaml --watch --open': 'Ctrl-C stops it',
  'formctl forms preview survey.yaml --var company=Acme': 'Ctrl-C stops it',
  'formctl service style preview brand/style.yaml --watch --open': 'Ctrl-C stops it',
  'formctl events tail': 'Ctrl-C ends it',
  'formctl events tail --form clx1 --since all -o json': 'Ctrl-C ends it',
  'formctl events listen --forward-to http://localhost:3000/hook': 'Ctrl-C ends it',
  'formctl events listen --forward-to http://localhost:3000 --secret-file secret': 'Ctrl-C ends it',
}

/** Programs of others in the examples: small ones in their place. */
const programs: Readonly<Record<string, string>> = {
  formctl: `exec "${process.execPath}" "${builtProgram}" "$@"`,
  pass: 'echo "$FORMCTL_API_KEY"',
  npm: 'echo "tests at $FORMCTL_BASE_URL"',
  jq: `exec "${process.execPath}" -e 'process.stdin.resume().on("end", () => process.exit(0))'`,
  'xdg-open': ':',
}

const spec = (name: string): string => `name: ${name}
sourceFormId: source-1
steps:
  - { name: A, components: [{ type: ShortInput, content: { question: Q } }, { type: NextButton, content: { label: L } }] }
  - { name: B, components: [{ type: ShortInput, content: { question: R } }] }
`
const webhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const files: Readonly<Record<string, string>> = {
  'survey.yaml': `vars: { company: Example }\n${spec('"Survey for ${company}"')}`,
  'contact.yaml': spec('Contact'),
  'forms/contact.yaml': spec('One'),
  'customers.csv': 'company,customer\nAcme,1\nBolt,2\n',
  'reply.json': '{"data":[]}',
  'serve.yaml': 'port: 8080\n',
  'brand/style.yaml': 'radius: 4\n',
  secret: `${webhookSecret}\n`,
  'body.json': '{}',
  '.zfunc/.keep': '',
}

let service: TestService
let listening: ListeningApp
let template: string
const ids: Record<string, string> = {}

beforeAll(async () => {
  service = await startTestService()
  const { store, ours } = service
  await store.forms.create(sampleForm({ id: 'clx1', environmentId: ours.environmentId }))
  const asked = ['Age', 'Country']
  await store.responses.save(
    sampleSave({
      responseId: 'abc',
      formId: 'clx1',
      environmentId: ours.environmentId,
      isFinished: true,
      questionIds: asked,
      order: asked,
      answers: asked.map((headline) => ({
        questionId: headline,
        response: { type: 'ShortInput', headline, componentShapeVersion: '2.0', value: '30' },
      })),
    }),
  )
  listening = await listen(service.app, { host: '127.0.0.1', port: 0 })
  template = temporaryFolder()
  for (const [path, content] of Object.entries(files)) write(join(template, path), content)
  for (const [name, script] of Object.entries(programs)) {
    write(join(template, 'bin', name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(template, 'bin', name), 0o755)
  }
  const profile = `{ base_url: ${listening.url}, api_key: ${ours.apiKey}, environment: ${ours.environmentId} }`
  write(join(template, '.config/formctl/config.yaml'), `profiles: { staging: ${profile} }\n`)
  const folder = await openDataFolder(testHost({ argv: [], cwd: template }), 'formctl-data')
  ids['form'] = folder.first.sourceFormId
  ids['key'] = (await folder.deps.store.keys.list(folder.first.environmentId))[0]?.id ?? ''
  // `clx…` stands for a form or a response, so one has the id of the other.
  const [environmentId, formId] = [folder.first.environmentId, folder.first.sourceFormId]
  await folder.deps.store.responses.save(sampleSave({ responseId: formId, environmentId, formId }))
  const hook = { environmentId, url: 'https://127.0.0.1/', formIds: [], types: [], payload: 'thin' } as const
  ids['webhook'] = (await createWebhook(folder.deps, hook)).id
  await folder.close()
  const [data, backups] = ['formctl-data', 'backups/monday'].map((path) => join(template, path)) as [
    string,
    string,
  ]
  await backUp(data, backups, { replaces: false, at: '2026-03-01T09:00:00.000Z' })
})

afterAll(async () => {
  await listening.close()
  await service.close()
})

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content, { mode: 0o600 })
}

/** The example with what is there in place of its made-up names. */
const filledIn = (line: string): string =>
  line
    .replaceAll(/https:\/\/(staging|forms)\.example\.com/g, listening.url)
    .replaceAll('open clx1', `open ${idInLock}`)
    .replaceAll('clx…', ids[/service (key|webhook)/.exec(line)?.[1] ?? 'form'] ?? '')

type Ended = { readonly exit: number | null; readonly stdout: string; readonly stderr: string }

/** A folder with what the examples take to be there. */
function folderFor(line: string): string {
  const cwd = temporaryFolder()
  cpSync(template, cwd, { recursive: true })
  if (line.includes('service backup')) rmSync(join(cwd, 'backups'), { recursive: true })
  if (line.includes('forms new')) rmSync(join(cwd, 'survey.yaml'))
  // A signature is good for five minutes.
  if (line.includes('webhooks verify')) write(join(cwd, 'head'), freshHeaders())
  return cwd
}

function freshHeaders(): string {
  const message = { id: 'msg_1', timestamp: Math.floor(Date.now() / 1000), body: files['body.json'] ?? '' }
  const headers = signedHeaders(message, [webhookSecret])
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')
}

const settings = (): Readonly<Record<string, string>> => ({
  FORMCTL_BASE_URL: listening.url,
  FORMCTL_API_KEY: service.ours.apiKey,
  FORMCTL_ENVIRONMENT_ID: service.ours.environmentId,
  FORMCTL_SOURCE_FORM_ID: service.ours.sourceFormId,
})

/** Runs an example that is no more than words. */
async function ranInProcess(line: string): Promise<Ended> {
  const host = testHost({
    argv: filledIn(line).split(' ').slice(1),
    cwd: folderFor(line),
    env: settings(),
    overHttp: async (url) => overHttp(url),
  })
  // One service for all: the ids of a test host come again in each folder.
  const exit = await run({ ...host, randomBytes })
  return { exit, ...host.output() }
}

/** Runs an example in a shell, with the built program. */
async function ranInShell(line: string): Promise<Ended> {
  const cwd = folderFor(line)
  const env = {
    ...inherited,
    PATH: `${join(cwd, 'bin')}:${inherited.PATH}`,
    HOME: cwd,
    XDG_CONFIG_HOME: join(cwd, '.config'),
    XDG_STATE_HOME: join(cwd, '.local/state'),
    ...settings(),
  }
  const shell = line.includes('fish') ? ['fish', '--no-config'] : ['bash', '--norc', '-o', 'pipefail']
  const [program = '', ...words] = shell
  const ready = lasting[line]
  const port = ready === undefined || !line.includes('serve') ? '' : ' --port 0'
  const child = spawn(program, [...words, '-c', before(line) + filledIn(line) + port], {
    cwd,
    env,
    stdio: 'pipe',
  })
  child.stdin.end()
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    const isReady = ready !== undefined && said.includes(ready)
    said += chunk.toString()
    // Once: a second Ctrl-C ends the program at once, with 130.
    if (ready !== undefined && !isReady && said.includes(ready)) child.kill('SIGINT')
  })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [exit] = (await once(child, 'close')) as [number | null]
  const [stdout, stderr] = await output
  // One example writes a new key where it belongs.
  rmSync(join(cwd, 'key.txt'), { force: true })
  return { exit, stdout, stderr }
}

/** What was done before an example: to open a form, it has to be there. */
const before = (line: string): string =>
  line.includes('forms open') ? 'formctl forms apply forms --yes > made.txt 2>&1; ' : ''

const idInLock = `$(sed -n 's/.*"id": *"\\([^"]*\\)".*/\\1/p' formctl.lock.json | head -n 1)`

const isThere = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0
const runnable = lines.filter((line) => !line.includes('fish') || isThere('fish'))

/** Examples without a word for the shell, but for each tenth one: a process for each would take long. */
const plain = new Set(
  lines
    .filter((line) => /^formctl [\w ./:,=@+-]+$/.test(line) && before(line) === '')
    .filter((_line, i) => !isLong && i % 10 > 0),
)
const ran = (line: string): Promise<Ended> => (plain.has(line) ? ranInProcess(line) : ranInShell(line))

describe.runIf(process.platform !== 'win32')('the example', () => {
  test.each(runnable.filter((line) => !(line in lasting) && !(line in others)))('%s works', async (line) => {
    const { exit, stdout, stderr } = await ran(line)
    expect(`${exit} ${exit === 0 ? '' : stderr}`).toBe('0 ')
    // The server of agents ends with its input, and says nothing unless it is asked.
    expect(stdout + stderr !== '' || /[>|]|source|eval|^formctl mcp/.test(line)).toBe(true)
  })

  test.each(Object.entries(others))('%s ends as foreseen', async (line, { exit, says }) => {
    expect(await ran(line)).toMatchObject({ exit, stderr: expect.stringMatching(says) })
  })

  test.each(Object.keys(lasting))('%s runs until Ctrl-C', async (line) => {
    expect(await ranInShell(line)).toMatchObject({ exit: 0 })
  })

  test('that is named above is one of a command', () => {
    expect([...Object.keys(others), ...Object.keys(lasting)].filter((line) => !lines.includes(line))).toEqual(
      [],
    )
  })
})
