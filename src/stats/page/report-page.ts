import { createHash } from 'node:crypto'
import { attributes, html, styleElement, textOf, type Html } from '../../html/html.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { totalOf, type Report } from '../stats.ts'
import { count } from '../../failure/failure.ts'
import { createdWords, formTitles, grouped, responsesWords, timeOfDay } from '../figure-words.ts'
import { formSection } from './sections.ts'
import { accentCss, stylesheet } from './report-css.ts'

/**
 * A report as one file of HTML: it loads nothing, runs no script, and reads well on a screen, on paper and aloud. What
 * came from outside is text in it, whatever it holds.
 */
export function reportPage(report: Report): string {
  const { title } = report
  const css = stylesheet + accentCss(report.accent)
  const hash = createHash('sha256').update(css).digest('base64')
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
        ${styleElement(css)}
      </head>
      <body>
        <div class="page">
          ${headerOf(report, title)}
          <main>${notices(report)}${formSections(report)}</main>
          ${aboutOf(report)}
        </div>
      </body>
    </html>
  `
  return `<!doctype html>${textOf(page)}`
}

// In a tab nothing can isolate the title from what stands beside it, as the page does.
const turning = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

function headerOf({ timezone, conditions, forms: counted }: Report, title: string): Html {
  const [only, second] = counted
  return html`
    <header>
      <p class="eyebrow">Report on responses</p>
      <h1><bdi>${title}</bdi></h1>
      ${only && !second && html`<p class="small">${createdWords(only, timezone)}</p>`}
      ${second && html`<p class="small">${`${count(totalOf(counted).total, 'response')} to ${grouped(counted.length)} forms.`}</p>`}
      ${conditions !== '' && html`<p class="small">${conditions}</p>`}
      ${second && contents(formTitles(counted))}
    </header>
  `
}

const contents = (titles: readonly string[]): Html => html`
  <nav aria-label="Forms">
    <ul>
      ${titles.map(
        (title, i) =>
          html`<li>
            <a ${attributes({ href: `#f${i + 1}` })}><bdi>${title}</bdi></a>
          </li>`,
      )}
    </ul>
  </nav>
`

/** What may be missing from the figures, at a prominent place. */
function notices({ remarks }: Report): Html | undefined {
  const warnings = remarks.filter(({ isWarning }) => isWarning)
  if (warnings.length === 0) return undefined
  return html`<div class="notice">${warnings.map(({ sentence }) => html`<p>${sentence}</p>`)}</div>`
}

function formSections({ forms: counted, timezone, nothing, dividedBy }: Report): Html {
  if (totalOf(counted).total === 0) return html`<section><p>${nothing}</p></section>`
  const titles = formTitles(counted)
  return html`${counted.map((form, i) =>
    formSection(form, {
      id: `f${i + 1}`,
      title: titles[i] ?? '',
      timezone,
      isOneOfMany: counted.length > 1,
      dividedBy,
    }),
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
    ['First response', timeOfDay(firsts[0])],
    ['Last response', timeOfDay(lasts.at(-1))],
    ['Read', `${timeOfDay(made.toISOString())} by formctl ${manifest.version}`],
  ]
}

const meaningOf = ({ remarks, forms }: Report): readonly string[] => [
  ...remarks.map(({ sentence }) => sentence),
  'A bar that fills its track is everybody: of the responses in how far people got, else of those who answered the question.',
  'Time to complete is measured from the creation of a finished response to the last change of its answers: the service gives no time of submission.',
  ...(hasNps(forms)
    ? [
        'A Net Promoter Score is the share of promoters (9–10) less that of detractors (0–6), from −100 to +100.',
      ]
    : []),
  'Texts that identify people are only counted.',
]

const hasNps = (forms: Report['forms']): boolean =>
  forms.some(({ questions }) => questions.some(({ kind }) => kind === 'nps'))
