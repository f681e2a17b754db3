import type { Condition, PublishedForm, PublishedStep } from '../../form/form.ts'
import { attributes, html, type Html } from '../../html/html.ts'
import { formPath } from '../../wire/wire.ts'
import { screensOf } from '../pages/form-steps.ts'
import type { Page } from '../pages/layout.ts'
import { defaultStyle } from '../style.ts'

/** The path of the map of a form. */
export const mapPath = (formId: string): string => `/map/${encodeURIComponent(formId)}`

/** The steps of a form with what decides whether each is shown and where it leads. */
export const mapPage = (form: PublishedForm): Page => ({
  status: 200,
  title: `Map – ${form.name}`,
  style: defaultStyle,
  rules: [mapCss],
  body: html`
    <div class="heading">
      <h1 dir="auto">${form.name}</h1>
      <p class="lead">Which steps people see, and in which order.</p>
    </div>
    <ol class="map">
      ${form.steps.map((step, i) => stepItem(form, { step, number: i + 1 }))}
    </ol>
  `,
})

function stepItem(form: PublishedForm, { step, number }: { step: PublishedStep; number: number }): Html {
  const { name, key, visibleIf, next = [], redirect, components } = step
  const conditional = components.filter((component) => component.visibleIf !== undefined)
  return html`
    <li id="step-${number}">
      <h2>
        <a dir="auto" ${attributes({ href: `${formPath(form.id)}?step=${screenOf(form, number)}` })}
          >${name}</a
        >
        ${key !== undefined && html`<code>${key}</code>`}
      </h2>
      ${visibleIf !== undefined && html`<p>Shown if ${words(visibleIf)}.</p>`}
      ${conditional.map(
        ({ questionId, visibleIf: shownIf }) =>
          html`<p><code>${questionId}</code> is shown if ${shownIf === undefined ? '' : words(shownIf)}.</p>`,
      )}
      ${next.map(
        ({ if: when, to }) =>
          html`<p>Leads to ${stepLink(form, to)}${when === undefined ? '' : html` if ${words(when)}`}.</p>`,
      )}
      ${redirect !== undefined && html`<p>Leads to <code dir="ltr">${redirect}</code>.</p>`}
    </li>
  `
}

/** The number of a step's first screen. */
const screenOf = ({ steps, style }: PublishedForm, number: number): number =>
  1 + steps.slice(0, number - 1).flatMap((step) => screensOf(step, style)).length

function stepLink({ steps }: PublishedForm, to: string): Html {
  const index = steps.findIndex(({ key }) => key === to)
  return index < 0
    ? html`<code>${to}</code>`
    : html`<a dir="auto" ${attributes({ href: `#step-${index + 1}` })}>${steps[index]?.name}</a>`
}

/** A condition as a person says it. */
function words(condition: Condition): Html {
  const { question = '', any, all } = condition
  const joined = any ?? all
  if (joined !== undefined)
    return html`(${joined.map((one, i) => html`${i === 0 ? '' : any ? ' or ' : ' and '}${words(one)}`)})`
  return html`<code>${question}</code> ${comparison(condition)}`
}

function comparison({ is, isNot, in: among, contains, over, under, answered }: Condition): string {
  const value = (given: unknown): string => JSON.stringify(given)
  if (is !== undefined) return `is ${value(is)}`
  if (isNot !== undefined) return `is not ${value(isNot)}`
  if (among !== undefined) return `is one of ${among.map(value).join(', ')}`
  if (contains !== undefined) return `contains ${value(contains)}`
  if (over !== undefined) return `is over ${value(over)}`
  if (under !== undefined) return `is under ${value(under)}`
  return answered === false ? 'is not answered' : 'is answered'
}

const mapCss = `
.map{display:grid;gap:.75rem;margin:0;padding-inline-start:1.5rem}
.map li{padding:.75rem 1rem;border:1px solid var(--line);border-radius:var(--corner)}
.map p{margin-top:.35rem}
.map code{font-size:.875em;padding:.1rem .35rem;border-radius:.25rem;background:var(--wash)}
`
