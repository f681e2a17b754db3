import { textsOf, type Texts } from '../../form/languages.ts'
import { refusalOfStore } from '../refusal.ts'

/** The statuses of the refusals of pages. */
const statuses = {
  'form-unknown': 404,
  closed: 410,
  'closed-meanwhile': 410,
  full: 410,
  'full-meanwhile': 410,
  unreadable: 400,
  foreign: 403,
  final: 409,
  'change-ended': 410,
  'text-too-large': 413,
  'files-too-large': 413,
  'rate-exceeded': 429,
  'quota-used': 503,
  busy: 503,
  'store-busy': 503,
  'store-gone': 503,
  'disk-full': 507,
  defect: 500,
} as const satisfies Partial<Record<keyof Texts['refusals'], number>>

export type PageRefusalCode = keyof typeof statuses

/** Why a page is not what was asked for, in words for the visitor. */
export type Refusal = { readonly status: number; readonly title: string; readonly sentence: string }

/** A refusal in a language; English where none is given. */
export const pageRefusalOf = (code: PageRefusalCode, language?: string): Refusal => ({
  status: statuses[code],
  ...textsOf(language).refusals[code],
})

/** An error that ends a call with that refusal; `retryAfter` is in seconds. */
export const refusal = (code: PageRefusalCode, rest: { readonly retryAfter?: number } = {}): Error =>
  Object.assign(new Error(pageRefusalOf(code).sentence), {
    statusCode: statuses[code],
    refusal: code,
    ...rest,
  })

type RefusedError = Error & { readonly statusCode?: number; readonly refusal?: unknown }

/** The refusal that an error stands for: its own, or else that of its kind. */
export function refusalIn(error: RefusedError, language?: string): Refusal {
  const own = Object.keys(statuses).find((code): code is PageRefusalCode => code === error.refusal)
  const ofKind = (error.statusCode ?? 500) < 500 ? 'unreadable' : 'defect'
  return pageRefusalOf(refusalOfStore(error) ?? own ?? ofKind, language)
}
