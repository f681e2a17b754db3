import { attributes, html, type Html } from '../../../server/pages/html.ts'
import { duration, grouped, percent } from '../number-words.ts'
import type { FormStats } from '../stats.ts'
import { createdWords, shortHeadlineOf, timeWords } from '../words.ts'
import { barTable, daysChart, type Row } from './charts.ts'
import { questionSection } from './question-section.ts'

/** How a form stands on the page. */
export type Standing = {
  /** Begins the ids of its headings. */
  readonly id: string
  readonly timezone: string
  /** Whether the page has other forms, too, so that each has a heading of its own. */
  readonly isOneOfMany: boolean
}

/** How a form is called. */
export const formTitle = ({ formId, name }: FormStats): string =>
  name ?? (formId === null ? 'Responses that tell no form' : `Form ${formId}`)

/** Everything that was counted of a form. */
export function formSection(form: FormStats, standing: Standing): Html {
  const { id, timezone, isOneOfMany } = standing
  const parts = html`
    ${facts(form)} ${course(form, standing)} ${days(form, standing)}
    ${form.questions.map((question, i) =>
      questionSection(question, { nth: i + 1, id: questionId(standing, i), level: isOneOfMany ? 3 : 2 }),
    )}
  `
  if (!isOneOfMany) return html`<div class="form">${parts}</div>`
  return html`
    <section ${attributes({ class: 'form', 'aria-labelledby': id })}>
      <h2 ${attributes({ id })}><bdi>${formTitle(form)}</bdi></h2>
      <p class="small">
        ${form.name !== null && html`<bdi>${form.formId ?? ''}</bdi>. `}${createdWords(form, timezone)}
      </p>
      ${parts}
    </section>
  `
}

const questionId = ({ id }: Standing, index: number): string => `${id}-q${index + 1}`

function facts(form: FormStats): Html {
  const { responses, completion, timeToComplete: time } = form
  const { total, finished, partial } = responses
  const median = time === null || time.median === null ? undefined : duration(time.median)
  return html`
    <dl class="facts">
      ${fact('Responses', grouped(total), `${grouped(finished)} finished${partial > 0 ? `, ${grouped(partial)} not` : ''}`)}
      ${fact('Completed', completion === null ? undefined : percent(completion, 1), 'of those who began')}
      ${fact('Median time', median, 'from the first answers to the last')}
    </dl>
    ${time !== null && html`<p class="small unseen">${timeWords(form)}</p>`}
  `
}

const fact = (name: string, value: string | undefined, note: string): Html => html`
  <div>
    <dt>${name}</dt>
    ${
      value === undefined
        ? html`<dd class="unknown">not known</dd>`
        : html`<dd>${value}</dd>
            <dd>${note}</dd>`
    }
  </div>
`

const heading = (text: string, id: string, { isOneOfMany }: Standing): Html =>
  isOneOfMany ? html`<h3 ${attributes({ id })}>${text}</h3>` : html`<h2 ${attributes({ id })}>${text}</h2>`

function course(form: FormStats, standing: Standing): Html | undefined {
  const { questions, leftBefore } = form
  if (questions.length === 0) return undefined
  const id = `${standing.id}-course`
  const isKnown = leftBefore !== null
  const words = isKnown
    ? 'Reached: answered the question or a later one, or finished. Left after: not finished, and this is the last answer.'
    : 'How many answered each question. Where people left the form is not known.'
  return html`
    <section>
      ${heading('How far people came', id, standing)}
      <p class="kind">${words}</p>
      ${barTable({
        caption: 'How far people came',
        names: isKnown ? ['Question', 'reached', 'share', 'left after'] : ['Question', 'answered', 'share'],
        rows: courseRows(form, standing),
      })}
    </section>
  `
}

function courseRows(
  { questions, responses: { total }, leftBefore }: FormStats,
  standing: Standing,
): readonly Row[] {
  const rows = questions.map((question, i): Row => {
    const { reached, answered, leftAfter } = question
    const n = reached ?? answered
    return {
      label: html`<a ${attributes({ class: 'to', href: `#${questionId(standing, i)}` })}
        ><span class="number">${i + 1}</span><bdi>${shortHeadlineOf(question)}</bdi></a
      >`,
      figures: [grouped(n), percent(n, total), ...(leftAfter === null ? [] : [grouped(leftAfter)])],
      share: total === 0 ? 0 : n / total,
    }
  })
  if (leftBefore === null || leftBefore === 0) return rows
  return [{ label: 'Before any answer', figures: ['', '', grouped(leftBefore)], share: undefined }, ...rows]
}

function days(form: FormStats, standing: Standing): Html | undefined {
  const id = `${standing.id}-days`
  const chart = daysChart(form, `${id}-chart`)
  if (chart === undefined) return undefined
  return html`
    <section>
      ${heading('When they came', id, standing)}
      <p class="kind">${`By the time at which responses were created (${standing.timezone}).`}</p>
      ${chart}
    </section>
  `
}
