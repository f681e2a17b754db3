import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A program and its words. */
export type Command = readonly [program: string, ...words: string[]]

/**
 * How long a process took from its start to its end, the time of processors that it took, which others disturb less, and
 * its peak of memory, in MB; NaN where nothing measures these.
 */
export type Run = {
  readonly seconds: number
  readonly cpu: number
  readonly megabytes: number
  readonly stdout: string
}

/** What runs in turn with others. The file that it makes is gone before each turn: to free a large one takes its time. */
export type Contest = { readonly name: string; readonly command: Command; readonly makes?: string }

/** What makes a file. */
export const making = (name: string, makes: string, commandOf: (path: string) => Command): Contest => ({
  name,
  command: commandOf(makes),
  makes,
})

// GNU time tells the peak of the process that it starts; what Node says of itself counts what started it, too.
const time = '/usr/bin/time'

/** Runs commands in a folder; one that fails, or takes longer than so many seconds, throws the reason in a line. */
export function makeRun(folder: string, limit: number): (command: Command) => Run {
  const peak = join(folder, 'peak')
  const timed = existsSync(time) ? [time, '--quiet', '--format', '%M %U %S', '--output', peak] : []
  return (command) => {
    const [program = '', ...words] = [...timed, ...command]
    const start = performance.now()
    const ran = spawnSync(program, words, {
      cwd: folder,
      encoding: 'utf8',
      timeout: limit * 1000,
      killSignal: 'SIGKILL',
      maxBuffer: 2 ** 28,
    })
    const seconds = (performance.now() - start) / 1000
    if (seconds > limit) throw new Error(`not done after ${limit} s`)
    if (ran.status !== 0) throw new Error(reasonIn(ran.error?.message ?? ran.stderr))
    const told = timed.length === 0 ? '' : readFileSync(peak, 'utf8')
    const [kibibytes = NaN, user = NaN, system = NaN] = told.split(' ').map(Number)
    return { seconds, cpu: user + system, megabytes: (kibibytes * 1024) / 1e6, stdout: ran.stdout }
  }
}

/** The line of an error that names it. */
const reasonIn = (text: string): string =>
  (/^\S*(?:Error|error|Exception)\b.*$/m.exec(text)?.[0] ?? text.trim().split('\n').at(-1) ?? '').slice(
    0,
    160,
  )

// Whatever takes so many seconds is not disturbed by half as much as what is done at once.
const patience = 45

/** Lets contests take turns and gives of each the fastest run, since whatever else runs only makes it slower. */
export function takeTurns(
  contests: readonly Contest[],
  { rounds, run }: { readonly rounds: number; readonly run: (command: Command) => Run },
): ReadonlyMap<string, Run> {
  const best = new Map<string, Run>()
  const start = performance.now()
  for (let round = 0; round < rounds && (performance.now() - start) / 1000 < patience; round++)
    for (const { name, command, makes } of contests) {
      if (makes !== undefined) rmSync(makes, { force: true })
      const taken = run(command)
      const before = best.get(name) ?? taken
      best.set(name, {
        ...(taken.seconds < before.seconds ? taken : before),
        cpu: Math.min(taken.cpu, before.cpu),
        megabytes: Math.max(taken.megabytes, before.megabytes),
      })
    }
  return best
}
