import { refusalOfStore } from '../refusal.ts'

/** The refusals of pages: status, heading and sentence for the visitor. */
const refusals = {
  'form-unknown': {
    status: 404,
    title: 'Form not found',
    sentence: 'There is no form at this address. Check the link, or ask whoever sent it.',
  },
  closed: {
    status: 410,
    title: 'This form is closed',
    sentence: 'It takes no more answers. Those that were sent before are kept.',
  },
  'closed-meanwhile': {
    status: 410,
    title: 'This form is closed',
    sentence:
      'It takes no more answers, so what you just sent was not kept. What you sent before is kept as it was.',
  },
  full: {
    status: 410,
    title: 'This form has all the responses it takes',
    sentence: 'It takes no more. Those that were sent before are kept.',
  },
  'full-meanwhile': {
    status: 410,
    title: 'This form has all the responses it takes',
    sentence:
      'Somebody else sent the last one that it takes. Your answers are kept, but they do not count as sent.',
  },
  unreadable: {
    status: 400,
    title: 'Not understood',
    sentence: 'What was sent is not what this form sends. Go back to the form and send it again.',
  },
  foreign: {
    status: 403,
    title: 'Sent from elsewhere',
    sentence:
      'This was sent from another address than that of the form, so nothing was kept. Open the form and fill it in there.',
  },
  final: {
    status: 409,
    title: 'Already submitted',
    sentence:
      'These answers were submitted before, so the change was not kept. To send other answers, fill in the form anew.',
  },
  'text-too-large': {
    status: 413,
    title: 'Too large',
    sentence:
      'These answers are too long: those of one step may have about 250,000 characters together, those of all steps about 1,000,000. Go back, shorten them and send them again.',
  },
  'files-too-large': {
    status: 413,
    title: 'Too large',
    sentence:
      'These files are larger than 100 MiB together. Go back and send fewer at once; a file may have 10 MiB.',
  },
  'rate-exceeded': {
    status: 429,
    title: 'Too many requests',
    sentence:
      'Your network has asked this service for too many pages within a minute. Your answers to earlier steps are kept; try again in a minute.',
  },
  'quota-used': {
    status: 503,
    title: 'Too much at once',
    sentence:
      'Your network has sent too much to this service within an hour. Your answers to earlier steps are kept; go back and send these later.',
  },
  busy: {
    status: 503,
    title: 'Too many files at once',
    sentence:
      'Many people are sending files at this moment. Your answers to earlier steps are kept; go back and send these files again in a minute.',
  },
  'store-busy': {
    status: 503,
    title: 'Too many at once',
    sentence:
      'Many people are answering at this moment. Your answers to earlier steps are kept; go back and send these again in a few seconds.',
  },
  'store-gone': {
    status: 503,
    title: 'Nothing can be kept',
    sentence:
      'This service cannot keep answers at the moment. Your answers to earlier steps are kept; go back and try again later.',
  },
  'disk-full': {
    status: 507,
    title: 'No space left',
    sentence:
      'This service has no space left for what you sent. Your answers to earlier steps are kept; go back and try again later, or send your answers without files.',
  },
  defect: {
    status: 500,
    title: 'Something went wrong',
    sentence:
      'This is our fault, not yours. What you sent before is kept; go back and try again in a minute.',
  },
} as const

export type PageRefusalCode = keyof typeof refusals

export type Refusal = { readonly status: number; readonly title: string; readonly sentence: string }

export const pageRefusalOf = (code: PageRefusalCode): Refusal => refusals[code]

/** An error that ends a call with that refusal; `retryAfter` is in seconds. */
export const refusal = (code: PageRefusalCode, rest: { readonly retryAfter?: number } = {}): Error =>
  Object.assign(new Error(refusals[code].sentence), {
    statusCode: refusals[code].status,
    refusal: code,
    ...rest,
  })

type RefusedError = Error & { readonly statusCode?: number; readonly refusal?: unknown }

/** The refusal that an error stands for: its own, or else that of its kind. */
export function refusalIn(error: RefusedError): Refusal {
  const ofStore = refusalOfStore(error)
  if (ofStore) return refusals[ofStore]
  const own = Object.keys(refusals).find((code): code is PageRefusalCode => code === error.refusal)
  return refusals[own ?? ((error.statusCode ?? 500) < 500 ? 'unreadable' : 'defect')]
}
