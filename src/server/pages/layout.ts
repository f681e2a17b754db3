import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Style } from '../../form/form.ts'
import { styleCss } from '../style/style-css.ts'
import { html, styleElement, textOf, type Html } from '../../html/html.ts'
import { stylesheet } from './stylesheet.ts'

/** A page before it is sent. */
export type Page = {
  readonly status: number
  readonly title: string
  readonly style: Style
  readonly body: Html
  /** CSS beyond the stylesheet. */
  readonly rules?: string
  /** Origins that its frames may load. */
  readonly frames?: readonly string[]
}

/** Sends a page: never cached, and allowed nothing but its own style, its own form and the frames it names. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const css = styleCss(page.style) + stylesheet + (page.rules ?? '')
  return reply
    .status(page.status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policyOf(css, page.frames ?? []),
      'x-content-type-options': 'nosniff',
      // With no-referrer, browsers send `Origin: null` with our own forms, and we could not tell them from others.
      'referrer-policy': 'same-origin',
    })
    .send(`<!doctype html>${textOf(documentOf(page, css))}`)
}

// In a tab nothing can isolate the title from what stands beside it, as dir=auto does in the page.
const turning = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const documentOf = ({ title, body }: Page, css: string): Html => html`
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title.replaceAll(turning, '')}</title>
      ${styleElement(css)}
    </head>
    <body>
      <main>${body}</main>
    </body>
  </html>
`

function policyOf(css: string, frames: readonly string[]): string {
  const hash = createHash('sha256').update(css).digest('base64')
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "form-action 'self'",
    "base-uri 'none'",
    // A form on another site's page could be laid under that site's buttons; our own pages may show it.
    "frame-ancestors 'self'",
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
  ].join('; ')
}
