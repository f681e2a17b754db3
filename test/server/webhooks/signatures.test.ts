import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import {
  newSecret,
  isSecret,
  signatureProblem,
  signedHeaders,
} from '../../../src/server/webhooks/signatures.ts'
import { deterministicBytes } from '../../support/test-host.ts'

const randomBytes = deterministicBytes()
// The oracle reads the clock of the machine.
const now = Date.now()
const timestamp = Math.floor(now / 1000)

describe('a signature', () => {
  test('is that of the package standardwebhooks, which accepts ours, whatever the body', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^msg_\w{1,20}$/), (body, id) => {
        const secret = newSecret(randomBytes)
        const oracle = new Webhook(secret)
        const headers = signedHeaders({ id, timestamp, body }, [secret])
        expect(headers['webhook-signature']).toBe(oracle.sign(id, new Date(timestamp * 1000), body))
        oracle.verify(body, headers, { jsonParse: false })
        const check = { secret, now, tolerance: 300_000 }
        expect(signatureProblem(headers, Buffer.from(body), check)).toBeUndefined()
      }),
    )
  })

  test('of two secrets is accepted with either of them', () => {
    const secrets = [newSecret(randomBytes), newSecret(randomBytes)]
    const headers = signedHeaders({ id: 'msg_1', timestamp, body: '{}' }, secrets)
    expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)
    for (const secret of secrets) expect(() => new Webhook(secret).verify('{}', headers)).not.toThrow()
    for (const secret of secrets)
      expect(
        signatureProblem(headers, Buffer.from('{}'), { secret, now, tolerance: 300_000 }),
      ).toBeUndefined()
  })
})

describe('a request is refused', () => {
  const secret = newSecret(randomBytes)
  const signed = signedHeaders({ id: 'msg_1', timestamp, body: '{"a":1}' }, [secret])
  const problem = (headers: Record<string, string>, body = '{"a":1}', at = now): string | undefined =>
    signatureProblem({ ...signed, ...headers }, Buffer.from(body), { secret, now: at, tolerance: 300_000 })

  test('unless it is as it was signed', () => {
    expect(problem({})).toBeUndefined()
  })

  test.each([
    ['with another body', {}, '{"a":2}', /no signature in it/],
    ['with another id', { 'webhook-id': 'msg_2' }, undefined, /no signature in it/],
    ['without an id', { 'webhook-id': '' }, undefined, /there is no header webhook-id/],
    ['without a signature', { 'webhook-signature': '' }, undefined, /there is no header webhook-signature/],
    ['with a time in words', { 'webhook-timestamp': 'today' }, undefined, /not a number of seconds/],
    ['with half a signature', { 'webhook-signature': 'v1,AAAA' }, undefined, /no signature in it/],
    [
      'with a signature of another version',
      { 'webhook-signature': String(signed['webhook-signature']).replace('v1', 'v1a') },
      undefined,
      /no signature in it/,
    ],
  ])('%s', (_, headers, body, expected) => {
    expect(problem(headers, body)).toMatch(expected)
  })

  test('when it is more than five minutes old or early, and not at five minutes', () => {
    expect(problem({}, undefined, timestamp * 1000 + 300_000)).toBeUndefined()
    expect(problem({}, undefined, timestamp * 1000 - 300_000)).toBeUndefined()
    expect(problem({}, undefined, timestamp * 1000 + 301_000)).toBe(
      'it was signed 301 seconds ago, and 300 are allowed',
    )
    expect(problem({}, undefined, timestamp * 1000 - 301_000)).toBe(
      'it was signed 301 seconds in the future, and 300 are allowed',
    )
  })
})

test.each([
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', true],
  ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', true],
  ['whsec_MTIzNA==', true],
  ['whsec_', false],
  ['whsec_not base64', false],
  ['', false],
])('%j is a secret: %s', (text, expected) => {
  expect(isSecret(text)).toBe(expected)
  if (!expected) return
  const message = { id: 'msg_1', timestamp, body: '{}' }
  expect(signedHeaders(message, [text])['webhook-signature']).toBe(
    new Webhook(text).sign('msg_1', new Date(timestamp * 1000), '{}'),
  )
})
