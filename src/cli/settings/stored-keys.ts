import type { Host } from '../host.ts'
import { childOf, isKeyed } from '../../form/value.ts'
import { userFilePlace } from './user-file-place.ts'

/** The keys that stand in the user's file, to be compared with what is given; of a file that cannot be read, none. */
export async function storedKeys(host: Host): Promise<readonly string[]> {
  const { path } = userFilePlace(host)
  try {
    if ((await host.files.kind(path)) !== 'file') return []
    return await keysIn(new TextDecoder().decode(await host.files.read(path)))
  } catch {
    // Whoever needs the file is told what is wrong with it.
    return []
  }
}

/** As a rule they can be read without the library for YAML, which costs more than many a run. */
async function keysIn(text: string): Promise<readonly string[]> {
  const values = Array.from(text.matchAll(/\bapi_key["']?[ \t]*:(.*)/g), ([, value = '']) => value)
  const simple = values.flatMap((value) => simpleValue.exec(value)?.groups?.['key'] ?? [])
  if (simple.length === values.length) return simple
  const { looseValue } = await import('./read-config.ts')
  return keysBelow(looseValue(text))
}

const simpleValue = /^[ \t]+(?<quote>["']?)(?<key>[\w.~+/=-]+)\k<quote>[ \t]*(?:[,}#\r].*)?$/

const keysBelow = (value: unknown): readonly string[] =>
  isKeyed(value)
    ? Object.values(value)
        .flatMap(keysBelow)
        .concat([childOf(value, 'api_key')].filter(isText))
    : []

const isText = (value: unknown): value is string => typeof value === 'string'
