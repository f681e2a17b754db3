import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Style } from '../../form/form.ts'
import { directionOf } from '../../form/languages.ts'
import { styleCss } from '../style.ts'
import { packedReplies } from '../compress.ts'
import type { ScriptName } from '../components/page-component.ts'
import { pageScripts } from '../generated/page-scripts.ts'
import { card, frameSites, type About } from './embed.ts'
import { attributes, html, nothing, scriptElement, styleElement, textOf, type Html } from '../../html/html.ts'

export type Page = {
  readonly status: number
  readonly title: string
  readonly style: Style
  /** The language of its texts; English where it is absent. */
  readonly language?: string | undefined
  readonly body: Html
  /** CSS beyond the stylesheet. */
  readonly rules?: string
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
}

/** A page as it is sent. */
export type DrawnPage = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The text as gzip, where that is cheaper than to compress it. */
  readonly gzip?: () => Buffer
}

export const sendPage = (reply: FastifyReply, page: Page): FastifyReply => sendDrawn(reply, drawPage(page))

export function sendDrawn(reply: FastifyReply, { status, headers, text, gzip }: DrawnPage): FastifyReply {
  if (gzip) packedReplies.set(reply, gzip)
  return reply.status(status).headers(headers).send(text)
}

/** Draws a page: never cached, and allowed nothing but its own style, its own form and the frames it names. */
export function drawPage(page: Page): DrawnPage {
  const css = styleCss(page.style) + stylesheet + (page.rules ?? '')
  const script = scriptOf(page)
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
    text: `<!doctype html>${textOf(documentOf(page, { css, script }))}`,
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
  { title, body, about, isEnd, language = 'en' }: Page,
  { css, script }: Inlined,
): Html => html`
  <html ${attributes({ lang: language, dir: directionOf(language) })}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title.replaceAll(turning, '')}</title>
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

function policyOf({ frames = [], images = [], about }: Page, { css, script }: Inlined): string {
  return [
    "default-src 'none'",
    `style-src ${hashOf(css)}`,
    ...(script === '' ? [] : [`script-src ${hashOf(script)}`, "connect-src 'self'"]),
    "form-action 'self'",
    "base-uri 'none'",
    // A form on another site's page could be laid under that site's buttons; our own pages may show it, and those that its author names.
    ["frame-ancestors 'self'", ...frameSites(about)].join(' '),
    ...(images.length > 0 ? [`img-src ${[...new Set(images)].join(' ')}`] : []),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
  ].join('; ')
}

/** Draws every page from the custom properties of its style. Small on purpose: it comes with each page. */
const stylesheet = `
*{box-sizing:border-box}
:root{
--muted:color-mix(in srgb,var(--text) 70%,var(--background));
--line:color-mix(in srgb,var(--text) 14%,var(--background));
--wash:color-mix(in srgb,var(--accent) 9%,var(--background));
--corner:min(var(--radius),1rem)}
html{background:var(--around);font:100%/1.5 var(--font);color:var(--text)}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;align-items:start;justify-items:center;padding:clamp(0rem,6vw - 1.5rem,4rem) clamp(0rem,4vw - 1rem,2rem)}
main{width:100%;max-width:41rem;background:var(--background);padding:clamp(1.25rem,5vw,3rem);border-radius:calc(var(--corner)*1.5);box-shadow:0 0 0 1px var(--line),0 1rem 3rem -1.5rem #0003;overflow-wrap:anywhere}
h1,h2,p,ul,fieldset{margin:0;padding:0;border:0;min-width:0}
h1{font-size:clamp(1.6rem,1.3rem + 1.4vw,2.1rem);line-height:1.2;letter-spacing:-.015em;text-wrap:balance}
h2{font-size:1.25rem;line-height:1.3}
a{color:var(--accent);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
form>div+div,.identity{margin-top:1.75rem}
form>.IdentityInfo>.identity{margin-top:0}
.identity{display:grid;gap:1.25rem}
.top{display:grid;grid-template-columns:1fr auto;gap:.6rem 1.5rem;margin-bottom:2.25rem;font-size:.875rem;color:var(--muted)}
.name{font-weight:600}
progress{grid-column:1/-1;width:100%;height:.3rem;appearance:none;border:0;border-radius:9px;overflow:hidden;background:var(--line)}
progress::-webkit-progress-bar{background:var(--line)}
progress::-webkit-progress-value{background:var(--accent)}
progress::-moz-progress-bar{background:var(--accent)}
.heading{display:grid;gap:.5rem;margin-bottom:1.75rem;text-align:var(--align)}
.lead{font-size:1.0625rem;color:var(--muted);white-space:pre-line}
label,legend{font-weight:600;padding:0}
.field{display:grid;gap:.4rem;align-content:start}
fieldset.field{display:block}
fieldset.field>*+*{margin-top:.4rem}
.hint,.small{font-size:.875rem;color:var(--muted);font-weight:400}
.small{white-space:pre-line;text-align:var(--align)}
.problem{font-size:.875rem;font-weight:600;color:var(--error)}
input,select,textarea,button{font:inherit;color:inherit;accent-color:var(--accent)}
input:not([type=checkbox],[type=radio],[type=hidden]),select,textarea{width:100%;min-height:3rem;padding:.6rem .85rem;border:1px solid var(--border);border-radius:var(--corner);background:var(--background)}
select{appearance:none;padding-right:2.5rem;text-overflow:ellipsis;background:linear-gradient(45deg,#0000 50%,var(--muted) 50%) right 1.3rem center/.4rem .4rem no-repeat,linear-gradient(-45deg,#0000 50%,var(--muted) 50%) right .95rem center/.4rem .4rem no-repeat var(--background)}
textarea{display:block;resize:vertical;min-height:8.5rem}
input[type=file]{padding:.55rem;border-style:dashed;background:var(--wash)}
input[type=file]::file-selector-button{font:inherit;font-weight:600;margin-right:.85rem;padding:.25rem .85rem;border:1px solid var(--border);border-radius:calc(var(--corner)*.75);background:var(--background);color:var(--text)}
::placeholder{color:var(--muted);opacity:1}
:is(input,select,textarea):hover{border-color:var(--text)}
:is(input,select,textarea):focus-visible{border-color:var(--accent);outline-offset:0}
[aria-invalid]:is(input,select,textarea){border-color:var(--error);box-shadow:inset 0 0 0 1px var(--error)}
.phone{display:grid;grid-template-columns:1fr 1fr;gap:.6rem}
.choice{display:flex;align-items:center;gap:.75rem;font-weight:400;cursor:pointer;min-height:2.75rem}
.choice input,.remove input{flex:none;width:1.2rem;height:1.2rem;margin:0}
.choices{display:grid;gap:.6rem}
.boxed .choice{padding:.65rem .9rem;min-height:3rem;border:1px solid var(--border);border-radius:var(--corner)}
.choice[hidden]{display:none}
.choice:hover{border-color:var(--text)}
.boxed .choice:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent);background:var(--wash)}
.boxed .choice:has(:focus-visible){outline:3px solid var(--accent);outline-offset:2px}
@supports selector(:has(*)){.boxed .choice :focus-visible{outline:0}}
.version{display:grid;min-width:0;white-space:pre-line}
.cards{grid-template-columns:repeat(auto-fill,minmax(min(10rem,100%),1fr))}
.cards .choice{flex-direction:column;justify-content:center;text-align:center;min-height:7rem;padding:1.1rem}
.listbox{gap:0;max-height:15.6rem;overflow:auto;padding:.35rem .9rem;border:1px solid var(--border);border-radius:var(--corner)}
[aria-invalid]>.boxed .choice,fieldset:has([aria-invalid])>.listbox{border-color:var(--error)}
.files{list-style:none;display:grid;gap:.4rem}
.files li{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem;padding:.5rem .85rem;border:1px solid var(--line);border-radius:var(--corner)}
.remove{display:flex;align-items:center;gap:.5rem;margin-left:auto;font-weight:400;min-height:2.75rem}
iframe{width:100%;height:min(42rem,80vh);border:1px solid var(--line);border-radius:var(--corner);background:#fff}
.lines{white-space:pre-line}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1.25rem .6rem;align-items:start}
.cards img{width:100%;aspect-ratio:4/3;object-fit:cover;border-radius:calc(var(--corner)*.75)}
.cols-1{grid-template-columns:minmax(0,1fr)}
.cols-2{grid-template-columns:repeat(2,minmax(0,1fr))}
.cols-3{grid-template-columns:repeat(3,minmax(0,1fr))}
.cols-4{grid-template-columns:repeat(4,minmax(0,1fr))}
.choices:has([value=__other__]:not(:checked))>.other:has(:placeholder-shown),.field:has(option[value=__other__]:not(:checked))>.other:has(:placeholder-shown){display:none}
.matrix{width:100%;border-collapse:collapse}
.matrix th{font-weight:400;padding:.6rem .5rem}
.matrix tbody th{text-align:start}
.matrix td{padding:0;text-align:center}
.matrix td label{justify-content:center;min-width:2.75rem}
.matrix tbody tr{border-top:1px solid var(--line)}
.ranking{list-style:none;margin:0;padding:0;display:grid;gap:.6rem}
.ranking li{display:grid;grid-template-columns:1fr auto auto;align-items:center;gap:.6rem;padding:.5rem .5rem .5rem .9rem;border:1px solid var(--border);border-radius:var(--corner)}
.ranking label{font-weight:400}
.ranking .field{display:grid;grid-template-columns:1fr 6rem;align-items:center}
.ranking .problem{grid-column:1/-1;grid-row:2}
.ranking button{min-width:2.75rem;min-height:2.75rem;padding:0 .85rem;background:none;border-color:var(--border);color:var(--text)}
.ranking [draggable]{cursor:grab}
.buttons{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem;justify-content:var(--align);margin-top:2.25rem}
button,.button{min-height:3rem;padding:.6rem 1.75rem;border:1px solid var(--accent);border-radius:var(--radius);background:var(--accent);color:var(--accent-text);font-weight:600;cursor:pointer;text-decoration:none}
button:hover,.button:hover{filter:brightness(.92)}
.button{display:inline-flex;align-items:center}
.back{background:none;border-color:#0000;color:var(--accent);padding-inline:1rem}
.back:hover{background:var(--wash)}
.summary,.notice{margin-bottom:1.75rem;padding:1rem 1.25rem;border:1px solid var(--error);border-left-width:.35rem;border-radius:var(--corner);background:color-mix(in srgb,var(--error) 7%,var(--background))}
.notice{border-color:var(--accent);background:var(--wash)}
.summary h2{font-size:1.0625rem}
.summary ul{margin-top:.35rem;padding-left:1.1rem}
.summary a{color:var(--error)}
.ending{display:grid;gap:1rem;text-align:var(--align)}
.ending .heading{margin:0}
.tick{width:3.25rem;height:3.25rem;display:grid;place-items:center;border-radius:50%;background:var(--accent);color:var(--accent-text);font-size:1.5rem;line-height:1;justify-self:var(--align)}
.mark{font-weight:400;color:var(--muted)}
.unseen{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.summary a,.notice a,.field>p>a,.ending>p>a:not(.button){display:inline-block;padding-block:.625rem}
.plain{min-height:2.75rem;padding:0;border:0;background:none;color:var(--accent);font-weight:400;text-decoration:underline;text-underline-offset:.15em}
.foot{display:flex;flex-wrap:wrap;align-items:center;white-space:normal;gap:.25rem 1.5rem;min-height:1.5em}
.foot p{flex:1 1 12rem}
dt{font-weight:600}dd{margin:0 0 .6rem}
@media (forced-colors:active){select{appearance:auto;background:none}}
@media (max-width:34rem){
html{background:var(--background)}
main{border-radius:0;box-shadow:none}
.phone,.pair{grid-template-columns:1fr}
.cols-3,.cols-4{grid-template-columns:repeat(2,minmax(0,1fr))}
.buttons button{width:100%}
.matrix,.matrix tbody,.matrix tr,.matrix th,.matrix td{display:block}
.matrix thead{display:none}
.matrix tbody th{font-weight:600;padding:.85rem 0 .25rem}
.matrix td label{justify-content:flex-start}
.matrix td .unseen{position:static;width:auto;height:auto;margin:0;clip-path:none;white-space:normal}
}
`.replaceAll('\n', '')
