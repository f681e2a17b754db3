import type { Access, Caller, RetryContext } from '../../src/client/caller.ts'
import type { Call, Headers, Reply, Service } from '../../src/wire/wire.ts'

/** A reply of a scripted service; `body` that is no text is sent as JSON; `breaks` ends the body with that failure. */
export type ScriptedReply = {
  readonly status?: number
  readonly headers?: Headers
  readonly body?: unknown
  readonly breaks?: Error
}

/** What a scripted service does with one call: answers, or fails before an answer. */
export type Turn = ScriptedReply | { readonly fails: Error }

/** A service that plays one turn a call, the last one again and again, and keeps what it was called with. */
export function scriptedService(...turns: readonly Turn[]): { service: Service; calls: Call[] } {
  const calls: Call[] = []
  const service: Service = async (call) => {
    const turn = turns[Math.min(calls.length, turns.length - 1)] ?? {}
    calls.push(call)
    if ('fails' in turn) throw turn.fails
    return replyOf(turn)
  }
  return { service, calls }
}

/** A reply as a service gives it; the body comes in small chunks. */
export function replyOf({ status = 200, headers = {}, body = '', breaks }: ScriptedReply): Reply {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return {
    status,
    headers,
    body: (async function* () {
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7)
      if (breaks) throw breaks
    })(),
  }
}

/** A retry context whose clock moves only by its own pauses. */
export function quickRetries(): RetryContext & { readonly pauses: number[] } {
  const pauses: number[] = []
  let now = Date.parse('2026-03-01T09:00:00Z')
  return {
    pauses,
    now: () => now,
    random: () => 0.5,
    sleep: async (milliseconds) => {
      pauses.push(milliseconds)
      now += milliseconds
    },
  }
}

/** A caller of a service, with the key `secret_canary_key` and the environment `env 1`. */
export const callerOf = (service: Service, more: Partial<Access> = {}): Caller => ({
  access: {
    service,
    baseUrl: 'https://forms.example/',
    apiKey: 'secret_canary_key',
    keySource: 'FORMCTL_API_KEY',
    keyAdvice: 'Correct FORMCTL_API_KEY, or unset it.',
    environmentId: 'env 1',
    ...more,
  },
  retry: quickRetries(),
})
