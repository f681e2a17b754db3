import { urlOf, withoutQuery } from './caller.ts'
import { Failure } from '../failure/failure.ts'
import { reasonOf } from '../failure/reason.ts'
import { keyHeader, type Call, type Reply, type Service } from '../wire/wire.ts'
import { lastFour } from '../form/api-key.ts'

/** Who hears of calls and the time they take. */
export type CallLog = {
  readonly log: (line: string) => Promise<void>
  readonly now: () => Date
  /** Where the service is; it holds no secret. */
  readonly baseUrl: string
}

/** The same service. Logs each request and each reply in a line, with the last characters of the key. */
export function loggedService(service: Service, { log, now, baseUrl }: CallLog): Service {
  return async (call) => {
    const what = `${call.method} ${urlOf(baseUrl, withoutQuery(call.path))}`
    await log(requestLine(call, what))
    const begin = now().getTime()
    const spent = (): string => `${now().getTime() - begin} ms`
    try {
      const reply = await service(call)
      return { ...reply, body: logged(reply, { what, log, spent }) }
    } catch (error) {
      await log(`← ${what}: ${endOf(error)}, ${spent()}`)
      throw error
    }
  }
}

function requestLine({ query, headers, body, attempt = 1 }: Call, what: string): string {
  const key = headers[keyHeader]
  const search = new URLSearchParams(query).toString()
  return [
    `→ ${what}${search === '' ? '' : `?${search}`}`,
    ...(attempt === 1 ? [] : [`attempt ${attempt}`]),
    ...(body === undefined ? [] : [`${new TextEncoder().encode(body).length} bytes`]),
    ...(key === undefined ? [] : [`key ${lastFour(key)}`]),
  ].join(', ')
}

/** Why a call ended, without its address, which the line has said, and without advice. */
function endOf(error: unknown): string {
  const { reason }: { readonly reason?: unknown } = error instanceof Failure ? error.args : {}
  return typeof reason === 'string' ? reason : reasonOf(error).replace(/\.$/, '')
}

type Logged = {
  readonly what: string
  readonly log: CallLog['log']
  readonly spent: () => string
}

async function* logged(reply: Reply, { what, log, spent }: Logged): AsyncIterable<Uint8Array> {
  let bytes = 0
  let end = 'left unread after '
  try {
    for await (const chunk of reply.body) {
      bytes += chunk.length
      yield chunk
    }
    end = ''
  } catch (error) {
    end = `${endOf(error)} after `
    throw error
  } finally {
    await log(`← ${what}: status ${reply.status}, ${end}${bytes} bytes, ${spent()}`)
  }
}
