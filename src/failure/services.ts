import { closed, define } from './define.ts'

/** Failures of services, those of others and our own. */
export const servicesFailures = {
  // Calls that the service refused, and replies that are not those of a service.
  'environment-unknown': define<{ environmentId: string }>({
    exit: 5,
    status: 404,
    sentence: ({ environmentId }) =>
      `The service knows no environment ${environmentId} for this API key. Check --environment and the key.`,
  }),
  'source-form-unknown': define<{ sourceFormId: string }>({
    exit: 5,
    status: 404,
    sentence: ({ sourceFormId }) =>
      `The service knows no source form ${sourceFormId} here: it is deleted, or belongs to another environment than the one asked. Check --source-form and --environment.`,
  }),
  'form-unknown': define<{ formId: string }>({
    exit: 5,
    status: 404,
    sentence: ({ formId }) =>
      `The service knows no form ${formId} in this environment. formctl forms list shows the forms.`,
  }),
  'response-unknown': define<{
    id: string
    among: string
    hints: readonly string[]
  }>({
    exit: 5,
    sentence: ({ id, among, hints }) =>
      `There is no response ${id} among ${among}.${hints.length > 0 ? ` ${hints.join(' and ')} would search more.` : ''}`,
  }),
  'service-refused': define<{
    status: number
    message: string
    /** Given where the address may be wrong. */
    url?: string
  }>({
    exit: 6,
    sentence: ({ status, message, url }) =>
      `The service refused the call with status ${status}: ${closed(message)}${url === undefined ? '' : ` ${addressAdvice(url)}`}`,
  }),
  'no-service': define<{ url: string; status: number }>({
    exit: 6,
    sentence: ({ url, status }) =>
      `This is not a forms service: ${url} answers with a web page (status ${status}), so nothing was done. ${addressAdvice(url)}`,
  }),
  'capabilities-unread': define<{ url: string; reason: string }>({
    exit: 6,
    sentence: ({ url, reason }) =>
      `It is unknown whether this service lists its forms: ${url}, where it would announce that, ${reason}. ${addressAdvice(url)} A service without that list shows its forms in its dashboard.`,
  }),
  'reply-unreadable': define<{ problem: string; where: string }>({
    exit: 6,
    sentence: ({ problem, where }) =>
      `The reply${where} cannot be used: ${problem}. Is the address that of the service? ${addressAdvice(where)}`,
  }),
  'reply-too-large': define<{ limit: string }>({
    exit: 6,
    sentence: ({ limit }) =>
      `The reply is larger than ${limit}, the most that is shown at once. Show fewer with --limit, or use formctl responses export, which has no limit.`,
  }),
  redirected: define<{ url: string; target: string }>({
    exit: 6,
    sentence: ({ url, target }) =>
      `${url} redirects to ${target}, which is not followed because it would receive the API key. If the service is there, give its address with --base-url.`,
  }),
  'not-supported': define<{ what: string; remedy: string }>({
    exit: 6,
    sentence: ({ what, remedy }) => `This service does not announce ${what}. ${remedy}`,
  }),

  // Calls without a complete reply, or with one that asks to try again later.
  'service-busy': define<{
    url: string
    status: number
    message: string
    when: string
  }>({
    exit: 7,
    sentence: ({ url, status, message, when }) =>
      `${url} is too busy (status ${status}): ${message}. Nothing happened; try again ${when}.`,
  }),
  'service-failing': define<{ url: string; status: number; message: string }>({
    exit: 7,
    sentence: ({ url, status, message }) =>
      `${url} failed (status ${status}): ${closed(message)} Try again; if the error persists, contact whoever runs the service.`,
  }),
  unreachable: define<{ url: string; reason: string }>({
    exit: 7,
    sentence: ({ url, reason }) => `${url} cannot be reached: ${reason}. Nothing happened; try again.`,
  }),
  'address-wrong': define<{ url: string; reason: string; advice: string }>({
    exit: 7,
    sentence: ({ url, reason, advice }) => `${url} cannot be reached: ${reason}. Nothing happened. ${advice}`,
  }),
  'certificate-untrusted': define<{ url: string; reason: string }>({
    exit: 7,
    sentence: ({ url, reason }) =>
      `The certificate of ${url} is not trusted: ${reason}. Nothing was sent. For your own certificate authority, give the file of its certificate in FORMCTL_CA_FILE or as ca_file in the settings.`,
  }),
  'proxy-refused': define<{ url: string; proxy: string; status: number }>({
    exit: 7,
    sentence: ({ url, proxy, status }) =>
      `The proxy ${proxy} does not let the call to ${url} through (status ${status}). Nothing was sent. ${
        status === 407
          ? 'It requires a user and a password: write them into the variable, as in http://user:password@host:port.'
          : 'Ask whoever runs it, or name the host in NO_PROXY if it can be reached without.'
      }`,
  }),
  'connection-lost': define<{ url: string; reason: string }>({
    exit: 7,
    sentence: ({ url, reason }) => `The connection to ${url} was lost: ${reason}. Try again.`,
  }),
  'too-late': define<{ url: string; seconds: number }>({
    exit: 7,
    sentence: ({ url, seconds }) =>
      `${url} did not answer completely within ${seconds} s. Try again, or raise --timeout.`,
  }),
  'cut-off': define<{ where: string; offset: number }>({
    exit: 7,
    sentence: ({ where, offset }) =>
      `${where} ends too early, after byte ${offset}: it is incomplete, so nothing of it was kept. Try again.`,
  }),
  'reply-damaged': define<{ where: string; problem: string }>({
    exit: 7,
    sentence: ({ where, problem }) =>
      `The reply${where} is damaged: ${problem}. Nothing of it was kept; try again.`,
  }),

  // Failures of the service that formctl runs itself.
  'port-in-use': define<Address>({
    exit: 3,
    sentence: ({ host, port, of = '' }) =>
      `Port ${port} on ${host} is in use. Choose another with --${of}port, or --${of}port 0 for any.`,
  }),
  'address-unusable': define<Address & { reason: string }>({
    exit: 3,
    sentence: ({ host, port, of = '', reason }) =>
      `Cannot listen on ${host}, port ${port}: ${reason}. Choose others with --${of}host and --${of}port.`,
  }),
  'folder-served': define<{ path: string; pid: number; url: string }>({
    exit: 3,
    sentence: ({ path, pid, url }) =>
      `The data folder ${path} is already served${url && ` at ${url}`} by process ${pid}. Use that service, stop it, or name another folder.`,
  }),
  'store-unusable': define<{
    path: string
    reason: string
    /** Whether the process can't write to it any more, until it is started again. */
    isLasting?: boolean
    /** Whether it may have been written all the same: the connection was lost at the commit. */
    isUnknown?: boolean
  }>({
    exit: 3,
    sentence: ({ path, reason }) => `The ${placeOf(path)} cannot be used: ${reason}.`,
  }),
  'disk-full': define<{ path: string }>({
    exit: 3,
    status: 507,
    sentence: ({ path }) =>
      `There is too little space left on the disk of the ${placeOf(path)}. Free some, then try again; this was not saved.`,
  }),
  'store-busy': define<Record<never, never>>({
    exit: 7,
    status: 503,
    sentence: () => 'The data is busy with other writes, so this was not saved. Try again in a second.',
  }),
  'no-data-folder': define<{ path: string }>({
    exit: 3,
    sentence: ({ path }) =>
      `There is no data folder at ${path}. Name the right one after embedded:, or make one: formctl forms apply and forms generate do with the first form, formctl serve --data ${path} when it starts.`,
  }),
  'thing-unknown': define<{
    thing: string
    id: string
    meant?: string
  }>({
    exit: 5,
    sentence: ({ thing, id, meant }) =>
      `There is no ${thing} ${id} here.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
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

/** An address to listen on; `of` is what the names of its options begin with, such as `metrics-`. */
type Address = { readonly host: string; readonly port: number; readonly of?: string }

/** A store with its kind, which the scheme of its address says; a path has none. */
const placeOf = (path: string): string =>
  `${/^https?:/.test(path) ? 'bucket' : /^postgres(ql)?:/.test(path) ? 'database' : 'data folder'} ${path}`
