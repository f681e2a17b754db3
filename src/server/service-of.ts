import type { FastifyInstance } from 'fastify'
import type { Headers, Service } from '../wire/wire.ts'

/** The app as a service in this process: the same code as behind a socket, and no socket. */
export function serviceOf(app: FastifyInstance): Service {
  return async ({ method, path, query, headers, body }) => {
    const search = new URLSearchParams(query).toString()
    const reply = await app.inject({
      method,
      url: search === '' ? path : `${path}?${search}`,
      headers,
      payloadAsStream: true,
      ...(body === undefined ? {} : { payload: body }),
    })
    const stream = reply.stream()
    // A reader that leaves must end the reply, or the store would go on reading for nobody.
    stream.once('close', () => reply.raw.res.destroy())
    return { status: reply.statusCode, headers: flat(reply.headers), body: stream }
  }
}

const flat = (headers: Readonly<Record<string, number | string | readonly string[] | undefined>>): Headers =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
