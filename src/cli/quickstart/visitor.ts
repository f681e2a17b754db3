import { Failure } from '../../failure.ts'
import { readBytes } from '../../wire/read-json.ts'
import type { Service } from '../../wire/service.ts'
import type { Visit } from './files.ts'
import { readPage, type Page } from './page.ts'

/** Goes through a form's public page as a person's browser does, over HTTP; a visit that ends early leaves a partial. */
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

/** Keeps the page's cookie and follows where it leads, on this service only. */
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
