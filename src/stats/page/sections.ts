import { attributes, html, type Html } from '../../html/html.ts'
import { courseBlock, questionBlocks, segmentsBlock, type BarRow, type Block } from '../blocks.ts'
import type { FormStats, QuestionStats } from '../figures.ts'
import {
  answeredWords,
  createdWords,
  duration,
  flaggedWords,
  grouped,
  headlineOf,
  percent,
  signed,
  timeWords,
} from '../figure-words.ts'
import { barTable, daysChart, mostSpans, npsChart, segmentTable } from './charts.ts'
import { foldDays } from '../days.ts'

type Standing = {
  /** The ids of its headings begin with this. */
  readonly id: string
  readonly title: string
  readonly timezone: string
  /** Whether the page has several forms, so that each has a heading of its own. */
  readonly isOneOfMany: boolean
  /** The column whose values divide the responses. */
  readonly dividedBy: string | undefined
}

export function formSection(form: FormStats, standing: Standing): Html {
  const { id, title, timezone, isOneOfMany } = standing
  const parts = html`
    ${facts(form)} ${days(form, standing)} ${course(form, standing)} ${segments(form, standing)}
    ${form.questions.map((question, i) => questionSection(question, { nth: i + 1, form, standing }))}
  `
  if (!isOneOfMany) return html`<div class="form">${parts}</div>`
  return html`
    <section ${attributes({ class: 'form', 'aria-labelledby': id })}>
      <h2 ${attributes({ id })}><bdi>${title}</bdi></h2>
      <p class="small">${createdWords(form, timezone)}</p>
      ${parts}
    </section>
  `
}

const questionId = ({ id }: Standing, nth: number): string => `${id}-q${nth}`

/** The figures that people ask for first. */
function facts(form: FormStats): Html {
  const { responses, completion, timeToComplete: time, questions } = form
  const { total, finished, partial } = responses
  const median = time === null || time.median === null ? undefined : duration(time.median)
  const scores = questions.flatMap(({ answers }) => answers.flatMap(({ numbers }) => numbers?.nps ?? []))
  const [nps] = scores
  return html`
    <dl class="facts">
      ${fact('Responses', grouped(total), `${grouped(finished)} finished${partial > 0 ? `, ${grouped(partial)} not` : ''}`)}
      ${fact('Completed', completion === null ? undefined : percent(completion, 1), 'of those who began')}
      ${fact('Median time', median, 'from the first answers to the last')}
      ${nps && scores.length === 1 && fact('Net Promoter Score', signed(nps.score), 'from −100 to +100')}
    </dl>
    ${form.flagged > 0 && html`<p class="small">${flaggedWords(form)}</p>`}
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
  const block = courseBlock(form)
  if (block === undefined) return undefined
  const id = `${standing.id}-course`
  const what = form.pages ? 'something on the page or on a later one' : 'the question or a later one'
  const words =
    form.leftBefore === null
      ? 'How many answered each question. Where people left the form is not known.'
      : `Reached: answered ${what}, or finished. Left after: not finished, and the last answer is here.`
  const links = form.pages ? undefined : questionLink(standing)
  return html`
    <section ${attributes({ class: block.rows.length > mostTogether ? undefined : 'question' })}>
      ${heading('How far people got', id, standing)}
      <p class="kind">${words}</p>
      ${barTable('How far people got', block, links ?? numbered)}
    </section>
  `
}

const numbered = ({ nth, label }: BarRow): Html =>
  html`${nth !== undefined && html`<span class="number">${nth}</span>`}<bdi>${label}</bdi>`

const questionLink =
  (standing: Standing) =>
  (row: BarRow): Html =>
    row.nth === undefined
      ? numbered(row)
      : html`<a ${attributes({ class: 'to', href: `#${questionId(standing, row.nth)}` })}
          >${numbered(row)}</a
        >`

function days(form: FormStats, standing: Standing): Html | undefined {
  const id = `${standing.id}-days`
  const chart = daysChart(form, `${id}-chart`)
  if (chart === undefined) return undefined
  return html`
    <section>
      ${heading('Responses over time', id, standing)}
      <p class="kind">${daysWords(form, standing)}</p>
      ${chart}
    </section>
  `
}

function daysWords(form: FormStats, { timezone }: Standing): string {
  const { unit } = foldDays(form.days, mostSpans)
  const columns = unit === 'day' ? '' : ` A column is a ${unit}${unit === 'week' ? ', from Monday' : ''}.`
  return `By the time at which responses were created (${timezone}).${columns}`
}

function segments(form: FormStats, standing: Standing): Html | undefined {
  const block = segmentsBlock(form)
  if (block === undefined || standing.dividedBy === undefined) return undefined
  const title = `By ${standing.dividedBy}`
  return html`
    <section>${heading(title, `${standing.id}-segments`, standing)} ${segmentTable(title, block)}</section>
  `
}

type Asked = { readonly nth: number; readonly form: FormStats; readonly standing: Standing }

/** Options that the page shows one by one; -o json has all. */
const limits = { options: 100 }

function questionSection(question: QuestionStats, { nth, form, standing }: Asked): Html {
  const title = html`<span class="number">${nth}</span><bdi>${headlineOf(question)}</bdi>`
  const labelled = attributes({ id: questionId(standing, nth) })
  const blocks = questionBlocks(question, form, limits)
  const rows = blocks.reduce((sum, block) => sum + ('rows' in block ? block.rows.length : 0), 0)
  return html`
    <section ${attributes({ class: rows > mostTogether ? 'question long' : 'question' })}>
      ${standing.isOneOfMany ? html`<h3 ${labelled}>${title}</h3>` : html`<h2 ${labelled}>${title}</h2>`}
      <p class="kind">${answeredWords(question)}</p>
      ${blocks.map((block) => blockOf(block, headlineOf(question), standing))}
    </section>
  `
}

/** Rows that paper keeps on one page. */
const mostTogether = 16

function blockOf(block: Block, headline: string, { dividedBy = '' }: Standing): Html {
  if (block.kind === 'part') return html`<p class="member"><bdi>${block.name}</bdi></p>`
  if (block.kind === 'sentence') return html`<p class="sentence">${block.text}</p>`
  if (block.kind === 'bars') return barTable(`Answers to ${headline}`, block)
  if (block.kind === 'nps') return npsChart(block)
  if (block.kind === 'texts') return textList(block)
  if (block.kind === 'table') return segmentTable(`Answers to ${headline}`, block)
  return html`
    <p class="member">${`By ${dividedBy}`}</p>
    ${segmentTable(`Answers to ${headline} by ${dividedBy}`, block)}
  `
}

const textList = ({ heading: words, samples }: Extract<Block, { kind: 'texts' }>): Html => html`
  ${words !== '' && html`<p class="member">${words}</p>`}
  ${
    samples.length > 0 &&
    html`<ul class="texts">
      ${samples.map(
        ({ text, day }) => html`
          <li dir="auto">
            <blockquote>${text}</blockquote>
            ${day !== '' && html`<p class="times"><bdi dir="ltr">${day}</bdi></p>`}
          </li>
        `,
      )}
    </ul>`
  }
`
