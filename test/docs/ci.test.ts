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

/** The jobs of docs/ci.md, run as they stand there: all their commands but `npm`, each job in a clone on a machine of its own. */

const page = readFileSync(join(import.meta.dirname, '../../docs/ci.md'), 'utf8')
const blocks = Array.from(page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm), ([, block = '']) => block)
const fileOf = (name: string): unknown =>
  parse(blocks.find((block) => block.startsWith(`# Save as ${name}\n`)) ?? '')

type Env = Readonly<Record<string, string | number>>

/** A script of a job; `isAlways`: also after a failed one. */
type Script = { readonly script: string; readonly env: Env; readonly isAlways: boolean }

type GitHubStep = { readonly run?: string; readonly env?: Env; readonly if?: string }
type GitHub = {
  readonly env: Env
  readonly jobs: Readonly<Record<string, { readonly steps: readonly GitHubStep[] }>>
}

/** GitHub runs each step in a shell. */
function githubJob(name: string): readonly Script[] {
  const { env, jobs } = fileOf('.github/workflows/forms.yml') as GitHub
  return (jobs[name]?.steps ?? []).flatMap((step) =>
    step.run === undefined
      ? []
      : { script: step.run, env: { ...env, ...step.env }, isAlways: step.if === 'always()' },
  )
}

type GitLabJob = {
  readonly before_script?: readonly string[]
  readonly script?: readonly string[]
  readonly variables?: Env
}

/** GitLab runs all lines in one shell. */
function gitlabJob(name: string): readonly Script[] {
  const jobs = fileOf('.gitlab-ci.yml') as Readonly<Record<string, GitLabJob>>
  const { script = [], variables = {} } = jobs[`forms-${name}`] ?? {}
  const lines = [...(jobs['.formctl']?.before_script ?? []), ...script]
  return [{ script: lines.join('\n'), env: variables, isAlways: false }]
}

/** Programs for the jobs: formctl as it was built, and an npm that installs nothing. */
const bin = temporaryFolder()
for (const [name, line] of [
  ['formctl', `exec ${process.execPath} ${builtProgram} "$@"`],
  ['npm', 'exit 0'],
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
    'vars.FORMCTL_REPOSITORY': team.origin,
    'vars.FORMCTL_VERSION': team.commit(),
    'secrets.FORMCTL_API_KEY': key ?? '',
  }
  const ci = {
    // GitHub
    RUNNER_TEMP: join(machine.home, 'temp'),
    GITHUB_STEP_SUMMARY: join(machine.home, 'summary.md'),
    // GitLab
    CI_DEFAULT_BRANCH: 'main',
    CI_PROJECT_DIR: machine.folder,
    CI_SERVER_HOST: 'gitlab.example.com',
    CI_PROJECT_PATH: 'acme/forms',
    PUSH_TOKEN: 'secret',
    FORMCTL_REPOSITORY: team.origin,
    FORMCTL_VERSION: team.commit(),
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
    const child = spawn(
      'bash',
      ['-eo', 'pipefail', '-c', script.replaceAll('/tmp/formctl', `${machine.home}/formctl`)],
      {
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
      },
    )
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

test('every YAML block of the page is YAML', () => {
  for (const block of blocks) expect(() => parse(block)).not.toThrow()
  expect(blocks.length).toBeGreaterThan(3)
})

describe.each([
  ['GitHub', githubJob],
  ['GitLab', gitlabJob],
])('the jobs for %s', (_, jobOf) => {
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
      expectEnd(await planned(), 1)
      expectEnd(await applied(), 1)
      expect(await team.formCounts()).toEqual([3, 0])
    } finally {
      await team.close()
    }
  })
})
