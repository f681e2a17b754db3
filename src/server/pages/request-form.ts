/** The form that a request is about, in the language of its visitor. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PublishedForm } from '../../form/form.ts'
import { pageLanguages } from '../../form/languages.ts'
import { inLanguage, languagesOf } from '../../form/translations.ts'
import type { PageDeps } from '../deps.ts'
import type { Submission } from './submission.ts'
import { languageField } from './layout.ts'
import { refusal } from './refusal-pages.ts'

export type FormRequest = FastifyRequest<{
  readonly Params: { readonly formId: string }
  readonly Body: Submission | undefined
}>

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
  languageField in (request.query as object) ? `?${languageField}=${languageFor(request)}` : ''

/** The available language that the address names. */
function namedIn({ query }: FastifyRequest, available: readonly string[]): string | undefined {
  // Fastify gives an object of texts, or of lists where a name comes twice.
  const named = [(query as Readonly<Record<string, unknown>>)[languageField]].flat()
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
