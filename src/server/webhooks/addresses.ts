/**
 * Which addresses webhooks may reach. The URL of a webhook comes from whoever may create one, and a server stands in a network with
 * addresses that trust it. So only public addresses are reached, except for networks that the operator allows.
 */
import { lookup as systemLookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/** What the operator of a server allows webhooks. */
export type AddressRules = {
  /** Networks that may be reached though they are not public, such as `10.0.0.0/8`; an address alone is a network, too. */
  readonly networks: readonly string[]
  /** Whether http is allowed, and not https alone. */
  readonly allowsHttp: boolean
}

/** For whoever tries a receiver from their own machine: any address may be reached. */
export const anywhere: AddressRules = { networks: ['0.0.0.0/0', '::/0'], allowsHttp: true }

/** All addresses of a host. */
export type Lookup = (host: string) => Promise<readonly string[]>

export const lookupAll: Lookup = async (host) =>
  (await systemLookup(host, { all: true })).map(({ address }) => address)

/** Whether a text is a network as `AddressRules` have it. */
export const isNetwork = (text: string): boolean => ipaddr.isValidCIDR(text) || ipaddr.isValid(text)

/** Why an address cannot be that of a webhook, as a part of a sentence; undefined if it can. */
export function urlProblem(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return 'it is not an address of https:// and a host'
  if (url.username !== '' || url.password !== '')
    return 'it holds a user or a password, which would be logged'
  return url.hash === '' ? undefined : 'it has a part after #, which is never sent'
}

/**
 * The addresses of a URL's host, each of them checked: connections are made to these and not looked up again, since the name may have
 * other addresses by then. A host with one refused address is refused.
 */
export async function checkedAddresses(
  { hostname, protocol }: URL,
  { networks, allowsHttp }: AddressRules,
  lookup: Lookup,
): Promise<{ readonly addresses: readonly string[] } | { readonly problem: string }> {
  if (protocol !== 'https:' && !allowsHttp) return { problem: 'http is not allowed here' }
  const host = hostname.replace(/^\[|\]$/g, '')
  const addresses = ipaddr.isValid(host) ? [host] : await lookup(host)
  if (addresses.length === 0) return { problem: 'its host has no address' }
  const refused = addresses.find((address) => !isPublic(address) && !isIn(address, networks))
  return refused === undefined ? { addresses } : { problem: `the address ${refused} is not public` }
}

/** Whether an address is one of the open internet, and leads to no other address: those that hold an IPv4 address do. */
function isPublic(address: string): boolean {
  const parsed = ipaddr.parse(address)
  // ipaddr.js calls all the rest unicast, also what nobody has been given yet.
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalUnicast))
}

const globalUnicast = ipaddr.parseCIDR('2000::/3')

function isIn(address: string, networks: readonly string[]): boolean {
  const parsed = ipaddr.parse(address)
  return networks.some((text) => {
    const allBits = text.includes(':') ? 128 : 32
    const [network, bits] = ipaddr.parseCIDR(text.includes('/') ? text : `${text}/${allBits}`)
    return network.kind() === parsed.kind() && parsed.match(network, bits)
  })
}
