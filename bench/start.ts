/**
 * How long commands take to start, beside a Node that runs an empty script, on each Node that we promise: medians and minima of runs
 * that take turns. Other Nodes come from the registry, into the folder behind --nodes, which is kept, or one for this run.
 * Usage: npm run bench:start -- [--rounds 20] [--nodes <folder>]; writes bench/start.md.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { installedNode, oldestPromised } from '../.ci/nodes.ts'
import { smallSpec } from '../test/support/small-spec.ts'
import { isKept } from './export/turns.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, nodes: { type: 'string' } },
})
const folder = mkdtempSync(join(tmpdir(), 'formctl-bench-'))
const responses = Array.from({ length: 4 }, (_, i) => ({
  id: `r${i}`,
  formId: 'f1',
  createdAt: `2026-03-0${i + 1}T09:00:00.000Z`,
  data: [{ questionId: 'q1', response: { type: 'ShortInput', headline: 'Who?', value: 'Ada' } }],
}))
const program = resolve('bin/formctl.js')

/** What is measured, and how often the time of an empty script it may take; undefined: no limit is promised. */
const commands: readonly { readonly words: readonly string[]; readonly most?: number }[] = [
  { words: ['--version'], most: 1.5 },
  { words: ['--help'], most: 1.5 },
  { words: ['forms', 'validate', 's.yaml'], most: 2.5 },
  { words: ['status'] },
  { words: ['responses', 'export', '--from', 'four.json'] },
  { words: ['responses', 'stats', '--from', 'four.json'] },
]

/** Milliseconds of a run: of the processors, and until it ended. */
type Run = { readonly cpu: number; readonly wall: number }

/** One run, its output in a pipe. The shell counts the time of processors. */
function measure(node: string, words: readonly string[]): Run {
  const shell = ['-c', 'TIMEFORMAT="%R %U %S"; time "$@" 2>&1', 'bash', node, ...words]
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder }
  const { status, stderr } = spawnSync('bash', shell, { cwd: folder, env, encoding: 'utf8' })
  const [wall = NaN, user = NaN, system = NaN] = stderr
    .trim()
    .split(' ')
    .map((word) => Number(word) * 1000)
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`)
  return { cpu: user + system, wall }
}

const least = (runs: readonly number[]): number => Math.min(...runs)
const median = (runs: readonly number[]): number => runs.toSorted((a, b) => a - b)[runs.length >> 1] ?? NaN

/** A table of one Node. */
function tableOf(node: string): string {
  const scripts = [['empty.mjs'], ...commands.map(({ words }) => [program, ...words])]
  const runs = scripts.map((): Run[] => [])
  for (let round = 0; round <= Number(values.rounds); round++)
    for (const [i, words] of scripts.entries()) {
      const run = measure(node, words)
      // The first round fills the caches.
      if (round > 0) runs[i]?.push(run)
    }
  const figures = runs.map((all) => ({
    cpu: least(all.map(({ cpu }) => cpu)),
    wall: median(all.map(({ wall }) => wall)),
  }))
  const [bare = { cpu: NaN, wall: NaN }] = figures
  const rows = figures.map(({ cpu, wall }, i) => {
    const { words, most } = commands[i - 1] ?? { words: ['an empty script'] }
    const isMet = isKept({ what: words.join(' '), figure: cpu / bare.cpu, most })
    const goal = most === undefined ? '' : `${most}${isMet ? '' : ', not met'}`
    const cells = [
      cpu.toFixed(0),
      (cpu / bare.cpu).toFixed(2),
      wall.toFixed(0),
      (wall / bare.wall).toFixed(2),
    ]
    return `| ${[i === 0 ? words[0] : `\`${words.join(' ')}\``, ...cells, goal].join(' | ')} |`
  })
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
  return [
    `## Node ${version.slice(1)}`,
    '| | CPU, ms | times empty | wall, ms | times empty | goal |',
    '|---|---:|---:|---:|---:|---:|',
    ...rows,
  ].join('\n')
}

try {
  // Where it is there, compiled code is kept in it.
  mkdirSync(join(folder, '.cache'))
  writeFileSync(join(folder, 'empty.mjs'), '')
  writeFileSync(join(folder, 's.yaml'), smallSpec)
  writeFileSync(join(folder, 'four.json'), JSON.stringify({ data: responses }))
  const nodes = values.nodes === undefined ? folder : resolve(values.nodes)
  const others = oldestPromised().map((version) => installedNode(version, nodes))
  const before = loadavg()[0]?.toFixed(1)
  const tables = [...others, process.execPath].map(tableOf)
  const text = `# Starts measured
How long commands take beside a Node that runs an empty script. Their output goes into a pipe, and compiled code is in the cache, as from
the second run on. CPU is the least of ${values.rounds} runs that take turns, wall the median. A goal is for the CPU time.
\`npm run bench:start\` measures again and writes this page.

Measured on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} processors (${cpus()[0]?.model ?? ''}), ${process.arch}, under a load of ${before} to ${loadavg()[0]?.toFixed(1)}.

${tables.join('\n\n')}
`
  writeFileSync('bench/start.md', text)
  console.log(text)
} finally {
  rmSync(folder, { recursive: true })
}
