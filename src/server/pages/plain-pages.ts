import type { PublishedForm } from '../../form/form.ts'
import { textsOf } from '../../form/languages.ts'
import { formPath, routes } from '../../wire/wire.ts'
import { translatorFor } from '../../form/translations.ts'
import { pageAddress } from './visited-form.ts'
import { defaultStyle } from '../style.ts'
import type { Drawing } from '../components/page-component.ts'
import type { AnswerEntry } from '../../form/response.ts'
import { componentsOf, headingOf } from './form-steps.ts'
import { wayOf } from './way.ts'
import { attributes, html, type Html } from '../../html/html.ts'
import { pageOf, pageTop, type Page } from './layout.ts'
import { type Refusal } from './page-refusal.ts'

/** CSS of pages that ask nothing. */
export const endingCss = `
.ending{display:grid;gap:1rem;text-align:var(--align)}
.ending .heading{margin:0}
body{align-items:center}
.tick{width:4rem;height:4rem;display:grid;place-items:center;border-radius:50%;background:var(--accent);justify-self:var(--align);margin-bottom:.5rem}
.tick::before{content:"";width:1.05rem;height:1.9rem;margin-top:-.4rem;border:solid var(--accent-text);border-width:0 4px 4px 0;transform:rotate(45deg)}
dt{font-weight:600}dd{margin:0 0 .6rem;white-space:pre-line}
`

/** The page after the last step: the ending that the answers lead to, or else a plain thank-you. */
export function thankYouPage(form: PublishedForm, data: readonly AnswerEntry[], offers?: Html): Page {
  const { ending } = wayOf(form, data)
  const { page } = textsOf(form.language)
  const components = ending === undefined ? [] : componentsOf(ending)
  const heading = headingOf(components)
  const drawn = components.map((component) =>
    component.page.draw(unasked(component, form, component === heading)),
  )
  return pageOf(form, heading === undefined ? page.thanks : (ending?.name ?? ''), {
    isEnd: true,
    rules: [
      endingCss,
      ...components.flatMap((component) => component.page.rules?.(unasked(component, form, false)) ?? []),
    ],
    body: html`
      ${form.style.layout.logo && pageTop(form)}
      <div class="ending">
        <span class="tick" aria-hidden="true"></span>
        ${heading === undefined && html`<h1>${page.thanks}</h1>`}
        ${ending === undefined ? html`<p class="lead">${page.sent}</p>` : drawn} ${offers}
      </div>
    `,
  })
}

/**
 * The page that leads to the site of an ending. It stands between the two, as browsers hold every address that a form is led to to its
 * `form-action`, also those that the other site leads on to.
 */
export function leadingPage(form: PublishedForm, leadsTo: string): Page {
  const { page, saving } = textsOf(form.language)
  return pageOf(form, page.thanks, {
    isEnd: true,
    leadsTo,
    rules: [endingCss],
    body: html`
      <div class="ending">
        <h1>${page.thanks}</h1>
        <p class="lead">${page.sent}</p>
        <p><a ${attributes({ class: 'button', href: leadsTo })}>${saving.goOn}</a></p>
      </div>
    `,
  })
}

/** The name in the query of a form's address that begins another response after the last one was submitted. */
export const anewField = 'new'

/** The page of a form whose answers this browser has submitted, with a way to fill it in once more. */
export const submittedPage = (form: PublishedForm): Page =>
  refusalPage({ status: 200, ...textsOf(form.language).refusals.submitted }, { form })

/** The page at the root. It names no form: people who fill one in were given its address. */
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

/** What a refusal leads back to: the form, or only its id while the form was not read. */
type LeadsTo = {
  readonly form?: PublishedForm
  readonly formId?: string | undefined
  /** What its address keeps: '' or `?` and a query. */
  readonly query?: string
  /** The language of the page where the form is not known. */
  readonly language?: string | undefined
  /** Whether the form takes no answers, so that nothing leads to it. */
  readonly isClosed?: boolean
  /** What was sent and is not kept. */
  readonly sent?: Html | undefined
}

/** The page of a form that takes no more answers, for who opens it or has just sent something. */
export const closedPage = (form: PublishedForm, reason: Refusal, sent?: Html): Page =>
  refusalPage(reason, { form, isClosed: true, sent })

/** A page that says why it is not what was asked for; with the form, also a way to begin another response. */
export function refusalPage(
  { status, title, sentence }: Refusal,
  { form, formId, query = '', isClosed = false, sent, language = form?.language }: LeadsTo = {},
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
    ...(form && { about: form }),
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

const unasked = (
  { content }: Pick<Drawing, 'content'>,
  form: PublishedForm,
  isHeading: boolean,
): Drawing => ({
  content,
  language: form.language,
  say: translatorFor(form),
  id: () => '',
  name: () => '',
  values: () => [],
  problem: () => undefined,
  step: { isLast: true, hasBack: false, seed: '', dialCodes: [] },
  isHeading,
  isBackHere: false,
})
