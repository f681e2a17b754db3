import { readFile } from 'node:fs/promises'
import type { Processes } from '../host.ts'

export const nodeProcesses: Processes = {
  self: async () => ({ pid: process.pid, start: (await startOf(process.pid)) ?? '' }),
  isRunning: async ({ pid, start }) => isThere(pid) && (start === '' || (await startOf(pid)) === start),
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It is there, and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** When a process began, in whatever words the system has for it; undefined where it has none. */
async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return linuxStart(pid)
  return process.platform === 'win32' ? undefined : psStart(pid)
}

// A process counts its start from the boot, so the boot is named too: the numbers begin again with it.
async function linuxStart(pid: number): Promise<string | undefined> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ])
    // The name of the program stands in brackets and may hold anything; what follows are words.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return `${boot.trim()} ${ticks}`
  } catch {
    return undefined
  }
}

async function psStart(pid: number): Promise<string | undefined> {
  const { execFile } = await import('node:child_process')
  return new Promise((done) => {
    execFile('ps', ['-o', 'lstart=', '-p', String(pid)], (error, stdout) =>
      done(error ? undefined : stdout.trim()),
    )
  })
}
