import { proxyFor } from '../../client/proxy-choice.ts'
import type { Context } from '../command.ts'
import { failed, ok, type Check } from './check.ts'

/** Which proxy calls to an address go through, and whether any does. */
export function checkProxy(
  { host: { env } }: Context,
  url: string,
): { readonly check: Check; readonly isUsed: boolean } {
  const name = 'proxy'
  try {
    const proxy = proxyFor(url, env)
    if (proxy) return { check: ok(name, `Calls go through ${proxy.name}.`), isUsed: true }
    const isNamed = Object.keys(env).some((variable) => /^https?_proxy$/i.test(variable) && env[variable])
    const found = isNamed ? 'One is named, but not used for this address.' : 'None is used.'
    return { check: ok(name, found), isUsed: false }
  } catch (error) {
    return { check: failed(name, error), isUsed: false }
  }
}
