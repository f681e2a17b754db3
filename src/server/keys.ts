import { createHash, createHmac } from 'node:crypto'
import type { World } from './world.ts'

/** A new API key, to be shown once, and what the store keeps. */
export type NewApiKey = { readonly key: string; readonly hash: string; readonly prefix: string }

/** Makes an API key of 256 random bits: `fctl_` and 43 characters of base64url. */
export function newApiKey(randomBytes: RandomBytes): NewApiKey {
  const key = `fctl_${Buffer.from(randomBytes(32)).toString('base64url')}`
  return { key, hash: hashKey(key), prefix: key.slice(0, 11) }
}

/**
 * SHA-256 of a key, hex, by which it is stored and looked up. A plain hash is enough for 256 random bits. Timing could
 * reveal a hash at most, and no key can be made of it, so comparisons need not take constant time.
 */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Adds a key for an environment that is valid only while this process runs. */
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

/** The environment of a key; undefined for a missing, wrong or revoked one. */
export async function environmentOfKey(world: World, key: unknown): Promise<string | undefined> {
  if (typeof key !== 'string' || key === '') return undefined
  const hash = hashKey(key)
  const ofSession = world.sessionKeys.get(hash)
  if (ofSession !== undefined) return ofSession
  const stored = await world.store.keys.byHash(hash)
  return stored?.revokedAt === undefined ? stored?.environmentId : undefined
}

/** Random bytes, given from outside so that tests are exact. */
export type RandomBytes = (count: number) => Uint8Array

/** Id of a form, environment, key, response, upload or lead: `cl` and 23 random characters, 119 bits. */
export const newId = (randomBytes: RandomBytes): string => `cl${randomText(23, randomBytes)}`

/** An id in the same format, derived from these texts. It cannot be guessed without the secret. */
export function idOf(texts: readonly string[], secret: Uint8Array): string {
  const digest = createHmac('sha256', secret).update(JSON.stringify(texts)).digest('hex')
  return `cl${BigInt(`0x${digest}`).toString(36).slice(-23).padStart(23, '0')}`
}

/** Id of a question within its form: 12 random characters, 62 bits. */
export const newQuestionId = (randomBytes: RandomBytes): string => randomText(12, randomBytes)

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'

// The largest multiple of 36 in a byte; a byte above it would make the first characters likelier, so it is dropped.
const fairBytes = 252

function randomText(length: number, randomBytes: RandomBytes): string {
  let text = ''
  while (text.length < length)
    for (const byte of randomBytes(length - text.length))
      if (byte < fairBytes) text += alphabet.charAt(byte % alphabet.length)
  return text
}
