import { typeNamed } from '../form/components.ts'
import type { AnswerEntry, ResponseRecord } from '../form/response.ts'
import { domainToASCII } from 'node:url'
import { plainText } from '../form/typed-values.ts'
import {
  allResponses,
  type ErasedResponse,
  type ErasureKey,
  type ResponseKey,
  type Store,
} from '../store/store.ts'
import type { World } from './world.ts'

/** Responses by their ids, or those in which a person gave an e-mail address. */
export type Wanted = { readonly ids: readonly string[] } | { readonly email: string }

/** The responses of an environment that are wanted, partial ones too. For an e-mail address it reads all, page by page. */
export async function findResponses(
  store: Store,
  environmentId: string,
  wanted: Wanted,
): Promise<readonly ResponseKey[]> {
  if ('ids' in wanted) return store.responses.find(environmentId, wanted.ids)
  const isWanted = holdsEmail(wanted.email)
  const found: ResponseKey[] = []
  for await (const text of allResponses(store, { environmentId, withPartials: true }))
    // The store gives the JSON of records, joined by commas.
    for (const record of JSON.parse(`[${Buffer.from(text).toString()}]`) as readonly ResponseRecord[])
      if (isWanted(record)) found.push({ formId: record.formId, id: record.id })
  return found
}

/** `filesLeft`: how many of the uploads have bytes elsewhere, which the next sweep of a server removes. */
export type Erased = ErasedResponse & { readonly filesLeft: number }

/** Erases responses for good, with their answers and files. Gives those that it erased. The rows of their files go with the next sweep. */
export async function eraseResponses(
  { store, blobs, now }: Pick<World, 'store' | 'blobs' | 'now'>,
  environmentId: string,
  keys: readonly ErasureKey[],
): Promise<readonly Erased[]> {
  const responses: ErasedResponse[] = []
  for (let i = 0; i < keys.length; i += step)
    responses.push(...(await store.responses.erase(environmentId, keys.slice(i, i + step), now())))
  const removed = new Set<string>()
  for (const id of responses.flatMap(({ uploads }) => uploads)) if (await blobs.remove(id)) removed.add(id)
  const left = (uploads: readonly string[]): number => uploads.filter((id) => !removed.has(id)).length
  return responses.map(({ formId, id, uploads }) => ({ formId, id, uploads, filesLeft: left(uploads) }))
}

/** Few enough that saves which wait for a transaction to end wait for milliseconds. */
const step = 50

const holdsEmail = (email: string): ((record: ResponseRecord) => boolean) => {
  const wanted = normal(email)
  return ({ data }) => data.some((entry) => emailsIn(entry).some((given) => normal(given) === wanted))
}

/** Chromium sends a domain of other letters than ours as `xn--…`. */
function normal(email: string): string {
  const plain = plainText(email).toLowerCase()
  const at = plain.lastIndexOf('@') + 1
  return plain.slice(0, at) + (domainToASCII(plain.slice(at)) || plain.slice(at))
}

/** The texts of an answer that can be an e-mail address; where it has several fields, some people type theirs into another one. */
function emailsIn({ response }: AnswerEntry): readonly string[] {
  const { emailMembers = [], answerKind } = typeNamed(response.type) ?? {}
  const hasFields = emailMembers.length > 0 && answerKind === 'fields'
  const members = hasFields ? Object.values(response) : emailMembers.map((member) => response[member])
  return members.filter((member) => typeof member === 'string')
}
