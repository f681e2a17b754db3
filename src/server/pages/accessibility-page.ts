/** The accessibility statement of a form: `GET /s/:formId/accessibility`. */
import type { FastifyReply } from 'fastify'
import manifest from '../../../package.json' with { type: 'json' }
import { contentText } from '../../form/types/answers.ts'
import { runsOf } from '../../form/types/texts.ts'
import { contrastsOf, lowContrasts } from '../../form/contrast.ts'
import type { PublishedForm } from '../../form/form.ts'
import { textsOf, type Texts } from '../../form/languages.ts'
import { writtenNumber } from '../../form/typed-values.ts'
import { html } from '../../html/html.ts'
import { imagesOf } from '../components/graphic-options.ts'
import { componentsOf, type StepComponent } from './form-steps.ts'
import { pageOf, pageTop, sendPage, type Page, languageCss, languageMenu } from './layout.ts'
import { findForm, type FormCall } from './visit.ts'

/** The end of the page's address. */
export const accessibilityPath = '/accessibility'

export const showAccessibility = async ({ request, reply, deps }: FormCall): Promise<FastifyReply> =>
  sendPage(reply, accessibilityPage(await findForm(request, deps)))

const reportCss = `
.report{display:grid;gap:.75rem}
.report h2{margin-top:1rem}
.report ul{padding-inline-start:1.25rem;display:grid;gap:.4rem}
`

function accessibilityPage(form: PublishedForm): Page {
  const texts = textsOf(form.language)
  const { accessibility: words } = texts
  const { automatic, keyboard, screenReader, zoom, settings } = words
  return pageOf(form, words.title, {
    rules: [reportCss, languageCss],
    body: html`
      ${languageMenu(form, { path: accessibilityPath })} ${pageTop(form)}
      <div class="report">
        <h1>${words.title}</h1>
        <p>${words.aim}</p>
        <h2>${words.checkedTitle}</h2>
        <p>${words.checked(manifest.version)}</p>
        ${listOf([automatic, keyboard, screenReader, zoom, settings])}
        <h2>${words.contrastTitle}</h2>
        ${listOf(contrastLines(form, words))}
        <h2>${words.gapsTitle}</h2>
        ${listOf(gapsOf(form, words))}
        <h2>${words.askTitle}</h2>
        <p>${words.ask}</p>
      </div>
    `,
  })
}

const listOf = (lines: readonly string[]) =>
  html`<ul>
    ${lines.map((line) => html`<li>${line}</li>`)}
  </ul>`

/** The lowest contrast of texts and of shapes in each look of the form. */
function contrastLines({ style, language }: PublishedForm, words: Texts['accessibility']): readonly string[] {
  const byLook = Map.groupBy(contrastsOf(style), ({ look }) => look)
  return Array.from(byLook, ([look, pairs]) => {
    const lowest = (isText: boolean): string => {
      const ratios = pairs.filter(({ needed }) => needed > 3 === isText).map(({ ratio }) => ratio)
      return writtenNumber(Math.min(...ratios), language)
    }
    const [text, shape] = [lowest(true), lowest(false)]
    return look === 'light' ? words.contrastLight(text, shape) : words.contrastDark(text, shape)
  })
}

function gapsOf(form: PublishedForm, words: Texts['accessibility']): readonly string[] {
  const components = form.steps.flatMap(componentsOf)
  const hosts = components.flatMap(({ page, content }) => page.frames?.(content) ?? [])
  const undescribed = components.flatMap(({ content }) =>
    [...imagesOf(content).values()].filter(({ alt }) => alt.trim() === ''),
  ).length
  return [
    ...(lowContrasts(form.style).length > 0 ? [words.lowContrast] : []),
    ...[...new Set(hosts)].map((origin) => words.calendar(new URL(origin).host)),
    ...(undescribed > 0 ? [words.pictures(undescribed)] : []),
    ...(components.some(hasLinks) ? [words.links] : []),
    words.author,
    words.people,
  ]
}

const hasLinks = ({ content, description = '' }: StepComponent): boolean =>
  [contentText(content, 'text'), contentText(content, 'subheading'), description].some((text) =>
    runsOf(text).some(({ url }) => url !== undefined),
  )
