import { Failure } from '../../failure.ts'
import type { Host } from '../host.ts'
import { isSameHost } from './base-url.ts'
import { keyRead } from './given-key.ts'
import type { KeySetting, Sourced } from './settings.ts'

/** The key for a service, read or asked of its command. A stored key goes only to the address it is for. */
export async function readKey(
  host: Host,
  key: KeySetting | undefined,
  baseUrl: string,
): Promise<Sourced<string>> {
  if (!key) throw Failure.of('key-missing', {})
  if (!isFor(key, baseUrl))
    throw Failure.of('key-elsewhere', { source: key.source, home: key.home ?? 'no address', baseUrl })
  if (key.kind === 'key') return key
  if (key.kind === 'command') return { value: await printedKey(host, key), source: key.source }
  return keyRead(host, key)
}

/** Whether a key may be sent to an address. */
export const isFor = ({ isStored, home }: KeySetting, baseUrl: string): boolean =>
  !isStored || (home !== undefined && isSameHost(home, baseUrl))

async function printedKey(host: Host, { value: command, source }: KeySetting): Promise<string> {
  const { status, output } = await host.capture(command)
  const key = output.trim()
  if (status === 0 && key !== '') return key
  const reason = status === 0 ? 'it printed nothing' : `it ended with status ${status}`
  throw Failure.of('key-command-failed', { source, reason })
}
