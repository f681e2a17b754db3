import { spawn, type ChildProcess } from 'node:child_process'
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

const program = join(import.meta.dirname, '../../bin/formctl.js')

/** Starts `formctl serve`. */
export async function startService(place: Place): Promise<Service> {
  const words = [program, 'serve', '--data', place.folder, '--port', '0', '-o', 'json']
  // All requests come from one address.
  words.push('--rate-per-address', '0', '--rate-per-key', '0', '--upload-quota', '100000000')
  const store = place.store === undefined ? [] : ['--store', place.store]
  const { line, server } = await start([...words, ...store])
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
export async function startSketch(words: readonly string[]): Promise<Server> {
  const { line, server } = await start([join(import.meta.dirname, 'sketch.ts'), ...words])
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
): Promise<{ readonly line: string; readonly server: (port: number) => Server }> {
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] })
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
