import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { commands } from '../../src/cli/commands/index.ts'
import { serving } from '../../src/cli/commands/serve.ts'
import { settingsOf } from '../../src/cli/settings/command-settings.ts'
import { splitWords } from './journey.ts'
import { has } from '../support/programs.ts'
import { runInProcess, temporaryFolder } from '../support/test-host.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const hosting = (name: string): string => read(`docs/hosting/${name}`)
const names = readdirSync(join(root, 'docs/hosting')).filter((name) => name !== '.env')

test('every variable that the files name is one of serve', () => {
  const known = new Set(settingsOf(serving).map(({ variable }) => variable))
  const named = names.flatMap((name) => hosting(name).match(/\bFORMCTL_\w+/g) ?? [])
  expect(named.length).toBeGreaterThan(4)
  expect(named.filter((variable) => !known.has(variable))).toEqual([])
})

test('every command of ours on the page exists, with its options', async () => {
  const lines = Array.from(hosting('README.md').matchAll(/^```\w*\n([\s\S]*?)^```$/gm), ([, text = '']) =>
    text.replaceAll('\\\n', '').split('\n'),
  ).flat()
  const ours = lines.flatMap(
    (line) => /(?:^|[\s/])formctl ((?:service|login|serve)\b[^#]*)/.exec(line)?.[1] ?? [],
  )
  expect(ours.length).toBeGreaterThan(5)
  for (const line of ours) {
    const entry = commands.find(({ words }) => `${line} `.startsWith(`${words} `))
    const options = Object.values((await entry?.load())?.options ?? {}).map(
      ({ flags }) => flags.split(' ')[0],
    )
    const known = new Set([...options, '--base-url', '--quiet'])
    const given = splitWords(line).filter((word) => word.startsWith('--'))
    const unknown = given.filter((word) => !known.has(word))
    expect({ line, isThere: entry !== undefined, unknown }).toEqual({ line, isThere: true, unknown: [] })
  }
})

/** The settings that a command line of `serve` gives; it is refused where one is wrong. */
async function settingsGivenBy(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const argv = [...words, '--print-config', '-o', 'json']
  const ran = await runInProcess({ argv, cwd: temporaryFolder(), env })
  expect(ran).toMatchObject({ exit: 0, stderr: '' })
  // As the command documents it.
  const { settings } = JSON.parse(ran.stdout) as { settings: { name: string; value: unknown }[] }
  return Object.fromEntries(settings.map(({ name, value }) => [name, value]))
}

describe('the unit', () => {
  const unit = hosting('formctl.service')
  const [, binary = '', line = ''] = /^ExecStart=(\S+) (.*)$/m.exec(unit) ?? []

  test('starts the service on its own folder, behind a proxy of this machine', async () => {
    const [, folder = ''] = /^StateDirectory=(.+)$/m.exec(unit) ?? []
    const variables = Array.from(unit.matchAll(/^Environment=(\w+)=(.*)$/gm), ([, name = '', value = '']) => [
      name,
      value,
    ])
    expect(await settingsGivenBy(splitWords(line), Object.fromEntries(variables))).toMatchObject({
      data: `/var/lib/${folder}`,
      host: '127.0.0.1',
      port: 8080,
      trust_proxy: 'loopback',
    })
    expect(hosting('README.md')).toContain(`install -m 0755 out/formctl ${binary}\n`)
  })

  test('gives requests under way more than the 10 seconds that the service gives them', () => {
    expect(Number(/^TimeoutStopSec=(\d+)s$/m.exec(unit)?.[1])).toBeGreaterThan(10)
  })

  const runs = has('systemd-analyze', '--version')
  test.runIf(runs)(`passes systemd-analyze verify${runs ? '' : ' (skipped: there is none)'}`, () => {
    const path = join(temporaryFolder(), 'formctl.service')
    // It looks for the program, which is not installed here.
    writeFileSync(path, unit.replace(`ExecStart=${binary} `, `ExecStart=${process.execPath} `))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
    expect({ status, faults: stderr.split('\n').filter((each) => each.includes('formctl.service')) }).toEqual(
      { status: 0, faults: [] },
    )
  })
})

describe('the Dockerfile', () => {
  const lines = hosting('Dockerfile')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const all = (instruction: string): readonly string[] =>
    lines
      .filter((line) => line.startsWith(`${instruction} `))
      .map((line) => line.slice(instruction.length + 1))
  const list = (instruction: string): readonly string[] => JSON.parse(all(instruction)[0] ?? '[]') as string[]

  test('copies what is there and not ignored, and uses each stage', () => {
    const ignored = read('.dockerignore').split('\n')
    const copies = all('COPY').map((text) => text.split(' '))
    const sources = copies.filter(([first]) => first?.startsWith('--from=') !== true)
    const copied = sources.flatMap((words) => words.slice(0, -1))
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(ignored.filter((line) => line.startsWith('!')).toSorted()).toEqual(
      copied.map((path) => `!${path}`).toSorted(),
    )
    const stages = all('FROM').flatMap((text) => / AS (\w+)$/.exec(text)?.[1] ?? [])
    const used = copies.flatMap(([first = '']) => /^--from=(\w+)$/.exec(first)?.[1] ?? [])
    expect([...new Set(used)]).toEqual(stages)
  })

  test('brings every file that an installation has', () => {
    // As package.json has them.
    const { files } = JSON.parse(read('package.json')) as { files: string[] }
    for (const part of files)
      expect(all('COPY')).toContain(`--from=build /clone/${part} /opt/formctl/${part}`)
  })

  test('has a user, a volume, a signal and a port; starts the service on them', async () => {
    expect(all('USER')).toEqual(['node'])
    expect(all('STOPSIGNAL')).toEqual(['SIGTERM'])
    expect(list('ENTRYPOINT')).toEqual(['formctl'])
    expect(await settingsGivenBy(list('CMD'))).toMatchObject({
      data: all('VOLUME')[0],
      host: '0.0.0.0',
      port: Number(all('EXPOSE')[0]),
    })
  })

  test('asks for the health of the service', () => {
    const [, words = '[]'] = /CMD (\[.*\])$/.exec(all('HEALTHCHECK')[0] ?? '') ?? []
    const [program, ...rest] = JSON.parse(words) as string[]
    expect(program).toBe('node')
    expect(rest.join(' ')).toContain(`http://127.0.0.1:${all('EXPOSE')[0]}/healthz`)
    const elsewhere = rest.map((word) => word.replace(/:8080/, ':1'))
    expect(spawnSync(process.execPath, elsewhere).status).toBe(1)
  })
})

describe('the files for compose', () => {
  type Service = {
    readonly environment?: Readonly<Record<string, string>>
    readonly volumes?: readonly string[]
    readonly networks?: readonly string[]
    readonly depends_on?: object
    readonly restart?: string
  }
  type Compose = {
    readonly services: Readonly<Record<string, Service>>
    readonly networks: Readonly<Record<string, unknown>>
    readonly volumes: Readonly<Record<string, unknown>>
  }
  // Their shape is what these tests look at.
  const [alone, database] = ['compose.yaml', 'compose.postgres.yaml'].map(
    (name) => parse(hosting(name)) as Compose,
  )

  test('name only services, networks and volumes that they have', () => {
    const both = (part: keyof Compose): readonly string[] =>
      [alone, database].flatMap((file) => Object.keys(file?.[part] ?? {}))
    for (const service of [alone, database].flatMap((file) => Object.values(file?.services ?? {}))) {
      expect(both('networks')).toEqual(expect.arrayContaining([...(service.networks ?? [])]))
      expect(both('services')).toEqual(expect.arrayContaining(Object.keys(service.depends_on ?? {})))
      const volumes = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '')
      expect(both('volumes')).toEqual(
        expect.arrayContaining(volumes.filter((volume) => !volume.startsWith('.'))),
      )
    }
  })

  test('give the service settings that it takes, and trust the network of the proxy', async () => {
    const { FORMCTL_SERVE_PUBLIC_URL: url = '', ...env } = alone?.services['formctl']?.environment ?? {}
    const filled = {
      ...env,
      FORMCTL_SERVE_PUBLIC_URL: url.replace(/\$\{DOMAIN:[^}]*\}/, 'forms.example.com'),
    }
    const settings = await settingsGivenBy(['serve'], filled)
    expect(settings).toMatchObject({ public_url: 'https://forms.example.com' })
    expect(JSON.stringify(alone?.networks['front'])).toContain(
      `"subnet":"${String(settings['trust_proxy'])}"`,
    )
  })

  test('hold no password, and start again what stops', () => {
    const services = [alone, database].flatMap((file) => Object.entries(file?.services ?? {}))
    const passwords = services
      .flatMap(([, { environment = {} }]) => Object.entries(environment))
      .filter(([name]) => name.includes('PASSWORD'))
    expect(passwords.map(([name]) => name)).toEqual(['PGPASSWORD', 'POSTGRES_PASSWORD'])
    expect(passwords.filter(([, value]) => !value.startsWith('${POSTGRES_PASSWORD:?'))).toEqual([])
    const stopping = services.filter(([name, { restart }]) => restart === undefined && name !== 'formctl')
    expect(stopping).toEqual([])
    expect(read('.gitignore')).toContain('docs/hosting/.env\n')
  })
})

describe('the proxies', () => {
  test('let the largest request pass', () => {
    // 100 MiB of files and 1 MiB of answers.
    expect(Number(/client_max_body_size (\d+)m;/.exec(hosting('nginx.conf'))?.[1])).toBeGreaterThan(101)
    expect(Number(/max_size (\d+)MiB/.exec(hosting('Caddyfile'))?.[1])).toBeGreaterThan(101)
  })

  test('log no queries and no referrers, and have a page for while the service is down', () => {
    const format = /^log_format formctl '(.*)';$/m.exec(hosting('nginx.conf'))?.[1] ?? ''
    expect(format).toContain('$uri')
    expect(format).not.toMatch(/\$(request(?!_)|request_uri|args|query_string|is_args|http_referer)/)
    const servers = hosting('nginx.conf').match(/^server \{/gm) ?? []
    for (const log of [/^ {2}access_log \S+ formctl;$/gm, /^ {2}error_log \S+ crit;$/gm])
      expect(hosting('nginx.conf').match(log)).toHaveLength(servers.length)
    expect(hosting('Caddyfile')).toMatch(/request>uri regexp \S+ ""\n\s+request>headers>Referer delete/)
    for (const name of ['nginx.conf', 'Caddyfile'])
      expect(hosting(name)).toContain('Please try again in a minute')
  })

  const caddy = has('caddy', 'version')
  test.runIf(caddy)(`Caddy takes its file${caddy ? '' : ' (skipped: there is no caddy)'}`, () => {
    const words = ['validate', '--adapter', 'caddyfile', '--config', join(root, 'docs/hosting/Caddyfile')]
    const home = temporaryFolder()
    const env = { PATH: process.env['PATH'], HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
    const { status, stderr } = spawnSync('caddy', words, { encoding: 'utf8', env })
    expect({ status, warnings: stderr.match(/"level":"warn".*/g) }).toEqual({ status: 0, warnings: null })
  })

  // Debian has it where only root's PATH looks.
  const nginxPath = existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx'
  const nginx = has(nginxPath, '-v')
  test.runIf(nginx)(`nginx takes its file${nginx ? '' : ' (skipped: there is no nginx)'}`, () => {
    const folder = temporaryFolder()
    const [certificate, key] = ['server.pem', 'server-key-for-tests-only.pem'].map((name) =>
      join(root, 'fixtures/tls', name),
    )
    const site = hosting('nginx.conf')
      .replace(/(ssl_certificate +)\S+;/, `$1${certificate};`)
      .replace(/(ssl_certificate_key +)\S+;/, `$1${key};`)
      .replaceAll('/var/log/nginx/', `${folder}/`)
      // It opens the ports, which needs root for these, and IPv6 may be missing.
      .replaceAll(/^ *listen \[::\].*\n/gm, '')
      .replaceAll(/listen (80|443)/g, 'listen 127.0.0.1:40$1')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
      mkdirSync(join(folder, name))
      return `${name}_temp_path ${join(folder, name)};`
    })
    const log = join(folder, 'log')
    writeFileSync(
      join(folder, 'nginx.conf'),
      `pid ${join(folder, 'pid')};\nerror_log ${log};\nevents {}\nhttp {\naccess_log ${log};\n${temporary.join('\n')}\n${site}}\n`,
    )
    const words = ['-t', '-q', '-e', log, '-c', join(folder, 'nginx.conf')]
    expect(spawnSync(nginxPath, words, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  })
})
