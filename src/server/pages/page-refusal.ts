import type { PublishedForm } from '../../form/form.ts'
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

/** Why a form takes no answers, as its page says it; undefined while it takes them. `isMeanwhile`: something was just sent. */
export function closingOf(
  { closedAt, settings, language }: PublishedForm,
  { isMeanwhile }: { readonly isMeanwhile: boolean },
  world: Pick<PageWorld, 'now'>,
): Refusal | undefined {
  const closed = refusalText(isMeanwhile ? 'closed-meanwhile' : 'closed', language)
  if (closedAt !== undefined) return closed
  const closesAt = settings?.closesAt
  // A text that is no time compares as false, so the form stays open.
  if (closesAt === undefined || !(Date.parse(closesAt) <= Date.parse(world.now()))) return undefined
  const since = textsOf(language).closedSince(timeText(closesAt, language))
  return { ...closed, sentence: `${since} ${closed.sentence}` }
}

/** The reason that a form has all the finished responses that it takes; undefined while it takes more. */
export async function fullnessOf(
  { environmentId, id, settings, language }: PublishedForm,
  { store }: PageWorld,
): Promise<Refusal | undefined> {
  if (settings?.responseLimit === undefined) return undefined
  const [summary] = await store.forms.list(environmentId, id)
  return (summary?.complete ?? 0) >= settings.responseLimit ? refusalText('full', language) : undefined
}
