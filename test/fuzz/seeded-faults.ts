/**
 * Tests the tests: seeds faults into `src/`, one at a time, runs the quick tests that reach the changed function, those that
 * reach least of `src/` first, and lists the faults that no test notices.
 *
 * Usage: npm run test:faults -- [--count 200] [--seed 1] [--files src/table,src/stats/tally.ts] [--tests test/table]
 *                               [--faults report.json] [--out report.json]
 *
 * Works in a copy of the committed tree. `--faults` takes the faults of an earlier report in place of random ones, by their
 * lines, so that two commits can be compared. A fault costs some ten seconds, and minutes where no test notices it.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { randomOf } from '../support/random.ts'

/** A changed line of a file. `after` is empty where the line is taken out. */
type Fault = { readonly file: string; readonly before: string; readonly after: string }

type Report = Fault & {
  readonly isNoticed?: boolean
  /** How many test files reach the function. */
  readonly reachedBy?: number
  /** Its line is not in this commit. */
  readonly isMissing?: boolean
}

/** What a slip of the hand does to a line; undefined: it cannot be made there. */
type Slip = (line: string) => string | undefined

const replacing =
  (pattern: RegExp, replacement: string): Slip =>
  (line) =>
    pattern.test(line) ? line.replace(pattern, replacement) : undefined

const slips: readonly Slip[] = [
  replacing(/ === /, ' !== '),
  replacing(/ !== /, ' === '),
  replacing(/ && /, ' || '),
  replacing(/ \|\| /, ' && '),
  replacing(/ < /, ' <= '),
  replacing(/ <= /, ' < '),
  replacing(/ > /, ' >= '),
  replacing(/ >= /, ' > '),
  replacing(/ \+ 1\b/, ''),
  replacing(/ - 1\b/, ''),
  replacing(/\b(return|=) true\b/, '$1 false'),
  replacing(/\b(return|=) false\b/, '$1 true'),
  replacing(/\(!(?=\w)/, '('),
  replacing(/\.some\(/, '.every('),
  replacing(/\.every\(/, '.some('),
  // A call whose value nobody takes, and a guard, are left out.
  replacing(/^ +(?:await )?[a-z][\w.]*\(.*\)$/, ''),
  replacing(/^ +if \(.*\) (?:return|continue|throw)\b.*$/, ''),
]

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: 'src' },
    tests: { type: 'string', default: '' },
    faults: { type: 'string' },
    out: { type: 'string' },
  },
})

const isCode = (line: string): boolean =>
  !/^\s*(?:\/[/*]|\*|import |export type |type |readonly |')/.test(line)

const sources = execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !/^src\/(?:engine\/assembly|server\/browser)\//.test(file))
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n') }))

const chosen = values.files.split(',')

/** Faults at random lines. Each line stands once in its file. */
function randomFaults(count: number, seed: number): readonly Fault[] {
  const random = randomOf(seed)
  const isChosen = (file: string): boolean => chosen.some((start) => file.startsWith(start))
  const all = sources.flatMap(({ file, lines }) =>
    (isChosen(file) ? lines : [])
      .filter((line) => isCode(line) && lines.indexOf(line) === lines.lastIndexOf(line))
      .flatMap((before) =>
        slips.flatMap((slip) => {
          const after = slip(before)
          return after === undefined ? [] : [{ file, before, after }]
        }),
      ),
  )
  return Array.from({ length: Math.min(count, all.length) }, () =>
    all.splice(Math.floor(random() * all.length), 1),
  ).flat()
}

/** Where a fault's line stands: in its file, or in the one file to which it was moved. */
function placeOf({ file, before }: Fault): string | undefined {
  const having = sources.filter(({ lines }) => lines.includes(before)).map((source) => source.file)
  if (having.includes(file)) return file
  return having.length === 1 ? having[0] : undefined
}

const copy = mkdtempSync(join(tmpdir(), 'formctl-faults-'))

/** Runs before and after each test file: notes the functions of `src/` that it called. */
const noteReach = `
import { appendFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { afterAll, expect } from 'vitest'
if (!globalThis.reach) {
  globalThis.reach = new Session()
  globalThis.reach.connect()
  await globalThis.reach.post('Profiler.enable')
  await globalThis.reach.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
}
await globalThis.reach.post('Profiler.takePreciseCoverage')
afterAll(async () => {
  const { result } = await globalThis.reach.post('Profiler.takePreciseCoverage')
  const called = result.flatMap(({ url, functions }) => {
    const file = url.replace(/^file:\\/\\//, '').replace(process.cwd() + '/', '').replace(/\\?.*/, '')
    return /^src\\//.test(file) ? functions.filter(({ ranges }) => ranges[0].count > 0).map(({ functionName }) => file + '#' + functionName) : []
  })
  const test = expect.getState().testPath.replace(process.cwd() + '/', '')
  appendFileSync('reach.ndjson', JSON.stringify({ test, called: [...new Set(called)] }) + '\\n')
})
`

const withReach = `
import { mergeConfig } from 'vitest/config'
import config from './vitest.config.ts'
export default mergeConfig(config, { test: { setupFiles: ['note-reach.js'] } })
`

/** Runs quick tests in the copy; gives whether one failed, or the run took longer than so many seconds (0: no limit). */
function fails(filters: readonly string[], seconds = 0): boolean {
  const vitest = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'quick',
    '--reporter',
    'dot',
    ...filters,
  ]
  // The program `timeout` also ends the workers of vitest, which a fault may keep in an endless loop.
  const words = ['--signal=KILL', String(seconds), process.execPath, ...vitest]
  const run = spawnSync('timeout', words, { cwd: copy, stdio: 'ignore' })
  return run.status !== 0
}

type Reach = { readonly test: string; readonly called: ReadonlySet<string> }

/** Every test file with the functions that it calls, as `file#name`; those that call least come first. */
function reachOfTests(): readonly Reach[] {
  writeFileSync(join(copy, 'note-reach.js'), noteReach)
  writeFileSync(join(copy, 'reach.config.ts'), withReach)
  const folders = values.tests.split(',').filter((folder) => folder !== '')
  fails(['--config', 'reach.config.ts', '--reporter', 'json', '--outputFile', 'reach.json', ...folders])
  const { testResults } = JSON.parse(readFileSync(join(copy, 'reach.json'), 'utf8')) as {
    readonly testResults: readonly { readonly name: string; readonly status: string }[]
  }
  const failing = testResults
    .filter(({ status }) => status !== 'passed')
    .map(({ name }) => relative(copy, name))
  if (failing.length > 0) console.log(`Left out, since they fail without a fault: ${failing.join(', ')}`)
  return readFileSync(join(copy, 'reach.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      // The JSON is what `noteReach` wrote.
      const { test, called } = JSON.parse(line) as { test: string; called: readonly string[] }
      return { test, called: new Set(called) }
    })
    .filter(({ test }) => !failing.includes(test))
    .toSorted((a, b) => a.called.size - b.called.size)
}

/** The name of the top-level function or method around a line, if it is in one. */
function functionAround(lines: readonly string[], at: number): string | undefined {
  for (let i = at; i >= 0; i--) {
    const line = lines[i] ?? ''
    const [, name] =
      /^(?:export )?(?:default )?(?:async )?(?:function\*? (\w+)|const (\w+)\b.*)/.exec(line) ?? []
    if (name !== undefined) return name
    if (/^\S/.test(line) && i < at && !/^[)\]}]/.test(line)) return undefined
  }
  return undefined
}

/** The test files that call the function around a fault; all that call something of its file where there is none. */
function testsOf(reach: readonly Reach[], { file, before }: Fault): readonly string[] {
  const lines = sources.find((source) => source.file === file)?.lines ?? []
  const name = functionAround(lines, lines.indexOf(before))
  const calls = ({ called }: Reach): boolean => name !== undefined && called.has(`${file}#${name}`)
  const callsOfFile = ({ called }: Reach): boolean => [...called].some((key) => key.startsWith(`${file}#`))
  const tests = reach.filter(calls)
  return (tests.length > 0 ? tests : reach.filter(callsOfFile)).map(({ test }) => test)
}

function tried(fault: Fault, reach: readonly Reach[]): Report {
  const file = placeOf(fault)
  if (file === undefined) return { ...fault, isMissing: true }
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    text.replace(`${fault.before}\n`, () => (fault.after === '' ? '' : `${fault.after}\n`)),
  )
  const tests = testsOf(reach, { ...fault, file })
  const [first, rest] = [tests.slice(0, 6), tests.slice(6)]
  const isNoticedBy = (some: readonly string[]): boolean =>
    some.length > 0 && fails(['--bail', '1', ...some], 300)
  try {
    const isNoticed = [first, rest].some(isNoticedBy)
    return { ...fault, file, reachedBy: tests.length, isNoticed }
  } finally {
    writeFileSync(path, text)
  }
}

try {
  execFileSync('git', ['clone', '--quiet', '--shared', '.', copy])
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  execFileSync(process.execPath, ['.ci/generate.ts'], { cwd: copy, stdio: 'ignore' })
  // The JSON is a report of this program.
  const faults = values.faults
    ? (JSON.parse(readFileSync(values.faults, 'utf8')) as readonly Fault[])
    : randomFaults(Number(values.count), Number(values.seed))
  const reach = reachOfTests()
  const reports: Report[] = []
  for (const fault of faults) {
    const report = tried(fault, reach)
    reports.push(report)
    const end = report.isMissing
      ? 'its line is gone'
      : `${report.isNoticed ? 'noticed' : 'NOT NOTICED'} (reached by ${report.reachedBy} test files)`
    console.log(`${report.file}: ${fault.before.trim()} → ${fault.after.trim() || '(left out)'}: ${end}`)
    if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(reports, undefined, 2))
  }
  const there = reports.filter(({ isMissing }) => !isMissing)
  console.log(`${there.filter(({ isNoticed }) => isNoticed).length} of ${there.length} faults were noticed.`)
} finally {
  rmSync(copy, { recursive: true, force: true })
}
