import { Failure, type ExitStatus } from '../failure/failure.ts'

/** Waits for Ctrl-C or a request to end; resolves to the exit status that says so. For commands that run until then. */
export async function untilStopped(signal: AbortSignal): Promise<ExitStatus> {
  const { promise, resolve } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resolve())
  if (!signal.aborted) await promise
  return signal.reason instanceof Failure ? signal.reason.exit : 130
}
