/** Frames on other sites, link previews, and the script that sites embed forms with. */
import type { FastifyInstance } from 'fastify'
import type { PublishedForm, Style } from '../../form/form.ts'
import { siteOrigin } from '../../form/site-origin.ts'
import { attributes, html, type Html } from '../../html/html.ts'
import { pageScripts } from '../generated/page-scripts.ts'
import { darkGround } from '../style.ts'

/** The form that a page is of. */
export type About = Pick<PublishedForm, 'name' | 'settings' | 'style'>

/** The origins of the sites that may show the form in a frame. */
export const frameSites = (about: About | undefined): readonly string[] =>
  (about?.settings?.embedOn ?? []).flatMap((text) => siteOrigin(text) ?? [])

/** What is read by programs that show a link of the form. Search engines leave it out: forms are given by link. */
export const card = ({ name, settings, style }: About): Html => html`
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
