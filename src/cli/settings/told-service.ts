import { urlOf } from '../../client/caller.ts'
import { Failure } from '../../failure.ts'
import { reasonOf } from '../../reason.ts'
import { keyHeader } from '../../wire/routes.ts'
import type { Call, Reply, Service } from '../../wire/service.ts'
import { lastFour } from '../terminal/key-mask.ts'

/** What tells of calls, and the time they take. */
export type Teller = {
  readonly tell: (line: string) => Promise<void>
  readonly now: () => Date
  /** Where the service is; it holds no secret. */
  readonly baseUrl: string
}

/** The same service, telling each request and each reply in a line; of the key only its end. */
export function toldService(service: Service, { tell, now, baseUrl }: Teller): Service {
  return async (call) => {
    const what = `${call.method} ${urlOf(baseUrl, call.path)}`
    await tell(requestLine(call, what))
    const begin = now().getTime()
    const spent = (): string => `${now().getTime() - begin} ms`
    try {
      const reply = await service(call)
      return { ...reply, body: told(reply, { what, tell, spent }) }
    } catch (error) {
      await tell(`← ${what}: ${endOf(error)}, ${spent()}`)
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

type Telling = {
  /** Method and address. */
  readonly what: string
  readonly tell: Teller['tell']
  readonly spent: () => string
}

async function* told(reply: Reply, { what, tell, spent }: Telling): AsyncIterable<Uint8Array> {
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
    await tell(`← ${what}: status ${reply.status}, ${end}${bytes} bytes, ${spent()}`)
  }
}
