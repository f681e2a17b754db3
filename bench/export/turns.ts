import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What one process took: seconds by the clock and of processors, and its peak of memory in MB (NaN without GNU time). */
export type Run = { readonly seconds: number; readonly cpu: number; readonly megabytes: number }

/** A program and its words, and the file that it makes, which is removed before each run. */
export type Contest = { readonly name: string; readonly command: readonly string[]; readonly makes?: string }

// GNU time measures the peak of the process that it starts; what Node says of itself counts what started it, too.
const time = '/usr/bin/time'

/** Runs a command; throws its last line on stderr where it fails. */
export function run(command: readonly string[]): Run {
  const peak = join(tmpdir(), `formctl-bench-${process.pid}`)
  const timed = existsSync(time) ? [time, '--quiet', '--format', '%M %U %S', '--output', peak] : []
  const [program = '', ...words] = [...timed, ...command]
  const start = performance.now()
  const ran = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 2 ** 28 })
  const seconds = (performance.now() - start) / 1000
  if (ran.status !== 0)
    throw new Error(ran.error?.message ?? ran.stderr.trim().split('\n').at(-1) ?? 'it failed')
  const [kibibytes = NaN, user = NaN, system = NaN] =
    timed.length === 0 ? [] : readFileSync(peak, 'utf8').split(' ').map(Number)
  rmSync(peak, { force: true })
  return { seconds, cpu: user + system, megabytes: (kibibytes * 1024) / 1e6 }
}

/** Lets contests take turns; gives of each the shortest times, as whatever else runs only makes them longer, and the highest peak. */
export function takeTurns(contests: readonly Contest[], rounds: number, runOne = run): Map<string, Run> {
  const best = new Map<string, Run>()
  for (let round = 0; round < rounds; round++)
    for (const { name, command, makes } of contests) {
      if (makes !== undefined) rmSync(makes, { force: true })
      const taken = runOne(command)
      const before = best.get(name) ?? taken
      best.set(name, {
        seconds: Math.min(taken.seconds, before.seconds),
        cpu: Math.min(taken.cpu, before.cpu),
        megabytes: Math.max(taken.megabytes, before.megabytes),
      })
    }
  return best
}

/** A figure and the limit that it is held to. */
export type Bound = {
  readonly what: string
  readonly figure: number
  readonly most?: number
  readonly least?: number
}

/** Whether a bound is kept; a figure that could not be measured keeps none. */
export const isKept = ({ figure, most = Infinity, least = -Infinity }: Bound): boolean =>
  figure <= most && figure >= least

/** A bound as a line; a figure without a limit is only shown. */
export function lineOf(bound: Bound): string {
  const { what, figure, most, least } = bound
  const shown = `${what}: ${figure.toFixed(figure < 10 ? 2 : 0)}`
  if (most === undefined && least === undefined) return `        ${shown}`
  const limit = most === undefined ? `at least ${least}` : `at most ${most}`
  return `${isKept(bound) ? 'ok     ' : 'NOT MET'} ${shown} (${limit})`
}
