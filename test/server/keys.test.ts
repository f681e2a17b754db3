import { expect, test } from 'vitest'
import { hashKey, newApiKey, newId, newShortId, uploadIdOf } from '../../src/server/keys.ts'
import { deterministicBytes } from '../support/test-host.ts'

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

test('an id is cl and 23 lower-case base36 characters, a question id has 12', () => {
  const randomBytes = deterministicBytes()
  expect(newId(randomBytes)).toMatch(/^cl[0-9a-z]{23}$/)
  expect(newShortId(randomBytes)).toMatch(/^[0-9a-z]{12}$/)
})

test('the id of a file has a part that is the same for the same file, and one that never comes again', () => {
  const deps = { secret: Uint8Array.of(1), randomBytes: deterministicBytes() }
  const idsOf = (...texts: readonly string[]) => uploadIdOf(texts, deps).split('_')
  const [content, random] = idsOf('a', 'b')
  expect([content, random]).toEqual([
    expect.stringMatching(/^cl[0-9a-z]{23}$/),
    expect.stringMatching(/^[0-9a-z]{12}$/),
  ])
  const [again, other] = idsOf('a', 'b')
  expect([again === content, other === random]).toEqual([true, false])
  expect(idsOf('ab')[0]).not.toBe(content)
  expect(uploadIdOf(['a', 'b'], { ...deps, secret: Uint8Array.of(2) })).not.toContain(content)
})

test('bytes that would favour some characters are dropped, and more are asked for', () => {
  const given = [[255, 254, 253, 252, 0, 35, 36, 251, 10, 11, 12, 13], [1, 2, 3], [255], [4]]
  const asked: number[] = []
  const id = newShortId((count) => {
    asked.push(count)
    return Uint8Array.from(given.shift() ?? [])
  })
  expect(id).toBe('0z0zabcd1234')
  expect(asked).toEqual([12, 4, 1, 1])
})

test('every character is equally likely: each comes from seven of the 252 byte values', () => {
  const counts = new Map<string, number>()
  for (let first = 0; first < 252; first += 12)
    for (const letter of newShortId(() => Uint8Array.from({ length: 12 }, (_, i) => first + i)))
      counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect(counts.size).toBe(36)
  expect(new Set(counts.values())).toEqual(new Set([7]))
})

test('ids differ', () => {
  const randomBytes = deterministicBytes()
  const ids = Array.from({ length: 1000 }, () => newId(randomBytes))
  expect(new Set(ids).size).toBe(1000)
})
