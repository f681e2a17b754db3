import type { FastifyRequest, FastifyReply } from 'fastify'
import { isChangeable, underChange } from '../../form/draft.ts'
import type { Begun } from '../../form/response.ts'
import type { PublishedForm } from '../../form/form.ts'
import type { PageDeps } from '../deps.ts'
import type { FormRequest } from './submission.ts'
import { screensBefore } from './form-steps.ts'
import { stepsOf, type FormPath } from '../../form/form-path.ts'
import { newSession, sessionOf, submittedIn, tokensSentIn, type Session } from './session.ts'
import { pageLanguages } from '../../form/languages.ts'
import { inLanguage, languagesOf } from '../../form/translations.ts'
import { languageField } from './layout.ts'
import { closedToNew, refusal } from './refusal-pages.ts'

/** A visit to a page: the form in the visitor's language, the response, and the person's progress. */

/** A request for a page of a form, with what is needed to answer it. */
export type FormCall = {
  readonly request: FormRequest
  readonly reply: FastifyReply
  readonly deps: PageDeps
}

const languages = new WeakMap<FastifyRequest, string>()

/**
 * The form of a request. Its texts are in the language that the address names, or else in the one that the browser prefers, or
 * else in the form's own. `isSent`: something is posted to it; then a deleted form is found, too, and the language is that of the page
 * that was filled in.
 */
export async function findForm(
  request: FormRequest,
  { store }: Pick<PageDeps, 'store'>,
  { isSent = false } = {},
): Promise<PublishedForm> {
  const form = await store.forms.get(request.params.formId)
  if (!form || (form.deletedAt !== undefined && !isSent)) throw refusal('form-unknown')
  const available = languagesOf(form)
  const ofPage = isSent ? request.body?.fields.get(languageField)?.[0] : undefined
  const language =
    available.find((one) => one === ofPage) ?? preferredOf(request, available) ?? form.language ?? 'en'
  languages.set(request, language)
  return inLanguage(form, language)
}

/**
 * The language of pages that belong to no form, or whose form was not read. A post comes from a page of ours, which names its language
 * unless that is English.
 */
export const languageFor = (request: FastifyRequest): string =>
  languages.get(request) ??
  (request.method === 'POST' ? namedIn(request, pageLanguages) : preferredOf(request, pageLanguages)) ??
  'en'

/** The language as the query of an address, if the request named one; '' or `?` and a query. */
export const languageQuery = (request: FastifyRequest): string =>
  languageField in queryOf(request) ? `?${languageField}=${languageFor(request)}` : ''

/** The available language that the address names. */
function namedIn(request: FastifyRequest, available: readonly string[]): string | undefined {
  const named = [queryOf(request)[languageField]].flat()
  return firstOf(
    named.filter((one) => typeof one === 'string'),
    available,
  )
}

/** The available language that the address names, or else that the browser prefers. */
function preferredOf(request: FastifyRequest, available: readonly string[]): string | undefined {
  const accepted = (request.headers['accept-language'] ?? '')
    .split(',', 20)
    .map((entry) => /^([a-z0-9-]+)(?:\s*;\s*q=([\d.]+))?$/i.exec(entry.trim()))
    .flatMap((match) => (match ? [{ language: match[1], weight: Number(match[2] ?? 1) }] : []))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .flatMap(({ language = '' }) => language)
  return namedIn(request, available) ?? firstOf(accepted, available)
}

/** The first wanted language that is available, itself or as another variant, such as `pt` for `pt-BR`. */
function firstOf(wanted: readonly string[], available: readonly string[]): string | undefined {
  const primary = (language: string): string | undefined => language.toLowerCase().split('-', 1)[0]
  return wanted
    .map(
      (one) =>
        available.find((language) => language.toLowerCase() === one.toLowerCase()) ??
        available.find((language) => primary(language) === primary(one)),
    )
    .find((one) => one !== undefined)
}

/** `isOver`: the response can no longer be changed. */
type Visit = { readonly session: Session; readonly isOver?: boolean } & Partial<Begun>

/** A session with its stored response, or a new session where the response was erased. */
export async function visitWith(
  session: Session,
  { environmentId, id: formId, settings }: PublishedForm,
  deps: PageDeps,
): Promise<Visit> {
  if (session.isNew) return { session }
  const begun = await deps.store.responses.getBegun(environmentId, { formId, id: session.responseId })
  if (session.isChange === true) {
    const isOver = !begun || !isChangeable(begun.record, settings?.editableDays, deps.now())
    return isOver
      ? { session, isOver }
      : { session, record: underChange(begun.record, begun.draft), draft: begun.draft }
  }
  if (begun) return { session, ...begun }
  // A step is done when its answers are stored. Before the first step, an erased response looks like one that has not begun.
  return { session: session.screensDone > 0 ? newSession(deps) : session }
}

/** Whether the browser has begun a response to a form that still takes it. */
export async function isUnderWay(formId: string, request: FormRequest, deps: PageDeps): Promise<boolean> {
  const session = sessionOf(request, { formId }, deps)
  const form = session.isNew ? undefined : await deps.store.forms.get(formId)
  if (!form || (await closedToNew(form, deps))) return false
  return (await visitWith(session, form, deps)).record?.finished === false
}

export type PageVisit = Visit & { readonly form: PublishedForm; readonly isSubmitted: boolean }

/** The visit of a request that shows a page. */
export async function visitOf(request: FormRequest, deps: PageDeps): Promise<PageVisit> {
  const form = await findForm(request, deps)
  const [pageToken] = tokensSentIn(request)
  const session = sessionOf(request, { formId: form.id, pageToken }, deps)
  const visit = await visitWith(session, form, deps)
  // The response that this browser submitted, by its proof, if it still exists.
  const id = submittedIn(request, form.id, deps)
  const submitted =
    id === undefined
      ? undefined
      : await deps.store.responses.getBegun(form.environmentId, { formId: form.id, id })
  if (!submitted?.record.finished) return { form, ...visit, isSubmitted: false }
  return { form, ...visit, record: submitted.record, isSubmitted: true }
}

/** The last step that may be shown and sent, from 0: the first of the path that is not done. */
export const lastShown = (
  form: PublishedForm,
  session: Session,
  { steps }: FormPath,
  deps: PageDeps,
): number =>
  deps.showsEverything
    ? Infinity
    : (steps.find((index) => !isDone(session, form, index)) ?? steps.at(-1) ?? 0)

/** Whether a person has sent a step. */
export const isDone = ({ screensDone }: Session, form: PublishedForm, stepIndex: number): boolean =>
  screensBefore(form, stepIndex + 1) <= screensDone

/** The step itself where it is on the path, or else the last one before it that is. */
export const onPath = (stepIndex: number, { steps }: FormPath, { showsEverything }: PageDeps): number =>
  showsEverything ? stepIndex : (steps.findLast((index) => index <= stepIndex) ?? 0)

/** The index of a step by its number as text, from 1; the first step for any other text. */
export function stepIndexOf(text: unknown, form: PublishedForm): number {
  const step = typeof text === 'string' && /^\d{1,6}$/.test(text) ? Number(text) : 1
  return step >= 1 && step <= stepsOf(form).asking.length ? step - 1 : 0
}

/** The query of an address. */
export const queryOf = ({ query }: FastifyRequest): Readonly<Record<string, unknown>> =>
  // Fastify gives an object of texts, or of lists where a name comes twice.
  query as Readonly<Record<string, unknown>>
