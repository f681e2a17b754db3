import { expect, test } from 'vitest'
import { transportFailure, type Journey } from '../../src/client/transport-failure.ts'

const url = 'https://forms.example/x'
const journey: Journey = {
  url,
  isRead: true,
  seconds: 60,
  deadline: new AbortController().signal,
  interruption: undefined,
  isConnected: false,
  isAnswered: false,
  received: 0,
}

const errorOf = (code: string): Error => Object.assign(new Error(`words of ${code}`), { code })

test.each([
  ['ECONNREFUSED', 'unreachable', 'nothing listens there'],
  ['ENOTFOUND', 'address-wrong', 'no such host is known. Nothing happened. Check the host in --base-url.'],
  ['EAI_AGAIN', 'unreachable', 'cannot be looked up just now'],
  ['ENETUNREACH', 'unreachable', 'there is no network'],
  [
    'EPROTO',
    'address-wrong',
    'no https is spoken there. Nothing happened. Write http:// in place of https:// in --base-url: http://forms.example.',
  ],
  ['EWHATEVER', 'unreachable', 'words of EWHATEVER'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate-untrusted', 'it is signed by itself'],
  ['CERT_HAS_EXPIRED', 'certificate-untrusted', 'it has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate-untrusted', 'it belongs to another host'],
])('%s before a connection stands was never sent', (errorCode, code, words) => {
  const failure = transportFailure(errorOf(errorCode), journey)
  expect(failure).toMatchObject({ code, exit: 7, message: expect.stringContaining(words) })
})

test.each([
  ['ECONNREFUSED', 'connection-lost', 'words of ECONNREFUSED'],
  ['ECONNRESET', 'connection-lost', 'it ended before the reply was whole'],
  ['ETIMEDOUT', 'connection-lost', 'the service went silent'],
  ['HPE_HEADER_OVERFLOW', 'reply-unreadable', 'its headers are too large'],
  ['HPE_INVALID_CONSTANT', 'reply-unreadable', 'it is not HTTP'],
  ['Z_BUF_ERROR', 'cut-off', 'after byte 0'],
  ['Z_DATA_ERROR', 'reply-unreadable', 'its packed bytes are damaged'],
])('%s after it stands may have been applied, or is final', (errorCode, code, words) => {
  const failure = transportFailure(errorOf(errorCode), { ...journey, isConnected: true })
  expect(failure).toMatchObject({ code, message: expect.stringContaining(words) })
})
