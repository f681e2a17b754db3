import { randomBytes } from 'node:crypto'
import type { AnswerEntry, ResponseRecord } from '../../src/form/response.ts'
import { newId } from '../../src/server/keys.ts'
import { openSqliteStore } from '../../src/store/open-store.ts'
import { formPath, keyHeader, pathOf, routes } from '../../src/wire/wire.ts'
import { load, requestOf, type Visitor } from './load.ts'
import type { Place, Service } from './servers.ts'

/** A published form, and who uses it. */
export type Survey = {
  readonly id: string
  /** Saves step after step; after the last one comes the next person. */
  readonly person: () => Visitor
  /** Each reads the same thing over and over. */
  readonly page: () => Visitor
  readonly newest: () => Visitor
  readonly forms: () => Visitor
  readonly everything: () => Visitor
  /** The answers of a person, as they are stored. */
  readonly answers: readonly AnswerEntry[]
}

const answered = [
  {
    type: 'ShortInput',
    content: { question: 'What did you order?' },
    value: 'Two coffees and a slice of cake',
  },
  { type: 'EmailForm', content: { question: 'Your e-mail address' }, value: 'someone@example.com' },
  {
    type: 'Dropdown',
    content: { question: 'How was the service?', options: ['Excellent', 'Good', 'Poor'] },
    value: 'Good',
  },
  {
    type: 'MultipleOptionsQuestion',
    content: {
      question: 'What did you like?',
      choices: ['The food', 'The staff', 'The music'],
      isMulti: true,
    },
    value: 'The staff',
  },
  {
    type: 'LongInput',
    content: { question: 'Anything else?' },
    value:
      'We came on a rainy afternoon, found a table by the window, and stayed for longer than we meant to.',
  },
]

/** Publishes a form of one or two steps, each with five questions, and fills it in once. */
export async function publishSurvey(service: Service, steps: 1 | 2): Promise<Survey> {
  const { environmentId, sourceFormId, apiKey, url } = service
  const questions = answered.map(({ type, content }) => ({ type, content }))
  const step = { name: 'Your visit', components: [...questions, { type: 'NextButton', content: {} }] }
  const end = { name: 'Thanks', components: [{ type: 'Header', content: { title: 'Thank you' } }] }
  const form = { name: 'Survey', sourceFormId, steps: [...(steps === 1 ? [step] : [step, step]), end] }
  const key = { [keyHeader]: apiKey }
  const text = await fetch(url + pathOf(routes.generate, { environmentId }), {
    method: 'POST',
    headers: { ...key, 'content-type': 'application/json' },
    body: JSON.stringify(form),
  }).then((reply) => reply.text())
  const id = /"id":"([^"]+)"/.exec(text)?.[1]
  if (id === undefined) throw new Error(`no form was published: ${text}`)

  const path = formPath(id)
  const bodies = await bodiesOf(url + path, steps)
  const posted = (cookie: string, body: string): Uint8Array =>
    requestOf('POST', path, {
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(cookie === '' ? {} : { cookie }) },
      body,
    })
  const firstSave = posted('', bodies[0] ?? '')
  const person = (): Visitor => {
    let at = 0
    return (last) => {
      const body = bodies[at] ?? ''
      const isFirst = at === 0
      at = (at + 1) % bodies.length
      return isFirst ? firstSave : posted(/\r\nset-cookie: ([^;]+)/i.exec(last?.head ?? '')?.[1] ?? '', body)
    }
  }
  const reads = (what: string, headers = {}): (() => Visitor) => {
    const bytes = requestOf('GET', what, { headers })
    return () => () => bytes
  }
  const newestPath = `${routes.responses}?formId=${id}`
  await load({ port: service.port, visitor: person, connections: 1, seconds: 60, most: steps })
  const { data } = (await fetch(url + newestPath, { headers: key }).then((reply) => reply.json())) as {
    readonly data: readonly ResponseRecord[]
  }
  if (data.length !== 1) throw new Error('a response was not finished')
  return {
    id,
    person,
    page: reads(path),
    newest: reads(newestPath, key),
    forms: reads(pathOf(routes.forms, { environmentId }), key),
    everything: reads(routes.responses, key),
    answers: data[0]?.data ?? [],
  }
}

/** What a browser posts of each step. */
async function bodiesOf(page: string, steps: number): Promise<readonly string[]> {
  const bodies: string[] = []
  let reply = await fetch(page)
  for (let step = 1; ; step += 1) {
    const names = new Set((await reply.text()).matchAll(/name="(q\.[^"]+)"/g).map(([, name = '']) => name))
    const fields = [...names].map((name, i): [string, string] => [name, answered[i]?.value ?? ''])
    bodies.push(String(new URLSearchParams([['step', String(step)], ...fields, ['go', 'next']])))
    if (step === steps) return bodies
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    reply = await fetch(page, { method: 'POST', headers, body: bodies[step - 1] ?? '' })
  }
}

/** Which responses are added to a survey: the `from`th to the one before the `to`th, oldest first. */
type Filling = {
  readonly place: Place
  readonly service: Service
  readonly from: number
  readonly to: number
}

/** Adds finished responses: to a data folder through the store, to a database through the pages. */
export async function fillSurvey(survey: Survey, { place, service, from, to }: Filling): Promise<void> {
  if (place.store !== undefined) {
    const { port } = service
    await load({ port, visitor: survey.person, connections: 64, seconds: Infinity, most: to - from })
    return
  }
  const { store } = await openSqliteStore(place.folder, randomBytes)
  const order = survey.answers.map(({ questionId }) => questionId)
  const begin = Date.UTC(2025, 0, 1)
  const save = (n: number): Promise<unknown> =>
    store.responses.save({
      environmentId: service.environmentId,
      formId: survey.id,
      responseId: newId(randomBytes),
      at: new Date(begin + n * 1000).toISOString(),
      isFinished: true,
      questionIds: order,
      answers: survey.answers,
      order,
      leadId: newId(randomBytes),
      person: { ip: '127.0.0.1', country: '', visitedForm: 1 },
    })
  for (let at = from; at < to; at += 1000)
    await Promise.all(Array.from({ length: Math.min(1000, to - at) }, (_, i) => save(at + i)))
  await store.close()
}
