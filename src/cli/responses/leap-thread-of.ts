import type { LeapThreads } from '../../export/leap/leap.ts'
import type { Host, LeapThread } from '../host.ts'

/** Another thread for an export, which is started when it is first asked for something. */
export function leapThreadOf({ startLeapThread }: Host): {
  /** Absent where there can be no such thread. */
  readonly threads?: LeapThreads
  readonly end: () => Promise<void>
} {
  let started: Promise<LeapThread> | undefined
  const end = async (): Promise<void> => (await started)?.end()
  if (!startLeapThread) return { end }
  let thread: LeapThread | undefined
  const start = (): Promise<LeapThread> => (started ??= startLeapThread().then((ready) => (thread = ready)))
  return {
    threads: {
      isReady: () => thread?.isReady() ?? false,
      start: () => void start().catch(() => undefined),
      run: async (task) => (await start()).run(task),
      end,
    },
    end,
  }
}
