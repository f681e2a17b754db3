/** The sender of a request: address and country, by the headers of trusted proxies only. */
import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Whether an address is that of a trusted proxy. */
export type Trust = (address: string | undefined) => boolean

/** Trusts addresses and subnets, separated by commas, and `loopback`. */
export function trustIn(proxies: string): Trust {
  const list = new BlockList()
  for (const proxy of proxies.split(',').map((name) => name.trim()))
    for (const subnet of proxy === 'loopback' ? ['127.0.0.0/8', '::1'] : [proxy]) {
      const [address = '', bits] = subnet.split('/')
      const family = familyOf(address)
      list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
    }
  return (address) => address !== undefined && isIP(address) > 0 && list.check(address, familyOf(address))
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

const withoutPort = (address: string): string =>
  address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')

/** The address that sent a request, without a port; that of the connection where a proxy names none. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  // A trusted proxy may pass on its client's header, so it can be any text.
  const named = withoutPort(ip)
  return isIP(named) > 0 ? named : (socket.remoteAddress ?? '')
}

/** Reads the country of a visitor, two letters, from a header that a trusted proxy sets; '' for any other value. */
export const countryIn =
  (header: string, trust: Trust) =>
  ({ socket, headers }: FastifyRequest): string => {
    const value = trust(socket.remoteAddress) ? headers[header.toLowerCase()] : undefined
    return typeof value === 'string' && /^[a-z]{2}$/i.test(value) ? value.toUpperCase() : ''
  }

/** The key that limits count by: an IPv4 address, or the /64 of an IPv6 address, which usually belongs to one person. */
export function networkOf(address: string): string {
  const bare = withoutPort(address)
  // URL normalises the address, also an IPv4 address inside an IPv6 one.
  const host = URL.parse(`http://[${bare}]`)?.hostname.slice(1, -1)
  const [, high = '', low = ''] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(host ?? '') ?? []
  if (high !== '') return Buffer.from(high.padStart(4, '0') + low.padStart(4, '0'), 'hex').join('.')
  if (host === undefined) return bare
  const [head = '', tail] = host.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0')
  return [...groups, ...zeros, ...after].slice(0, 4).join(':')
}
