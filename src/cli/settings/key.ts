import { Failure } from '../../failure.ts'
import type { Context } from '../command.ts'
import { isSameHost } from './base-url.ts'
import { keyRead } from './given-key.ts'
import { printedKey } from './printed-key.ts'
import type { KeySetting, Sourced } from './settings.ts'

/** The key for a service, read or asked of its command. A stored key goes only to the address it is for. */
export async function readKey(
  context: Context,
  key: KeySetting | undefined,
  baseUrl: string,
): Promise<Sourced<string>> {
  if (!key) throw Failure.of('key-missing', {})
  if (!isFor(key, baseUrl))
    throw Failure.of('key-elsewhere', { source: key.source, home: key.home ?? 'no address', baseUrl })
  if (key.kind === 'key') return key
  if (key.kind === 'command') return { value: await printedKey(context, key), source: key.source }
  return keyRead(context.host, key)
}

/** Whether a key may be sent to an address. */
export const isFor = ({ isStored, home }: KeySetting, baseUrl: string): boolean =>
  !isStored || (home !== undefined && isSameHost(home, baseUrl))
