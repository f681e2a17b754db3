import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { PublishedForm, Style } from '../../form/form.ts'
import { directionOf } from '../../form/languages.ts'
import { localeOf } from '../../form/typed-values.ts'
import { filesOf } from '../../form/style-tokens.ts'
import { siteOrigin } from '../../form/types/texts.ts'
import { darkGround, styleCss } from '../style.ts'
import { styleFilePath } from '../style-files.ts'
import { sendPacked } from '../compress.ts'
import type { ScriptName } from '../components/page-component.ts'
import { pageScripts } from '../generated/page-scripts.ts'
import { baseCss, layoutCss } from '../page-css.ts'
import { attributes, html, nothing, scriptElement, styleElement, textOf, type Html } from '../../html/html.ts'

export type Page = {
  readonly status: number
  readonly title: string
  readonly style: Style
  /** The language of its texts; English where it is absent. */
  readonly language?: string | undefined
  readonly body: Html
  /** CSS beyond that of every page; the same text is sent once. */
  readonly rules?: readonly string[]
  /** Origins that its frames may load. */
  readonly frames?: readonly string[]
  /** Origins of its pictures. */
  readonly images?: readonly string[]
  /** The scripts that it runs. */
  readonly scripts?: readonly ScriptName[]
  /** The form that it is of; absent where it is of none. */
  readonly about?: About
  /** Whether the person is done with it. */
  readonly isEnd?: true
  /** Where it leads on to by itself. */
  readonly leadsTo?: string
}

/** A page of a form: in its look and its language, with the name of the form behind the title. */
export const pageOf = (
  form: PublishedForm,
  title: string,
  rest: Pick<Page, 'body'> & Partial<Page>,
): Page => ({
  status: 200,
  title: `${title} – ${form.name}`,
  style: form.style,
  language: form.language,
  about: form,
  ...rest,
})

/** A page as it is sent. */
export type DrawnPage = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: () => string
  /** The text as gzip, where that is cheaper than to compress it. */
  readonly gzip?: () => Buffer
}

export const sendPage = (reply: FastifyReply, page: Page): FastifyReply => sendDrawn(reply, drawPage(page))

/**
 * Sends a page. `isOnlyHere`: its address does not give it again, as where it answers a post or its browser keeps no cookie. Then the
 * history may show it as it was, and nothing else may.
 */
export function sendDrawn(
  reply: FastifyReply,
  { status, headers, text, gzip }: DrawnPage,
  isOnlyHere = reply.request.method === 'POST',
): FastifyReply {
  reply.status(status).headers(headers)
  if (isOnlyHere) reply.header('cache-control', 'private, no-cache')
  return gzip ? sendPacked(reply, { text, gzip }) : reply.send(text())
}

/** Draws a page: not cached, and allowed nothing but its own style, its own form and the frames it names. */
export function drawPage(page: Page): DrawnPage {
  const css = [styleCss(page.style), baseCss, layoutCss(page.style), ...new Set(page.rules)]
    .join('')
    .replaceAll('\n', '')
  const script = scriptOf(page)
  const text = `<!doctype html>${textOf(documentOf(page, { css, script }))}`
  return {
    status: page.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policyOf(page, { css, script }),
      'x-content-type-options': 'nosniff',
      // With no-referrer, browsers send `Origin: null` with our own forms, and we could not tell them from others.
      'referrer-policy': 'same-origin',
    },
    text: () => text,
  }
}

// In a tab nothing can isolate the title from what stands beside it, as dir=auto does in the page.
const turning = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** The scripts of a page, as one. */
const scriptOf = ({ scripts = [], about }: Page): string =>
  [...new Set([...scripts, ...(frameSites(about).length > 0 ? ['framed' as const] : [])])]
    .toSorted()
    .map((name) => pageScripts[name])
    .join('')

/** What a page brings along, and allows by its hash. */
type Inlined = { readonly css: string; readonly script: string }

const documentOf = (
  { title, body, about, isEnd, leadsTo, language = 'en' }: Page,
  { css, script }: Inlined,
): Html => html`
  <html ${attributes({ lang: localeOf(language), dir: directionOf(language) })}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title.replaceAll(turning, '')}</title>
      ${
        leadsTo !== undefined &&
        html`<meta ${attributes({ 'http-equiv': 'refresh', content: `0;url=${leadsTo}` })} />`
      }
      ${about && card(about)} ${styleElement(css)}
    </head>
    <body>
      <main ${attributes({ 'data-sites': frameSites(about).join(' ') || undefined, 'data-done': isEnd })}>
        ${body}
      </main>
      ${script === '' ? nothing : scriptElement(script)}
    </body>
  </html>
`

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

function policyOf(page: Page, { css, script }: Inlined): string {
  const { frames = [], about } = page
  const { fonts, pictures } = filesOf(page.style)
  const images = [...(page.images ?? []), ...(pictures.length > 0 ? ["'self'"] : [])]
  return [
    "default-src 'none'",
    `style-src ${hashOf(css)}`,
    ...(script === '' ? [] : [`script-src ${hashOf(script)}`, "connect-src 'self'"]),
    "form-action 'self'",
    "base-uri 'none'",
    // A form on another site's page could be laid under that site's buttons; our own pages may show it, and those that its author names.
    ["frame-ancestors 'self'", ...frameSites(about)].join(' '),
    ...(fonts.length > 0 ? ["font-src 'self'"] : []),
    ...(images.length > 0 ? [`img-src ${[...new Set(images)].join(' ')}`] : []),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
  ].join('; ')
}

/** The top of a page: the logo and the name of the form, and how far a person has come. */
export const pageTop = ({ name, style }: Pick<PublishedForm, 'name' | 'style'>, rest?: Html): Html => {
  const { logo } = style.layout
  return html`
    <div class="top">
      ${logo && html`<img ${attributes({ class: 'logo', src: styleFilePath(logo.image), alt: logo.alt })} />`}
      <p class="name" dir="auto">${name}</p>
      ${rest}
    </div>
  `
}

/** The form that a page is of. */
type About = Pick<PublishedForm, 'name' | 'settings' | 'style'>

/** The origins of the sites that may show the form in a frame. */
const frameSites = (about: About | undefined): readonly string[] =>
  (about?.settings?.embedOn ?? []).flatMap((text) => siteOrigin(text) ?? [])

/** What is read by programs that show a link of the form. Search engines leave it out: forms are given by link. */
const card = ({ name, settings, style }: About): Html => html`
  <meta name="robots" content="noindex" />
  ${darkTheme(style)}
  <meta ${attributes({ name: 'theme-color', content: style.colors.background })} />
  <meta ${attributes({ property: 'og:title', content: name })} />
  ${
    settings?.description !== undefined &&
    html`<meta ${attributes({ property: 'og:description', content: settings.description })} />`
  }
  <meta property="og:type" content="website" />
  <meta name="twitter:card" content="summary" />
`

/** The first that fits counts, so this one stands before the other. */
function darkTheme(style: Style): Html | false {
  const content = darkGround(style)
  const media = '(prefers-color-scheme:dark)'
  return content !== undefined && html`<meta ${attributes({ name: 'theme-color', media, content })} />`
}

/** `GET /embed.js`: the script of a site that shows a form in a frame. */
export function registerEmbed(app: FastifyInstance): void {
  app.get('/embed.js', (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(pageScripts['embed-host']),
  )
}
