import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  builtProgram,
  homeAt,
  runBuilt,
  runShell,
  withoutProgress,
  type ProgramRun,
} from '../support/built-program.ts'
import { outputOf } from '../support/output-schema.ts'
import { noPostgres, startPostgres } from '../support/postgres.ts'
import { startServer } from '../support/server-process.ts'
import { temporaryFolder } from '../support/test-host.ts'
import { splitWords } from './journey.ts'

/** The jobs of docs/scheduled-sync.md, run as they stand there over the answers of `formctl quickstart`. */

const page = readFileSync(join(import.meta.dirname, '../../docs/scheduled-sync.md'), 'utf8')
const blocks = Array.from(page.matchAll(/^```\w+\n([\s\S]*?)^```$/gm), ([, block = '']) => block)
const blockOf = (firstLine: string): string =>
  blocks.find((block) => block.startsWith(`${firstLine}\n`)) ?? ''

const home = temporaryFolder()
const bin = temporaryFolder()
const demo = join(home, 'demo')

beforeAll(async () => {
  const { exit, stderr } = await runBuilt(['quickstart', '--dir', 'demo'], { cwd: home })
  if (exit !== 0) throw new Error(stderr)
  writeFileSync(join(bin, 'formctl'), `#!/bin/sh\nexec ${process.execPath} ${builtProgram} "$@"\n`)
  chmodSync(join(bin, 'formctl'), 0o755)
})

/** A folder of its own with the form and its answers. */
function copied(): string {
  const cwd = temporaryFolder()
  cpSync(demo, cwd, { recursive: true })
  return cwd
}

const linesOf = (text: string): readonly string[] => text.split('\n').slice(0, -1)
const runOf = (line: string) =>
  outputOf('responses-sync', `${line.trimEnd()}\n`) as { at: string; tables: readonly object[] }

const three = [{ table: 'contact', added: 3, updated: 0, removed: 0 }]

test('a run prints one line for a log, whether or not something has changed, and one when it fails', async () => {
  const cwd = copied()
  const words = ['responses', 'sync', '--all', '--to', 'sqlite:survey.sqlite', '-o', 'json', '--quiet']
  const tables = []
  for (const _ of [1, 2]) {
    const { exit, stdout, stderr } = await runBuilt(words, { cwd, env: homeAt(home) })
    expect([exit, stderr, linesOf(stdout)]).toEqual([0, '', [expect.any(String)]])
    const { at, ...run } = runOf(stdout)
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    tables.push(run.tables)
  }
  expect(tables).toEqual([three, []])
  const away = ['--base-url', 'http://127.0.0.1:1', '--environment', 'site-1']
  const failed = await runBuilt([...words, ...away], { cwd, env: { FORMCTL_API_KEY: 'key' } })
  expect([failed.exit, failed.stdout, linesOf(failed.stderr)]).toEqual([7, '', [expect.any(String)]])
  expect(JSON.parse(failed.stderr)).toMatchObject({ error: { code: 'unreachable', exit: 7 } })
})

test('without JSON, a run prints a sentence on stderr, and a table on stdout when something has changed', async () => {
  const cwd = copied()
  const words = ['responses', 'sync', '--all', '--to', 'sqlite:survey.sqlite']
  const run = () => runBuilt(words, { cwd, env: homeAt(home) })
  const [first, second] = [await run(), await run()]
  expect([linesOf(first.stdout), linesOf(withoutProgress(first.stderr))]).toEqual([
    ['table\tadded\tchanged\tremoved', 'contact\t+3\t~0\t−0'],
    [expect.stringMatching(/^3 responses changed in /)],
  ])
  expect([second.stdout, linesOf(withoutProgress(second.stderr))]).toEqual([
    '',
    [expect.stringMatching(/ is up to date\. /)],
  ])
})

describe('the line of cron', () => {
  const [, , line = ''] = blockOf('# crontab -e').split('\n')
  const [, times = '', command = ''] = /^((?:\S+ ){5})(.+)$/.exec(line) ?? []
  const run = (cwd: string): Promise<ProgramRun> =>
    runShell(command.replace('/srv/survey', cwd).replace('/usr/local/bin/formctl', `${bin}/formctl`), {
      cwd: home,
      home,
      bin,
    })

  test('runs every 15 minutes, writes a line to the log for each run, and sends failures by mail', async () => {
    expect(times).toBe('*/15 * * * * ')
    const cwd = copied()
    const log = (): readonly string[] => linesOf(readFileSync(join(cwd, 'sync.log'), 'utf8'))
    for (const _ of [1, 2]) expect(await run(cwd)).toEqual({ exit: 0, stdout: '', stderr: '' })
    expect(log().map((each) => runOf(each).tables)).toEqual([three, []])
    writeFileSync(join(cwd, 'formctl.yaml'), 'base_url: http://127.0.0.1:1\nenvironment: site-1\n')
    const failed = await run(cwd)
    // cron sends what a command prints.
    expect([failed.exit, failed.stdout, linesOf(failed.stderr)]).toEqual([4, '', [expect.any(String)]])
    expect(log()).toHaveLength(2)
  })

  test('leaves the age of the last run in the database', async () => {
    const cwd = copied()
    const began = Date.now()
    await run(cwd)
    const sql = blocks.find((block) => block.startsWith('select '))
    const database = new DatabaseSync(join(cwd, 'survey.sqlite'))
    try {
      const rows = database.prepare(sql ?? '').all()
      expect(rows).toEqual([{ value: expect.any(String) }])
      const { updated } = JSON.parse(String(rows[0]?.['value'])) as { updated: string }
      expect(Date.parse(updated)).toBeGreaterThanOrEqual(began)
    } finally {
      database.close()
    }
  })
})

describe('the units', () => {
  const [service, timer] = [blockOf('# formctl-sync.service'), blockOf('# formctl-sync.timer')]
  const verifies = spawnSync('systemd-analyze', ['--version']).status === 0
  if (!verifies && process.env['FORMCTL_REQUIRE_ALL'] === '1')
    throw new Error('FORMCTL_REQUIRE_ALL=1, but there is no systemd-analyze; install systemd.')
  const why = verifies ? '' : ' (skipped: there is none)'

  test.runIf(verifies)(`pass systemd-analyze verify${why}`, () => {
    const folder = temporaryFolder()
    // It looks for the program, which is not installed here.
    writeFileSync(
      join(folder, 'formctl-sync.service'),
      service.replace('/usr/local/bin/formctl', `${bin}/formctl`),
    )
    writeFileSync(join(folder, 'formctl-sync.timer'), timer)
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', join(folder, 'formctl-sync.timer')], {
      encoding: 'utf8',
    })
    expect([status, stderr.split('\n').filter((each) => each.includes('formctl-sync'))]).toEqual([0, []])
  })

  test.runIf(verifies)(`run every 15 minutes${why}`, () => {
    const [, times = ''] = /^OnCalendar=(.+)$/m.exec(timer) ?? []
    const base = ['calendar', '--base-time', '2026-11-29 12:01:00 UTC', '--iterations', '3', times]
    const { status, stdout } = spawnSync('systemd-analyze', base, { encoding: 'utf8', env: { TZ: 'UTC' } })
    const found = stdout.match(/12:\d\d:00 UTC/g) ?? []
    expect([status, [...new Set(found)]]).toEqual([0, ['12:15:00 UTC', '12:30:00 UTC', '12:45:00 UTC']])
  })

  test('run the line that prints one line', async () => {
    const [, words = ''] = /^ExecStart=\S+ (.+)$/m.exec(service) ?? []
    const { exit, stdout, stderr } = await runBuilt(splitWords(words), { cwd: copied(), env: homeAt(home) })
    expect([exit, stderr, linesOf(stdout).map((each) => runOf(each).tables)]).toEqual([0, '', [three]])
  })
})

type Workflow = {
  readonly on: { readonly schedule: readonly { readonly cron: string }[] }
  readonly jobs: Readonly<
    Record<
      string,
      { readonly steps: readonly { readonly run?: string; readonly env?: Record<string, string> }[] }
    >
  >
}

test.skipIf(noPostgres !== undefined)(
  `the workflow fills a database with a key that may only read${noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`}`,
  async () => {
    const { on, jobs } = parse(blockOf('# Save as .github/workflows/responses.yml')) as Workflow
    expect(on.schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \* \* \* \*$/) }])
    const step = jobs['sync']?.steps.at(-1)
    const cwd = copied()
    const postgres = await startPostgres()
    const server = startServer({ folder: join(cwd, 'data') })
    try {
      const [{ url, environmentId }, database] = [await server.ready, await postgres.database()]
      const words = ['service', 'key', 'create', 'sync', '--scopes', 'read', '--data', 'data', '--quiet']
      const key = await runBuilt([...words, '--environment', environmentId], { cwd })
      const values: Readonly<Record<string, string>> = {
        'https://forms.example.com': url,
        'site-1': environmentId,
        '${{ secrets.FORMCTL_API_KEY }}': key.stdout.trim(),
        '${{ secrets.PGPASSWORD }}': 'password',
      }
      const env = Object.entries(step?.env ?? {}).map(([name, value]) => [name, values[value] ?? value])
      const script = (step?.run ?? '').replace('postgres://survey@db.example.com/survey', database)
      const run = () =>
        spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
          cwd,
          env: { ...homeAt(home), ...Object.fromEntries(env), PATH: `${bin}:${process.env['PATH']}` },
          encoding: 'utf8',
        })
      for (const tables of [three, []]) {
        const { status, stdout, stderr } = run()
        expect([status, stderr, linesOf(stdout).map((line) => runOf(line).tables)]).toEqual([0, '', [tables]])
      }
      expect(await postgres.rows(database, 'select count(*)::int as n from contact')).toEqual([{ n: 3 }])
    } finally {
      await server.kill()
      await postgres.close()
    }
  },
)
