import { describe, expect, test } from 'vitest'
import { readAnnouncementOrReason } from '../../src/client/caller.ts'
import { listForms, everyResponse, collectAll, newestResponses } from '../../src/client/client.ts'
import { Failure } from '../../src/failure/failure.ts'
import type { RawRecord } from '../../src/record/records.ts'
import { sampleForm, sampleSave } from '../support/samples.ts'
import { callerOf, quickRetries, scriptedService, type Turn } from '../support/scripted-service.ts'
import { startTestService } from '../support/test-service.ts'

const wellKnown = { body: { name: 'formctl', extensions: ['forms-list'] } }
const summary = {
  id: 'f',
  name: 'A',
  url: '/s/f',
  createdAt: '2026-03-01T09:00:00.000Z',
  complete: 2,
  partial: 1,
}
const lost = Failure.of('connection-lost', { url: 'https://forms.example/x', reason: 'it ended' })

const said = (error: unknown): unknown =>
  error instanceof Failure ? `${error.exit} ${error.message}` : error

describe('what a service announces', () => {
  const announced = (...turns: readonly Turn[]): Promise<unknown> =>
    readAnnouncementOrReason(callerOf(scriptedService(...turns).service)).then(
      (read) => ('extensions' in read ? read.extensions : []),
      said,
    )

  test.each<[string, Turn]>([
    ['a service of the contract alone', { status: 404, body: { message: 'Not found' } }],
    ['one that shows its web page for every path', { body: '<!doctype html>' }],
    ['one that wants a login', { status: 302, headers: { location: '/login' } }],
    ['one that wants a key', { status: 401 }],
  ])('is nothing: %s', async (_, turn) => {
    expect(await announced(turn)).toEqual([])
  })

  test('is read once it can be', async () => {
    expect(await announced({ fails: lost }, { status: 500 }, wellKnown)).toEqual(['forms-list'])
  })

  test('stays open where the service fails', async () => {
    expect(await announced({ status: 500, body: { message: 'Oops' } })).toBe(
      '7 https://forms.example/.well-known/formctl failed (status 500): Oops. Try again; if the error persists, contact whoever runs the service.',
    )
  })
})

describe('the list of forms', () => {
  const list = (...turns: readonly Turn[]) => {
    const { service, calls } = scriptedService(...turns)
    return listForms(callerOf(service)).then(
      (forms) => ({ forms, calls }),
      (error: unknown) => ({ error: said(error), calls }),
    )
  }

  test('is read where the service announces it', async () => {
    expect(await list(wellKnown, { body: { data: [summary] } })).toMatchObject({ forms: [summary] })
  })

  test.each<[string, Turn]>([
    ['answers with status 404', { status: 404, body: '<!DOCTYPE html><p>Gone' }],
    ['answers with something else', { body: '<html>' }],
  ])('is not claimed to be missing where the service %s', async (reason, turn) => {
    expect((await list(turn)) as { error?: unknown }).toMatchObject({
      error: `6 It is unknown whether this service lists its forms: https://forms.example/.well-known/formctl, where it would announce that, ${reason}. Check --base-url; formctl doctor says what is at that address. A service without that list shows its forms in its dashboard.`,
    })
  })

  test('is not asked for where it is not announced', async () => {
    const { calls, ...rest } = await list({ body: { extensions: [] } })
    expect(calls.map(({ path }) => path)).toEqual(['/.well-known/formctl'])
    expect(rest).toEqual({
      error: expect.stringMatching(/^6 This service does not announce a list of forms\. Look/),
    })
  })

  test('tells that the environment is unknown', async () => {
    const { error } = {
      error: '',
      ...(await list(wellKnown, { status: 404, body: { message: 'Environment not found' } })),
    }
    expect(error).toBe(
      '5 The service knows no environment env 1 for this API key. Check --environment and the key.',
    )
  })

  test('comes from our own server', async () => {
    const { service, ours, theirs, close } = await startTestService()
    expect(await listForms(callerOf(service, ours))).toMatchObject([
      { id: 'source-1', complete: 0, partial: 0 },
    ])
    const other = callerOf(service, { ...ours, environmentId: theirs.environmentId })
    await expect(listForms(other)).rejects.toMatchObject({ code: 'environment-unknown' })
    await close()
  })
})

describe('responses', () => {
  const bodyOf = (...ids: readonly string[]): { body: unknown } => ({
    body: { data: ids.map((id) => ({ id })) },
  })
  const newest = (...turns: readonly Turn[]): Promise<unknown> =>
    newestResponses(callerOf(scriptedService(...turns).service), { formId: 'f', withPartials: false }).catch(
      said,
    )

  test('of a form are those that came, as they came', async () => {
    expect(await newest({ body: '{"more":1,"data":[{"id":"a","odd":0.10}]}' })).toEqual([
      { id: 'a', odd: expect.objectContaining({ rawJSON: '0.10' }) },
    ])
  })

  test('are taken whole or not at all', async () => {
    const cut = { body: '{"data":[{"id":"a"},{"id":"b"}' }
    expect(await newest(cut, { ...bodyOf('a', 'b'), breaks: lost }, bodyOf('a', 'b', 'c'))).toEqual([
      { id: 'a' },
      { id: 'b' },
      { id: 'c' },
    ])
  })

  test('that never come whole are cut off', async () => {
    expect(await newest({ body: '{"data":[' })).toBe(
      '7 The reply of https://forms.example/api/v1/responses ends too early, after byte 9: it is incomplete, so nothing of it was kept. Try again.',
    )
  })

  test.each<[string, Turn, string]>([
    ['the form', { status: 404, body: { message: 'Form not found' } }, '5 The service knows no form f'],
    [
      'the path',
      { status: 404, body: { message: 'Nothing is here.' } },
      '6 The service refused the call with status 404: Nothing is here. Check --base-url; formctl doctor says',
    ],
    [
      'anything, being a web server',
      { status: 404, body: '<html>' },
      '6 This is not a forms service: https://forms.example/api/v1/responses answers with a web page (status 404)',
    ],
  ])('are not there where the service does not know %s', async (_, turn, sentence) => {
    expect(String(await newest(turn)).startsWith(sentence)).toBe(true)
  })

  test.each([
    ['https://f.example/api/v1', 'The base URL should end before /api/v1', 'https://f.example.'],
    ['https://f.example/x/api/', 'The base URL should end before /api,', 'https://f.example/x.'],
    ['https://f.example/api/v1/responses', 'before /api/v1', '--base-url https://f.example.'],
    ['https://f.example/apis', 'Check --base-url;', 'at that address.'],
    ['https://f.example/api/forms', 'Check --base-url;', 'at that address.'],
  ])('at a base URL of %s tell where it should end', async (baseUrl, words, end) => {
    for (const turn of [{ status: 404, body: { message: 'No' } }, { body: '<html>' }, { status: 405 }]) {
      const caller = callerOf(scriptedService(turn).service, { baseUrl })
      const sentence = String(await newestResponses(caller, { formId: 'f', withPartials: false }).catch(said))
      expect(sentence).toContain(words)
      expect(sentence.endsWith(end)).toBe(true)
    }
  })

  // What is tried again ends with 7, what would be no use to try again with another code, and nothing with 9.
  test.each<[number, number, number]>([
    [302, 6, 1],
    [400, 6, 1],
    [401, 4, 1],
    [403, 4, 1],
    [404, 5, 1],
    [408, 7, 4],
    [409, 6, 1],
    [410, 6, 1],
    [422, 6, 1],
    [429, 7, 4],
    [500, 7, 4],
    [501, 6, 1],
    [502, 7, 4],
    [503, 7, 4],
    [504, 7, 4],
    [505, 6, 1],
    [507, 7, 4],
    [508, 6, 1],
    [511, 6, 1],
    [520, 7, 4],
    [529, 7, 4],
  ])('that are answered with %i end with %i, after %i attempts', async (status, exit, attempts) => {
    const replies: readonly Readonly<Record<string, string>>[] = [{}, { 'retry-after': '1' }]
    for (const headers of replies) {
      const { service, calls } = scriptedService({ status, headers, body: { message: 'Form: no' } })
      const { access, retry } = callerOf(service)
      const reads = [
        newestResponses({ access, retry }, { formId: 'f', withPartials: false }),
        everyResponse({ access, retry }, { withPartials: false }, collectAll),
      ]
      const ends = await Promise.all(
        reads.map((read) => read.catch((error: unknown) => (error instanceof Failure ? error.exit : error))),
      )
      // Without a form in its question, a 404 is of something else.
      expect([ends, calls.length]).toEqual([[exit, exit === 5 ? 6 : exit], attempts * 2])
    }
  })

  test('of the environment are collected anew for every attempt', async () => {
    const collected: RawRecord[][] = []
    const { service } = scriptedService({ ...bodyOf('a', 'b'), breaks: lost }, bodyOf('b', 'c'))
    await everyResponse(callerOf(service), { withPartials: false }, async ({ batches }) => {
      const list: RawRecord[] = []
      collected.push(list)
      for await (const batch of batches()) list.push(...batch)
    })
    expect(collected.at(-1)).toEqual([{ id: 'b' }, { id: 'c' }])
    expect(collected.length).toBe(2)
  })

  test.each([
    ['15 minutes', undefined, 900],
    ['what the person allows', 7, 7],
  ])('of the environment may take %s', async (_, seconds, expected) => {
    const { service, calls } = scriptedService(bodyOf())
    const retry = { ...quickRetries(), ...(seconds === undefined ? {} : { seconds }) }
    await everyResponse({ ...callerOf(service), retry }, { withPartials: true }, collectAll)
    expect(calls.map((call) => [call.seconds, call.query])).toEqual([[expected, { returnPartials: 'true' }]])
  })

  test('come from our own server, of one form and of all', async () => {
    const { service, store, ours, close } = await startTestService()
    const environmentId = ours.environmentId
    for (const id of ['form-1', 'form-2']) await store.forms.create(sampleForm({ id, environmentId }))
    await store.responses.save(sampleSave({ responseId: 'r1', isFinished: true }))
    await store.responses.save(sampleSave({ responseId: 'r2', formId: 'form-2' }))
    const caller = callerOf(service, ours)
    const idsOf = (records: readonly RawRecord[]): string[] => records.map(({ id }) => String(id)).toSorted()
    expect(idsOf(await newestResponses(caller, { formId: 'form-1', withPartials: false }))).toEqual(['r1'])
    expect(idsOf(await everyResponse(caller, { withPartials: false }, collectAll))).toEqual(['r1'])
    expect(idsOf(await everyResponse(caller, { withPartials: true }, collectAll))).toEqual(['r1', 'r2'])
    await expect(newestResponses(caller, { formId: 'nowhere', withPartials: true })).rejects.toMatchObject({
      code: 'form-unknown',
      exit: 5,
    })
    await close()
  })
})
