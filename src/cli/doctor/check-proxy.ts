import { proxyFor, type Proxy } from '../../client/proxy-choice.ts'
import type { Context } from '../command.ts'
import { failed, ok, type Check } from './check.ts'

/** Which proxy calls to an address go through, and whether any does. */
export function checkProxy(
  { host: { env } }: Context,
  url: string,
): { readonly check: Check; readonly proxy?: Proxy } {
  const name = 'proxy'
  try {
    const proxy = proxyFor(url, env)
    if (proxy) return { check: ok(name, `Calls go through ${proxy.name}.`), proxy }
    const isNamed = Object.keys(env).some((variable) => /^https?_proxy$/i.test(variable) && env[variable])
    const found = isNamed ? 'One is named, but not used for this address.' : 'None is used.'
    return { check: ok(name, found) }
  } catch (error) {
    return { check: failed(name, error) }
  }
}

/** What to do where a proxy cannot be reached. */
export function proxyAdvice({ variable }: Proxy, url: string, { host: { env } }: Context): string {
  const exceptions = env['no_proxy'] ? 'no_proxy' : 'NO_PROXY'
  return `Check the address in ${variable}, and that the proxy runs; where ${new URL(url).hostname} can be reached without it, add that name to ${exceptions}, or unset ${variable}.`
}
