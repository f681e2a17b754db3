import { execFileSync, spawn } from 'node:child_process'
import { chownSync } from 'node:fs'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** A process that writes to a store without end. */
export type Writer = {
  /** The ids it has acknowledged, once they are so many. */
  readonly acknowledged: (least: number) => Promise<readonly string[]>
  /** Kills it on the spot; every id that it acknowledged. */
  readonly kill: () => Promise<readonly string[]>
}

/** Starts a writer on a folder, of responses if not said otherwise; `environment-1` and `form-1` must be there. */
export function startWriter(folder: string, name = 'store-writer.ts'): Writer {
  const child = spawn(process.execPath, [script(name), folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk))
  const ids = (): string[] => printed.split('\n').slice(0, -1)
  return {
    acknowledged: async (least) => {
      while (ids().length < least) {
        if (child.exitCode !== null) throw new Error(`the writer ended with ${child.exitCode}`)
        await once(child.stdout, 'data')
      }
      return ids()
    },
    kill: async () => {
      const closed = once(child, 'close')
      child.kill('SIGKILL')
      await closed
      return ids()
    },
  }
}

/** What a user without special rights is told on opening each of these folders. */
export const openedByOrdinaryUser = (folders: readonly string[]): readonly string[] =>
  JSON.parse(
    execFileSync(process.execPath, [script('open-folders.ts'), ...folders], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )

/** Gives files and folders to the user as whom `openedByOrdinaryUser` runs. */
export function giveToOrdinaryUser(paths: readonly string[]): void {
  if (process.getuid?.() === 0) for (const path of paths) chownSync(path, 65_534, 65_534)
}
