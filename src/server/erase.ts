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
import type { ServerDeps } from './deps.ts'

/** Responses by their ids, or all that contain an e-mail address. */
export type ResponseSelection = { readonly ids: readonly string[] } | { readonly email: string }

/** The selected responses of an environment, partial ones too. For an e-mail address it reads all, page by page. */
export async function findResponses(
  store: Store,
  environmentId: string,
  selection: ResponseSelection,
): Promise<readonly ResponseKey[]> {
  if ('ids' in selection) return store.responses.find(environmentId, selection.ids)
  const email = normalEmail(selection.email)
  const found: ResponseKey[] = []
  for await (const text of allResponses(store, { environmentId, withPartials: true }))
    // The store returns the JSON of records, joined by commas.
    for (const record of JSON.parse(`[${Buffer.from(text).toString()}]`) as readonly ResponseRecord[])
      if (record.data.flatMap(emailsIn).some((address) => normalEmail(address) === email))
        found.push({ formId: record.formId, id: record.id })
  return found
}

/**
 * Erases responses for good, with their answers and files, and returns them. `filesLeft`: how many of their uploads have bytes elsewhere,
 * which the next sweep of a server removes, as it does the rows of the files.
 */
export async function eraseResponses(
  { store, blobs, now }: Pick<ServerDeps, 'store' | 'blobs' | 'now'>,
  environmentId: string,
  keys: readonly ErasureKey[],
): Promise<readonly (ErasedResponse & { readonly filesLeft: number })[]> {
  const responses: ErasedResponse[] = []
  for (let i = 0; i < keys.length; i += batchSize)
    responses.push(...(await store.responses.erase(environmentId, keys.slice(i, i + batchSize), now())))
  const removed = new Set<string>()
  for (const id of responses.flatMap(({ uploads }) => uploads)) if (await blobs.remove(id)) removed.add(id)
  const left = (uploads: readonly string[]): number => uploads.filter((id) => !removed.has(id)).length
  return responses.map(({ formId, id, uploads }) => ({ formId, id, uploads, filesLeft: left(uploads) }))
}

/** Small, so that saves wait only milliseconds for the transaction. */
const batchSize = 50

/** An address in lower case with its domain in ASCII: Chromium sends international domains as `xn--…`. */
function normalEmail(email: string): string {
  const plain = plainText(email).toLowerCase()
  const at = plain.lastIndexOf('@') + 1
  return plain.slice(0, at) + (domainToASCII(plain.slice(at)) || plain.slice(at))
}

/** The texts of an answer that may be an e-mail address. Of several fields all, since some people type it into the wrong one. */
function emailsIn({ response }: AnswerEntry): readonly string[] {
  const { emailMembers = [], answerKind } = typeNamed(response.type) ?? {}
  const hasFields = emailMembers.length > 0 && answerKind === 'fields'
  const members = hasFields ? Object.values(response) : emailMembers.map((member) => response[member])
  return members.filter((member) => typeof member === 'string')
}
