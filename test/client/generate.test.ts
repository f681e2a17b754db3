import { describe, expect, test } from 'vitest'
import type { Caller } from '../../src/client/caller.ts'
import { generateForm, type GenerateResult, type RequestKey } from '../../src/client/generate.ts'
import { Failure } from '../../src/failure/failure.ts'
import { callerOf, scriptedService, type Turn } from '../support/scripted-service.ts'
import { startTestService } from '../support/test-service.ts'
import { rows } from '../support/outcome.ts'

const components = [{ type: 'Header', content: { title: 'Hello' } }]
const body = {
  sourceFormId: 'source-1',
  name: 'Contact',
  steps: [
    { name: 'One', components },
    { name: 'Two', components },
  ],
}
const keyed = (idempotencyKey: string): RequestKey => ({ idempotencyKey, isAgain: false })
const sending = keyed('key-1')
const url = 'https://forms.example/api/v1/environments/env%201/forms/generate'
const made = { body: { success: true, result: { form: { id: 'f1', url: '/s/f1' } } } }

const outcomeOf = (work: Promise<GenerateResult>): Promise<unknown> =>
  work.catch((error: unknown) => (error instanceof Failure ? `${error.exit} ${error.message}` : error))

async function generate(...turns: readonly Turn[]): Promise<{ outcome: unknown; sent: number }> {
  const { service, calls } = scriptedService(...turns)
  const outcome = await outcomeOf(generateForm(callerOf(service), body, sending))
  return { outcome, sent: calls.filter(({ method }) => method === 'POST').length }
}

describe('a form that the service creates', () => {
  test('is known by its id and url', async () => {
    expect(await generate(made)).toEqual({
      outcome: { kind: 'created', form: { id: 'f1', url: '/s/f1' } },
      sent: 1,
    })
  })

  test.each<[string, Turn]>([
    ['was not reached', { fails: Failure.of('unreachable', { url, reason: 'nothing listens there' }) }],
    ['asked for patience', { status: 429, headers: { 'retry-after': '2' } }],
  ])('is created by another attempt where the service %s', async (_, turn) => {
    expect(await generate(turn, made)).toMatchObject({ outcome: { kind: 'created' }, sent: 2 })
  })
})

describe('the keys of questions', () => {
  const asked = { type: 'ShortInput', content: { question: 'What do you do?' } }
  const step = { name: 'One', components: [{ ...asked, key: 'job' }] }
  const withKeys = { ...body, steps: [step, { name: 'Two', components }] }

  test.each<[string, Turn, object]>([
    ['stay out of the request to a service that announces nothing', { status: 404 }, asked],
    [
      'stay out of the request to a service that announces other things',
      { body: { extensions: ['idempotency-key'] } },
      asked,
    ],
    [
      'are sent to a service that announces them',
      { body: { extensions: ['question-keys'] } },
      { ...asked, key: 'job' },
    ],
  ])('%s', async (_, announced, sent) => {
    const { service, calls } = scriptedService(announced, made)
    await generateForm(callerOf(service), withKeys, sending)
    expect(JSON.parse(calls.at(-1)?.body ?? '').steps[0].components).toEqual([sent])
  })

  test('stop a form, unsent, where the service cannot tell whether it takes them', async () => {
    const { service, calls } = scriptedService({ status: 500, body: { message: 'Oops.' } })
    await expect(generateForm(callerOf(service), withKeys, sending)).rejects.toThrow(Failure)
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('are asked about for a form that has some, and for no other', async () => {
    const { service, calls } = scriptedService(made)
    await generateForm(callerOf(service), body, sending)
    expect(calls).toHaveLength(1)
  })
})

describe('a form of which it is not known whether it was created', () => {
  const look = "Look at the service's list of forms, then record what you found with formctl forms resolve."
  const turns: Readonly<Record<string, Turn>> = {
    'the connection is lost': { fails: Failure.of('connection-lost', { url, reason: 'it ended' }) },
    'no answer comes': { fails: Failure.of('too-late', { url, seconds: 60 }) },
    'the reply is cut off': { body: '{"success":true,"res' },
    'the reply is empty': {},
    'the reply breaks off': {
      body: '{"success"',
      breaks: Failure.of('connection-lost', { url, reason: 'it ended' }),
    },
    'the reply is a page': { body: '<html>' },
    'the reply names no form': { body: { success: true } },
    'the service fails': { status: 500, body: { message: 'Oops.' } },
    'a proxy gives up': { status: 504 },
    'a gateway gives up, with a page': { status: 502, body: '<html>' },
    'the service is not there, and does not say when it will be': { status: 503, body: { message: 'Down' } },
  }
  const reasons = rows(`
    the connection is lost | it ended
    no answer comes | no whole answer came within 60 s
    the reply is cut off | the reply was cut off
    the reply is empty | the reply was cut off
    the reply breaks off | it ended
    the reply is a page | the reply cannot be used: it is not JSON: it starts with "<html>"
    the reply names no form | the reply cannot be used: it lacks an id and a url under result.form
    the service fails | the service answered with status 500: Oops
    a proxy gives up | the service answered with status 504: it gave no reason
    a gateway gives up, with a page | the service answered with status 502: the reply cannot be used: it is not JSON: it starts with "<html>"
    the service is not there, and does not say when it will be | the service answered with status 503: Down
  `)
  test.each(reasons)('is never sent again: %s', async (what = '', reason) => {
    expect(await generate(turns[what] ?? made, made)).toEqual({
      outcome: `9 It is not known whether the form "Contact" was created: ${reason}. ${look}`,
      sent: 1,
    })
  })
})

describe('a form that the service refuses', () => {
  const faults = [{ message: 'At least 1', path: ['steps', 0, 'components'] }]

  test('comes back with its faults', async () => {
    const turn = { status: 400, body: { message: 'Invalid request body', errors: faults } }
    expect(await generate(turn)).toEqual({ outcome: { kind: 'refused', faults }, sent: 1 })
  })

  // The reply, as JSON where it is not a page.
  const refusals = rows(String.raw`
    without faults | 400 {"message":"No."} | ^6 The service refused the call with status 400: No\.$
    for its key | 401 | ^4 The service refused the API key from FORMCTL_API_KEY\. Correct FORMCTL_API_KEY
    for what its key may do | 403 {"message":"Read only"} | ^4 .*\(status 403: Read only\)
    at a proxy | 403 <h1>Blocked</h1> | ^6 .*status 403: the reply cannot be used: it is not JSON
    for its source form | 404 {"message":"Source form not found"} | ^5 The service knows no source form source-1 here: it is deleted, or belongs to another environment
    by a web server, with 404 | 404 <!DOCTYPE HTML> <html lang="en"> | ^6 This is not a forms service: .* Check --base-url;
    by a web server, with 405 | 405 <!DOCTYPE HTML> <html lang="en"> | ^6 This is not a forms service: .* Check --base-url;
    by a web server, with 501 | 501 <!DOCTYPE HTML> <html lang="en"> | ^6 This is not a forms service: .* Check --base-url;
    since nothing is there | 404 {"message":"Nothing is here."} | ^6 .*status 404: Nothing is here\. Check --base-url; formctl doctor says what is at that address\.$
    at another address | 404 <h1>Not found</h1> | ^6 This is not a forms service: 
    without creating it | 200 {"success":false} | ^6 .*it says that the form was not created
  `)
  test.each(refusals)('%s', async (_, reply = '', sentence = '') => {
    const [status] = reply.split(' ')
    const outcome = await generate({ status: Number(status), body: reply.replace(/^\d+ ?/, '') })
    expect(outcome.outcome).toMatch(new RegExp(sentence))
  })

  test.each<[string, Turn, RegExp]>([
    [
      'by a redirect',
      { status: 307, headers: { location: 'https://b.example/' } },
      /^6 .* redirects to https:\/\/b\.example\//,
    ],
    [
      'for now',
      { status: 503, headers: { 'retry-after': '9' }, body: { message: 'Full' } },
      /^7 .*try again in 9 s\.$/,
    ],
  ])('%s', async (_, turn, sentence) => {
    expect((await generate(turn)).outcome).toMatch(sentence)
  })

  test('never shows the key, even where the service repeats it', async () => {
    const { outcome } = await generate({ status: 403, body: { message: 'Key secret_canary_key is blocked' } })
    expect(outcome).toContain('(status 403: Key [the key] is blocked)')
  })
})

describe('nothing is sent', () => {
  const send = async (more: Partial<Caller['access']>): Promise<unknown> => {
    const { service, calls } = scriptedService(made)
    const outcome = await outcomeOf(generateForm(callerOf(service, more), body, sending))
    expect(calls).toEqual([])
    return outcome
  }

  test('with a key that no header can carry', async () => {
    expect(await send({ apiKey: 'ab\ncd' })).toMatch(
      /^4 The API key from FORMCTL_API_KEY holds characters that no key/,
    )
  })

  test('without an environment', async () => {
    expect(await send({ environmentId: undefined })).toMatch(/^3 No environment is set\. Give --environment/)
  })
})

test('our own server creates a form, and answers faults at their places', async () => {
  const { service, ours, store, close } = await startTestService()
  const caller = callerOf(service, ours)
  const outcome = await generateForm(caller, body, sending)
  expect(outcome).toMatchObject({ kind: 'created', form: { url: expect.stringMatching(/^\/s\//) } })
  expect((await store.forms.list(ours.environmentId)).map(({ name }) => name)).toContain('Contact')
  const refused = await generateForm(caller, { ...body, steps: body.steps.slice(1) }, keyed('key-2'))
  expect(refused).toMatchObject({ kind: 'refused', faults: [{ path: ['steps'] }] })
  const unknown = await outcomeOf(generateForm(caller, { ...body, sourceFormId: 'source-2' }, keyed('key-3')))
  expect(unknown).toMatch(/^5 The service knows no source form source-2 here/)
  await close()
})
