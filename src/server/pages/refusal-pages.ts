import { closureOf, type PublishedForm } from '../../form/form.ts'
import { textsOf, timeText, type Texts } from '../../form/languages.ts'
import { attributes, html, type Html } from '../../html/html.ts'
import { formPath, routes } from '../../wire/wire.ts'
import { refusalOfStore } from '../refusal.ts'
import { defaultStyle } from '../style.ts'
import type { PageDeps } from '../deps.ts'
import { pageAddress, pageTop, type Page } from './layout.ts'

/** The statuses of the refusals that pages show. */
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

/** The refusal for a form that was deleted while it was filled in. */
export const goneMeanwhile = (language?: string): Refusal => ({
  ...refusalText('form-unknown', language),
  sentence: textsOf(language).saving.gone,
})

/** An error that ends a request with that refusal; `retryAfter` is in seconds. */
export const refusal = (code: PageRefusalCode, rest: { readonly retryAfter?: number } = {}): Error =>
  Object.assign(new Error(refusalText(code).sentence), {
    statusCode: statuses[code],
    refusal: code,
    ...rest,
  })

/** The refusal of an error: its own, or one by its status. */
export function refusalTextOf(
  error: Error & { readonly statusCode?: number; readonly refusal?: unknown },
  language?: string,
): Refusal {
  const own = Object.keys(statuses).find((code): code is PageRefusalCode => code === error.refusal)
  const ofKind = (error.statusCode ?? 500) < 500 ? 'unreadable' : 'defect'
  return refusalText(refusalOfStore(error) ?? own ?? ofKind, language)
}

/**
 * Why a form takes no answers; undefined while it takes them. `isMeanwhile`: something was just sent. `complete`: the number of finished
 * responses, for forms with a limit.
 */
export function closedText(
  form: PublishedForm,
  { isMeanwhile, complete }: { readonly isMeanwhile: boolean; readonly complete?: number },
  deps: Pick<PageDeps, 'now'>,
): Refusal | undefined {
  const { language } = form
  if (form.deletedAt !== undefined) return goneMeanwhile(language)
  const closing = closureOf(form, deps.now(), complete)
  if (!closing) return undefined
  if (closing.reason === 'limit') return refusalText('full', language)
  const closed = refusalText(isMeanwhile ? 'closed-meanwhile' : 'closed', language)
  if (closing.reason === 'person') return closed
  const since = textsOf(language).closedSince(timeText(closing.since, language))
  return { ...closed, sentence: `${since} ${closed.sentence}` }
}

/** The same for a new response, which a full form refuses, too. */
export async function closedToNew(form: PublishedForm, deps: PageDeps): Promise<Refusal | undefined> {
  const { environmentId, id: formId, settings } = form
  const [summary] =
    settings?.responseLimit === undefined ? [] : await deps.store.forms.list(environmentId, { formId })
  return closedText(form, { isMeanwhile: false, complete: summary?.complete ?? 0 }, deps)
}

/** CSS of pages without questions. */
export const endingCss = `
.ending{display:grid;gap:1rem;text-align:var(--align)}
.ending .heading{margin:0}
body{align-items:center}
.tick{width:4rem;height:4rem;display:grid;place-items:center;border-radius:50%;background:var(--accent);justify-self:var(--align);margin-bottom:.5rem}
.tick::before{content:"";width:1.05rem;height:1.9rem;margin-top:-.4rem;border:solid var(--accent-text);border-width:0 4px 4px 0;transform:rotate(45deg)}
dt{font-weight:600}dd{margin:0 0 .6rem;white-space:pre-line}
`

/** The name in the query of a form's address that begins another response. */
export const anewField = 'new'

/** The page of a form that this browser has submitted, with a link to fill it in again. */
export const submittedPage = (form: PublishedForm): Page =>
  refusalPage({ status: 200, ...textsOf(form.language).refusals.submitted }, { form })

/** The page at the root. It lists no forms, since their authors share the links. */
export const homePage: Page = {
  status: 200,
  title: 'A forms service',
  style: defaultStyle,
  rules: [endingCss],
  body: html`
    <div class="ending">
      <h1>A forms service</h1>
      <p class="lead">formctl runs here. To fill in a form, open the whole address that you were given.</p>
      <p>For programs: <a ${attributes({ href: routes.openApi })}>the description of the API</a></p>
    </div>
  `,
}

type RefusalOptions = {
  /** The form that the page leads back to. */
  readonly form?: PublishedForm
  /** The id of the form, where the form was not read. */
  readonly formId?: string | undefined
  /** The query of its address: '' or `?` and a query. */
  readonly query?: string
  /** The language of the page; default: the form's. */
  readonly language?: string | undefined
  /** Whether the form takes no answers, so that no link leads to it. */
  readonly isClosed?: boolean
  /** The answers that were sent and not saved. */
  readonly sent?: Html | undefined
}

/** The page of a form that takes no more answers. */
export const closedPage = (form: PublishedForm, reason: Refusal, sent?: Html): Page =>
  refusalPage(reason, { form, isClosed: true, sent })

/** The page of a refusal; with the form, also a link to begin another response. */
export function refusalPage(
  { status, title, sentence }: Refusal,
  { form, formId, query = '', isClosed = false, sent, language = form?.language }: RefusalOptions = {},
): Page {
  const { page } = textsOf(language)
  const link = isClosed
    ? undefined
    : form
      ? html`<a ${attributes({ class: 'button', href: pageAddress(form, { query: anewField }) })}
          >${page.fillInAnew}</a
        >`
      : formId !== undefined &&
        html`<a ${attributes({ href: formPath(formId) + query })}>${page.openForm}</a>`
  return {
    status,
    title: form ? `${title} – ${form.name}` : title,
    style: form?.style ?? defaultStyle,
    language,
    about: form,
    rules: [endingCss],
    body: html`
      ${form && pageTop(form)}
      <div class="ending">
        <h1>${title}</h1>
        <p class="lead">${sentence}</p>
        ${sent} ${link && html`<p>${link}</p>`}
      </div>
    `,
  }
}
