import { lookup } from 'node:dns/promises'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { trusting } from '../../client/trust.ts'
import type { Certificate, Contact, Network } from '../host.ts'

/** The addresses that a name has. */
export const addressesOf = async (name: string): Promise<readonly string[]> =>
  (await lookup(name, { all: true })).map(({ address }) => address)

/** Connects to an address of http or https and leaves again. */
export function contactAt(address: string, { seconds, authorities }: Trying): Promise<Contact> {
  const url = new URL(address)
  return url.protocol === 'https:' ? contactTls(url, { seconds, authorities }) : contactPlain(url, seconds)
}

type Trying = Parameters<Network['contact']>[1]

type Looking = { readonly seconds: number; readonly look: () => Contact }

function contactPlain({ hostname, port }: URL, seconds: number): Promise<Contact> {
  const socket = connectPlain({ host: bare(hostname), port: Number(port || 80) })
  return contacted(socket, 'connect', { seconds, look: () => ({ address: addressOf(socket) }) })
}

function contactTls({ hostname, port }: URL, { seconds, authorities }: Trying): Promise<Contact> {
  const host = bare(hostname)
  const socket = connectTls({
    host,
    port: Number(port || 443),
    ...(isIP(host) ? {} : { servername: host }),
    // The certificate is looked at here, good or bad; nothing is sent over this connection.
    rejectUnauthorized: false,
    ...(authorities === undefined ? {} : { secureContext: trusting(authorities) }),
  })
  const look = (): Contact => {
    const certificate = certificateOf(socket)
    return { address: addressOf(socket), ...(certificate ? { certificate } : {}) }
  }
  return contacted(socket, 'secureConnect', { seconds, look })
}

function contacted(socket: Socket, event: string, looking: Looking): Promise<Contact> {
  return new Promise((done, fail) => {
    // Of the whole attempt: a handshake that stands still is no idle connection.
    const late = setTimeout(
      () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
      looking.seconds * 1000,
    )
    socket.on('error', fail)
    socket.on('close', () => clearTimeout(late))
    socket.once(event, () => {
      done(looking.look())
      socket.destroy()
    })
  })
}

// An address of version 6 stands in brackets in a URL.
const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

const addressOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string =>
  `${remoteAddress.includes(':') ? `[${remoteAddress}]` : remoteAddress}:${remotePort}`

// Node gives the code alone.
function errorOf({ authorizationError }: TLSSocket): Error {
  const code = String(authorizationError)
  return Object.assign(new Error(code), { code })
}

function certificateOf(socket: TLSSocket): Certificate | undefined {
  const certificate = socket.getPeerCertificate()
  if (!certificate.valid_to) return undefined
  const { O: organisation, CN: name } = certificate.issuer
  return {
    protocol: socket.getProtocol() ?? 'TLS',
    issuer: [organisation ?? name].flat().join(', ') || 'nobody named',
    validTo: new Date(certificate.valid_to),
    ...(socket.authorized ? {} : { error: errorOf(socket) }),
  }
}
