import { once } from 'node:events'
import type { Host } from '../host.ts'

/** Resolves like `work`, or rejects with the signal's reason as soon as it is aborted. */
export const untilSignal = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  makeInterruptible({ signal }).until(work)

/** A run that a signal ends, except during its last step. */
export type Interruptible = {
  readonly until: <T>(work: Promise<T>) => Promise<T>
  /** Runs the last step. A signal before it rejects; a signal during or after it no longer changes how the run ends. */
  readonly uninterruptible: <T>(work: () => Promise<T>) => Promise<T>
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
    uninterruptible: async (work) => {
      if (!isCarried) signal.throwIfAborted()
      isCarried = true
      return holdSignals ? holdSignals(work) : work()
    },
  }
}

/** Waits for Ctrl-C or a request to end. A command that runs until then has done its work, so its exit status is 0. */
export async function untilStopped(signal: AbortSignal): Promise<0> {
  if (!signal.aborted) await once(signal, 'abort')
  return 0
}
