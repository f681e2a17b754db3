import type { Service } from '../wire/service.ts'
import { request } from 'undici'

/** A service at an http or https address. Never follows a redirect: it would carry the key to another host. */
export function overHttp(baseUrl: string, options: { readonly seconds: number }): Service {
  const base = new URL(baseUrl)
  return async (call) => {
    const url = new URL(base.pathname.replace(/\/$/, '') + call.path, base)
    for (const [name, value] of Object.entries(call.query)) url.searchParams.set(name, value)
    const reply = await request(url, {
      method: call.method,
      headers: call.headers,
      signal: AbortSignal.timeout(options.seconds * 1000),
      ...(call.body === undefined ? {} : { body: call.body }),
    })
    const headers = Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [name, String(value)]),
    )
    return { status: reply.statusCode, headers, body: reply.body }
  }
}
