import type { FileSource } from '../../client/client.ts'
import { Failure } from '../../failure/failure.ts'
import type { Service } from '../../wire/wire.ts'
import type { Context } from '../command.ts'
import { quietServiceAt, type OpenConnection } from '../settings/connect.ts'
import { retryContextOf } from '../settings/waits.ts'

/**
 * Which address is called how. A path belongs to the service, and so does an address of its origin: they get the API key. Any
 * other http or https address is called without it, and no other scheme at all: it could name a file of this machine.
 */
export function uploadSources(
  context: Context,
  open: OpenConnection,
): (address: string) => Promise<FileSource> {
  const services = new Map<string, Promise<Service>>()
  const serviceAt = async (origin: string): Promise<Service> => {
    const settings = await context.settings()
    const service = services.get(origin) ?? quietServiceAt(origin, { settings, context })
    services.set(origin, service)
    return service
  }
  return async (address) => {
    const { baseUrl } = await context.settings()
    const path = pathIn(address)
    if (path !== undefined) {
      if (!baseUrl) throw refused(address, 'it is a path, and no service is known: name it with --base-url')
      return { caller: await open(), path, isOwn: true }
    }
    const url = URL.parse(address)
    if (!url || !/^https?:$/.test(url.protocol))
      throw refused(address, address === '' ? 'it is empty' : 'only http and https are')
    const service = await serviceAt(url.origin)
    const source = { path: url.pathname + url.search }
    if (baseUrl && URL.parse(baseUrl.value)?.origin === url.origin) {
      const { access, retry } = await open()
      const caller = { access: { ...access, service, baseUrl: url.origin }, retry }
      return { ...source, caller, isOwn: true }
    }
    const access = { ...nobody, service, baseUrl: url.origin }
    return { ...source, caller: { access, retry: retryContextOf(context) }, isOwn: false }
  }
}

/** Who calls an address of another host: nobody that it would know. */
const nobody = { apiKey: '', keySource: '', keyAdvice: '', environmentId: undefined }

const refused = (address: string, problem: string): Failure =>
  Failure.of('upload-address', { address: address.slice(0, 200), problem })

/** The path that an address is, with its query; undefined if it names a scheme or a host. */
function pathIn(address: string): string | undefined {
  if (!address.startsWith('/')) return undefined
  // Parsed, since `//host` and `/\host` name another host.
  const url = URL.parse(address, anyOrigin)
  return url?.origin === anyOrigin ? url.pathname + url.search : undefined
}

const anyOrigin = 'http://localhost:1'
