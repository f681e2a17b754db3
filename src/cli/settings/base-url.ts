import { Failure, misuse } from '../../failure/failure.ts'
import type { Files } from '../../files/file-system.ts'
import { embeddedFolder, isLoopback } from '../../wire/wire.ts'
import type { Host } from '../host.ts'
import type { Sourced } from './settings.ts'

export type HttpDestination = {
  readonly kind: 'http'
  /** Without a slash at its end. */
  readonly url: string
  /** Whether the connection is not encrypted: http to another machine. */
  readonly isOpen: boolean
}

/** What a base URL names: a host, or a folder on this machine. */
export type Destination = HttpDestination | { readonly kind: 'embedded'; readonly dir: string }

/** Reads a base URL. Refuses one that cannot be called or that holds a secret. */
export function destinationOf({ value, source }: Sourced<string>): Destination {
  const destination = readBaseUrl(value)
  if (typeof destination !== 'string') return destination
  // The value is not repeated: it may hold a password.
  throw source.startsWith('--')
    ? misuse(`${source} cannot be used: ${destination}`)
    : Failure.of('config-invalid', { path: `The base URL from ${source}`, problem: destination })
}

/** What is wrong with a base URL, in a sentence; undefined if it can be used. */
export function baseUrlProblem(value: string): string | undefined {
  const destination = readBaseUrl(value)
  return typeof destination === 'string' ? destination : undefined
}

/** A base URL with possible passwords and keys masked. `destinationOf` refuses it for the same reason as the original. */
export function maskedAddress(value: string): string {
  const url = URL.parse(value)
  const isPlain =
    url && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.search}` === ''
  const withoutUser = isPlain ? value : value.replace(/^(\w+:\/\/)?.*@/s, '$1…@')
  return withoutUser.replace(/([?#]).+$/s, '$1…')
}

/** Whether two base URLs lead to the same service: one host and port, or one folder. */
export function isSameHost(a: string, b: string): boolean {
  const [one, other] = [a, b].map((value) =>
    /^https?:/i.test(value) ? (URL.parse(value)?.origin ?? value) : value,
  )
  return one === other
}

function readBaseUrl(value: string): Destination | string {
  const dir = embeddedFolder(value)
  if (dir !== undefined)
    return dir === '' ? 'it names no folder. Write embedded:<dir>.' : { kind: 'embedded', dir }
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol)) return noAddress(value)
  if (url.username !== '' || url.password !== '')
    return 'it holds a user name or password. Remove them: the API key is all that the service needs.'
  if (url.search !== '' || url.hash !== '') return 'it holds a query (?) or a fragment (#). Remove it.'
  return {
    kind: 'http',
    url: `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, ''),
    isOpen: url.protocol === 'http:' && !isLoopback(url.hostname),
  }
}

/** Names only the scheme of the value, since the rest may hold a password. */
function noAddress(value: string): string {
  const scheme = /^[a-z][a-z\d+.-]{0,19}:\/\//i.exec(value)?.[0].toLowerCase()
  if (scheme === undefined)
    return 'it is not an address. Write it like https://forms.example.com, or embedded:<dir>.'
  return /^https?:/.test(scheme)
    ? `it has no valid host after ${scheme}. Write it like https://forms.example.com.`
    : `it begins with ${scheme}, and a service speaks https:// or http://. Write it like https://forms.example.com, or embedded:<dir>.`
}

/** The absolute URL of a form; null for an embedded service, whose pages have one only while it is served. */
export function absoluteUrl(baseUrl: string, url: string): string | null {
  return /^https?:/i.test(baseUrl) ? (URL.parse(url, baseUrl)?.href ?? null) : null
}

/** Whether a folder is a data folder. */
export async function holdsData(files: Files, folder: string): Promise<boolean> {
  const { databaseName } = await import('../../store/store.ts')
  return (await files.kind(files.resolve(folder, databaseName))) !== 'missing'
}

/** The base URL of the pages of a service: for one in a folder, the address of the `formctl serve` that runs on it. */
export async function pagesAt(
  baseUrl: string,
  { host: { files } }: { readonly host: Pick<Host, 'files'> },
): Promise<string> {
  const folder = embeddedFolder(baseUrl)
  if (folder === undefined) return baseUrl
  const { servedAt } = await import('../../store/open-store.ts')
  return servedAt(files.resolve(folder)) ?? baseUrl
}
