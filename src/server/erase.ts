import type { AnswerEntry, ResponseRecord } from '../form/response.ts'
import { allResponses, type ErasedResponse, type ResponseKey, type Store } from '../store/store.ts'
import type { World } from './world.ts'

/** Responses by their ids, or those in which a person gave an e-mail address. */
export type Wanted = { readonly ids: readonly string[] } | { readonly email: string }

/** The responses of an environment that are wanted, partial ones too. Reads all of them, page by page. */
export async function findResponses(
  store: Store,
  environmentId: string,
  wanted: Wanted,
): Promise<readonly ResponseKey[]> {
  const isWanted = 'ids' in wanted ? hasId(wanted.ids) : holdsEmail(wanted.email)
  const found: ResponseKey[] = []
  for await (const text of allResponses(store, { environmentId, withPartials: true }))
    // The store gives the JSON of records, joined by commas.
    for (const record of JSON.parse(`[${Buffer.from(text).toString()}]`) as readonly ResponseRecord[])
      if (isWanted(record)) found.push({ formId: record.formId, id: record.id })
  return found
}

/** Erases responses for good, with their answers and uploads. Gives those that were still there. */
export async function eraseResponses(
  { store, blobs, now }: Pick<World, 'store' | 'blobs' | 'now'>,
  environmentId: string,
  keys: readonly ResponseKey[],
): Promise<readonly ErasedResponse[]> {
  const erased: ErasedResponse[] = []
  for (let i = 0; i < keys.length; i += step)
    erased.push(...(await store.responses.erase(environmentId, keys.slice(i, i + step), now())))
  for (const id of erased.flatMap(({ uploads }) => uploads)) await blobs.remove(id)
  return erased
}

/** Few enough that saves which wait for a transaction to end wait for milliseconds. */
const step = 50

const hasId = (ids: readonly string[]): ((record: ResponseRecord) => boolean) => {
  const wanted = new Set(ids)
  return ({ id }) => wanted.has(id)
}

const holdsEmail = (email: string): ((record: ResponseRecord) => boolean) => {
  const wanted = normal(email)
  return ({ data }) => data.some((entry) => emailsIn(entry).some((given) => normal(given) === wanted))
}

const normal = (email: string): string => email.trim().toLowerCase()

/** The texts of an answer that can be an e-mail address: of an EmailForm, and every field of an identity. */
function emailsIn({ response }: AnswerEntry): readonly string[] {
  const members =
    response.type === 'EmailForm'
      ? [response['value']]
      : response.type === 'IdentityInfo'
        ? Object.values(response)
        : []
  return members.filter((member) => typeof member === 'string')
}
