import { createHash, createHmac } from 'node:crypto'
import { allScopes, type Scope, type StoredKey } from '../store/store.ts'
import type { World } from './world.ts'

/** A new API key, to be shown once, and what the store keeps. */
export type NewApiKey = { readonly key: string; readonly hash: string; readonly prefix: string }

/** Makes an API key of 256 random bits: `fctl_` and 43 characters of base64url. */
export function newApiKey(randomBytes: RandomBytes): NewApiKey {
  const key = `fctl_${Buffer.from(randomBytes(32)).toString('base64url')}`
  return { key, hash: hashKey(key), prefix: key.slice(0, 11) }
}

/** SHA-256 of a key, hex, by which it is stored and looked up. A plain hash is enough for 256 random bits. */
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

/** What a key opens. */
export type KeyHolder = {
  readonly environmentId: string
  readonly scopes: readonly Scope[]
  /** Absent for a key of this process. */
  readonly stored?: StoredKey
}

/** What a key of this process opens, by its hash. */
export function sessionHolder({ sessionKeys }: World, hash: string): KeyHolder | undefined {
  const environmentId = sessionKeys.get(hash)
  return environmentId === undefined ? undefined : { environmentId, scopes: allScopes }
}

/**
 * What a stored key opens, by its hash; undefined for a missing, wrong, revoked or expired one.
 *
 * Every refusal costs the same: one hash and one lookup; a missing key is looked up as an empty one. The lookup compares hashes, not
 * keys, so its timing could reveal the beginning of a hash at most, and no key can be made of that. Whether a key that was
 * found is revoked or expired takes a comparison more. Only somebody who holds the whole key can measure it, and
 * learns that the key was good once.
 *
 * Nothing is cached, so that every server refuses a key from the moment it is revoked.
 */
export async function storedHolder({ store, now }: World, hash: string): Promise<KeyHolder | undefined> {
  const stored = await store.keys.byHash(hash)
  if (stored === undefined || stored.revokedAt !== undefined) return undefined
  if (stored.expiresAt !== undefined && stored.expiresAt <= now()) return undefined
  const { environmentId, scopes } = stored
  return { environmentId, scopes, stored }
}

/** Random bytes, given from outside so that tests are exact. */
export type RandomBytes = (count: number) => Uint8Array

/** Id of a form, environment, key, response or lead: `cl` and 23 random characters, 119 bits. */
export const newId = (randomBytes: RandomBytes): string => `cl${randomText(23, randomBytes)}`

/**
 * Id of an uploaded file. Its first part comes from these texts, so that a file that is sent again is known by it; it cannot be guessed
 * without the secret. Its second part is random, so that no id comes again.
 */
export function uploadIdOf(
  texts: readonly string[],
  { secret, randomBytes }: Pick<World, 'secret' | 'randomBytes'>,
): string {
  const digest = createHmac('sha256', secret).update(JSON.stringify(texts)).digest('hex')
  const content = BigInt(`0x${digest}`).toString(36).slice(-23).padStart(23, '0')
  return `cl${content}_${randomText(12, randomBytes)}`
}

/** Id of a question within its form: 12 random characters, 62 bits. */
export const newQuestionId = (randomBytes: RandomBytes): string => randomText(12, randomBytes)

/** Id of one load of a page. */
export const newPageId = (randomBytes: RandomBytes): string => randomText(12, randomBytes)

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
