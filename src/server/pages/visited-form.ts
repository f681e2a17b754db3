/** The form of a call, in the language that its visitor reads. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PublishedForm } from '../../form/form.ts'
import { attributes, html, nothing, type Html } from '../../html/html.ts'
import { pageLanguages, textsOf } from '../../form/languages.ts'
import { localeOf } from '../../form/typed-values.ts'
import { inLanguage, languagesOf } from '../../form/translations.ts'
import { formPath } from '../../wire/wire.ts'
import type { PageWorld } from '../world.ts'
import type { Submission } from './multipart-body.ts'
import { refusal } from './page-refusal.ts'

export type FormRequest = FastifyRequest<{
  readonly Params: { readonly formId: string }
  /** What was posted. */
  readonly Body: Submission | undefined
}>

/** A call to a page of a form, with what is needed to answer it. */
export type FormCall = {
  readonly request: FormRequest
  readonly reply: FastifyReply
  readonly world: PageWorld
}

/** The name in the query of an address that chooses the language; a step that is sent names that of its page beside its answers. */
export const languageField = 'lang'

const shown = new WeakMap<FastifyRequest, string>()

/**
 * The form of a call that people may fill in; a deleted one is as one that never was, unless something is sent to it. Its texts are in the
 * language that the address names, or else in the one that the browser prefers, or else in the form's own. `isSent`: what was
 * sent to it is read, in the language of the page that it was typed on.
 */
export async function findForm(
  request: FormRequest,
  { store }: Pick<PageWorld, 'store'>,
  { isSent = false } = {},
): Promise<PublishedForm> {
  const form = await store.forms.get(request.params.formId)
  if (!form || (form.deletedAt !== undefined && !isSent)) throw refusal('form-unknown')
  const languages = languagesOf(form)
  const own = form.language ?? 'en'
  const typedIn = isSent ? request.body?.fields.get(languageField)?.[0] : undefined
  const language = languages.find((one) => one === typedIn) ?? preferredOf(request, languages) ?? own
  shown.set(request, language)
  return inLanguage(form, language)
}

/**
 * The language of a page that is no form's, or whose form was not read. What is posted comes from a page of ours, which names its
 * language unless that is English.
 */
export const languageFor = (request: FastifyRequest): string =>
  shown.get(request) ??
  (request.method === 'POST' ? namedIn(request, pageLanguages) : preferredOf(request, pageLanguages)) ??
  'en'

/** The query of an address that keeps to the language of a call, if the call named one; '' or `?` and a query. */
export const languageQuery = (request: FastifyRequest): string =>
  languageField in (request.query as object) ? `?${languageField}=${languageFor(request)}` : ''

/** The one of some languages that the address names. */
function namedIn({ query }: FastifyRequest, languages: readonly string[]): string | undefined {
  // Fastify gives an object of texts, or of lists where a name comes twice.
  const named = [(query as Readonly<Record<string, unknown>>)[languageField]].flat()
  return firstOf(
    named.filter((one) => typeof one === 'string'),
    languages,
  )
}

/** The one of some languages that the address names, or else that the browser prefers. */
function preferredOf(request: FastifyRequest, languages: readonly string[]): string | undefined {
  const accepted = (request.headers['accept-language'] ?? '')
    .split(',', 20)
    .map((entry) => /^([a-z0-9-]+)(?:\s*;\s*q=([\d.]+))?$/i.exec(entry.trim()))
    .flatMap((match) => (match ? [{ language: match[1], weight: Number(match[2] ?? 1) }] : []))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .flatMap(({ language = '' }) => language)
  return namedIn(request, languages) ?? firstOf(accepted, languages)
}

const firstOf = (wanted: readonly string[], languages: readonly string[]): string | undefined =>
  wanted.map((one) => matching(one, languages)).find((one) => one !== undefined)

/** The language itself, or else the first of the same language, as `pt` for `pt-BR`. */
function matching(wanted: string, languages: readonly string[]): string | undefined {
  const asked = wanted.toLowerCase()
  const primary = (language: string): string | undefined => language.toLowerCase().split('-', 1)[0]
  return (
    languages.find((language) => language.toLowerCase() === asked) ??
    languages.find((language) => primary(language) === primary(asked))
  )
}

/** One of a form's pages: the end of its path, and its query without the `?`. */
type Place = { readonly path?: string; readonly query?: string }

/** The address of a form's pages that keeps to the language of this one: it is known before the form is read. */
export function pageAddress(
  { id, language = 'en', translations }: PublishedForm,
  { path = '', query = '' }: Place = {},
): string {
  const all = [query, translations || language !== 'en' ? `${languageField}=${language}` : '']
    .filter(Boolean)
    .join('&')
  return `${formPath(id)}${path}${all === '' ? '' : `?${all}`}`
}

/** CSS of `languageMenu`. */
export const languageCss = `
.languages ul{list-style:none;display:flex;flex-wrap:wrap;justify-content:flex-end;gap:0 1.25rem;margin-bottom:1rem;font-size:.875rem}
.languages a{display:inline-flex;align-items:center;min-height:2.75rem}
.languages [aria-current]{color:inherit;font-weight:600;text-decoration:none}
`

/** The button of a form that is pressed: the id of the form, and what is sent of the button. */
type Press = { readonly form: string; readonly name: string; readonly value: string }

/** This page in the other languages of its form: links, or buttons of its form, which send what was typed. */
export function languageMenu(form: PublishedForm, place: Place, press?: Press): Html {
  const languages = languagesOf(form)
  if (languages.length === 1) return nothing
  const entries = languages.map((language) => {
    const address = pageAddress({ ...form, language }, place)
    const own = { lang: language, 'aria-current': language === (form.language ?? 'en') ? 'true' : undefined }
    const name = nameOfLanguage(language)
    return press
      ? html`<li>
          <button ${attributes({ ...press, formaction: address, ...own, class: 'plain' })}>${name}</button>
        </li>`
      : html`<li>
          <a ${attributes({ href: address, hreflang: language, ...own })}>${name}</a>
        </li>`
  })
  return html`<nav class="languages" ${attributes({ 'aria-label': textsOf(form.language).page.language })}>
    <ul>
      ${entries}
    </ul>
  </nav>`
}

/** A language by its own name. */
function nameOfLanguage(language: string): string {
  if (language === textsOf(language).locale.split('-', 1)[0]) return textsOf(language).name
  const locale = localeOf(language)
  // What is no language has no name.
  if (locale.toLowerCase() !== language.toLowerCase()) return language
  return new Intl.DisplayNames([locale], { type: 'language', fallback: 'code' }).of(locale) ?? language
}
