import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A server in a process of its own, which ends when this is disposed of. */
export type Server = AsyncDisposable & {
  readonly port: number
  /** The most memory that it has taken so far, in MB. */
  readonly peak: () => number
}

/** Our service, and what a client needs to know of it. */
export type Service = Server & {
  readonly url: string
  readonly environmentId: string
  readonly sourceFormId: string
  readonly apiKey: string
}

/** Where a service keeps its data. `store`: the database that it uses instead of the folder. */
export type Place = {
  readonly folder: string
  readonly store: string | undefined
  /** Shown at the first start only. */
  apiKey?: string
}

/** How a command is made to see a slow disk: words before it, and variables. */
export type SlowDisk = {
  readonly before: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const noDelay: SlowDisk = { before: [], env: {} }
const program = join(import.meta.dirname, '../../bin/formctl.js')

/** Starts `formctl serve`. */
export async function startService(place: Place, disk: SlowDisk = noDelay): Promise<Service> {
  const words = [program, 'serve', '--data', place.folder, '--port', '0', '-o', 'json']
  // All calls come from one address.
  words.push('--rate-per-address', '0', '--rate-per-key', '0')
  // All requests come from one address.
  const quota = ['--upload-quota', '100000000']
  const store = place.store === undefined ? [] : ['--store', place.store]
  const { line, server } = await start([...words, ...quota, ...store], disk)
  const { url, environmentId, sourceFormId, apiKey } = JSON.parse(line) as Record<string, string>
  place.apiKey ??= apiKey ?? ''
  return {
    ...server(Number(new URL(url ?? '').port)),
    url: url ?? '',
    environmentId: environmentId ?? '',
    sourceFormId: sourceFormId ?? '',
    apiKey: place.apiKey,
  }
}

/** Starts a bare server: `sketch.ts` with these words. */
export async function startSketch(words: readonly string[], disk: SlowDisk = noDelay): Promise<Server> {
  const { line, server } = await start([join(import.meta.dirname, 'sketch.ts'), ...words], disk)
  return server(Number(line))
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** Starts Node with these words; gives its first line on stdout. */
async function start(
  words: readonly string[],
  { before, env }: SlowDisk,
): Promise<{ readonly line: string; readonly server: (port: number) => Server }> {
  const [command = '', ...rest] = [...before, process.execPath, ...words]
  const child = spawn(command, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  running.add(child)
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (said = (said + text).slice(-2000)))
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  void ended.then(() => running.delete(child))
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([first]) => String(first)),
    ended.then(() => {
      throw new Error(`a server did not start: ${said}`)
    }),
  ])
  const server = (port: number): Server => ({
    port,
    peak: () =>
      (Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024) / 1e6,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  })
  return { line, server }
}

/** A disk whose every sync takes 4 ms more; undefined where this machine has neither a C compiler nor strace. */
export function slowDiskIn(folder: string): SlowDisk | undefined {
  const library = join(folder, 'slow-fsync.so')
  const source = join(import.meta.dirname, 'slow-fsync.c')
  if (spawnSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl']).status === 0)
    return { before: [], env: { LD_PRELOAD: library } }
  if (spawnSync('strace', ['-V']).status !== 0) return undefined
  // -D: the server is our child, not the tracer.
  const inject = 'inject=fsync,fdatasync:delay_exit=4000'
  return {
    before: ['strace', '-D', '-f', '--seccomp-bpf', '-qq', '-o', '/dev/null', '-e', inject],
    env: {},
  }
}
