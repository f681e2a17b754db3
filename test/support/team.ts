import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { captureShell } from '../../src/cli/host/shell.ts'
import { run } from '../../src/cli/run.ts'
import { overHttp } from '../../src/client/over-http.ts'
import type { LockedForm } from '../../src/publish/generated/lock.ts'
import { hashKey } from '../../src/server/keys.ts'
import { routes, type Service } from '../../src/wire/wire.ts'
import { sampleKey } from './samples.ts'
import { startTestService, type Tenant, type TestService } from './test-service.ts'
import { temporaryFolder, testHost, type Ran } from './test-host.ts'

/** Files by name; null: it is removed. */
type Files = Readonly<Record<string, string | null>>

/** A machine with a clone of the repository, and a home of its own. */
export type Machine = { readonly home: string; readonly folder: string }

/** How formctl is run there. */
type Run = {
  readonly key?: string
  readonly profile?: string | undefined
  /** The run ends at its first request for a form: before the service has it, or before its reply arrives. */
  readonly dies?: 'before' | 'after'
}

/** What a job does besides applying all specs on a new machine and pushing the lock file to main. */
type Job = Partial<{
  readonly machine: Machine
  readonly words: string
  readonly profile: string
  readonly pushes: boolean
  readonly branch: string
  readonly writes: Files
}>

export type FormCounts = readonly [production: number, staging: number]

/**
 * A team: a bare repository with a project, authors who push to it, machines that apply it, and the service, over HTTP. The project has
 * the profile `staging`, another environment of the service; jobs have keys that only generate.
 */
export class Team {
  readonly origin = join(temporaryFolder(), 'origin.git')
  readonly #author: Machine
  readonly #it: TestService
  readonly #isOurs: boolean
  #time = Date.parse('2026-03-01T09:00:00Z')

  private constructor(it: TestService, isOurs: boolean) {
    this.#it = it
    this.#isOurs = isOurs
    mkdirSync(this.origin)
    shell(
      this.origin,
      'git init --quiet --bare --initial-branch main; git config receive.advertisePushOptions true',
    )
    this.#author = this.clone()
    this.push(this.project('127.0.0.1'))
  }

  /** Starts its service: formctl's own, or one that announces nothing to runs in this process. */
  static async start(service: 'ours' | 'other'): Promise<Team> {
    const it = await startTestService()
    for (const { environmentId } of [it.ours, it.theirs]) {
      const hash = hashKey(keyFor(environmentId))
      await it.store.keys.create(sampleKey({ id: hash, environmentId, hash, scopes: ['generate'] }))
    }
    await it.app.listen({ host: '127.0.0.1', port: 0 })
    return new Team(it, service === 'ours')
  }

  close(): Promise<void> {
    return this.#it.close()
  }

  key(profile?: string): string {
    return keyFor((profile === 'staging' ? this.#it.theirs : this.#it.ours).environmentId)
  }

  baseUrl(host: string): string {
    // A server that listens at a port has an address of that shape.
    return `http://${host}:${(this.#it.app.server.address() as AddressInfo).port}`
  }

  /** The project file, with an address of the service. */
  project(host: string, { name = 'acme', folder = '', forms = '[forms]' } = {}): Files {
    const { ours, theirs } = this.#it
    const target = ({ environmentId, sourceFormId }: Tenant): string =>
      `{ environment: ${environmentId}, source_form: ${sourceFormId} }`
    const [production, staging] = [target(ours), target(theirs)]
    const profiles = `profiles:\n  default: ${production}\n  staging: ${staging}\n`
    const text = `project: ${name}\nforms: ${forms}\nbase_url: ${this.baseUrl(host)}\n${profiles}`
    return { [`${folder}formctl.yaml`]: text }
  }

  /** What an author sees of main. */
  read(name: string): string {
    this.refresh(this.#author)
    return readFileSync(join(this.#author.folder, name), 'utf8')
  }

  /** The id of the commit of main. */
  commit(): string {
    return shell(this.origin, 'git rev-parse main').trim()
  }

  /** An author's commit on main, after some words of git. */
  push(files: Files, words = ''): void {
    this.refresh(this.#author)
    const { folder } = this.#author
    if (words !== '') shell(folder, `git ${words}`)
    write(folder, files)
    shell(folder, `${commit}; git push --quiet origin HEAD:main`)
  }

  /** Merges a branch into main, with the marks of the merge where it conflicts; whether it did not. */
  merge(branch: string): boolean {
    this.refresh(this.#author)
    const merging = `git merge --quiet origin/${branch} >&2 || { ${commit}; echo conflict; }`
    return shell(this.#author.folder, `${merging}; git push --quiet origin HEAD:main`) === ''
  }

  clone(): Machine {
    const home = temporaryFolder()
    const folder = join(home, 'clone')
    shell(home, `git clone --quiet '${this.origin}' clone 2>&1`)
    return { home, folder }
  }

  refresh({ folder }: Machine): void {
    shell(folder, 'git fetch --quiet; git reset --quiet --hard origin/main 2>/dev/null || true')
  }

  /** A job that succeeds and leaves nothing to do. */
  async job({ machine = this.clone(), words = 'forms apply', profile, ...job }: Job = {}): Promise<void> {
    const { pushes = true, branch = 'main', writes = {} } = job
    write(machine.folder, writes)
    const plan = `${words.replace(' --recreate', '')} --dry-run --detailed-exitcode`
    for (const line of [words, plan]) {
      const { exit, stdout, stderr } = await this.formctl(machine, line, { profile })
      if (exit !== 0) throw new Error(`${line} ended with ${exit}: ${stdout}${stderr}`)
    }
    if (pushes) shell(machine.folder, `${commit}; git push --quiet origin HEAD:${branch}`)
  }

  /** A commit on main and its job. */
  change(files: Files): Promise<void> {
    this.push(files)
    return this.job()
  }

  /** The clocks of everybody go on. */
  wait(days: number): void {
    this.#time += days * 24 * 60 * 60 * 1000
    this.#it.wait(days * 24 * 60 * 60)
  }

  /** Deletes the form that main has for a spec in production. */
  async deleteForm(spec: string): Promise<void> {
    const { forms }: { readonly forms: readonly LockedForm[] } = JSON.parse(this.read('formctl.lock.json'))
    const { environmentId } = this.#it.ours
    const form = forms.find((entry) => entry.spec === spec && entry.environmentId === environmentId)
    const isDeleted = await this.#it.store.forms.delete(form?.id ?? '', new Date(this.#time).toISOString())
    if (!isDeleted) throw new Error(`there is no form of ${spec}`)
  }

  async newestForm(): Promise<string> {
    return (await this.#forms(this.#it.ours)).at(-1)?.id ?? ''
  }

  async formCounts(): Promise<FormCounts> {
    const { ours, theirs } = this.#it
    return [(await this.#forms(ours)).length, (await this.#forms(theirs)).length]
  }

  /** Without the forms whose look new ones take. */
  async #forms({ environmentId, sourceFormId }: Tenant) {
    return (await this.#it.store.forms.list(environmentId)).filter(({ id }) => id !== sourceFormId)
  }

  /** Runs formctl in this process. */
  async formctl({ home, folder }: Machine, words: string, how: Run = {}): Promise<Ran> {
    const { profile, key = this.key(profile), dies } = how
    const host = testHost({
      argv: profile === undefined ? words : `${words} --profile ${profile}`,
      cwd: folder,
      stateFolder: join(home, '.local/state/formctl'),
      env: { CI: 'true', FORMCTL_API_KEY: key },
    })
    const exit = await run({
      ...host,
      configFolder: join(home, '.config/formctl'),
      randomBytes,
      now: () => new Date((this.#time += 1000)),
      sleep: (milliseconds) => delay(Math.min(milliseconds, 10)),
      capture: (command, seconds) => captureShell(command, { seconds, signal: host.signal }),
      overHttp: async (baseUrl) => {
        const service = overHttp(baseUrl)
        const known = this.#isOurs ? service : announcingNothing(service)
        return dies === undefined ? known : dying(known, dies)
      },
    })
    return { exit, ...host.output() }
  }
}

const keyFor = (environmentId: string): string => `fctl_canary_the-key-that-generates-in-${environmentId}`

/** It knows no request again, and lists no forms. */
const announcingNothing =
  (service: Service): Service =>
  (call) => {
    const { 'idempotency-key': _, 'form-label': __, ...headers } = call.headers
    const isKnown = call.method === 'POST' || call.path === routes.responses
    return service(isKnown ? { ...call, headers } : { ...call, path: '/nothing' })
  }

/** Unlike a Failure, this ends the run at once: nothing is noted any more. */
const dying =
  (service: Service, when: 'before' | 'after'): Service =>
  async (call) => {
    if (call.method !== 'POST') return service(call)
    if (when === 'after') await service(call)
    throw new Error('the machine died')
  }

/** Git without the settings of this machine. */
export const gitEnv = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TEMPLATE_DIR: '',
  GIT_AUTHOR_NAME: 'x',
  GIT_AUTHOR_EMAIL: 'x@example.com',
  GIT_COMMITTER_NAME: 'x',
  GIT_COMMITTER_EMAIL: 'x@example.com',
}

const commit = 'git add --all; git commit --quiet --allow-empty --message x'

const shell = (cwd: string, script: string): string =>
  execFileSync('sh', ['-ec', script], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...gitEnv },
    stdio: ['ignore', 'pipe', 'pipe'],
  }).toString()

function write(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    if (text === null) rmSync(path)
    else {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
  }
}
