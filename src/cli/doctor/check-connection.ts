import { Failure } from '../../failure.ts'
import { connectFailure } from '../../client/transport-failure.ts'
import type { Context } from '../command.ts'
import type { Certificate, Contact } from '../host.ts'
import { failed, ok, warning, type Check } from './check.ts'
import { secondsOf } from './patience.ts'

/** An address, and whose certificates are trusted beside those of the usual authorities. */
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

/** The work's end, or a failure when it takes too long. */
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
