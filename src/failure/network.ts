import { define } from './define.ts'
import { closed } from './failure-words.ts'

/** Calls without a complete reply, or with one that asks to try again later. */
export const networkFailures = {
  'service-busy': define<{
    readonly url: string
    readonly status: number
    readonly message: string
    readonly when: string
  }>({
    exit: 7,
    sentence: ({ url, status, message, when }) =>
      `${url} is too busy (status ${status}): ${message}. Nothing happened; try again ${when}.`,
  }),
  'service-failing': define<{ readonly url: string; readonly status: number; readonly message: string }>({
    exit: 7,
    sentence: ({ url, status, message }) =>
      `${url} failed (status ${status}): ${closed(message)} Try again; if the error persists, contact whoever runs the service.`,
  }),
  unreachable: define<{ readonly url: string; readonly reason: string }>({
    exit: 7,
    sentence: ({ url, reason }) => `${url} cannot be reached: ${reason}. Nothing happened; try again.`,
  }),
  'address-wrong': define<{ readonly url: string; readonly reason: string; readonly advice: string }>({
    exit: 7,
    sentence: ({ url, reason, advice }) => `${url} cannot be reached: ${reason}. Nothing happened. ${advice}`,
  }),
  'certificate-untrusted': define<{ readonly url: string; readonly reason: string }>({
    exit: 7,
    sentence: ({ url, reason }) =>
      `The certificate of ${url} is not trusted: ${reason}. Nothing was sent. For your own certificate authority, give the file of its certificate in FORMCTL_CA_FILE or as ca_file in the settings.`,
  }),
  'proxy-refused': define<{ readonly url: string; readonly proxy: string; readonly status: number }>({
    exit: 7,
    sentence: ({ url, proxy, status }) =>
      `The proxy ${proxy} does not let the call to ${url} through (status ${status}). Nothing was sent. ${
        status === 407
          ? 'It requires a user and a password: write them into the variable, as in http://user:password@host:port.'
          : 'Ask whoever runs it, or name the host in NO_PROXY if it can be reached without.'
      }`,
  }),
  'connection-lost': define<{ readonly url: string; readonly reason: string }>({
    exit: 7,
    sentence: ({ url, reason }) => `The connection to ${url} was lost: ${reason}. Try again.`,
  }),
  'too-late': define<{ readonly url: string; readonly seconds: number }>({
    exit: 7,
    sentence: ({ url, seconds }) =>
      `${url} did not answer completely within ${seconds} s. Try again, or raise --timeout.`,
  }),
  'cut-off': define<{ readonly where: string; readonly offset: number }>({
    exit: 7,
    sentence: ({ where, offset }) =>
      `${where} ends too early, after byte ${offset}: it is incomplete, so nothing of it was kept. Try again.`,
  }),
  'reply-damaged': define<{ readonly where: string; readonly problem: string }>({
    exit: 7,
    sentence: ({ where, problem }) =>
      `The reply${where} is damaged: ${problem}. Nothing of it was kept; try again.`,
  }),
} as const
