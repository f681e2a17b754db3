/** The end of a form: the thank-you page, a link to edit the answers, and the answers as a page to print. */
import type { FastifyReply } from 'fastify'
import { changeableUntil, finishedAt, isChangeable } from '../../form/draft.ts'
import type { PublishedForm } from '../../form/form.ts'
import { textsOf, timeText } from '../../form/languages.ts'
import type { Answer, AnswerEntry, ResponseRecord } from '../../form/response.ts'
import { translatorFor } from '../../form/translations.ts'
import { attributes, hiddenInput, html, type Html } from '../../html/html.ts'
import type { Drawing } from '../components/page-component.ts'
import type { PageDeps } from '../deps.ts'
import { componentsOf, headingOf, linesOf, questionName, type StepComponent } from './form-steps.ts'
import { stepsOf, pathThrough } from '../../form/form-path.ts'
import { pageAddress, pageOf, pageTop, sendPage, type Page } from './layout.ts'
import { closedText, endingCss } from './refusal-pages.ts'
import type { FormCall } from './visit.ts'
import { addressField, linkAddress, linkCss } from './resume.ts'
import { changeTokenOf, proofOf, tokenField } from './session.ts'
import { newerNotice } from './step-reply.ts'

type FinishedResponse = { readonly form: PublishedForm; readonly record: ResponseRecord }

/**
 * Thanks for the answers, or redirects where the ending says. `isInCookie`: the browser keeps the proof; otherwise, as in a frame of
 * another site, the page contains it. `hasNewer`: one of the sent answers has a newer version, which was kept.
 */
export function sendThanks(
  {
    form,
    record,
    isInCookie,
    hasNewer,
  }: {
    readonly form: PublishedForm
    /** Undefined in a preview where nothing was sent. */
    readonly record: ResponseRecord | undefined
    readonly isInCookie: boolean
    readonly hasNewer: boolean
  },
  call: FormCall,
): FastifyReply {
  const data = record?.data ?? []
  const { redirect } = pathThrough(form, data).ending ?? {}
  const url = redirect === undefined ? null : URL.parse(redirect)
  if (url?.protocol === 'https:' && form.settings?.redirectHosts?.includes(url.hostname))
    return sendPage(call.reply, redirectPage(form, url.href))
  const newer = hasNewer && html`<p role="status">${newerNotice(form, hasNewer)}</p>`
  const offers =
    record &&
    isFresh(record, call.deps) &&
    html`
      ${form.settings?.offersCopy === true && copyOffer({ form, record }, isInCookie, call)}
      ${changeOffer({ form, record }, isInCookie, call)}
    `
  return sendPage(call.reply, thankYouPage(form, data, html`${newer} ${offers}`))
}

/** The ending that the answers lead to, or else a plain thank-you. */
function thankYouPage(form: PublishedForm, data: readonly AnswerEntry[], offers: Html): Page {
  const { ending } = pathThrough(form, data)
  const { page } = textsOf(form.language)
  const components = ending === undefined ? [] : componentsOf(ending)
  const heading = headingOf(components)
  const drawn = components.map((component) =>
    component.page.draw(drawingOf(component, form, component === heading)),
  )
  return pageOf(form, heading === undefined ? page.thanks : (ending?.name ?? ''), {
    isEnd: true,
    scripts: form.settings?.editableDays === undefined ? [] : ['copy'],
    rules: [
      endingCss,
      linkCss,
      ...components.flatMap((component) => component.page.rules?.(drawingOf(component, form, false)) ?? []),
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
 * The page that redirects to the site of an ending. An HTTP redirect would not do: browsers apply `form-action` to every redirect after a
 * form was sent, also to those of the other site.
 */
function redirectPage(form: PublishedForm, leadsTo: string): Page {
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

const drawingOf = (
  { content }: Pick<Drawing, 'content'>,
  form: PublishedForm,
  isHeading: boolean,
): Drawing => ({
  content,
  language: form.language,
  translate: translatorFor(form),
  id: () => '',
  name: () => '',
  values: () => [],
  problem: () => undefined,
  step: { isLast: true, hasBack: false, hasKeys: false, seed: '', dialCodes: [] },
  isHeading,
  isBackHere: false,
})

/** How long a browser shows the answers it sent, in milliseconds: somebody else may use it next. */
const freshFor = 60 * 60 * 1000

/** Whether a response was sent so recently that its browser may show its answers. */
export const isFresh = ({ updatedAt }: ResponseRecord, { now }: Pick<PageDeps, 'now'>): boolean =>
  Date.parse(now()) - Date.parse(updatedAt) < freshFor

function copyOffer({ form, record }: FinishedResponse, isInCookie: boolean, { deps }: FormCall): Html {
  const { after } = textsOf(form.language)
  const address = pageAddress(form, { path: '/answers' })
  if (isInCookie) return html`<p><a ${attributes({ href: address })}>${after.answersLink}</a></p>`
  const value = proofOf({ responseId: record.id, formId: form.id }, deps)
  return html`
    <form ${attributes({ method: 'post', action: address, target: '_blank' })}>
      ${hiddenInput(tokenField, value)}
      <button type="submit" class="plain">${after.answersLink}</button>
    </form>
  `
}

function changeOffer(
  { form, record }: FinishedResponse,
  isInCookie: boolean,
  { request, deps }: FormCall,
): Html | undefined {
  const days = form.settings?.editableDays
  const until = changeableUntil(record, days)
  if (until === undefined || !isChangeable(record, days, deps.now())) return undefined
  if (closedText(form, { isMeanwhile: false }, deps)) return undefined
  const { after } = textsOf(form.language)
  const token = changeTokenOf({ responseId: record.id, formId: form.id }, deps)
  const href = linkAddress(form, token, { request, deps })
  const link = { href, ...(!isInCookie && { target: '_blank' }) }
  return html`
    <p>${after.changeUntil(timeText(until, form.language))}</p>
    ${addressField(href, form.language)}
    <p><a ${attributes(link)}>${after.change}</a></p>
  `
}

const answersCss = `
.answers{margin:1rem 0;text-align:start}
.answers div{padding:.6rem 0;border-top:1px solid var(--line);break-inside:avoid}
.answers dt{font-weight:600}
.answers dd{margin:.15rem 0 0;white-space:pre-line}
@page{margin:2cm}
@media print{
:root{color-scheme:light;--text:#000;--background:#fff;--around:#fff;--backdrop:none;--accent:#000}
body{display:block;padding:0}main{max-width:none;padding:0;border-radius:0;box-shadow:none}
.screen{display:none}
}
`

/** The answers to every question that was asked, to print or keep. */
export function answersPage({ form, record }: FinishedResponse): Page {
  const { after } = textsOf(form.language)
  const shown = { language: form.language, translate: translatorFor(form) }
  const { asking } = stepsOf(form)
  const { steps, hidden } = pathThrough(form, record.data)
  const asked: readonly StepComponent[] = steps
    .flatMap((index) => asking.slice(index, index + 1).flatMap(componentsOf))
    .filter(({ type, questionId }) => type.asks !== undefined && !hidden.has(questionId))
  const answerTo = (id: string): Answer | undefined =>
    record.data.find(({ questionId }) => questionId === id)?.response
  const times = [after.sentAt(timeText(finishedAt(record), form.language))]
  if (record.updatedAt !== finishedAt(record))
    times.push(after.changedAt(timeText(record.updatedAt, form.language)))
  return pageOf(form, after.answers, {
    rules: [answersCss],
    body: html`
      ${pageTop(form)}
      <h1>${after.answers}</h1>
      ${times.map((time) => html`<p>${time}</p>`)}
      <dl class="answers">
        ${asked.map(
          (component) => html`
            <div>
              <dt dir="auto">${questionName(component, shown)}</dt>
              ${linesOf(component, answerTo(component.questionId), shown).map((line) => html`<dd dir="auto">${line}</dd>`)}
            </div>
          `,
        )}
      </dl>
      <p class="screen hint">${after.print}</p>
    `,
  })
}
