import { createHash, createHmac } from 'node:crypto'
import { allScopes, type Scope, type StoredKey } from '../store/store.ts'
import type { ServerDeps } from './deps.ts'

/** Random bytes; passed in, so that tests are exact. */
export type RandomBytes = (count: number) => Uint8Array

/** Makes an API key of 256 random bits: `fctl_` and 43 characters of base64url. The store gets only its hash and prefix. */
export function newApiKey(randomBytes: RandomBytes): { key: string; hash: string; prefix: string } {
  const key = `fctl_${Buffer.from(randomBytes(32)).toString('base64url')}`
  return { key, hash: hashKey(key), prefix: key.slice(0, 11) }
}

/** SHA-256 of a key, hex; the store finds keys by it. A plain hash is enough for 256 random bits. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Adds a key for an environment that is valid only while this process runs. */
export function withSessionKey(
  deps: ServerDeps,
  environmentId: string,
): { readonly deps: ServerDeps; readonly apiKey: string } {
  const { key, hash } = newApiKey(deps.randomBytes)
  return {
    deps: { ...deps, sessionKeys: new Map([...deps.sessionKeys, [hash, environmentId]]) },
    apiKey: key,
  }
}

/** The rights of a key. */
export type KeyHolder = {
  readonly environmentId: string
  readonly scopes: readonly Scope[]
  /** Absent for a key of this process. */
  readonly stored?: StoredKey
}

/**
 * The rights of a key, by its hash; undefined for a missing, wrong, revoked or expired one.
 *
 * Every refusal costs the same: one hash and one lookup; a missing key is looked up as an empty one. The lookup compares hashes, not
 * keys, so its timing could at most reveal the beginning of a hash, which is no help in making a key. A key that was found takes one
 * more comparison, for revoked or expired. Only somebody with the whole key can measure that, and learns that the key was
 * valid once.
 *
 * Nothing is cached, so that every server refuses a key from the moment it is revoked.
 */
export async function keyHolder(
  { store, now, sessionKeys }: Pick<ServerDeps, 'store' | 'now' | 'sessionKeys'>,
  hash: string,
): Promise<KeyHolder | undefined> {
  const ofSession = sessionKeys.get(hash)
  if (ofSession !== undefined) return { environmentId: ofSession, scopes: allScopes }
  const stored = await store.keys.byHash(hash)
  if (stored === undefined || stored.revokedAt !== undefined) return undefined
  if (stored.expiresAt !== undefined && stored.expiresAt <= now()) return undefined
  const { environmentId, scopes } = stored
  return { environmentId, scopes, stored }
}

/** Id of a form, environment, key, response or lead: `cl` and 23 random characters, 119 bits. */
export const newId = (randomBytes: RandomBytes): string => `cl${randomText(23, randomBytes)}`

/**
 * Id of an uploaded file. Its first part is derived from these texts, so that a file that is sent again is recognised; it cannot be
 * guessed without the secret. Its second part is random, so that no id is used twice.
 */
export function uploadIdOf(
  texts: readonly string[],
  { secret, randomBytes }: Pick<ServerDeps, 'secret' | 'randomBytes'>,
): string {
  const digest = createHmac('sha256', secret).update(JSON.stringify(texts)).digest('hex')
  const content = BigInt(`0x${digest}`).toString(36).slice(-23).padStart(23, '0')
  return `cl${content}_${randomText(12, randomBytes)}`
}

/** Id of a question within its form, or of one load of a page: 12 random characters, 62 bits. */
export const newShortId = (randomBytes: RandomBytes): string => randomText(12, randomBytes)

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'

// The largest multiple of 36 in a byte. Bytes above it are dropped, since they would make the first characters likelier.
const fairBytes = 252

function randomText(length: number, randomBytes: RandomBytes): string {
  let text = ''
  while (text.length < length)
    for (const byte of randomBytes(length - text.length))
      if (byte < fairBytes) text += alphabet.charAt(byte % alphabet.length)
  return text
}
