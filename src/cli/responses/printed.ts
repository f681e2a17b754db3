import { Failure } from '../../failure/failure.ts'
import type { Host } from '../host.ts'

/** A host that notices what is printed, and how a failure is told then: what cannot be taken back is not whole. */
export function noticingPrints(host: Host): {
  readonly host: Host
  readonly told: (error: unknown) => unknown
} {
  const { stdout } = host
  let hasPrinted = false
  const write: Host['stdout']['write'] = (chunk) => {
    hasPrinted = true
    return stdout.write(chunk)
  }
  return {
    host: { ...host, stdout: { isTerminal: stdout.isTerminal, columns: stdout.columns, write } },
    told: (error) =>
      hasPrinted && Failure.is(error, 'saved-reply-broken')
        ? Failure.of('saved-reply-broken', { ...error.args, hasPrinted })
        : error,
  }
}
