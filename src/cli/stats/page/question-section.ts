import { isMain } from '../../../export/main-member.ts'
import { attributes, html, type Html } from '../../../server/pages/html.ts'
import {
  isCounted,
  type MemberStats,
  type NumberStats,
  type OptionStats,
  type TextStats,
} from '../member-stats.ts'
import { answeredWords, memberWords, numberWords, othersWords, textsWords } from '../member-words.ts'
import { grouped, percent, rangeWords } from '../number-words.ts'
import type { QuestionStats } from '../stats.ts'
import { headlineOf } from '../words.ts'
import { barTable, type Row } from './charts.ts'

/** A question's place in the form, and of what its heading is a part. */
export type Place = { readonly nth: number; readonly id: string; readonly level: 2 | 3 }

/** What was answered to a question. */
export function questionSection(question: QuestionStats, { nth, id, level }: Place): Html {
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
        label: rangeWords(range),
        figures: [grouped(range.count), percent(range.count, numbers.count)],
        share: range.count / most,
      })),
    }),
  ]
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

function textList(texts: TextStats, numbers: NumberStats | null): Html {
  const { samples } = texts
  const heading = textsWords(texts, numbers ?? undefined)
  if (samples.length === 0) return html`<p class="member">${heading}</p>`
  return html`
    ${heading !== '' && html`<p class="member">${heading.replace(/^s/, 'S')}</p>`}
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
