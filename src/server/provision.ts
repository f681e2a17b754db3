import { Failure } from '../failure/failure.ts'
import type { FormSummary, PublishedForm } from '../form/form.ts'
import { allScopes, type Environment, type StoredKey } from '../store/store.ts'
import { newId, newApiKey } from './keys.ts'
import type { ServerDeps } from './deps.ts'
import { starterForms } from './starter-forms.ts'

export { starterNames } from './starter-forms.ts'

export { withSessionKey } from './keys.ts'

/** The environment and source form of a data folder, for a first call. */
export type FirstEnvironment = {
  readonly environmentId: string
  /** The oldest form that is not deleted. */
  readonly sourceFormId: string
  /** The key itself; only from the start that made it. */
  readonly apiKey?: string
}

export type ProvisionDeps = Pick<ServerDeps, 'store' | 'now' | 'randomBytes'>

/** Finds the environment, by default the oldest, with a source form. An empty store gets both and a key, all or nothing. */
export async function provision(maker: ProvisionDeps, environmentId?: string): Promise<FirstEnvironment> {
  const found = await findFirst(maker, environmentId)
  if (found) {
    if (found.sourceFormId !== '') return found
    // Every form was deleted, and a new form needs a source form.
    const forms = starterForms(found.environmentId, {
      createdAt: maker.now(),
      randomBytes: maker.randomBytes,
    })
    for (const form of forms) await maker.store.forms.create(form)
    return { ...found, sourceFormId: firstOf(forms).id }
  }
  const { environment, forms } = newEnvironment(maker, 'main')
  const { apiKey, stored } = newStoredKey(maker, { environmentId: environment.id, name: 'first start' })
  const isFirst = await maker.store.environments.createFirst(environment, { keys: [stored], forms })
  // Another process on the same folder may have been first.
  if (!isFirst) return provision(maker)
  return { environmentId: environment.id, sourceFormId: firstOf(forms).id, apiKey }
}

/** The same without changing anything: undefined where the store is empty, and no source form ('') where every form was deleted. */
export async function findFirst(
  { store }: Pick<ServerDeps, 'store'>,
  environmentId?: string,
): Promise<FirstEnvironment | undefined> {
  const all = await store.environments.list()
  const known = environmentId === undefined ? all[0] : all.find(({ id }) => id === environmentId)
  if (!known && environmentId !== undefined && all.length > 0)
    throw Failure.of('thing-unknown', { thing: 'environment', id: environmentId })
  const [oldest] = known ? await store.forms.list(known.id, { limit: 1 }) : []
  return known && { environmentId: known.id, sourceFormId: oldest?.id ?? '' }
}

/** Makes an environment with its starter forms and no key. */
export async function createEnvironment(
  maker: ProvisionDeps,
  name: string,
): Promise<{ readonly environment: Environment; readonly sourceFormId: string }> {
  const { environment, forms } = newEnvironment(maker, name)
  await maker.store.environments.create(environment, { keys: [], forms })
  return { environment, sourceFormId: firstOf(forms).id }
}

function newEnvironment(
  { now, randomBytes }: ProvisionDeps,
  name: string,
): { environment: Environment; forms: readonly PublishedForm[] } {
  const environment = { id: newId(randomBytes), name, createdAt: now() }
  return {
    environment,
    forms: starterForms(environment.id, { randomBytes, createdAt: environment.createdAt }),
  }
}

type NewKey = Pick<StoredKey, 'environmentId' | 'name'> & Partial<Pick<StoredKey, 'scopes' | 'expiresAt'>>

/** Creates a key of an environment, by default with all scopes and no end. The key itself is only in the result. */
export async function createKey(
  maker: ProvisionDeps,
  newKey: NewKey,
): Promise<{ readonly apiKey: string; readonly stored: StoredKey }> {
  const made = newStoredKey(maker, newKey)
  await maker.store.keys.create(made.stored)
  return made
}

function newStoredKey(
  { now, randomBytes }: ProvisionDeps,
  { environmentId, name, scopes = allScopes, expiresAt }: NewKey,
): { apiKey: string; stored: StoredKey } {
  const { key, hash, prefix } = newApiKey(randomBytes)
  return {
    apiKey: key,
    stored: {
      id: newId(randomBytes),
      environmentId,
      name,
      hash,
      prefix,
      scopes,
      createdAt: now(),
      expiresAt,
    },
  }
}

function firstOf(forms: readonly PublishedForm[]): PublishedForm {
  const [first] = forms
  if (!first) throw new Error('there are no starter forms')
  return first
}

/** The forms of a store that people published: all but the starters, which are as old as their environment. */
export async function publishedForms({
  environments,
  forms,
}: ServerDeps['store']): Promise<readonly FormSummary[]> {
  const lists = (await environments.list()).map(async ({ id, createdAt }) =>
    (await forms.list(id)).filter((form) => form.createdAt !== createdAt),
  )
  return (await Promise.all(lists)).flat()
}
