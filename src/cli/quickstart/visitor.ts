import { Failure } from '../../failure/failure.ts'
import { readBytes } from '../../wire/replies.ts'
import type { Service } from '../../wire/wire.ts'
import type { Visit } from './quickstart-files.ts'

/** Fills in a form's public page as a browser does, over HTTP. A visit that ends early leaves a partial response. */
export async function fillIn(service: Service, formPath: string, visit: Visit): Promise<void> {
  const browser = browserOf(service)
  let html = await browser({ method: 'GET', path: formPath })
  for (const answers of visit.steps) {
    const page = readPage(html)
    if (!page) throw Failure.of('defect', { detail: `the page at ${formPath} has no form to fill in` })
    html = await browser({ method: 'POST', path: page.action, body: bodyOf(page, answers) })
  }
}

type Visiting = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string }

/** Keeps the page's cookie and follows redirects, on this service only. */
function browserOf(service: Service): (visiting: Visiting) => Promise<string> {
  let cookie = ''
  return async function browse({ path, ...visiting }) {
    const [pathname = '', search = ''] = path.split('?')
    const headers = {
      ...(cookie === '' ? {} : { cookie }),
      ...(visiting.body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    }
    const reply = await service({
      ...visiting,
      path: pathname,
      query: Object.fromEntries(new URLSearchParams(search)),
      headers,
    })
    cookie = reply.headers['set-cookie']?.split(';')[0] ?? cookie
    const html = new TextDecoder().decode(await readBytes(reply.body, 1024 * 1024))
    const location = reply.headers['location']
    if (reply.status === 303 && location !== undefined) return browse({ method: 'GET', path: location })
    if (reply.status === 200) return html
    throw Failure.of('defect', { detail: `the page at ${pathname} answered with status ${reply.status}` })
  }
}

function bodyOf(page: Page, answers: Visit['steps'][number]): string {
  const body = new URLSearchParams(page.hidden.map(([name, value]) => [name, value]))
  for (const [label, answer] of Object.entries(answers)) {
    const control = page.controls.get(label)
    if (!control) throw Failure.of('defect', { detail: `the page has no field "${label}"` })
    body.append(control.name, answer === true ? (control.value ?? 'on') : answer)
  }
  body.append('go', 'next')
  return body.toString()
}

/** A form page as a visitor sees it: its hidden inputs, and the controls by their labels. */
type Page = {
  readonly action: string
  readonly hidden: readonly (readonly [string, string])[]
  /** Label text to the control that it names. */
  readonly controls: ReadonlyMap<string, Control>
}

/** `value` is what a ticked box sends; other controls send what the visitor gives. */
type Control = { readonly name: string; readonly value?: string }

/** Reads one of our own pages; undefined when it has no form to fill in. */
export function readPage(html: string): Page | undefined {
  const [, own, inner] = /<form\b([^>]*)>([\s\S]*?)<\/form\s*>/.exec(html) ?? []
  if (own === undefined || inner === undefined) return undefined
  const inputs = [...inner.matchAll(controlTag)].map(([, rest = '']) => attributesOf(rest))
  const hidden = inputs.filter((input) => input.get('type') === 'hidden')
  return {
    action: attributesOf(own).get('action') ?? '',
    hidden: hidden.map((input) => [input.get('name') ?? '', input.get('value') ?? '']),
    controls: controlsOf(inner, inputs),
  }
}

type Attributes = ReadonlyMap<string, string>

const controlTag = /<(?:input|select|textarea)\b([^>]*)>/g

function controlsOf(html: string, inputs: readonly Attributes[]): Map<string, Control> {
  const byId = new Map(inputs.map((input) => [input.get('id'), input]))
  const controls = new Map<string, Control>()
  for (const [, rest = '', inner = ''] of html.matchAll(/<label\b([^>]*)>([\s\S]*?)<\/label\s*>/g)) {
    const [, nested] = [...inner.matchAll(controlTag)][0] ?? []
    const control = nested === undefined ? byId.get(attributesOf(rest).get('for')) : attributesOf(nested)
    const name = control?.get('name')
    if (name === undefined) continue
    const value = /^(checkbox|radio)$/.test(control?.get('type') ?? '') ? control?.get('value') : undefined
    controls.set(textOf(inner), { name, ...(value === undefined ? {} : { value }) })
  }
  return controls
}

const attributesOf = (rest: string): Attributes =>
  new Map(
    [...rest.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
      name,
      unescaped(value),
    ]),
  )

const textOf = (html: string): string => unescaped(html.replaceAll(/<[^>]*>/g, '').trim())

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

const unescaped = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')
