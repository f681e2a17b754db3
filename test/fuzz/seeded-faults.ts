/**
 * Tests the tests: seeds faults into `src/`, one at a time, runs the tests, and lists the faults that no test notices.
 *
 * Usage: npm run test:faults -- [--count 200] [--seed 1] [--room table] [--faults faults.json] [--slow] [--out report.json]
 *
 * Works in a copy of the committed tree. `--faults` takes the faults of an earlier report in place of random ones, by their
 * lines, so that two commits can be compared; `--slow` runs the slow tests, too, on what the quick ones leave. Each
 * fault costs a run of the tests until the first failure: half a minute, or five where none fails.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { randomOf } from '../support/random.ts'

/** A changed line of a file. `after` is empty where the line is taken out. */
type Fault = { readonly file: string; readonly before: string; readonly after: string }

type Report = Fault & { readonly noticedBy?: string; readonly isMissing?: boolean }

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
    room: { type: 'string', default: '' },
    faults: { type: 'string' },
    out: { type: 'string' },
    slow: { type: 'boolean', default: false },
  },
})

const isCode = (line: string): boolean =>
  !/^\s*(?:\/[/*]|\*|import |export type |type |readonly |')/.test(line)

const sources = execFileSync('git', ['ls-files', `src/${values.room}`], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !file.startsWith('src/engine/assembly/'))
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n') }))

/** Faults at random lines. Each line stands once in its file. */
function randomFaults(count: number, seed: number): readonly Fault[] {
  const random = randomOf(seed)
  const all = sources.flatMap(({ file, lines }) =>
    lines
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

/** Runs tests in the copy until one fails; gives whether one did. */
function fails(...words: readonly string[]): boolean {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', '--reporter', 'dot', ...words]
  // A fault that makes a loop endless is noticed, too.
  const run = spawnSync(process.execPath, vitest, { cwd: copy, stdio: 'ignore', timeout: 20 * 60_000 })
  return run.status !== 0
}

function noticedBy(file: string): string | undefined {
  const room = join('test', file.split('/')[1] ?? '')
  if (existsSync(room) && fails('--project', 'quick', room)) return 'the tests of its room'
  if (fails('--project', 'quick')) return 'npm test'
  if (values.slow && fails('--project', 'slow')) return 'npm run test:slow'
  return undefined
}

function tried(fault: Fault): Report {
  const file = placeOf(fault)
  if (file === undefined) return { ...fault, isMissing: true }
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    text.replace(`${fault.before}\n`, () => (fault.after === '' ? '' : `${fault.after}\n`)),
  )
  try {
    return { ...fault, file, noticedBy: noticedBy(file) }
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
  if (fails('--project', 'quick')) throw new Error('The tests fail without a fault.')
  const reports: Report[] = []
  for (const fault of faults) {
    const report = tried(fault)
    reports.push(report)
    const end = report.isMissing ? 'its line is gone' : (report.noticedBy ?? 'NOT NOTICED')
    console.log(`${report.file}: ${fault.before.trim()} → ${fault.after.trim() || '(left out)'}: ${end}`)
    if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(reports, undefined, 2))
  }
  const there = reports.filter(({ isMissing }) => !isMissing)
  const noticed = there.filter((report) => report.noticedBy !== undefined).length
  console.log(`${noticed} of ${there.length} faults were noticed.`)
} finally {
  rmSync(copy, { recursive: true, force: true })
}
