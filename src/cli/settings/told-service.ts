import { reasonOf } from '../../reason.ts'
import { keyHeader } from '../../wire/routes.ts'
import type { Call, Reply, Service } from '../../wire/service.ts'
import { lastFour } from './key.ts'

/** What tells of calls, and the time they take. */
export type Teller = {
  readonly tell: (line: string) => Promise<void>
  readonly now: () => Date
}

/** The same service, telling each request and each reply in a line; of the key only its end. */
export function toldService(service: Service, { tell, now }: Teller): Service {
  return async (call) => {
    await tell(requestLine(call))
    const begin = now().getTime()
    const spent = (): string => `${now().getTime() - begin} ms`
    try {
      const reply = await service(call)
      return { ...reply, body: told(reply, { call, tell, spent }) }
    } catch (error) {
      await tell(`← ${call.method} ${call.path}: ${reasonOf(error)}, ${spent()}`)
      throw error
    }
  }
}

function requestLine({ method, path, query, headers, body }: Call): string {
  const key = headers[keyHeader]
  const search = new URLSearchParams(query).toString()
  return [
    `→ ${method} ${path}${search === '' ? '' : `?${search}`}`,
    ...(body === undefined ? [] : [`${new TextEncoder().encode(body).length} bytes`]),
    ...(key === undefined ? [] : [`key ${lastFour(key)}`]),
  ].join(', ')
}

type Telling = {
  readonly call: Call
  readonly tell: Teller['tell']
  readonly spent: () => string
}

async function* told(reply: Reply, { call, tell, spent }: Telling): AsyncIterable<Uint8Array> {
  let bytes = 0
  let end = 'left unread after '
  try {
    for await (const chunk of reply.body) {
      bytes += chunk.length
      yield chunk
    }
    end = ''
  } catch (error) {
    end = `${reasonOf(error)} after `
    throw error
  } finally {
    await tell(`← ${call.method} ${call.path}: status ${reply.status}, ${end}${bytes} bytes, ${spent()}`)
  }
}
