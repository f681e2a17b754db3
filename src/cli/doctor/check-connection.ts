import { proxyFor, type Proxy } from '../../client/proxy.ts'
import type { Patience } from '../../client/retry.ts'
import { connectFailure } from '../../client/transport-failure.ts'
import { Failure } from '../../failure/failure.ts'
import type { Context, Globals } from '../command.ts'
import type { Certificate, Contact } from '../host.ts'
import { patienceOf } from '../settings/waits.ts'
import { failed, ok, warning, type Check } from './check.ts'

/** An address, and the certificates that are trusted beside the usual ones. */
type Sought = { readonly url: string; readonly authorities: string | undefined }

/** Looks up the name of the service and connects to it, without calling it. */
export async function checkConnection(
  context: Context,
  { url, authorities }: Sought,
): Promise<readonly Check[]> {
  const { hostname } = new URL(url)
  const names = await nameCheck(context, { url, hostname })
  if (names?.result === 'failure') return [names]
  return [...(names ? [names] : []), ...(await contactChecks(context, { url, authorities }))]
}

type Named = { readonly url: string; readonly hostname: string }

async function nameCheck(context: Context, { url, hostname }: Named): Promise<Check | undefined> {
  // An address of numbers has nothing to look up.
  if (/^[\d.]+$|^\[/.test(hostname)) return undefined
  const { network } = context.host
  try {
    const addresses = await inTime(network.lookup(hostname), context, url)
    return ok('DNS', `${hostname} is ${addresses.slice(0, 4).join(', ')}.`)
  } catch (error) {
    const advice = `Check the name ${hostname} and this machine's network; behind a proxy, set HTTPS_PROXY.`
    return failed('DNS', connectFailure(error, url), advice)
  }
}

async function contactChecks(context: Context, { url, authorities }: Sought): Promise<readonly Check[]> {
  const name = 'connection'
  try {
    const contact = await context.host.network.contact(url, {
      seconds: secondsOf(context.globals),
      authorities,
    })
    return [ok(name, `${contact.address} takes connections.`), ...tlsCheck(contact, { context, url })]
  } catch (error) {
    const advice = 'Check the address and its port, whether the service runs, and firewalls on the way.'
    return [failed(name, connectFailure(error, url), advice)]
  }
}

/** The result of the work, or a failure when it takes too long. */
async function inTime<T>(work: Promise<T>, { host, globals }: Context, url: string): Promise<T> {
  const seconds = secondsOf(globals)
  const over = new AbortController()
  const late = async (): Promise<never> => {
    await host.sleep(seconds * 1000, over.signal).catch(() => undefined)
    throw Failure.of('unreachable', { url, reason: `it does not answer within ${seconds} s` })
  }
  try {
    return await Promise.race([work, late()])
  } finally {
    over.abort()
    // Nobody waits for it any more.
    work.catch(() => undefined)
  }
}

type Seen = { readonly context: Context; readonly url: string }

const day = 24 * 60 * 60 * 1000
const soon = 14

function tlsCheck({ certificate }: Contact, { context, url }: Seen): readonly Check[] {
  if (!certificate) return []
  const name = 'TLS'
  const { protocol, issuer, validTo, error } = certificate
  if (error !== undefined) return [failed(name, connectFailure(error, url), adviceOf(certificate))]
  const days = Math.floor((validTo.getTime() - context.host.now().getTime()) / day)
  const found = `${protocol}, certificate by ${issuer}, good until ${validTo.toISOString().slice(0, 10)}.`
  if (days >= soon) return [ok(name, found)]
  const advice = 'Have whoever runs the service renew it.'
  return [warning(name, `${found} That is in ${days === 1 ? '1 day' : `${days} days`}.`, advice)]
}

const adviceOf = ({ issuer, validTo }: Certificate): string =>
  `The certificate is by ${issuer}, good until ${validTo.toISOString().slice(0, 10)}. For an authority of your own, name its certificate in FORMCTL_CA_FILE; never turn the check off.`

/** Finds the proxy for calls to an address, if any. */
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

/** Seconds for each single check, so that the whole ends in seconds. */
const secondsOf = ({ timeout = 5 }: Globals): number => timeout

/** A check calls for a few seconds, and does not mention pauses. */
export function patienceOfCheck(context: Context): Patience {
  const { onPause: _, ...patience } = patienceOf(context)
  return { ...patience, seconds: secondsOf(context.globals) }
}
