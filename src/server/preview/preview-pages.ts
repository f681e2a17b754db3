import { count } from '../../failure/failure.ts'
import { html, type Html, attributes } from '../../html/html.ts'
import type { Page } from '../pages/layout.ts'
import { defaultStyle } from '../style.ts'
import type { Condition, PublishedForm, PublishedStep } from '../../form/form.ts'
import { formPath } from '../../wire/wire.ts'
import { screensOf } from '../../form/form-path.ts'
import type { FastifyInstance } from 'fastify'
import { countsText, type Severity } from '../../form/finding.ts'

export type Preview = {
  /** Changes with the content of the file. */
  readonly version: number
  readonly file: string
  /** Empty when the spec is broken. */
  readonly forms: readonly PublishedForm[]
  /** The files of their styles, by the SHA-256 of their bytes. */
  readonly styleFiles?: ReadonlyMap<string, Uint8Array>
  readonly findings: readonly PreviewFinding[]
  readonly isBroken: boolean
}

export type PreviewFinding = {
  readonly severity: Severity
  readonly code: string
  readonly message: string
  readonly help?: string
  /** `survey.yaml:6:15` */
  readonly place: string
  readonly excerpt: readonly ExcerptLine[]
}

/** A line of the source, split at the marked part, which only the line of the finding has. */
export type ExcerptLine = {
  readonly number: number
  readonly before: string
  readonly marked: string
  readonly after: string
}

export type PreviewSource = {
  readonly current: () => Promise<Preview>
  /** Calls a listener with each new version until the returned function is called. Absent if the file is not watched. */
  readonly onChange?: (listener: (preview: Preview) => void) => () => void
}

/** The page in place of a form whose spec is broken: what is wrong, where, and what to do. */
export function findingsPage(preview: Preview): Page {
  const { file, findings } = preview
  return {
    status: 422,
    title: `${countsText(findings)} – ${file}`,
    style: defaultStyle,
    rules: ['main{max-width:64rem}', findingsCss],
    body: html`
      <div class="heading">
        <h1>${countsText(findings)}</h1>
        <p class="lead">The form is shown here once <code dir="auto">${file}</code> can be drawn.</p>
      </div>
      ${findingList(findings)}
    `,
  }
}

// A page is for reading; the terminal has them all.
const maxShown = 50

export const findingList = (findings: readonly PreviewFinding[]): Html => html`
  <div class="findings">
    ${findings.slice(0, maxShown).map(finding)}
    ${findings.length > maxShown && html`<p>${count(findings.length - maxShown, 'more finding')}.</p>`}
  </div>
`

const finding = ({ severity, code, message, help, place, excerpt }: PreviewFinding): Html => html`
  <section class="finding ${severity}">
    <h2><span class="code">${severity}[${code}]</span> <span dir="auto">${message}</span></h2>
    <p class="place" dir="auto">${place}</p>
    ${excerpt.length > 0 && html`<pre tabindex="0">${excerpt.map(excerptLine)}</pre>`}
    ${help !== undefined && html`<p class="help" dir="auto"><b>help:</b> ${help}</p>`}
  </section>
`

const excerptLine = ({ number, before, marked, after }: ExcerptLine): Html =>
  html`<span class="line"
    ><span class="number">${number}</span
    >${before}${marked !== '' && html`<mark>${marked}</mark>`}${after}</span
  >`

export const findingsCss = `
.findings{display:grid;gap:1.25rem}
.finding{--of:#b3261e;border:1px solid color-mix(in srgb,var(--of) 30%,#d5d8de);border-inline-start:.3rem solid var(--of);border-radius:.5rem;padding:1rem 1.15rem;background:#fff;color:#1b1f24;text-align:start;min-width:0;display:grid;gap:.6rem;font:.9375rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.finding.warning{--of:#8a5a00}
.finding.note{--of:#2450c8}
.finding h2{font-size:1rem;font-weight:600;line-height:1.45;margin:0;letter-spacing:0}
.finding .code{font:600 .8125rem ui-monospace,"SF Mono",Menlo,Consolas,monospace;color:var(--of);margin-inline-end:.35rem}
.finding .place{margin:0;font:.8125rem ui-monospace,"SF Mono",Menlo,Consolas,monospace;color:#5b626d}
.finding pre{margin:0;padding:.7rem 0;overflow-x:auto;background:#f5f6f8;border-radius:.35rem;font:.8125rem/1.65 ui-monospace,"SF Mono",Menlo,Consolas,monospace;tab-size:4}
.finding .line{display:block;white-space:pre;padding-inline-end:1rem}
.finding .number{display:inline-block;width:3.5rem;padding-inline-end:1rem;text-align:end;color:#777e89;user-select:none}
.finding mark{background:color-mix(in srgb,var(--of) 16%,#fff);color:inherit;border-bottom:2px solid var(--of);padding:.1rem 0}
.finding .help{margin:0}
.finding .help b{color:#0f6b3a;font-weight:600}
`.replaceAll('\n', '')

/** The path of the map of a form. */
export const mapPath = (formId: string): string => `/map/${encodeURIComponent(formId)}`

/** The steps of a form with what decides whether each is shown and where it leads. */
export const mapPage = (form: PublishedForm): Page => ({
  status: 200,
  title: `Map – ${form.name}`,
  style: defaultStyle,
  rules: [mapCss],
  body: html`
    <div class="heading">
      <h1 dir="auto">${form.name}</h1>
      <p class="lead">Which steps people see, and in which order.</p>
    </div>
    <ol class="map">
      ${form.steps.map((step, i) => stepItem(form, { step, number: i + 1 }))}
    </ol>
  `,
})

function stepItem(form: PublishedForm, { step, number }: { step: PublishedStep; number: number }): Html {
  const { name, key, visibleIf, next = [], redirect, components } = step
  const conditional = components.filter((component) => component.visibleIf !== undefined)
  return html`
    <li id="step-${number}">
      <h2>
        <a dir="auto" ${attributes({ href: `${formPath(form.id)}?step=${screenOf(form, number)}` })}
          >${name}</a
        >
        ${key !== undefined && html`<code>${key}</code>`}
      </h2>
      ${visibleIf !== undefined && html`<p>Shown if ${words(visibleIf)}.</p>`}
      ${conditional.map(
        ({ questionId, visibleIf: shownIf }) =>
          html`<p><code>${questionId}</code> is shown if ${shownIf === undefined ? '' : words(shownIf)}.</p>`,
      )}
      ${next.map(
        ({ if: when, to }) =>
          html`<p>Leads to ${stepLink(form, to)}${when === undefined ? '' : html` if ${words(when)}`}.</p>`,
      )}
      ${redirect !== undefined && html`<p>Leads to <code dir="ltr">${redirect}</code>.</p>`}
    </li>
  `
}

/** The number of a step's first screen. */
const screenOf = ({ steps, style }: PublishedForm, number: number): number =>
  1 + steps.slice(0, number - 1).flatMap((step) => screensOf(step, style)).length

function stepLink({ steps }: PublishedForm, to: string): Html {
  const index = steps.findIndex(({ key }) => key === to)
  return index < 0
    ? html`<code>${to}</code>`
    : html`<a dir="auto" ${attributes({ href: `#step-${index + 1}` })}>${steps[index]?.name}</a>`
}

/** A condition as a person says it. */
function words(condition: Condition): Html {
  const { question = '', any, all } = condition
  const joined = any ?? all
  if (joined !== undefined)
    return html`(${joined.map((one, i) => html`${i === 0 ? '' : any ? ' or ' : ' and '}${words(one)}`)})`
  return html`<code>${question}</code> ${comparison(condition)}`
}

function comparison({ is, isNot, in: among, contains, over, under, answered }: Condition): string {
  const value = (given: unknown): string => JSON.stringify(given)
  if (is !== undefined) return `is ${value(is)}`
  if (isNot !== undefined) return `is not ${value(isNot)}`
  if (among !== undefined) return `is one of ${among.map(value).join(', ')}`
  if (contains !== undefined) return `contains ${value(contains)}`
  if (over !== undefined) return `is over ${value(over)}`
  if (under !== undefined) return `is under ${value(under)}`
  return answered === false ? 'is not answered' : 'is answered'
}

const mapCss = `
.map{display:grid;gap:.75rem;margin:0;padding-inline-start:1.5rem}
.map li{padding:.75rem 1rem;border:1px solid var(--line);border-radius:var(--corner)}
.map p{margin-top:.35rem}
.map code{font-size:.875em;padding:.1rem .35rem;border-radius:.25rem;background:var(--wash)}
`

const changesPath = '/changes'

/** Sends pages the current version of the spec, and each new one, as server-sent events. */
export function registerChanges(app: FastifyInstance, source: PreviewSource): void {
  const { onChange } = source
  if (onChange === undefined) return
  const open = new Set<() => void>()
  app.get(changesPath, async (_request, reply) => {
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    const send = ({ version }: Preview): void => void raw.write(`data: ${version}\n\n`)
    const forget = onChange(send)
    const end = (): void => void raw.end()
    open.add(end)
    raw.on('close', () => {
      forget()
      open.delete(end)
    })
    // At once, so that a page from before a change reloads.
    send(await source.current())
  })
  app.addHook('preClose', async () => open.forEach((end) => end()))
}

/**
 * Reloads the page when the spec changes, with the same step, scroll position and input. By GET, since a browser asks
 * before it repeats a POST.
 */
export const reloadScript = `
const own=document.currentScript.dataset.version,bar=document.querySelector('.preview-bar'),form=document.querySelector('main form')
const kept=JSON.parse(sessionStorage.getItem('preview')||'null');sessionStorage.removeItem('preview')
if(kept){for(const [name,value] of kept.typed)for(const field of form?form.elements:[])if(field.name===name){if(/checkbox|radio/.test(field.type))field.checked||=field.value===value;else if(field.type!=='file')field.value=value}
scrollTo(0,kept.at)}
const changes=new EventSource('${changesPath}')
changes.onopen=()=>bar.dataset.live='yes'
changes.onerror=()=>bar.dataset.live='no'
changes.onmessage=({data})=>{if(data===own)return
const typed=form?[...new FormData(form)].filter(([name,value])=>name.startsWith('q.')&&typeof value==='string'):[]
sessionStorage.setItem('preview',JSON.stringify({at:scrollY,typed}))
const step=document.querySelector('input[name=step]')
location.replace(location.pathname+(step?'?step='+step.value:location.search))}
`.trim()
