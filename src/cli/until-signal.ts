/** The work's own end, or the signal's reason: Ctrl-C waits for nothing but what has to close. */
export async function untilSignal<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
