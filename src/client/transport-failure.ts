import { Failure, problemText } from '../failure/failure.ts'
import { replyFaults, type BodyFaults } from '../record/read-records.ts'

/** One call, and how far it got. */
export type CallProgress = {
  readonly url: string
  readonly isRead: boolean
  readonly seconds: number
  readonly deadline: AbortSignal
  readonly interruption: AbortSignal | undefined
  /** The name of the proxy, for messages. */
  readonly proxy?: string | undefined
  /** Whether the proxy has opened the tunnel. A failure before that is the proxy's. */
  isTunnelled?: boolean
  isConnected: boolean
  /** Whether status and headers have arrived. */
  isAnswered: boolean
  /** Bytes of the body, unpacked. */
  received: number
}

/** The faults of a reply that was damaged on its way, so that the next may be whole. */
export const damageOf = (url: string): BodyFaults => ({
  ...replyFaults(` of ${url}`),
  broken: (problem) => Failure.of('reply-damaged', { where: ` of ${url}`, problem: problemText(problem) }),
})

/** The failure that a network error means. */
export function transportFailure(error: unknown, progress: CallProgress): unknown {
  if (progress.interruption?.aborted) return interrupted(progress.interruption.reason, progress)
  if (error instanceof Failure) return error
  const refusal = proxyRefusal(error, progress)
  if (refusal) return refusal
  const { url, seconds } = progress
  if (progress.deadline.aborted)
    return progress.isConnected
      ? Failure.of('too-late', { url, seconds })
      : unreachable(progress, `no connection was made within ${seconds} s`)
  return progress.isConnected ? lost(error, progress) : unreached(error, progress)
}

/** The failure that a proxy's refusal means. undici gives it as text only. */
function proxyRefusal(error: unknown, { url, proxy }: CallProgress): Failure | undefined {
  const [, digits] = /^Proxy .*\((\d{3})\)/.exec(messageOf(error)) ?? []
  if (proxy === undefined || digits === undefined) return undefined
  const status = Number(digits)
  // Worth another attempt.
  if (status >= 500)
    return Failure.of('unreachable', { url, reason: `the proxy ${proxy} answers with status ${status}` })
  return Failure.of('proxy-refused', { url, proxy, status })
}

/** The failure of a call that was never sent; names the proxy, if that failed. */
const unreachable = (progress: CallProgress, reason: string): Failure =>
  Failure.of('unreachable', {
    url: progress.url,
    reason: isAtProxy(progress) ? `the proxy ${progress.proxy} fails: ${reason}` : reason,
  })

const isAtProxy = ({ proxy, isTunnelled }: CallProgress): boolean =>
  proxy !== undefined && isTunnelled !== true

/** An interruption ends a read; for a form that was sent, it is a lost connection, so its outcome is unknown. */
const interrupted = (reason: unknown, { url, isRead, isConnected }: CallProgress): unknown =>
  isRead || !isConnected ? reason : Failure.of('connection-lost', { url, reason: 'formctl was interrupted' })

function unreached(error: unknown, progress: CallProgress): Failure {
  const code = codeOf(error)
  const reason = certificateReasons[code]
  const url = isAtProxy(progress) ? `the proxy ${progress.proxy}` : progress.url
  if (reason !== undefined) return Failure.of('certificate-untrusted', { url, reason })
  const advice = isAtProxy(progress) ? undefined : adviceOn(code, progress.url)
  const why = connectReasons[code] ?? messageOf(error)
  return advice === undefined
    ? unreachable(progress, why)
    : Failure.of('address-wrong', { url, reason: why, advice })
}

/** What to correct in an address that cannot work. */
function adviceOn(code: string, url: string): string | undefined {
  if (code === 'ENOTFOUND') return 'Check the host in --base-url.'
  if (connectReasons[code] !== noTls) return undefined
  return `Write http:// in place of https:// in --base-url: ${url.replace(/^https:(\/\/[^/]+).*$/s, 'http:$1')}.`
}

function lost(error: unknown, progress: CallProgress): Failure {
  const { url, received } = progress
  const code = codeOf(error)
  if (code === 'Z_BUF_ERROR') return damageOf(url).cutOff(received)
  // Node names the errors of brotli ERR__ERROR_…, those of zstd ZSTD_error_….
  if (/^(Z_|ERR__ERROR_|ZSTD_error_)/.test(code))
    return damageOf(url).broken(`its packed bytes are wrong, after byte ${received} of what they hold`)
  const problem = problemOf(code, progress)
  if (problem !== undefined) return replyFaults(` of ${url}`).broken(problem)
  return Failure.of('connection-lost', { url, reason: lostReasons[code] ?? messageOf(error) })
}

function problemOf(code: string, { isAnswered }: CallProgress): string | undefined {
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'its headers are too large'
  return code === notHttp && !isAnswered ? 'it is not HTTP' : undefined
}

// The error of undici's parser has a name and no code.
const notHttp = 'HTTPParserError'

const noTls = 'no https is spoken there'

const connectReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'no such host is known',
  EAI_AGAIN: 'the host name cannot be looked up just now',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'there is no network',
  ECONNRESET: 'the connection was closed at once',
  ETIMEDOUT: 'it does not answer',
  EPROTO: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  // From a proxy that was asked for a tunnel.
  UND_ERR_HEADERS_TIMEOUT: 'it does not answer',
  UND_ERR_SOCKET: 'the connection was closed at once',
  [notHttp]: 'its answer is not HTTP',
}

const certificateReasons: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its authority is not known here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its authority is not known here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its authority is not known here',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it belongs to another host',
}

const cutShort = 'it ended before the reply was whole'

const lostReasons: Readonly<Record<string, string>> = {
  ECONNRESET: cutShort,
  EPIPE: 'it ended before the request was whole',
  ETIMEDOUT: 'the service went silent',
  UND_ERR_SOCKET: cutShort,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: cutShort,
  [notHttp]: cutShort,
  UND_ERR_HEADERS_TIMEOUT: 'no reply began in time',
  UND_ERR_BODY_TIMEOUT: 'the reply stopped in the middle',
}

/** The code of an error; for the proxy errors of undici, that of their cause. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if (error.name === notHttp) return notHttp
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return code.startsWith('UND_ERR_PRX_') ? codeOf(error.cause) : code
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
