import { attributes, html, type Html } from '../../html/html.ts'
import {
  isCounted,
  type FormStats,
  type MemberStats,
  type NumberStats,
  type OptionStats,
  type QuestionStats,
  type TextStats,
} from '../figures.ts'
import {
  answeredWords,
  createdWords,
  duration,
  grouped,
  headlineOf,
  memberWords,
  numberWords,
  othersWords,
  percent,
  rangeWords,
  shortHeadlineOf,
  textsWords,
  timeWords,
} from '../figure-words.ts'
import { barTable, daysChart, type Row } from './charts.ts'
import { isMain } from '../../table/answers.ts'

type Standing = {
  /** The ids of its headings begin with this. */
  readonly id: string
  readonly timezone: string
  /** Whether the page has several forms, so that each has a heading of its own. */
  readonly isOneOfMany: boolean
}

export const formTitle = ({ formId, name }: FormStats): string =>
  name ?? (formId === null ? 'Responses without a form' : `Form ${formId}`)

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
      ${heading('How far people got', id, standing)}
      <p class="kind">${words}</p>
      ${barTable({
        caption: 'How far people got',
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
      ${heading('Responses over time', id, standing)}
      <p class="kind">${`By the time at which responses were created (${standing.timezone}).`}</p>
      ${chart}
    </section>
  `
}

type QuestionPlace = { readonly nth: number; readonly id: string; readonly level: 2 | 3 }

function questionSection(question: QuestionStats, { nth, id, level }: QuestionPlace): Html {
  const title = html`<span class="number">${nth}</span><bdi>${headlineOf(question)}</bdi>`
  const labelled = attributes({ id })
  const rows = question.answers.reduce((sum, { options }) => sum + (options?.counts.length ?? 0), 0)
  return html`
    <section ${attributes({ class: rows > mostTogether ? 'question long' : 'question' })}>
      ${level === 2 ? html`<h2 ${labelled}>${title}</h2>` : html`<h3 ${labelled}>${title}</h3>`}
      <p class="kind">${answeredWords(question)}</p>
      ${answersOf(question)}
    </section>
  `
}

/** Rows that paper keeps on one page. */
const mostTogether = 12

function answersOf(question: QuestionStats): readonly Html[] {
  const { answers } = question
  const counted = answers.filter(isCounted)
  const others = answers.filter((member) => !counted.includes(member))
  const parts = others.map((member) => memberPart(question, member))
  return counted.length === 0 ? parts : [...parts, countedTable(question, counted)]
}

function memberPart(question: QuestionStats, member: MemberStats): Html {
  const isNamed = question.answers.length > 1 && !isMain(member.member)
  return html`
    ${isNamed && html`<p class="member"><bdi>${memberWords(member.member)}</bdi></p>`}
    ${memberParts(question, member)}
  `
}

const rowOf = (label: Html | string, n: number, whole: number): Row => ({
  label: typeof label === 'string' ? html`<bdi>${label}</bdi>` : label,
  figures: [grouped(n), percent(n, whole)],
  share: whole === 0 ? 0 : n / whole,
})

const countedTable = (question: QuestionStats, counted: readonly MemberStats[]): Html =>
  barTable({
    caption: `How often each part of ${headlineOf(question)} was given`,
    names: ['Given', 'answers', 'share'],
    rows: counted.map(({ member, given }) => rowOf(memberWords(member), given, question.answered)),
  })

function memberParts(
  question: QuestionStats,
  { options, numbers, texts, flags, others }: MemberStats,
): readonly Html[] {
  const caption = `Answers to ${headlineOf(question)}`
  const yesNo = flags
    ? [rowOf('yes', flags.yes, question.answered), rowOf('no', flags.no, question.answered)]
    : []
  return [
    ...(options
      ? [
          barTable({
            caption,
            names: ['Option', 'answers', 'share'],
            rows: optionRows(options, question.answered),
          }),
        ]
      : []),
    ...(numbers ? numberParts(numbers, caption) : []),
    ...(numbers && others > 0 ? [html`<p class="small">${othersWords(others)}.</p>`] : []),
    ...(texts ? [textList(texts, numbers)] : []),
    ...(flags ? [barTable({ caption, names: ['Answer', 'answers', 'share'], rows: yesNo })] : []),
  ]
}

/** Options that the page shows one by one; -o json has all. */
const mostOptions = 100

function optionRows({ counts, others }: OptionStats, answered: number): readonly Row[] {
  const shown = counts.slice(0, mostOptions)
  const rest = counts.slice(mostOptions).reduce((sum, { count: n }) => sum + n, others)
  const rows = shown.map(({ option, count: n }) => rowOf(option, n, answered))
  if (counts.length <= mostOptions && others === 0) return rows
  return [...rows, { label: 'All others', figures: [grouped(rest), ''], share: undefined }]
}

function numberParts(numbers: NumberStats, caption: string): readonly Html[] {
  const { distribution } = numbers
  const most = distribution.reduce((top, { count: n }) => Math.max(top, n), 1)
  return [
    html`<p>${sentence(numberWords(numbers))}</p>`,
    barTable({
      caption,
      names: ['Number', 'answers', 'share'],
      isOfLongest: true,
      rows: distribution.map((range) => ({
        label: rangeWords(range, numbers),
        figures: [grouped(range.count), percent(range.count, numbers.count)],
        share: range.count / most,
      })),
    }),
  ]
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

function textList(texts: TextStats, numbers: NumberStats | null): Html {
  const { samples } = texts
  const words = textsWords(texts, numbers ?? undefined)
  if (samples.length === 0) return html`<p class="member">${words}</p>`
  return html`
    ${words !== '' && html`<p class="member">${words.replace(/^s/, 'S')}</p>`}
    <ul class="texts">
      ${samples.map(
        ({ text, count: times }) => html`
          <li dir="auto">
            <blockquote>${text.trim()}</blockquote>
            ${times > 1 && html`<p class="times"><bdi dir="ltr">${`${grouped(times)} times`}</bdi></p>`}
          </li>
        `,
      )}
    </ul>
  `
}
