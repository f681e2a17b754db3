/** What the thank-you page offers: the answers as a page to print, and a link to edit them. */
import { changeableUntil, finishedAt, isChangeable } from '../../form/draft.ts'
import type { PublishedForm } from '../../form/form.ts'
import { textsOf, timeText } from '../../form/languages.ts'
import type { ResponseRecord } from '../../form/response.ts'
import { translatorFor } from '../../form/translations.ts'
import { attributes, hiddenInput, html, nothing, type Html } from '../../html/html.ts'
import type { PageWorld } from '../world.ts'
import { componentsOf, linesOf, stepsOf, type StepComponent } from './form-steps.ts'
import { pageOf, pageTop, type Page } from './layout.ts'
import { nameOf } from './problem-summary.ts'
import { addressField, linkAddress } from './resume.ts'
import { changeTokenOf, proofOf, tokenField } from './session.ts'
import { closedText } from './page-refusal.ts'
import { pageAddress, type FormCall } from './visited-form.ts'
import { wayOf } from './way.ts'

type Finished = { readonly form: PublishedForm; readonly record: ResponseRecord }

type Offering = Pick<FormCall, 'request' | 'world'> & {
  /** Whether the browser keeps the proof. Where it does not, as in a frame of another site, the page brings it along. */
  readonly isInCookie: boolean
}

/** For so long the browser that sent the answers leads to them: somebody else may use it next. In milliseconds. */
const offeredFor = 60 * 60 * 1000

/** Whether a response was sent so lately that its browser leads to its answers. */
export const isFresh = ({ updatedAt }: ResponseRecord, { now }: Pick<PageWorld, 'now'>): boolean =>
  Date.parse(now()) - Date.parse(updatedAt) < offeredFor

/** What stands below the thanks. */
export function offersOf({ form, record }: Finished, offering: Offering): Html {
  const { settings } = form
  if (!isFresh(record, offering.world)) return nothing
  return html`${settings?.offersCopy === true && copyOffer({ form, record }, offering)}
  ${changeOffer({ form, record }, offering)}`
}

function copyOffer({ form, record }: Finished, { world, isInCookie }: Offering): Html {
  const { after } = textsOf(form.language)
  const address = pageAddress(form, { path: '/answers' })
  if (isInCookie) return html`<p><a ${attributes({ href: address })}>${after.answersLink}</a></p>`
  const value = proofOf({ responseId: record.id, formId: form.id }, world)
  return html`
    <form ${attributes({ method: 'post', action: address, target: '_blank' })}>
      ${hiddenInput(tokenField, value)}
      <button type="submit" class="plain">${after.answersLink}</button>
    </form>
  `
}

function changeOffer({ form, record }: Finished, { request, world, isInCookie }: Offering): Html | undefined {
  const days = form.settings?.editableDays
  const until = changeableUntil(record, days)
  if (until === undefined || !isChangeable(record, days, world.now())) return undefined
  if (closedText(form, { isMeanwhile: false }, world)) return undefined
  const { after, saving } = textsOf(form.language)
  const token = changeTokenOf({ responseId: record.id, formId: form.id }, world)
  const href = linkAddress(form, token, { request, world })
  const link = { href, class: 'button', ...(!isInCookie && { target: '_blank' }) }
  return html`
    <p>${after.changeUntil(timeText(until, form.language))}</p>
    ${addressField(href, saving.linkLabel)}
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
export function answersPage({ form, record }: Finished): Page {
  const { after } = textsOf(form.language)
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
        ${askedOf({ form, record }).map((component) => entry(component, { form, record }))}
      </dl>
      <p class="screen hint">${after.print}</p>
    `,
  })
}

/** The questions that were asked on the way, in their order. */
function askedOf({ form, record }: Finished): readonly StepComponent[] {
  const { asking } = stepsOf(form)
  const { steps, hidden } = wayOf(form, record.data)
  return steps
    .flatMap((index) => asking.slice(index, index + 1).flatMap(componentsOf))
    .filter(({ type, questionId }) => type.asks !== undefined && !hidden.has(questionId))
}

function entry(component: StepComponent, { form, record }: Finished): Html {
  const shown = { language: form.language, say: translatorFor(form) }
  const answer = record.data.find(({ questionId }) => questionId === component.questionId)?.response
  return html`
    <div>
      <dt dir="auto">${nameOf(component, shown)}</dt>
      ${linesOf(component, answer, shown).map((line) => html`<dd dir="auto">${line}</dd>`)}
    </div>
  `
}
