import type { FastifyInstance } from 'fastify'
import type { Severity } from '../../form/finding.ts'
import type { PublishedForm } from '../../form/form.ts'

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
