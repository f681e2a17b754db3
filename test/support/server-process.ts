import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { builtProgram, inherited } from './built-program.ts'
import { temporaryFolder } from './test-host.ts'

/** Where a server keeps its data. `store`: the database in place of the folder, which then holds uploaded files only. */
export type ServerData = { readonly folder: string; readonly store?: string | undefined }

/** What a server says when it is ready. The key is shown at the first start only. */
export type Ready = {
  readonly url: string
  readonly environmentId: string
  readonly sourceFormId: string
  readonly apiKey?: string
}

export type ServerProcess = {
  readonly ready: Promise<Ready>
  readonly pid: number | undefined
  /** Kills it with SIGKILL; resolves when it is gone. */
  readonly kill: () => Promise<void>
}

type Options = {
  readonly port?: number
  readonly env?: Readonly<Record<string, string>>
  /** The options that limit what one address may do; usually none is limited. */
  readonly limits?: readonly string[]
}

const noLimits = ['--upload-quota', '1000000', '--rate-per-key', '0', '--rate-per-address', '0']

/** Starts the built `formctl serve`. */
export function startServer(
  { folder, store }: ServerData,
  { port = 0, env, limits = noLimits }: Options = {},
): ServerProcess {
  const words = [builtProgram, 'serve', '--data', folder, '--port', String(port), '-o', 'json']
  const cwd = temporaryFolder()
  const child = spawn(process.execPath, [...words, ...limits], {
    cwd,
    env: { ...inherited, HOME: cwd, ...(store !== undefined && { FORMCTL_STORE: store }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (said = (said + text).slice(-2000)))
  const ended = once(child, 'close')
  const failed = ended.then(([status]): never => {
    throw new Error(`a server ended with ${status}: ${said}`)
  })
  failed.catch(() => undefined)
  const line = once(child.stdout, 'data') as Promise<[Buffer]>
  const ready = Promise.race([line.then(([text]): Ready => JSON.parse(text.toString())), failed])
  // Who kills it before it is ready does not wait for that.
  ready.catch(() => undefined)
  return {
    ready,
    pid: child.pid,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
