import { newApiKey } from './keys.ts'
import type { World } from './world.ts'

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
