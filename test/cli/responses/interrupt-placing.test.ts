import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Files, PendingFile } from '../../../src/files/file-system.ts'
import { nodeFiles } from '../../../src/files/node-files.ts'
import { run } from '../../../src/cli/run.ts'
import { Failure } from '../../../src/failure/failure.ts'
import { builtProgram, inherited } from '../../support/built-program.ts'
import { canaryKey } from '../../support/canary.ts'
import { savedReply } from '../../support/responses.ts'
import { temporaryFolder, testHost } from '../../support/test-host.ts'

const reply = savedReply({ 'q=Q': 'new' })
const sides = '--manifest m.json --codebook b.json --columns-file c.yaml'
const kept = 'schema_version: 1\nheaders: headline\nmulti: joined\ncolumns:\n  - { name: id, record: id }\n'
const old = { 'm.json': 'old', 'b.json': 'old', 'c.yaml': kept }
const saved = { 'reply.json': reply }

/** What is exported, and what was there before. */
const exports = [
  ['--out out.csv', {}],
  ['--out out.csv --force', { 'out.csv': 'old' }],
  ['--out out.sqlite', {}],
  ['--out out.sqlite --layout relational --force', { 'out.sqlite': 'old' }],
  [`--out out.csv ${sides}`, {}],
  [`--out out.csv ${sides} --force`, { 'out.csv': 'old', ...old }],
  [
    `--out out.csv --layout relational ${sides.replace(/ --columns-file c.yaml/, '')} --force`,
    { 'out.csv': 'old', 'm.json': 'old', 'b.json': 'old' },
  ],
] as const

const userFile = '.config/formctl/config.yaml'
const profile = 'profiles:\n  default:\n    base_url: https://forms.example\n'

/** What else writes a file, and what was there before. */
const writings = [
  ['responses stats --from reply.json --report page.html', {}],
  ['responses stats --from reply.json --report page.html --force', { 'page.html': 'old' }],
  ['init --base-url https://forms.example', {}],
  ['init --base-url https://forms.example --force', { 'formctl.yaml': 'base_url: https://old.example\n' }],
  ['forms new form.yaml --schema beside', {}],
  ['login --base-url https://forms.example --no-check --api-key-file key.txt', { 'key.txt': canaryKey }],
  ['logout', { [userFile]: `${profile}    api_key: ${canaryKey}\n` }],
] as const

function folderWith(files: Readonly<Record<string, string>>): string {
  // One name for all: a new project is named after its folder.
  const cwd = join(temporaryFolder(), 'project')
  mkdirSync(cwd)
  for (const [name, content] of Object.entries({ ...saved, ...files })) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true, mode: 0o700 })
    writeFileSync(join(cwd, name), content, { mode: 0o600 })
  }
  return cwd
}

const holdings = (cwd: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(cwd, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(cwd, name)).isFile())
      .toSorted()
      .map((name) => [name, readFileSync(join(cwd, name), 'latin1')]),
  )

/** The same files, which tell of each step that changes something, before it is done and after. */
function watched(files: Files, at: (step: string) => void): Files {
  const telling = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    at(`before ${step}`)
    const done = await work()
    at(`after ${step}`)
    return done
  }
  const pending = (path: string, file: PendingFile): PendingFile => ({
    ...file,
    sync: () => telling(`settle ${path}`, file.sync),
    commit: () => telling(`commit ${path}`, file.commit),
  })
  return {
    ...files,
    create: (path, options) =>
      telling(`create ${path}`, async () => pending(path, await files.create(path, options))),
    remove: (path) => telling(`remove ${path}`, () => files.remove(path)),
  }
}

/** Runs, and at one of its steps there comes a signal, at which the process ends as the program does. */
async function interruptedAt(words: string, { files, step }: { files: object; step?: number }) {
  const cwd = folderWith({ ...files })
  const controller = new AbortController()
  const steps: string[] = []
  const node = nodeFiles(cwd)
  const host = testHost({
    cwd,
    argv: words.split(' '),
    signal: controller.signal,
  })
  const watching = watched(node, (name) => {
    if (steps.push(name) - 1 === step) controller.abort(Failure.of('interrupted', {}))
  })
  const exit = await run({ ...host, files: watching })
  await node.discardPending()
  node.sweepParts()
  return { exit, steps, left: holdings(cwd), said: host.output().stderr }
}

const isNaming = (step: string): boolean => /^before (commit|remove|create .*next)/.test(step)

describe('a signal while files are put in their place', () => {
  test.each(exports)('%s: all of them, or none, and no part of any', async (words, files) => {
    const argv = `responses export --from reply.json ${words}`
    const whole = await interruptedAt(argv, { files })
    expect([whole.exit, whole.steps.length > 5]).toEqual([0, true])
    const firstName = whole.steps.findIndex(isNaming)
    const names = Object.keys(whole.left)
    for (const [step, name] of whole.steps.entries()) {
      const { exit, left, said } = await interruptedAt(argv, { files, step })
      const isOver = step >= firstName
      expect([name, exit, Object.keys(left)]).toEqual([
        name,
        isOver ? 0 : 130,
        isOver ? names : Object.keys({ ...saved, ...files }).toSorted(),
      ])
      expect(said).toContain(isOver ? 'Wrote 1 response' : 'error[interrupted]: Interrupted.\n')
      // None is of before, or all are.
      const ofBefore = Object.values(left).filter((content) => content === 'old')
      const all = Object.values(files).filter((content) => content === 'old')
      expect([name, ofBefore]).toEqual([name, isOver ? [] : all])
    }
  })
})

describe('a signal while another command writes its file', () => {
  test.each(writings)('%s: it ends as what is there says', async (words, files) => {
    const whole = await interruptedAt(words, { files })
    const ends = [
      [130, { ...saved, ...files }],
      [0, whole.left],
    ]
    const exits: number[] = []
    for (const step of whole.steps.keys()) {
      const { exit, left } = await interruptedAt(words, { files, step })
      expect(ends).toContainEqual([exit, left])
      exits.push(exit)
    }
    const firstName = whole.steps.findIndex((step) => step.startsWith('before commit'))
    expect([exits[0], new Set(exits.slice(firstName))]).toEqual([130, new Set([0])])
  })
})

describe.runIf(process.platform !== 'win32')('of the process', () => {
  /** Runs an export in a process that sends itself signals, each of which has arrived before it goes on. */
  async function signalled(cwd: string, signals: readonly NodeJS.Signals[], at: 'commit' | 'sync' | 'say') {
    const source = (path: string): string =>
      JSON.stringify(join(import.meta.dirname, '../../../src/cli', path))
    const script = `
      import { nodeHost } from ${source('host/node-host.ts')}
      import { run } from ${source('run.ts')}
      const { host, finish } = nodeHost()
      const arrive = (name) => new Promise((done) => {
        // A signal that is waited for keeps no process alive.
        const alive = setInterval(() => undefined, 1000)
        const here = () => { process.off(name, here); clearInterval(alive); setImmediate(done) }
        process.on(name, here)
        process.kill(process.pid, name)
      })
      let isFirst = true
      const signalled = async () => {
        if (isFirst) { isFirst = false; for (const name of ${JSON.stringify(signals)}) await arrive(name) }
      }
      const create = async (path, options) => {
        const file = await host.files.create(path, options)
        return '${at}' === 'say' ? file : { ...file, ${at}: async () => {
          await signalled()
          return file.${at}()
        } }
      }
      const stderr = '${at}' === 'say' ? { ...host.stderr, write: async (text) => {
        await signalled()
        return host.stderr.write(text)
      } } : host.stderr
      const argv = ['responses', 'export', '--from', 'reply.json', '--out', 'out.csv', '--force', ...${JSON.stringify(sides.split(' '))}]
      await finish(await run({ ...host, argv, stderr, files: { ...host.files, create } }))`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd,
      env: { HOME: cwd, ...inherited },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [stderr, [exit]] = await Promise.all([text(child.stderr), once(child, 'close')])
    return { exit, stderr, left: holdings(cwd) }
  }

  test.each([
    ['SIGINT', 130, 'error[interrupted]: Interrupted.\n'],
    ['SIGTERM', 143, 'error[terminated]: Terminated.\n'],
    ['SIGHUP', 129, 'error[hung-up]: The terminal was closed.\n'],
  ] as const)('%s before the first name leaves all as it was', async (name, exit, said) => {
    const files = { 'out.csv': 'old', 'm.json': 'old' }
    const ran = await signalled(folderWith(files), [name], 'sync')
    // Before it stands how far it came, where that took a while.
    expect(ran).toEqual({ exit, stderr: expect.stringContaining(said), left: { ...saved, ...files } })
  })

  test('a second one at once leaves nothing either', async () => {
    const ran = await signalled(folderWith({ 'out.csv': 'old' }), ['SIGINT', 'SIGTERM'], 'sync')
    expect([[130, 143].includes(ran.exit), ran.left]).toEqual([true, { ...saved, 'out.csv': 'old' }])
  })

  test('once the first has its name, the others get theirs, however many signals come', async () => {
    const ran = await signalled(
      folderWith({ 'out.csv': 'old', 'm.json': 'old' }),
      ['SIGINT', 'SIGINT'],
      'commit',
    )
    expect([ran.exit, Object.keys(ran.left)]).toEqual([
      0,
      ['b.json', 'c.yaml', 'm.json', 'out.csv', 'reply.json'],
    ])
    expect([ran.left['out.csv'], ran.left['m.json']]).not.toContain('old')
    expect(ran.stderr).toContain('Wrote 1 response')
  })

  test('while it is told that all have theirs, no signal makes a failure of it', async () => {
    const ran = await signalled(folderWith({ 'out.csv': 'old' }), ['SIGINT', 'SIGTERM'], 'say')
    expect(ran.exit).toBe(0)
  })

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s from the first name on, again and again until the process is gone, makes no failure of it',
    async (name) => {
      const cwd = folderWith({})
      const argv = [builtProgram, 'responses', 'export', '--from', 'reply.json', '--out', 'out.csv']
      const child = spawn(process.execPath, argv, {
        cwd,
        env: { HOME: cwd, ...inherited },
        stdio: 'ignore',
      })
      const closed = once(child, 'exit')
      while (child.exitCode === null && child.signalCode === null) {
        if (existsSync(join(cwd, 'out.csv'))) child.kill(name)
        await turn()
      }
      expect(await closed).toEqual([0, null])
    },
  )
})
