/** The accessibility statement of a form: `GET /s/:formId/accessibility`. */
import type { FastifyReply } from 'fastify'
import manifest from '../../../package.json' with { type: 'json' }
import { contentText } from '../../form/types/answers.ts'
import { runsOf } from '../../form/types/texts.ts'
import { contrastsOf, lowContrasts, type Contrast } from '../../form/contrast.ts'
import type { PublishedForm } from '../../form/form.ts'
import { textsOf, type Texts } from '../../form/languages.ts'
import { writtenNumber } from '../../form/typed-values.ts'
import { html } from '../../html/html.ts'
import { componentsOf, type StepComponent } from './form-steps.ts'
import { pageOf, pageTop, sendPage, type Page } from './layout.ts'
import { findForm, languageCss, languageMenu, type FormCall } from './visited-form.ts'

/** The end of the page's address. */
export const accessibilityPath = '/accessibility'

export const showAccessibility = async ({ request, reply, world }: FormCall): Promise<FastifyReply> =>
  sendPage(reply, accessibilityPage(await findForm(request, world)))

const reportCss = `
.report{display:grid;gap:.75rem}
.report h2{margin-top:1rem}
.report ul{padding-inline-start:1.25rem;display:grid;gap:.4rem}
`

function accessibilityPage(form: PublishedForm): Page {
  const texts = textsOf(form.language)
  const { accessibility: say } = texts
  const { automatic, keyboard, screenReader, zoom, settings } = say
  return pageOf(form, say.title, {
    rules: [reportCss, languageCss],
    body: html`
      ${languageMenu(form, { path: accessibilityPath })} ${pageTop(form)}
      <div class="report">
        <h1>${say.title}</h1>
        <p>${say.aim}</p>
        <h2>${say.checkedTitle}</h2>
        <p>${say.checked(manifest.version)}</p>
        ${listOf([automatic, keyboard, screenReader, zoom, settings])}
        <h2>${say.contrastTitle}</h2>
        ${listOf(contrastLines(form, say))}
        <h2>${say.gapsTitle}</h2>
        ${listOf(gapsOf(form, say))}
        <h2>${say.askTitle}</h2>
        <p>${say.ask}</p>
      </div>
    `,
  })
}

const listOf = (lines: readonly string[]) =>
  html`<ul>
    ${lines.map((line) => html`<li>${line}</li>`)}
  </ul>`

/** The least contrast of texts and of shapes in each look that the form has. */
function contrastLines({ style, language }: PublishedForm, say: Texts['accessibility']): readonly string[] {
  const byLook = Map.groupBy(contrastsOf(style), ({ look }) => look)
  return Array.from(byLook, ([look, pairs]) => {
    const [text = '', shape = ''] = [isOfText, (pair: Contrast) => !isOfText(pair)].map((isOne) =>
      writtenNumber(leastOf(pairs, isOne), language),
    )
    return look === 'light' ? say.contrastLight(text, shape) : say.contrastDark(text, shape)
  })
}

const isOfText = ({ needed }: Contrast): boolean => needed > 3

const leastOf = (pairs: readonly Contrast[], isOne: (pair: Contrast) => boolean): number =>
  Math.min(...pairs.filter(isOne).map(({ ratio }) => ratio))

function gapsOf(form: PublishedForm, say: Texts['accessibility']): readonly string[] {
  const components = form.steps.flatMap(componentsOf)
  const hosts = components.flatMap(({ page, content }) => page.frames?.(content) ?? [])
  const undescribed = components.reduce((sum, { content }) => sum + undescribedIn(content), 0)
  return [
    ...(lowContrasts(form.style).length > 0 ? [say.lowContrast] : []),
    ...[...new Set(hosts)].map((origin) => say.calendar(new URL(origin).host)),
    ...(undescribed > 0 ? [say.pictures(undescribed)] : []),
    ...(components.some(hasLinks) ? [say.links] : []),
    say.author,
    say.people,
  ]
}

const hasLinks = ({ content }: StepComponent): boolean =>
  runsOf(contentText(content, 'text')).some(({ url }) => url !== undefined)

/** How many pictures of a content have no text in their place. */
function undescribedIn({ images }: StepComponent['content']): number {
  const listed: readonly unknown[] = Array.isArray(images) ? images : []
  const alts = listed.flatMap((entry) =>
    typeof entry === 'object' && entry !== null && 'image' in entry ? ['alt' in entry ? entry.alt : ''] : [],
  )
  return alts.filter((alt) => typeof alt !== 'string' || alt.trim() === '').length
}
