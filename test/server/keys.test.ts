import { expect, test } from 'vitest'
import { hashKey, newApiKey } from '../../src/server/keys.ts'

test('an API key carries 256 random bits and is kept as its SHA-256 and its first characters', () => {
  const bytes = Uint8Array.from({ length: 32 }, (_, i) => i)
  const made = newApiKey(() => bytes)
  expect(made.key).toBe('fctl_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8')
  expect(Buffer.from(made.key.slice(5), 'base64url')).toEqual(Buffer.from(bytes))
  expect(made.prefix).toBe('fctl_AAECAw')
  expect(made.hash).toBe(hashKey(made.key))
})

test('the hash of a key is SHA-256 in hex', () => {
  expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
