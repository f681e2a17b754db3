import { createHash } from 'node:crypto'
import type { RandomBytes } from './ids.ts'
import type { World } from './world.ts'

/** A new API key: the key itself, to be shown once, and what a store keeps of it. */
export type NewApiKey = { readonly key: string; readonly hash: string; readonly prefix: string }

/** Makes an API key of 256 random bits: `fctl_` and 43 characters of base64url. */
export function newApiKey(randomBytes: RandomBytes): NewApiKey {
  const key = `fctl_${Buffer.from(randomBytes(32)).toString('base64url')}`
  return { key, hash: hashKey(key), prefix: key.slice(0, 11) }
}

/**
 * SHA-256 of a key in hex: all that is kept of it, and how it is looked up. A plain hash is enough for 256 random
 * bits. The lookup compares hashes; its timing could at most tell of a hash, from which no key can be made, so no
 * comparison here has to be of constant time.
 */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** A world with one more key, which opens an environment for as long as this process runs and is stored nowhere. */
export function withSessionKey(
  world: World,
  environmentId: string,
): { readonly world: World; readonly apiKey: string } {
  const { key, hash } = newApiKey(world.randomBytes)
  return {
    world: { ...world, sessionKeys: new Map([...world.sessionKeys, [hash, environmentId]]) },
    apiKey: key,
  }
}

/** The environment that a key opens; undefined for a key that is missing, wrong or revoked, all alike. */
export async function environmentOfKey(world: World, key: unknown): Promise<string | undefined> {
  if (typeof key !== 'string' || key === '') return undefined
  const hash = hashKey(key)
  const ofSession = world.sessionKeys.get(hash)
  if (ofSession !== undefined) return ofSession
  const stored = await world.store.keys.byHash(hash)
  return stored?.revokedAt === undefined ? stored?.environmentId : undefined
}
