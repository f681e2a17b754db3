import { createHash } from 'node:crypto'
import { attributes, html, styleElement, textOf, type Html } from '../../html/html.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { totalOf, type Report } from '../stats.ts'
import { createdWords, grouped } from '../figure-words.ts'
import { formSection, formTitle } from './sections.ts'
import { stylesheet } from './report-css.ts'

/**
 * A report as one file of HTML: it loads nothing, runs no script, and reads well on a screen, on paper and aloud. What
 * came from outside is text in it, whatever it holds.
 */
export function reportPage(report: Report): string {
  const title = report.title ?? titleOf(report)
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
          ${headerOf(report, title)}
          <main>${notices(report)}${forms(report)}</main>
          ${aboutOf(report)}
        </div>
      </body>
    </html>
  `
  return `<!doctype html>${textOf(page)}`
}

const hash = createHash('sha256').update(stylesheet).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`

// In a tab nothing can isolate the title from what stands beside it, as the page does.
const turning = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

function titleOf({ forms: counted }: Report): string {
  const [first] = counted
  if (first === undefined) return 'No responses'
  return counted.length === 1 ? formTitle(first) : `Responses of ${counted.length} forms`
}

function headerOf({ timezone, conditions, forms: counted }: Report, title: string): Html {
  const [only, second] = counted
  const isOne = only !== undefined && second === undefined
  // The title of a form without a name says its id.
  const tellsId = isOne && only.formId !== null && title !== `Form ${only.formId}`
  return html`
    <header>
      <p class="eyebrow">Report on responses</p>
      <h1><bdi>${title}</bdi></h1>
      ${
        isOne &&
        html`<p class="small">
          ${tellsId && html`Form <bdi>${only.formId ?? ''}</bdi>. `}${createdWords(only, timezone)}
        </p>`
      }
      ${conditions !== '' && html`<p class="small">${conditions}</p>`}
      ${second && html`<p class="small">${`${grouped(totalOf(counted).total)} responses in all.`}</p>`}
      ${second && contents(counted.map(formTitle))}
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

function forms({ forms: counted, timezone, nothing }: Report): Html {
  if (totalOf(counted).total === 0) return html`<section><p>${nothing}</p></section>`
  const isOneOfMany = counted.length > 1
  return html`${counted.map((form, i) => formSection(form, { id: `f${i + 1}`, timezone, isOneOfMany }))}`
}

function aboutOf({ source, made, remarks }: Report): Html {
  const sentences = [
    `Counted by formctl ${manifest.version} on ${made.toISOString()}, from ${source}.`,
    ...remarks.map(({ sentence }) => sentence),
    'Time to complete is measured from the creation of a finished response to the last change of its answers: the service gives no time of submission.',
    'Shares of answers are of those who answered the question; how far people got is of all responses. A sample of the texts is shown; texts that identify people are only counted.',
  ]
  return html`
    <footer class="about">
      <h2>About these figures</h2>
      <ul>
        ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
      </ul>
    </footer>
  `
}
