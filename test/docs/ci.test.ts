import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { specText } from '../support/applying.ts'
import { builtProgram, inherited } from '../support/built-program.ts'
import { gitEnv, Team } from '../support/team.ts'
import { temporaryFolder } from '../support/test-host.ts'

/**
 * The jobs of docs/ci.md with the steps of action.yml and templates/forms.yml, run as they stand there in a clone on a machine of its own.
 * Only npm installs nothing, but notes what it was told to install.
 */

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/ci.md'), 'utf8')
const blocks = Array.from(page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm), ([, block = '']) => block)
const fileOf = (name: string): unknown =>
  parse(blocks.find((block) => block.startsWith(`# Save as ${name}\n`)) ?? '')

type Env = Readonly<Record<string, string | number>>

/** A script of a job; `isAlways`: also after a failed one. */
type Script = { readonly script: string; readonly env: Env; readonly isAlways: boolean }

type Step = {
  readonly uses?: string
  readonly with?: Env
  readonly run?: string
  readonly env?: Env
  readonly if?: string
}
type Workflow = { readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>> }
type Action = {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly runs: { readonly steps: readonly Step[] }
}

/** GitHub runs each step of an action in a shell. An input that is not given is an empty text. */
function githubJob(name: string, more: Env = {}): readonly Script[] {
  const { jobs } = fileOf('.github/workflows/forms.yml') as Workflow
  const { inputs, runs } = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action
  return (jobs[name]?.steps ?? []).flatMap((step) => {
    if (!step.uses?.startsWith('<owner>/formctl@')) return []
    const given = { ...step.with, ...more }
    const values = Object.fromEntries(
      Object.entries(inputs).map(([input, one]) => [`inputs.${input}`, given[input] ?? one.default ?? '']),
    )
    const filled = (value: string | number): string =>
      String(value)
        .replace(/^\$\{\{ (inputs\.\S+) != '' \}\}$/, (_, input: string) => String(values[input] !== ''))
        .replace(/^\$\{\{ (inputs\..+) \}\}$/, (_, input: string) => String(values[input]))
    return runs.steps.flatMap(({ run, env = {}, if: condition = '' }) => {
      const wanted = /inputs\.command == '(\w+)'/.exec(condition)?.[1]
      if (run === undefined || (wanted ?? given['command']) !== given['command']) return []
      const filledEnv = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, filled(value)]))
      return [{ script: run, env: filledEnv, isAlways: condition.startsWith('always()') }]
    })
  })
}

type GitLabJob = { readonly script: readonly string[]; readonly variables: Env }
type Component = { readonly spec: { readonly inputs: Action['inputs'] } }
type Pipeline = { readonly include: readonly { readonly inputs: Env }[] }

/** GitLab runs all lines in one shell. */
function gitlabJob(name: string, more: Env = {}): readonly Script[] {
  const { include } = fileOf('.gitlab-ci.yml') as Pipeline
  const [head = '', body = ''] = readFileSync(join(root, 'templates/forms.yml'), 'utf8').split(/^---$/m)
  const { spec } = parse(head) as Component
  const given = { ...include[0]?.inputs, ...more }
  const filled = body.replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, input: string) => {
    const value = given[input] ?? spec.inputs[input]?.default
    if (value === undefined) throw new Error(`The input ${input} is missing.`)
    return String(value)
  })
  const jobs = parse(filled) as Readonly<Record<string, GitLabJob>>
  const { script = [], variables = {} } = jobs[`forms-${name}`] ?? {}
  return [{ script: script.join('\n'), env: variables, isAlways: false }]
}

/** Programs for the jobs: formctl as it was built, and an npm that only says what it would install. */
const bin = temporaryFolder()
for (const [name, line] of [
  ['formctl', `exec ${process.execPath} ${builtProgram} "$@"`],
  ['npm', 'echo "npm $*"'],
] as const) {
  writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`)
  chmodSync(join(bin, name), 0o755)
}

/** How a job ended; `shown`: the summary that it has on GitHub, and what it printed. */
type Ended = { readonly exit: number; readonly output: string; readonly shown: string }

/** Runs a job on a new machine; with `key`, where it has secrets. */
async function runJob(team: Team, scripts: readonly Script[], key?: string): Promise<Ended> {
  const machine = team.clone()
  const values: Env = {
    'secrets.FORMCTL_API_KEY': key ?? '',
    'github.action_path': root,
  }
  const ci = {
    // GitHub
    GITHUB_WORKSPACE: machine.folder,
    GITHUB_STEP_SUMMARY: join(machine.home, 'summary.md'),
    // GitLab
    CI_DEFAULT_BRANCH: 'main',
    CI_PROJECT_DIR: machine.folder,
    CI_SERVER_PROTOCOL: 'https',
    CI_SERVER_FQDN: 'gitlab.example.com',
    GITLAB_USER_NAME: 'Ada Example',
    GITLAB_USER_EMAIL: 'ada@example.com',
    CI_PROJECT_PATH: 'acme/forms',
    PUSH_TOKEN: 'secret',
    FORMCTL_API_KEY: key ?? '',
  }
  const git = {
    ...gitEnv,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `url.${team.origin}.insteadOf`,
    GIT_CONFIG_VALUE_0: 'https://token:secret@gitlab.example.com/acme/forms.git',
  }
  let [exit, output] = [0, '']
  for (const { script, env, isAlways } of scripts) {
    if (exit !== 0 && !isAlways) continue
    const filled = Object.entries(env).map(([name, value]) => [
      name,
      String(value)
        .replace(/^\$\{\{ (.+) \}\}$/, (_, inner: string) => String(values[inner]))
        .replace('https://forms.example.com', team.baseUrl('127.0.0.1')),
    ])
    const child = spawn('bash', ['-eo', 'pipefail', '-c', script], {
      cwd: machine.folder,
      env: {
        ...inherited,
        PATH: `${bin}:${inherited.PATH}`,
        HOME: machine.home,
        CI: 'true',
        ...git,
        ...ci,
        ...Object.fromEntries(filled),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [out, err, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    output += out + err
    exit ||= Number(status)
  }
  const summary = existsSync(ci.GITHUB_STEP_SUMMARY)
    ? readFileSync(ci.GITHUB_STEP_SUMMARY, 'utf8')
    : undefined
  return { exit, output, shown: summary ?? output }
}

/** Where the examples have formctl from: nobody can claim a host of example.com. */
const address = 'https://downloads.example.com/formctl-0.1.0.tgz'

test('each use of the kits in the examples names a package of a host that nobody can claim', () => {
  const used = page.match(/^ +(?:- uses: \S+\/formctl@|- component: \S+\/formctl\/forms@)/gm) ?? []
  expect(used.length).toBeGreaterThan(3)
  expect(page.match(/^ +package: .*$/gm)?.map((line) => line.trim())).toEqual(
    used.map(() => `package: ${address}`),
  )
  // Neither GitHub nor GitLab allows such a name.
  for (const use of used) expect(use).toMatch(/\/?<(?:owner|group)>\/formctl/)
})

test('every YAML block of the page is YAML', () => {
  for (const block of blocks) expect(() => parse(block)).not.toThrow()
  expect(blocks.length).toBeGreaterThan(3)
})

describe.each([
  ['GitHub', githubJob, '::error file=shop/forms/order.yaml,line='],
  ['GitLab', gitlabJob, 'forms/order.yaml:'],
])('the jobs for %s', (_, jobOf, place) => {
  test('plan without a key, apply once, and commit the lock file', async () => {
    const team = await Team.start('ours')
    try {
      const [plan, apply] = [jobOf('plan'), jobOf('apply')]
      const planned = async (): Promise<Ended> => runJob(team, plan)
      const applied = async (): Promise<Ended> => runJob(team, apply, team.key())
      const expectEnd = ({ exit, output }: Ended, expected: number): void =>
        expect([exit, output]).toEqual([expected, expect.anything()])

      team.push({ 'forms/contact.yaml': specText('Contact'), 'forms/visit.yaml': specText('Visit') })
      const first = await planned()
      expectEnd(first, 0)
      expect(first.output).toContain('2 forms would be created.')
      expect(first.output).toContain(`npm install --global --ignore-scripts --allow-remote=all ${address}\n`)
      expect(first.shown).toContain('forms/contact.yaml')
      expect(await team.formCounts()).toEqual([0, 0])

      expectEnd(await applied(), 0)
      expect(await team.formCounts()).toEqual([2, 0])
      expect(JSON.parse(team.read('formctl.lock.json')).forms).toHaveLength(2)

      // Nothing to do: nothing is committed.
      const commit = team.commit()
      expectEnd(await applied(), 0)
      expect(team.commit()).toBe(commit)

      // Two jobs at once: the push of one may be refused, and its form is the same.
      team.push({ 'forms/order.yaml': specText('Order') })
      await Promise.all([applied(), applied()])
      expectEnd(await applied(), 0)
      expect([await team.formCounts(), JSON.parse(team.read('formctl.lock.json')).forms.length]).toEqual([
        [3, 0],
        3,
      ])

      team.push({ 'forms/visit.yaml': specText('Visit').replace('ShortInput', 'ShortInptu') })
      const refused = await planned()
      expectEnd(refused, 1)
      expect(refused.output).toMatch(/forms\/visit\.yaml/)
      expectEnd(await applied(), 1)
      expect(await team.formCounts()).toEqual([3, 0])
    } finally {
      await team.close()
    }
  })

  test('are those of a folder and a profile, and name files from the root of the repository', async () => {
    const team = await Team.start('ours')
    try {
      team.push({
        'shop/formctl.yaml': team.read('formctl.yaml'),
        'shop/forms/order.yaml': specText('Order').replace('ShortInput', 'ShortInptu'),
      })
      const inputs = { 'working-directory': 'shop', profile: 'staging' }
      const refused = await runJob(team, jobOf('plan', inputs))
      expect([refused.exit, refused.output]).toEqual([1, expect.stringContaining(place)])
      team.push({ 'shop/forms/order.yaml': specText('Order') })
      const applied = await runJob(team, jobOf('apply', inputs), team.key('staging'))
      expect([applied.exit, applied.output]).toEqual([0, expect.anything()])
      expect(await team.formCounts()).toEqual([0, 1])
      expect(JSON.parse(team.read('shop/formctl.lock.json')).forms).toHaveLength(1)
    } finally {
      await team.close()
    }
  })
})

test('the action refuses another command, no package, and to apply without an address that it expects', async () => {
  const team = await Team.start('ours')
  try {
    const misspelt = await runJob(team, githubJob('plan', { command: 'aply' }).slice(0, 1))
    expect([misspelt.exit, misspelt.output]).toEqual([2, '::error::command is plan or apply.\n'])
    const nothing = await runJob(team, githubJob('plan', { package: '' }).slice(0, 1))
    expect([nothing.exit, nothing.output]).toEqual([2, expect.stringContaining('package is missing')])
    const open = await runJob(team, githubJob('apply', { 'expect-base-url': '' }).slice(0, 1))
    expect([open.exit, open.output]).toEqual([2, expect.stringContaining('expect-base-url is missing')])
    // Somebody's pull request may have changed the address in formctl.yaml.
    const plan = await runJob(team, githubJob('plan', { 'api-key': 'key' }).slice(0, 1))
    expect([plan.exit, plan.output]).toEqual([2, expect.stringContaining('expect-base-url is missing')])
  } finally {
    await team.close()
  }
})

test('the key is in the environment of the program alone', () => {
  const { runs } = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action
  const withKey = runs.steps.filter(({ env = {} }) => Object.values(env).includes('${{ inputs.api-key }}'))
  expect(withKey.map(({ run = '' }) => run.split(' ')[0])).toEqual(['formctl', 'formctl'])
})

test('an input can add nothing to a script: GitHub puts it into the environment', () => {
  const { runs } = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action
  for (const { run = '' } of runs.steps) expect(run).not.toContain('${{')
})
