/** Fills in the pages of a form over HTTP, as a browser without scripts does. */
import { Failure, misuse } from '../failure/failure.ts'
import { readBytes } from '../wire/replies.ts'
import type { Service } from '../wire/wire.ts'

/** The answers of a step by the key or id of their question; for a part of an answer with a dot and its name, as `person.fullName`. */
export type StepAnswers = Readonly<Record<string, string | readonly string[]>>

/**
 * Fills in a form step by step; a visit with fewer steps than the form leaves a partial response. `onStep` is called before each step
 * is sent. Fails with `usage` where a step has no such field, and with `service-refused` where the service does not take the answers.
 */
export async function fillIn(
  service: Service,
  formPath: string,
  steps: readonly StepAnswers[],
  onStep: () => void = () => undefined,
): Promise<void> {
  const browser = browserOf(service)
  let html = await browser({ method: 'GET', path: formPath })
  for (const [i, answers] of steps.entries()) {
    const [, action] = /<form\b[^<>]* action="([^"]*)"/.exec(html) ?? []
    if (action === undefined)
      throw misuse(
        `The form at ${formPath} asks nothing more after ${i} steps, and answers to more are given.`,
      )
    const body = new URLSearchParams()
    for (const [name, values] of Object.entries(answers)) {
      if (!html.includes(`name="q.${name}"`))
        throw misuse(`Step ${i + 1} of the form at ${formPath} has no field "${name}".`)
      for (const value of [values].flat()) body.append(`q.${name}`, value)
    }
    for (const [, name = '', value = ''] of html.matchAll(hiddenInput)) body.append(name, value)
    body.append('go', 'next')
    onStep()
    html = await browser({ method: 'POST', path: action, body: body.toString() })
  }
}

/** As our own pages write it; no value of theirs needs escapes. */
const hiddenInput = /<input type="hidden" name="([^"]*)" value="([^"]*)"/g

type PageRequest = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string }

/** Keeps the page's cookie and follows redirects, on this service only. */
function browserOf(service: Service): (request: PageRequest) => Promise<string> {
  let cookie = ''
  return async function browse({ path, ...request }) {
    const [pathname = '', search = ''] = path.split('?')
    const headers = {
      ...(cookie === '' ? {} : { cookie }),
      ...(request.body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    }
    const reply = await service({
      ...request,
      path: pathname,
      query: Object.fromEntries(new URLSearchParams(search)),
      headers,
    })
    cookie = reply.headers['set-cookie']?.split(';')[0] ?? cookie
    const html = new TextDecoder().decode(await readBytes(reply.body, 1024 * 1024))
    const location = reply.headers['location']
    if (reply.status === 303 && location !== undefined) return browse({ method: 'GET', path: location })
    const problems = problemsIn(html)
    if (reply.status === 200 && problems === undefined) return html
    const said = problems ?? /<title>([^<]*)/.exec(html)?.[1] ?? ''
    throw Failure.of('service-refused', {
      status: reply.status,
      message: `the page ${pathname} says: ${said}`,
    })
  }
}

/** What a page finds wrong with the answers, which it also says with status 200; undefined: nothing. */
function problemsIn(html: string): string | undefined {
  const [, summary] = html.split('<div class="summary"')
  const [list] = summary?.split('<ul>', 2)[1]?.split('</ul>') ?? []
  return list
    ?.replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
