import { expect, test } from 'vitest'
import { transportFailure, type CallProgress } from '../../src/client/over-http.ts'
import { rows } from '../support/outcome.ts'

const url = 'https://forms.example/x'
const progress: CallProgress = {
  url,
  isRead: true,
  seconds: 60,
  deadline: new AbortController().signal,
  interruption: undefined,
  isConnected: false,
  isAnswered: false,
  received: 0,
}

/** As they come: undici's parser gives its errors a name and no code. */
const errorOf = (code: string): Error =>
  Object.assign(new Error(`words of ${code}`), code === 'HTTPParserError' ? { name: code } : { code })

test.each(
  rows(`
    ECONNREFUSED | unreachable | nothing listens there
    ENOTFOUND | address-wrong | no such host is known. Nothing happened. Check the host in --base-url.
    EAI_AGAIN | unreachable | cannot be looked up just now
    ENETUNREACH | unreachable | there is no network
    EPROTO | address-wrong | no https is spoken there. Nothing happened. Write http:// in place of https:// in --base-url: http://forms.example.
    UND_ERR_CONNECT_TIMEOUT | unreachable | it does not answer
    HTTPParserError | unreachable | its answer is not HTTP
    EWHATEVER | unreachable | words of EWHATEVER
    DEPTH_ZERO_SELF_SIGNED_CERT | certificate-untrusted | it is signed by itself
    CERT_HAS_EXPIRED | certificate-untrusted | it has expired
    ERR_TLS_CERT_ALTNAME_INVALID | certificate-untrusted | it belongs to another host
  `),
)('%s before a connection stands was never sent', (errorCode = '', code, words = '') => {
  const failure = transportFailure(errorOf(errorCode), progress)
  expect(failure).toMatchObject({ code, exit: 7, message: expect.stringContaining(words) })
})

test.each([
  ['ECONNREFUSED', 'connection-lost', 'words of ECONNREFUSED'],
  ['ECONNRESET', 'connection-lost', 'it ended before the reply was whole'],
  ['ETIMEDOUT', 'connection-lost', 'the service went silent'],
  ['UND_ERR_SOCKET', 'connection-lost', 'it ended before the reply was whole'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'connection-lost', 'it ended before the reply was whole'],
  ['UND_ERR_HEADERS_TIMEOUT', 'connection-lost', 'no reply began in time'],
  ['UND_ERR_BODY_TIMEOUT', 'connection-lost', 'the reply stopped in the middle'],
  ['UND_ERR_HEADERS_OVERFLOW', 'reply-unreadable', 'its headers are too large'],
  ['HTTPParserError', 'reply-unreadable', 'it is not HTTP'],
  ['Z_BUF_ERROR', 'cut-off', 'after byte 0'],
  ['Z_DATA_ERROR', 'reply-damaged', 'its packed bytes are wrong'],
])('%s after it stands may have been applied, or is final', (errorCode, code, words) => {
  const failure = transportFailure(errorOf(errorCode), { ...progress, isConnected: true })
  expect(failure).toMatchObject({ code, message: expect.stringContaining(words) })
})
