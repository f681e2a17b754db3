import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import type { PublishedForm } from '../../src/form/form.ts'
import { buildApp, serviceOf } from '../../src/server/server.ts'
import { hashKey } from '../../src/server/keys.ts'
import type { ServerDeps } from '../../src/server/deps.ts'
import { openSqliteStore } from '../../src/store/open-store.ts'
import { memoryLimits } from '../../src/store/rate-limits.ts'
import type { Store } from '../../src/store/store.ts'
import type { Call, Reply, Service } from '../../src/wire/wire.ts'
import { sampleEnvironment, sampleForm, sampleKey } from './samples.ts'
import { deterministicBytes, epoch, temporaryFolder } from './test-host.ts'

/** An environment of the test's service, and what opens it. */
export type Tenant = {
  readonly environmentId: string
  readonly apiKey: string
  readonly sourceFormId: string
}

/** A service over a real store in a folder of its own, with two environments that must never see each other. */
export type TestService = {
  readonly app: FastifyInstance
  readonly deps: ServerDeps
  /** Where its data are. */
  readonly folder: string
  readonly store: Store
  readonly service: Service
  readonly ours: Tenant
  readonly theirs: Tenant
  /** Moves the clock on. */
  readonly wait: (seconds: number) => void
  /** Another app over the same store, with keys that hold for it only. */
  readonly startAgain: (sessionKeys: ServerDeps['sessionKeys']) => { app: FastifyInstance; service: Service }
  readonly close: () => Promise<void>
}

export const ours: Tenant = {
  environmentId: 'environment-1',
  apiKey: 'fctl_canary_the-key-of-environment-1',
  sourceFormId: 'source-1',
}

export const theirs: Tenant = {
  environmentId: 'environment-2',
  apiKey: 'fctl_canary_the-key-of-environment-2',
  sourceFormId: 'source-2',
}

/** One for all tests of a file. */
export async function sharedTestService(): Promise<TestService> {
  const service = await startTestService()
  afterAll(() => service.close())
  return service
}

/** Starts one. Its clock moves on one second a reading. */
export async function startTestService(): Promise<TestService> {
  const randomBytes = deterministicBytes()
  const folder = temporaryFolder()
  const { store, secret, blobs } = await openSqliteStore(folder, randomBytes)
  for (const { environmentId, apiKey, sourceFormId } of [ours, theirs])
    await store.environments.create(sampleEnvironment(environmentId), {
      keys: [sampleKey({ id: `key of ${environmentId}`, environmentId, hash: hashKey(apiKey) })],
      forms: [sourceForm({ id: sourceFormId, environmentId })],
    })
  let time = epoch
  const now = (): string => new Date((time += 1000)).toISOString()
  const deps: ServerDeps = {
    store,
    secret,
    now,
    randomBytes,
    blobs,
    log: () => undefined,
    // Asks for the time without moving it on.
    limits: memoryLimits(() => time),
    sessionKeys: new Map(),
  }
  const app = buildApp(deps)
  const close = async (): Promise<void> => {
    await app.close()
    await store.close()
  }
  const startAgain: TestService['startAgain'] = (sessionKeys) => {
    const again = buildApp({ ...deps, sessionKeys })
    return { app: again, service: serviceOf(again) }
  }
  const wait = (seconds: number): void => void (time += seconds * 1000)
  return { app, deps, folder, wait, store, service: serviceOf(app), ours, theirs, startAgain, close }
}

/** A form to take the look from: one that differs from every default. */
const sourceForm = (given: Pick<PublishedForm, 'id' | 'environmentId'>): PublishedForm =>
  sampleForm({ ...given, name: `Source ${given.id}` })

/** A call with everything left out that does not matter. */
export const callOf = (given: Partial<Call> & { readonly path: string }): Call => ({
  method: 'GET',
  query: {},
  headers: {},
  ...given,
})

/** The whole body of a reply as text. */
export async function textOf(reply: Reply): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of reply.body) chunks.push(Uint8Array.from(chunk))
  return Buffer.concat(chunks).toString()
}

/** The paths of all routes of an app, sorted, with their parameters as `{name}`. */
export function routesIn(app: FastifyInstance): readonly string[] {
  const above: string[] = []
  const paths = app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      // Each line is one more segment of the line that it hangs on.
      const [, indent = '', segment = ''] = /^([│ ]*)[├└]── (\S+)/.exec(line) ?? []
      if (segment === '') return []
      above.splice(indent.length / 4, Infinity, segment)
      return [above.join('')]
    })
  // The tree names both parameters at once where two routes differ in them.
  const named = paths.map((path) =>
    path.replace(':address|:environmentId', path.endsWith('Id') ? ':address' : ':environmentId'),
  )
  return named.map((path) => path.replaceAll(/:(\w+)/g, '{$1}')).toSorted()
}
