import type { HttpOptions } from '../../client/over-http.ts'
import type { Proxy } from '../../client/proxy-choice.ts'
import type { Context } from '../command.ts'
import type { Host } from '../host.ts'
import type { Settings } from './settings.ts'
import { timeoutOf, waitsOf } from './waits.ts'

/** How this run calls an address: how patiently, through which proxy, trusting whom. */
export async function httpOptionsOf(
  url: string,
  { settings, context }: { readonly settings: Settings; readonly context: Context },
): Promise<HttpOptions> {
  const { host } = context
  const seconds = timeoutOf(context)
  const proxy = await proxyOf(host, url)
  const { caFile } = settings
  const authorities = caFile && (await (await import('./authorities.ts')).readAuthorities(host, caFile))
  return {
    waits: waitsOf(context),
    ...(seconds === undefined ? {} : { seconds }),
    ...(proxy ? { proxy } : {}),
    ...(authorities === undefined ? {} : { authorities }),
  }
}

/** The proxy of an address; most runs know of none, and load nothing for it. */
async function proxyOf({ env }: Host, url: string): Promise<Proxy | undefined> {
  if (!Object.keys(env).some((name) => /^https?_proxy$/i.test(name) && env[name])) return undefined
  return (await import('../../client/proxy-choice.ts')).proxyFor(url, env)
}
