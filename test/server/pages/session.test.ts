import { expect, test } from 'vitest'
import { openToken, signToken } from '../../../src/server/pages/session.ts'

const scope = { formId: 'form-1', secret: new Uint8Array(32).fill(7), now: '2026-03-01T09:00:00.000Z' }
const claim = { responseId: 'response-1', screensDone: 2 }
const token = signToken(claim, scope)
const [id = '', steps = '', expiry = '', signature = ''] = token.split('.')

test('a token says which response is filled in and how far, for seven days', () => {
  expect(openToken(token, scope)).toEqual(claim)
  expect(openToken(token, { ...scope, now: '2026-03-08T08:59:59.000Z' })).toEqual(claim)
  expect(openToken(token, { ...scope, now: '2026-03-08T09:00:00.000Z' })).toBeUndefined()
})

test.each([
  ['of another form', token, { ...scope, formId: 'form-2' }],
  ['of another secret', token, { ...scope, secret: new Uint8Array(32).fill(8) }],
  ['for another response', `response-2.${steps}.${expiry}.${signature}`, scope],
  ['with a later end', `${id}.${steps}.${Number(expiry) + 1}.${signature}`, scope],
  ['with more steps done', `${id}.3.${expiry}.${signature}`, scope],
  ['with a changed signature', `${id}.${steps}.${expiry}.${signature.slice(0, -2)}AA`, scope],
  ['with a shorter signature', `${id}.${steps}.${expiry}.${signature.slice(0, 10)}`, scope],
  ['with a part more', `${token}.x`, scope],
  ['without a signature', `${id}.${steps}.${expiry}`, scope],
  ['that is empty', '', scope],
])('a token %s is refused', (...[, text, where]) => {
  expect(openToken(text, where)).toBeUndefined()
})
