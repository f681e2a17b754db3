/** Fills in the pages of a form over HTTP, as a browser without scripts does. */
import { Failure, misuse } from '../failure/failure.ts'
import type { FakeResponse } from '../form/fake-responses.ts'
import type { FakeFile } from '../form/types/fake.ts'
import { readBytes, readRefusal } from '../wire/replies.ts'
import type { Reply, Service } from '../wire/wire.ts'
import { failureOf, readPolicy, tryCall, type Caller } from './caller.ts'

/** The answers of a step by the key or id of their question; for a part of an answer with a dot and its name, as `person.fullName`. */
type StepAnswers = Readonly<Record<string, string | readonly string[]>>

/**
 * Fills in a form step by step; a visit with fewer steps than the form leaves a partial response. Fails with `usage` where a step has
 * no such field, and with `service-refused` where the service does not take the answers.
 */
export async function fillIn(
  service: Service,
  formPath: string,
  steps: readonly StepAnswers[],
): Promise<void> {
  const visit = await visitForm(service, formPath)
  for (const [i, answers] of steps.entries()) {
    const fields = visit.fields()
    if (!fields)
      throw misuse(
        `The form at ${formPath} asks nothing more after ${i} steps, and answers to more are given.`,
      )
    const other = Object.keys(answers).find((name) => !fields.includes(name))
    if (other !== undefined) throw misuse(`Step ${i + 1} of the form at ${formPath} has no field "${other}".`)
    await visit.send(answers)
  }
}

/**
 * Gives a fake response, on as many pages as the style of the form has; a partial one ends where its answers end. `path`: that of the
 * form and its query. `beforeRequest` is called before each request with the number of pages that were sent.
 */
export async function giveResponse(
  service: Service,
  path: string,
  { record, language, given, times }: FakeResponse,
  beforeRequest: (sent: number) => void,
): Promise<void> {
  const left = new Set(given.keys())
  let sent = 0
  beforeRequest(sent)
  const visit = await visitForm(service, path, language)
  // A step may ask nothing, and is sent all the same.
  const isLeft = (): boolean => record.finished || left.size > 0 || sent < times.length
  for (let fields = visit.fields(); fields && isLeft(); fields = visit.fields()) {
    const asked = [...new Set(fields.map((name) => name.replace(/\..*/, '')))].filter((id) => left.delete(id))
    const answers = asked.flatMap((id) =>
      Object.entries(given.get(id)?.fields ?? {}).map(([field, value]) => [
        field === '' ? id : `${id}.${field}`,
        value,
      ]),
    )
    const files = asked.flatMap((id) => (given.get(id)?.files ?? []).map((file) => [id, file] as const))
    beforeRequest(++sent)
    await visit.send(Object.fromEntries(answers), files)
  }
}

/** The service, whose limits of a minute each call waits for. What it may have stored is not sent again. */
export const patientService =
  (caller: Caller): Service =>
  (call) => {
    const attempt = async (service: Service): Promise<Reply> => {
      const reply = await service(call)
      if (reply.status !== 429 && reply.status !== 503) return reply
      throw failureOf(await readRefusal(reply), { access: caller.access, path: call.path })
    }
    return tryCall(caller, attempt, {
      policy: { ...readPolicy, retried: ['never-sent', 'limited', 'busy'] },
      seconds: 120,
    })
  }

/** A person at a form. */
type FormVisit = {
  /** The names of the fields of the step that is shown; undefined where none is. */
  readonly fields: () => readonly string[] | undefined
  /** Sends the step that is shown. */
  readonly send: (answers: StepAnswers, files?: readonly (readonly [id: string, FakeFile])[]) => Promise<void>
}

async function visitForm(service: Service, formPath: string, language = ''): Promise<FormVisit> {
  const browse = browserOf(service, language)
  let step = stepIn(await browse(formPath))
  const seen = new Set([numberOf(step)])
  return {
    fields: () =>
      step === undefined
        ? undefined
        : Array.from(step.matchAll(/ name="q\.([^"]*)"/g), ([, name = '']) => name),
    async send(answers, files = []) {
      const form = new FormData()
      for (const [name, values] of Object.entries(answers))
        for (const value of [values].flat()) form.append(`q.${name}`, value)
      for (const [id, { name, contentType: type, text }] of files)
        form.append(`q.${id}`, new File([text], name, { type }))
      // As our own pages write it: no value of theirs needs escapes. Scripts give some hidden inputs their values.
      for (const [, name = '', value = ''] of (step ?? '').matchAll(hiddenInput))
        if (!form.has(name)) form.append(name, value)
      form.append('go', 'next')
      const [, action = ''] = / action="([^"]*)"/.exec(step ?? '') ?? []
      const texts = Array.from(form, ([name, value]) => [name, typeof value === 'string' ? value : ''])
      const isMultipart = step?.includes(' enctype="multipart/form-data"') === true
      const body = new Response(isMultipart ? form : new URLSearchParams(texts))
      step = stepIn(await browse(action.replaceAll('&amp;', '&'), body))
      const number = numberOf(step)
      if (number !== undefined && seen.has(number)) throw refused(200, formPath, `step ${number} comes again`)
      seen.add(number)
    },
  }
}

const hiddenInput = /<input type="hidden" name="([^"]*)" value="([^"]*)"/g

/** What tells a step from the others of its form. */
const numberOf = (step = ''): string | undefined => / name="step" value="([^"]*)"/.exec(step)?.[1]

const refused = (status: number, path: string, says: string): Failure =>
  Failure.of('service-refused', { status, message: `the page ${path.replace(/\?.*/, '')} says: ${says}` })

/** The form element with the step that a page shows; a page in several languages has another form, too. */
const stepIn = (html: string): string | undefined =>
  html
    .split('<form ')
    .map((part) => part.split('</form>', 1)[0] ?? '')
    .find((part) => part.includes('<input type="hidden" name="step"'))

/** Keeps the page's cookie and follows redirects, on this service only. With a form, it is posted. */
function browserOf(service: Service, language: string): (path: string, form?: Response) => Promise<string> {
  let cookie = ''
  return async function browse(path, form?: Response, redirects = 0) {
    const [pathname = '', search = ''] = path.split('?')
    const type = form?.headers.get('content-type')
    const reply = await service({
      method: form ? 'POST' : 'GET',
      path: pathname,
      query: Object.fromEntries(new URLSearchParams(search)),
      headers: {
        ...(language && { 'accept-language': language }),
        ...(cookie && { cookie }),
        ...(type && { 'content-type': type }),
      },
      ...(form && { body: await form.text() }),
    })
    cookie = reply.headers['set-cookie']?.split(';')[0] ?? cookie
    const html = new TextDecoder().decode(await readBytes(reply.body, 4 * 1024 * 1024))
    const location = reply.headers['location']
    const isRedirect = reply.status === 303 || (!form && [301, 302, 307, 308].includes(reply.status))
    if (isRedirect && location !== undefined && redirects < 10)
      return browse(location, undefined, redirects + 1)
    const problems = problemsIn(html)
    if (reply.status === 200 && problems === undefined) return html
    const said = problems ?? /<title>([^<]*)/.exec(html)?.[1] ?? ''
    throw refused(reply.status, pathname, said)
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
