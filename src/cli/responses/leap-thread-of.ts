import type { Leaping, SharedFile } from '../../export/leap/leap.ts'
import type { Host, LeapThread } from '../host.ts'

/** Another thread for an export, which is started when it is first asked for something. */
export function leapThreadOf({ startLeapThread }: Host): {
  /** What leaping takes, where there can be such a thread and the target is one for several. */
  readonly leapingTo: (target: SharedFile | undefined) => { readonly leaping?: Leaping }
  readonly end: () => Promise<void>
} {
  let started: Promise<LeapThread> | undefined
  const end = async (): Promise<void> => (await started)?.end()
  if (!startLeapThread) return { leapingTo: () => ({}), end }
  let thread: LeapThread | undefined
  const start = (): Promise<LeapThread> => (started ??= startLeapThread().then((ready) => (thread = ready)))
  return {
    leapingTo: (target) =>
      target
        ? {
            leaping: {
              target,
              isReady: () => thread?.isReady() ?? false,
              start: () => void start().catch(() => undefined),
              run: async (task) => (await start()).run(task),
            },
          }
        : {},
    end,
  }
}
