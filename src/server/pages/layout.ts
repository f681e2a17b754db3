import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { PublishedForm, Style } from '../../form/form.ts'
import { directionOf, textsOf } from '../../form/languages.ts'
import { localeOf } from '../../form/typed-values.ts'
import { languagesOf } from '../../form/translations.ts'
import { formPath } from '../../wire/wire.ts'
import { filesOf } from '../../form/style-tokens.ts'
import { siteOrigin } from '../../form/types/texts.ts'
import { darkGround, styleCss, styleFilePath, baseCss, layoutCss } from '../style.ts'
import type { ScriptName } from '../components/page-component.ts'
import { pageScripts } from '../generated/page-scripts.ts'
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
  /** The form that it belongs to. */
  readonly about?: About
  /** Whether the person is done with it. */
  readonly isEnd?: true
  /** The address that it redirects to. */
  readonly leadsTo?: string
}

/** A page of a form: in its look and its language, with the form's name in the title. */
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
  readonly text: string
}

export const sendPage = (reply: FastifyReply, page: Page): FastifyReply => sendDrawn(reply, drawPage(page))

/**
 * Sends a page. `isUnrepeatable`: its address does not show it again, as after a post, or where the browser keeps no cookie. Then only
 * the browser's history may show it again.
 */
export function sendDrawn(
  reply: FastifyReply,
  { status, headers, text }: DrawnPage,
  isUnrepeatable = reply.request.method === 'POST',
): FastifyReply {
  reply.status(status).headers(headers)
  if (isUnrepeatable) reply.header('cache-control', 'private, no-cache')
  return reply.send(text)
}

/** Draws a page. It is not cached, and its policy allows only its own style, its own form and the frames it names. */
export function drawPage(page: Page): DrawnPage {
  const css = [styleCss(page.style), baseCss, layoutCss(page.style), ...new Set(page.rules)]
    .join('')
    .replaceAll('\n', '')
  const isFramed = frameSites(page.about).length > 0
  const script = [...new Set([...(page.scripts ?? []), ...(isFramed ? ['framed' as const] : [])])]
    // By name: autosave.ts may keep a press from upload.ts, so it has to come first.
    .toSorted()
    .map((name) => pageScripts[name])
    .join('')
  return {
    status: page.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policyOf(page, { css, script }),
      'x-content-type-options': 'nosniff',
      // With no-referrer, browsers send `Origin: null` with our own forms, as with those of other sites.
      'referrer-policy': 'same-origin',
    },
    text: `<!doctype html>${textOf(documentOf(page, { css, script }))}`,
  }
}

// Direction marks would also turn the text beside the title in a tab: nothing isolates it there, as dir=auto does in a page.
const directionMarks = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** The inline parts of a page, which its policy allows by their hashes. */
type InlineCode = { readonly css: string; readonly script: string }

const documentOf = (
  { title, body, about, isEnd, leadsTo, language = 'en' }: Page,
  { css, script }: InlineCode,
): Html => html`
  <html ${attributes({ lang: localeOf(language), dir: directionOf(language) })}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title.replaceAll(directionMarks, '')}</title>
      ${
        leadsTo !== undefined &&
        html`<meta ${attributes({ 'http-equiv': 'refresh', content: `0;url=${leadsTo}` })} />`
      }
      ${about && linkPreview(about)} ${styleElement(css)}
    </head>
    <body>
      <main ${attributes({ 'data-sites': frameSites(about).join(' ') || undefined, 'data-done': isEnd })}>
        ${body}
      </main>
      ${script === '' ? nothing : scriptElement(script)}
    </body>
  </html>
`

/** A text of a page as its policy names it. */
export const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

function policyOf(page: Page, { css, script }: InlineCode): string {
  const { frames = [], about } = page
  const { fonts, pictures } = filesOf(page.style)
  const images = [...(page.images ?? []), ...(pictures.length > 0 ? ["'self'"] : [])]
  return [
    "default-src 'none'",
    `style-src ${hashOf(css)}`,
    ...(script === '' ? [] : [`script-src ${hashOf(script)}`, "connect-src 'self'"]),
    "form-action 'self'",
    "base-uri 'none'",
    // Against clickjacking: only our own pages and the sites that the author names may show the form in a frame.
    ["frame-ancestors 'self'", ...frameSites(about)].join(' '),
    ...(fonts.length > 0 ? ["font-src 'self'"] : []),
    ...(images.length > 0 ? [`img-src ${[...new Set(images)].join(' ')}`] : []),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
  ].join('; ')
}

/** The top of a page: the logo and the name of the form, and the progress in `rest`. */
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

type About = Pick<PublishedForm, 'name' | 'settings' | 'style'>

/** The origins of the sites that may show the form in a frame. */
const frameSites = (about: About | undefined): readonly string[] =>
  (about?.settings?.embedOn ?? []).flatMap((text) => siteOrigin(text) ?? [])

/** For programs that show a preview of a link. Search engines must not list forms, whose links their authors share. */
function linkPreview({ name, settings, style }: About): Html {
  const dark = darkGround(style)
  const media = '(prefers-color-scheme:dark)'
  // Browsers take the first theme colour that applies, so the dark one comes first.
  return html`
    <meta name="robots" content="noindex" />
    ${dark !== undefined && html`<meta ${attributes({ name: 'theme-color', media, content: dark })} />`}
    <meta ${attributes({ name: 'theme-color', content: style.colors.background })} />
    <meta ${attributes({ property: 'og:title', content: name })} />
    ${
      settings?.description !== undefined &&
      html`<meta ${attributes({ property: 'og:description', content: settings.description })} />`
    }
    <meta property="og:type" content="website" />
    <meta name="twitter:card" content="summary" />
  `
}

/** The name of the language, in the query of an address and among the fields of a posted step. */
export const languageField = 'lang'

/** A page below the address of a form; `query` is without the `?`. */
type Place = { readonly path?: string; readonly query?: string }

/** The address of a page of a form. It names the language, so that this is known before the form is read. */
export function pageAddress(
  { id, language = 'en', translations }: PublishedForm,
  { path = '', query = '' }: Place = {},
): string {
  const all = [query, translations || language !== 'en' ? `${languageField}=${language}` : '']
    .filter(Boolean)
    .join('&')
  return `${formPath(id)}${path}${all === '' ? '' : `?${all}`}`
}

/** CSS of `languageMenu`. */
export const languageCss = `
.languages ul{list-style:none;display:flex;flex-wrap:wrap;justify-content:flex-end;gap:0 1.25rem;margin-bottom:1rem;font-size:.875rem}
.languages a{display:inline-flex;align-items:center;min-height:2.75rem}
.languages [aria-current]{color:inherit;font-weight:600;text-decoration:none}
`

/**
 * Leads to this page in the other languages of its form: by links, or by submit buttons of the HTML form with that id, which send what
 * was typed.
 */
export function languageMenu(
  form: PublishedForm,
  place: Place,
  submit?: { readonly form: string; readonly name: string; readonly value: string },
): Html {
  const languages = languagesOf(form)
  if (languages.length === 1) return nothing
  const entries = languages.map((language) => {
    const address = pageAddress({ ...form, language }, place)
    const own = { lang: language, 'aria-current': language === (form.language ?? 'en') ? 'true' : undefined }
    const name = nameOfLanguage(language)
    return submit
      ? html`<li>
          <button ${attributes({ ...submit, formaction: address, ...own, class: 'plain' })}>${name}</button>
        </li>`
      : html`<li>
          <a ${attributes({ href: address, hreflang: language, ...own })}>${name}</a>
        </li>`
  })
  return html`<nav class="languages" ${attributes({ 'aria-label': textsOf(form.language).page.language })}>
    <ul>
      ${entries}
    </ul>
  </nav>`
}

/** The name of a language in that language. */
function nameOfLanguage(language: string): string {
  if (language === textsOf(language).locale.split('-', 1)[0]) return textsOf(language).name
  const locale = localeOf(language)
  // Unknown languages have no name.
  if (locale.toLowerCase() !== language.toLowerCase()) return language
  return new Intl.DisplayNames([locale], { type: 'language', fallback: 'code' }).of(locale) ?? language
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
