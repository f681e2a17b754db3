import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { cpus } from 'node:os'
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
  /** How many processors others took meanwhile. */
  readonly others: number
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
    const busy = busySeconds()
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
    const cpu = user + system
    const others = Math.max(0, busySeconds() - busy - cpu) / seconds
    return { seconds, cpu, megabytes: (kibibytes * 1024) / 1e6, others, stdout: ran.stdout }
  }
}

/** How long all processors together have been busy since the machine started. */
const busySeconds = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1000

/** The line of an error that names it. */
const reasonIn = (text: string): string =>
  (/^\S*(?:Error|error|Exception)\b.*$/m.exec(text)?.[0] ?? text.trim().split('\n').at(-1) ?? '').slice(
    0,
    160,
  )

/** How turns are taken. */
export type Turns = {
  readonly rounds: number
  /** How large what is read is. */
  readonly megabytes: number
  readonly run: (command: Command) => Run
  /** Has the machine find so many bytes of memory before a turn. */
  readonly warm: (bytes: number) => void
}

// Whatever takes so many seconds is not disturbed by half as much as what is done at once: it has one turn.
const longTurn = 10
// So many seconds all others may take together; the round in which they pass it is finished, so that all have as many turns.
const patience = 60

/** Lets contests take turns and gives of each the fastest run, since whatever else runs only makes it slower. */
export function takeTurns(
  contests: readonly Contest[],
  { rounds, megabytes, run, warm }: Turns,
): ReadonlyMap<string, Run> {
  const best = new Map<string, Run>()
  let largest = megabytes * 1e6
  let spent = 0
  for (let round = 0; round < rounds && spent < patience; round++)
    for (const { name, command, makes } of contests) {
      const before = best.get(name)
      if (before !== undefined && before.seconds > longTurn) continue
      if (makes !== undefined) rmSync(makes, { force: true })
      const start = performance.now()
      // What makes no file needs little memory.
      if (makes !== undefined) warm(largest)
      const taken = run(command)
      if (taken.seconds <= longTurn) spent += (performance.now() - start) / 1000
      best.set(name, bestOf(taken, before ?? taken))
      if (makes !== undefined) largest = Math.max(largest, takeAway(makes))
    }
  return best
}

const bestOf = (taken: Run, before: Run): Run => ({
  ...(taken.seconds < before.seconds ? taken : before),
  cpu: Math.min(taken.cpu, before.cpu),
  megabytes: Math.max(taken.megabytes, before.megabytes),
})

/** Removes a file, if it was made; gives the size that it had. */
function takeAway(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  rmSync(path, { force: true })
  return size
}

/** The processors that others took, where they took enough of them to tell: what the clock says is longer for it. */
export const othersIn = ({ others }: Run): string => (others > 0.25 ? others.toFixed(1) : '')
