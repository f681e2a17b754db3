import { closureOf, type PublishedForm } from '../../form/form.ts'
import { textsOf, timeText, type Texts } from '../../form/languages.ts'
import { refusalOfStore } from '../refusal.ts'
import type { PageWorld } from '../world.ts'

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

/** The words of an error page. */
export type Refusal = { readonly status: number; readonly title: string; readonly sentence: string }

/** A refusal in a language; English where none is given. */
export const refusalText = (code: PageRefusalCode, language?: string): Refusal => ({
  status: statuses[code],
  ...textsOf(language).refusals[code],
})

/** What a page says of a form that was deleted while it was filled in. */
export const goneMeanwhile = (language?: string): Refusal => ({
  ...refusalText('form-unknown', language),
  sentence: textsOf(language).saving.gone,
})

/** An error that ends a call with that refusal; `retryAfter` is in seconds. */
export const refusal = (code: PageRefusalCode, rest: { readonly retryAfter?: number } = {}): Error =>
  Object.assign(new Error(refusalText(code).sentence), {
    statusCode: statuses[code],
    refusal: code,
    ...rest,
  })

type RefusedError = Error & { readonly statusCode?: number; readonly refusal?: unknown }

/** The refusal that an error stands for: its own, or else that of its kind. */
export function refusalTextOf(error: RefusedError, language?: string): Refusal {
  const own = Object.keys(statuses).find((code): code is PageRefusalCode => code === error.refusal)
  const ofKind = (error.statusCode ?? 500) < 500 ? 'unreadable' : 'defect'
  return refusalText(refusalOfStore(error) ?? own ?? ofKind, language)
}

/**
 * Why a form takes no answers, as its page says it; undefined while it takes them. `isMeanwhile`: something was just sent. `complete`:
 * how many responses are finished, where a full form is closed.
 */
export function closedText(
  form: PublishedForm,
  { isMeanwhile, complete }: { readonly isMeanwhile: boolean; readonly complete?: number },
  world: Pick<PageWorld, 'now'>,
): Refusal | undefined {
  const { language } = form
  if (form.deletedAt !== undefined) return goneMeanwhile(language)
  const closing = closureOf(form, { now: world.now(), ...(complete !== undefined && { complete }) })
  if (!closing) return undefined
  if (closing.reason === 'limit') return refusalText('full', language)
  const closed = refusalText(isMeanwhile ? 'closed-meanwhile' : 'closed', language)
  if (closing.reason === 'person') return closed
  const since = textsOf(language).closedSince(timeText(closing.since, language))
  return { ...closed, sentence: `${since} ${closed.sentence}` }
}

/** The same for a new response, which a full form does not take. */
export async function closedToNew(form: PublishedForm, world: PageWorld): Promise<Refusal | undefined> {
  const { environmentId, id: formId, settings } = form
  const [summary] =
    settings?.responseLimit === undefined ? [] : await world.store.forms.list(environmentId, { formId })
  return closedText(form, { isMeanwhile: false, complete: summary?.complete ?? 0 }, world)
}
