import { define } from './define.ts'
import { closed } from './failure-words.ts'

/** Calls that the service refused, and replies that are not those of a service. */
export const serviceFailures = {
  'environment-unknown': define<{ readonly environmentId: string }>({
    exit: 5,
    status: 404,
    sentence: ({ environmentId }) =>
      `The service knows no environment ${environmentId} for this API key. Check --environment and the key.`,
  }),
  'source-form-unknown': define<{ readonly sourceFormId: string }>({
    exit: 5,
    status: 404,
    sentence: ({ sourceFormId }) =>
      `The service knows no source form ${sourceFormId} here: it is deleted, or belongs to another environment than the one asked. Check --source-form and --environment.`,
  }),
  'form-unknown': define<{ readonly formId: string }>({
    exit: 5,
    status: 404,
    sentence: ({ formId }) =>
      `The service knows no form ${formId} in this environment. formctl forms list shows the forms.`,
  }),
  'response-unknown': define<{
    readonly id: string
    readonly among: string
    readonly hints: readonly string[]
  }>({
    exit: 5,
    sentence: ({ id, among, hints }) =>
      `There is no response ${id} among ${among}.${hints.length > 0 ? ` ${hints.join(' and ')} would look at more.` : ''}`,
  }),
  'service-refused': define<{
    readonly status: number
    readonly message: string
    /** Given where the address may be wrong. */
    readonly url?: string | undefined
  }>({
    exit: 6,
    sentence: ({ status, message, url }) =>
      `The service refused the call with status ${status}: ${closed(message)}${url === undefined ? '' : ` ${addressAdvice(url)}`}`,
  }),
  'no-service': define<{ readonly url: string; readonly status: number }>({
    exit: 6,
    sentence: ({ url, status }) =>
      `This is not a forms service: ${url} answers with a web page (status ${status}), so nothing was done. ${addressAdvice(url)}`,
  }),
  'capabilities-unread': define<{ readonly url: string; readonly reason: string }>({
    exit: 6,
    sentence: ({ url, reason }) =>
      `It is unknown whether this service lists its forms: ${url}, where it would announce that, ${reason}. ${addressAdvice(url)} A service without that list shows its forms in its dashboard.`,
  }),
  'reply-unreadable': define<{ readonly problem: string; readonly where: string }>({
    exit: 6,
    sentence: ({ problem, where }) =>
      `The reply${where} cannot be used: ${problem}. Is the address that of the service? ${addressAdvice(where)}`,
  }),
  'reply-too-large': define<{ readonly limit: string }>({
    exit: 6,
    sentence: ({ limit }) =>
      `The reply is larger than ${limit}, the most that is shown at once. Show fewer with --limit, or use formctl responses export, which has no limit.`,
  }),
  redirected: define<{ readonly url: string; readonly target: string }>({
    exit: 6,
    sentence: ({ url, target }) =>
      `${url} redirects to ${target}, which is not followed because it would receive the API key. If the service is there, give its address with --base-url.`,
  }),
  'not-supported': define<{ readonly what: string; readonly remedy: string }>({
    exit: 6,
    sentence: ({ what, remedy }) => `This service does not announce ${what}. ${remedy}`,
  }),
} as const

/** Advice for an address that answers unlike a service: shorten the base URL, or check it. */
function addressAdvice(text: string): string {
  const url = /https?:\/\/\S+/.exec(text)?.[0] ?? ''
  const operation = Math.max(0, url.lastIndexOf('/api/v1/'), url.lastIndexOf('/.well-known/'))
  const [, meant, part] = tooLong.exec(url.slice(0, operation)) ?? []
  return meant === undefined
    ? 'Check --base-url; formctl doctor says what is at that address.'
    : `The base URL should end before ${part?.slice(0, 7)}, which formctl adds itself: give --base-url ${meant}.`
}

// A base URL that ends with the beginning of an operation's path.
const tooLong = /^(https?:\/\/[^/]+(?:\/.+?)??)(\/api(?:\/v1(?:\/.*)?)?)$/s
