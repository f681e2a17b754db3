import type { Host } from '../host.ts'
import { Failure, type ExitStatus } from '../../failure/failure.ts'

/** The work's own end, or the signal's reason: Ctrl-C waits for nothing but what has to close. */
export const untilSignal = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  makeInterruptible({ signal }).until(work)

/** A run that a signal ends, until it comes to what must not stop halfway. */
export type Interruptible = {
  readonly until: <T>(work: Promise<T>) => Promise<T>
  /**
   * Ends with the signal's reason where one came before; else the work is carried through, and the run with it: what it
   * was for is done then, and a signal no longer makes a failure of it.
   */
  readonly carryThrough: <T>(work: () => Promise<T>) => Promise<T>
}

type Signals = Pick<Host, 'signal' | 'holdSignals'>

export function makeInterruptible({ signal, holdSignals }: Signals): Interruptible {
  let isCarried = false
  return {
    until: async (work) => {
      const { promise, reject } = Promise.withResolvers<never>()
      const stop = (): void => {
        if (!isCarried) reject(signal.reason)
      }
      if (signal.aborted) stop()
      signal.addEventListener('abort', stop)
      try {
        return await Promise.race([work, promise])
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
    carryThrough: async (work) => {
      if (!isCarried) signal.throwIfAborted()
      isCarried = true
      return holdSignals ? holdSignals(work) : work()
    },
  }
}

/** Waits for Ctrl-C or a request to end; resolves to the exit status that says so. For commands that run until then. */
export async function untilStopped(signal: AbortSignal): Promise<ExitStatus> {
  const { promise, resolve } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resolve())
  if (!signal.aborted) await promise
  return signal.reason instanceof Failure ? signal.reason.exit : 130
}
