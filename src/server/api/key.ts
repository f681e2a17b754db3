import { hashKey } from '../keys.ts'
import type { World } from '../world.ts'

/** The environment that a key opens; undefined for a key that is missing, wrong or revoked, all alike. */
export async function environmentOfKey(world: World, key: unknown): Promise<string | undefined> {
  if (typeof key !== 'string' || key === '') return undefined
  const hash = hashKey(key)
  const ofSession = world.sessionKeys.get(hash)
  if (ofSession !== undefined) return ofSession
  const stored = await world.store.keys.byHash(hash)
  return stored?.revokedAt === undefined ? stored?.environmentId : undefined
}
