import type { ResponseRecord, Save } from '../../src/form/response.ts'
import type { PublishedForm } from '../../src/form/form.ts'
import { hashKey } from '../../src/server/keys.ts'
import type { Blobs } from '../../src/store/blobs.ts'
import type { Store } from '../../src/store/store.ts'
import { pathOf, routes, type Call, type Query, type Reply, type Service } from '../../src/wire/wire.ts'
import { expectDescribed } from './described.ts'
import { at, sampleEnvironment, sampleForm, sampleKey, sampleSave } from '../support/samples.ts'
import { callOf, textOf, type Tenant } from '../support/test-service.ts'

/** A reply, read: JSON as its value, all else as text. */
export type Answered = { readonly status: number; readonly headers: Reply['headers']; readonly body: unknown }

/** Where a row is proved: two new environments, of which neither may see the other. */
export type Ground = {
  readonly store: Store
  readonly blobs: Blobs
  readonly ours: Tenant
  readonly theirs: Tenant
  /** Any call, without a key. */
  readonly call: (call: Partial<Call> & { readonly path: string }) => Promise<Answered>
  /** The text of a reply without end, up to where it matches. */
  readonly callUntil: (call: Partial<Call> & { readonly path: string }, end: RegExp) => Promise<string>
  /** Generate, with the key and in the environment of the tenant; our own when none is named. */
  readonly generate: (body: unknown, as?: Tenant) => Promise<Answered>
  /** Either read of responses. */
  readonly read: (query?: Query, as?: Tenant) => Promise<Answered>
  /** The records of a read that succeeds. */
  readonly records: (query?: Query, as?: Tenant) => Promise<readonly ResponseRecord[]>
  /** A form in our environment that was not generated, and so has a known id. */
  readonly publish: (given?: Partial<PublishedForm>) => Promise<string>
  /** A response as a page saves it, so many seconds after the first; complete when not said otherwise. */
  readonly respond: (
    given: Partial<Save> & { readonly formId: string; readonly second: number },
  ) => Promise<string>
}

/** Makes ground for a row; `n` tells it from every other on the store. */
export async function breakGround(
  service: Service,
  { store, blobs }: Pick<Ground, 'store' | 'blobs'>,
  n: number,
): Promise<Ground> {
  const ours = await settle(store, `ours-${n}`)
  const theirs = await settle(store, `theirs-${n}`)
  let made = 0
  const newName = (kind: string): string => `${kind}-${n}-${String(++made).padStart(3, '0')}`
  const call: Ground['call'] = async (given) => {
    const { status, headers, body } = await service(callOf(given))
    const text = await textOf({ status, headers, body })
    const isJson = headers['content-type']?.startsWith('application/json')
    const answered = { status, headers, body: isJson ? JSON.parse(text) : text }
    expectDescribed({ method: given.method ?? 'GET', path: given.path }, answered)
    return answered
  }
  const read: Ground['read'] = (query = {}, as = ours) =>
    call({ path: routes.responses, query, headers: { 'x-api-key': as.apiKey } })
  return {
    store,
    blobs,
    ours,
    theirs,
    call,
    callUntil: async (given, end) => {
      let text = ''
      for await (const chunk of (await service(callOf(given))).body)
        if (end.test((text += Buffer.from(chunk).toString()))) break
      return text
    },
    read,
    generate: (body, as = ours) => call(generateCall(body, as)),
    records: async (query, as) => ((await read(query, as)).body as { data: ResponseRecord[] }).data,
    publish: async (given) => {
      const form = sampleForm({ id: newName('form'), environmentId: ours.environmentId, ...given })
      await store.forms.create(form)
      return form.id
    },
    respond: async ({ second, ...given }) => {
      const responseId = given.responseId ?? newName('response')
      const { environmentId } = ours
      await store.responses.save(
        sampleSave({ environmentId, at: at(second), isFinished: true, ...given, responseId }),
      )
      return responseId
    },
  }
}

/** The call of generate. */
export const generateCall = (body: unknown, { environmentId, apiKey }: Tenant): Call =>
  callOf({
    method: 'POST',
    path: pathOf(routes.generate, { environmentId }),
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function settle(store: Store, environmentId: string): Promise<Tenant> {
  const tenant = { environmentId, apiKey: `key-of-${environmentId}`, sourceFormId: `source-${environmentId}` }
  await store.environments.create(sampleEnvironment(environmentId), {
    keys: [sampleKey({ id: `key-${environmentId}`, environmentId, hash: hashKey(tenant.apiKey) })],
    forms: [sampleForm({ id: tenant.sourceFormId, environmentId, name: 'Source' })],
  })
  return tenant
}
