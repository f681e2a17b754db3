import { createHash } from 'node:crypto'
import { attributes, html, styleElement, textOf, type Html } from '../../html/html.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { totalOf, type Report } from '../stats.ts'
import { count } from '../../failure/failure.ts'
import { directionOf } from '../../form/languages.ts'
import {
  formTitles,
  grouped,
  responsesWords,
  momentWords,
  answeredWords,
  duration,
  flaggedWords,
  leadWords,
  headlineOf,
  shortHeadlineOf,
  percent,
  scoreOf,
  completionTimeWords,
} from '../figure-words.ts'
import { stylesheet } from './report-css.ts'
import { daysBlock, dropOffBlock, questionBlocks, segmentsBlock, type BarRow, type Block } from '../blocks.ts'
import { barTable, daysChart, maxSpans, npsChart, figuresTable, type LanguageWriter } from './charts.ts'
import type { FormStats, QuestionStats } from '../shapes.ts'

/**
 * A report as one file of HTML: it loads nothing, runs no script, and reads well on a screen, on paper and aloud. What
 * came from outside is text in it, whatever it holds.
 */
export function reportPage(report: Report): string {
  const inLanguage = languageWriter(report)
  const { title } = report
  const hash = createHash('sha256').update(stylesheet).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`
  const page = html`
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title.replaceAll(turning, '')}</title>
        ${styleElement(stylesheet)}
      </head>
      <body>
        <div class="page">
          ${headerOf(report, inLanguage)}
          <main>
            ${notices(report)}
            ${totalOf(report.forms).total === 0 ? html`<section><p>${report.nothing}</p></section>` : formSections(report, inLanguage)}
          </main>
          ${aboutOf(report)}
        </div>
      </body>
    </html>
  `
  return `<!doctype html>${textOf(page)}`
}

// In a tab nothing can isolate the title from what stands beside it, as the page does.
const turning = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * Marks the language of texts. The words of the report are English, and those of a form are in its language. People may write in any, so
 * their texts have none: otherwise a screen reader would read them as English, and a browser would hyphenate them so.
 */
function languageWriter({ forms, title }: Report): LanguageWriter {
  const languages = new Map([[title, '']])
  const titles = formTitles(forms)
  for (const [i, { name, language, pages, questions, segments: parts }] of forms.entries()) {
    const answers = questions.flatMap((question) => question.answers)
    const ofPeople = [
      ...answers.flatMap(({ texts }) => texts?.frequent.map(({ text }) => text) ?? []),
      ...(parts ?? []).flatMap(({ label, value }) => (label === value ? [label] : [])),
    ]
    const ofForm = [
      ...(name === null ? [] : [name, titles[i] ?? '']),
      ...(pages ?? []).map((page) => page.name),
      ...questions.flatMap((question) =>
        question.headline === '' ? [] : [headlineOf(question), shortHeadlineOf(question)],
      ),
      ...questions.flatMap(({ kind, answers: rows }) =>
        kind === 'matrix' || kind === 'ranking' ? rows.map(({ member }) => member) : [],
      ),
      ...answers.flatMap(({ options }) => options?.counts.map(({ option }) => option) ?? []),
    ]
    for (const text of ofPeople) languages.set(text, '')
    for (const text of ofForm) languages.set(text, language ?? '')
  }
  return (text, shown = text) => {
    const lang = languages.get(text)
    const dir = lang === undefined || lang === '' ? undefined : directionOf(lang)
    return html`<bdi ${attributes({ lang, dir })}>${shown}</bdi>`
  }
}

function headerOf({ conditions, forms: counted, title }: Report, inLanguage: LanguageWriter): Html {
  const [, second] = counted
  return html`
    <header>
      <p class="eyebrow">Report on responses</p>
      <h1>${inLanguage(title)}</h1>
      ${second && html`<p class="small">${`${count(totalOf(counted).total, 'response')} to ${grouped(counted.length)} forms.`}</p>`}
      ${conditions !== '' && html`<p class="small">${conditions}</p>`}
      ${
        second &&
        html`<nav aria-label="Forms">
          <ul>
            ${formTitles(counted).map(
              (name, i) =>
                html`<li>
                  <a ${attributes({ href: `#f${i + 1}` })}>${inLanguage(name)}</a>
                </li>`,
            )}
          </ul>
        </nav>`
      }
    </header>
  `
}

/** What may be missing from the figures, at a prominent place. */
function notices({ remarks }: Report): Html | undefined {
  const warnings = remarks.filter(({ isWarning }) => isWarning)
  if (warnings.length === 0) return undefined
  return html`<div class="notice">${warnings.map(({ sentence }) => html`<p>${sentence}</p>`)}</div>`
}

function formSections(report: Report, inLanguage: LanguageWriter): Html {
  const titles = formTitles(report.forms)
  const isOneOfMany = titles.length > 1
  return html`${report.forms.map((form, i) =>
    formSection(form, { ...report, id: `f${i + 1}`, title: titles[i] ?? '', isOneOfMany, inLanguage }),
  )}`
}

/** What was read and when, and how the figures are meant. */
function aboutOf(report: Report): Html {
  return html`
    <footer class="about">
      <h2>About these figures</h2>
      <dl>
        ${readingOf(report).flatMap(([name, value]) =>
          value === ''
            ? []
            : [
                html`<div>
                  <dt>${name}</dt>
                  <dd><bdi>${value}</bdi></dd>
                </div>`,
              ],
        )}
      </dl>
      <ul>
        ${meaningOf(report).map((sentence) => html`<li>${sentence}</li>`)}
      </ul>
    </footer>
  `
}

function readingOf({ source, made, forms, bounds }: Report): readonly (readonly [string, string])[] {
  const created = forms.flatMap((form) => form.created ?? [])
  const firsts = created.map(({ first }) => first).toSorted()
  const lasts = created.map(({ last }) => last).toSorted()
  return [
    ['Source', source],
    ['Responses', responsesWords({ responses: totalOf(forms), completion: null }).replace(/\.$/, '')],
    ['Filters', bounds === '' ? 'none' : bounds],
    ['First response', momentWords(firsts[0])],
    ['Last response', momentWords(lasts.at(-1))],
    ['Made', `${momentWords(made.toISOString())}, with formctl ${manifest.version}`],
  ]
}

const meaningOf = ({ remarks, forms }: Report): readonly string[] => [
  ...remarks.map(({ sentence }) => sentence),
  'A bar that fills its track is everybody: of the responses in how far people got, else of those who answered the question.',
  'Time to complete is measured from the creation of a finished response to the last change of its answers: the service gives no time of submission.',
  ...(forms.some(({ questions }) => questions.some(({ kind }) => kind === 'nps'))
    ? [
        'A Net Promoter Score is the share of promoters (9–10) less that of detractors (0–6), from −100 to +100.',
      ]
    : []),
  'Texts that identify people are only counted.',
]

type FormSection = Pick<Report, 'timezone' | 'dividedBy'> & {
  /** The ids of its headings begin with this. */
  readonly id: string
  readonly title: string
  /** Whether the page has several forms, so that each has a heading of its own. */
  readonly isOneOfMany: boolean
  readonly inLanguage: LanguageWriter
}

function formSection(form: FormStats, standing: FormSection): Html {
  const { id, title, isOneOfMany, inLanguage } = standing
  const parts = html`
    <p class="lead">${leadWords(form)}</p>
    ${facts(form)} ${days(form, standing)} ${dropOff(form, standing)} ${segments(form, standing)}
    ${form.questions.map((question, i) => questionSection(question, { nth: i + 1, form, standing }))}
  `
  if (!isOneOfMany) return html`<div class="form">${parts}</div>`
  return html`
    <section ${attributes({ class: 'form', 'aria-labelledby': id })}>
      <h2 ${attributes({ id })}>${inLanguage(title)}</h2>
      ${parts}
    </section>
  `
}

/** The figures that people ask for first. */
function facts(form: FormStats): Html {
  const { responses, completion, timeToComplete: time } = form
  const { total, finished, partial } = responses
  const median = time === null || time.median === null ? undefined : duration(time.median)
  const score = scoreOf(form)
  return html`
    <dl class="facts">
      ${fact('Responses', grouped(total), `${grouped(finished)} finished${partial > 0 ? `, ${grouped(partial)} not` : ''}`)}
      ${fact('Completed', completion === null ? undefined : percent(completion, 1), 'of those who began')}
      ${fact('Median time', median, 'from the first answers to the last')}
      ${score !== undefined && fact('Net Promoter Score', score, 'from −100 to +100')}
    </dl>
    ${form.flagged > 0 && html`<p class="small">${flaggedWords(form)}</p>`}
    ${time !== null && html`<p class="small visually-hidden">${completionTimeWords(form)}</p>`}
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

type SectionParts = {
  /** Its id, behind that of the form. */
  readonly id: string
  readonly title: string | Html
  readonly look?: string | undefined
  /** A sentence below the title. */
  readonly words?: string
}

const sectionOf = (
  { id: formId, isOneOfMany }: FormSection,
  { id, title, look, words }: SectionParts,
  content: Html | readonly Html[],
): Html => html`
  <section ${attributes({ class: look })}>
    ${isOneOfMany ? html`<h3 ${attributes({ id: `${formId}-${id}` })}>${title}</h3>` : html`<h2 ${attributes({ id: `${formId}-${id}` })}>${title}</h2>`}
    ${words !== undefined && html`<p class="kind">${words}</p>`} ${content}
  </section>
`

function dropOff(form: FormStats, standing: FormSection): Html | undefined {
  const block = dropOffBlock(form)
  if (block === undefined) return undefined
  const title = 'How far people got'
  const what = form.pages ? 'something on the page or on a later one' : 'the question or a later one'
  const words =
    form.leftBefore === null
      ? 'How many answered each question. Where people left the form is not known.'
      : `Reached: answered ${what}, or finished. Left after: not finished, and the last answer is here.`
  const look = block.rows.length > maxTogether ? undefined : 'question'
  const table = barTable(title, block, labelWriter(standing, form.pages === null))
  return sectionOf(standing, { id: 'drop-off', title, look, words }, table)
}

/** Labels of bars with their number; `areQuestions`: as links to the questions of that number. */
const labelWriter =
  (standing: FormSection, areQuestions = false) =>
  ({ nth, label }: BarRow): Html => {
    const text = standing.inLanguage(label)
    if (nth === undefined) return text
    const numbered = html`<span class="number">${nth}</span>${text}`
    if (!areQuestions) return numbered
    return html`<a ${attributes({ class: 'to', href: `#${standing.id}-q${nth}` })}>${numbered}</a>`
  }

function days(form: FormStats, standing: FormSection): Html | undefined {
  const block = daysBlock(form, maxSpans)
  if (block.spans.length === 0) return undefined
  const { unit } = block
  const columns = unit === 'day' ? '' : ` A column is a ${unit}${unit === 'week' ? ', from Monday' : ''}.`
  const words = `By the time at which responses were created (${standing.timezone}).${columns}`
  const chart = daysChart(block, `${standing.id}-days-chart`)
  return sectionOf(standing, { id: 'days', title: 'Responses over time', words }, chart)
}

function segments(form: FormStats, standing: FormSection): Html | undefined {
  const block = segmentsBlock(form)
  if (block === undefined || standing.dividedBy === undefined) return undefined
  const title = `By ${standing.dividedBy}`
  return sectionOf(standing, { id: 'segments', title }, figuresTable(title, block, standing.inLanguage))
}

type QuestionSection = { readonly nth: number; readonly form: FormStats; readonly standing: FormSection }

/** Options that the page shows one by one; -o json has all. */
const limits = { options: 100 }

function questionSection(question: QuestionStats, { nth, form, standing }: QuestionSection): Html {
  const title = html`<span class="number">${nth}</span>${standing.inLanguage(headlineOf(question))}`
  const blocks = questionBlocks(question, form, limits)
  const rows = blocks.reduce((sum, block) => sum + ('rows' in block ? block.rows.length : 0), 0)
  return sectionOf(
    standing,
    {
      id: `q${nth}`,
      title,
      look: rows > maxTogether ? 'question long' : 'question',
      words: answeredWords(question),
    },
    blocks.map((block) => blockOf(block, headlineOf(question), standing)),
  )
}

/** Rows that paper keeps on one page. */
const maxTogether = 16

function blockOf(block: Block, headline: string, standing: FormSection): Html {
  const { dividedBy = '', inLanguage } = standing
  if (block.kind === 'member') return html`<p class="member">${inLanguage(block.name)}</p>`
  if (block.kind === 'sentence') return html`<p class="sentence">${block.text}</p>`
  if (block.kind === 'bars') return barTable(`Answers to ${headline}`, block, labelWriter(standing))
  if (block.kind === 'nps') return npsChart(block)
  if (block.kind === 'texts') return textList(block)
  if (block.kind === 'table') return figuresTable(`Answers to ${headline}`, block, inLanguage)
  return html`
    <p class="member">${`By ${dividedBy}`}</p>
    ${figuresTable(`Answers to ${headline} by ${dividedBy}`, block, inLanguage)}
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
            <blockquote lang="">${text}</blockquote>
            ${day !== '' && html`<p class="times"><bdi dir="ltr">${day}</bdi></p>`}
          </li>
        `,
      )}
    </ul>`
  }
`
