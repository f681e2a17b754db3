import type { ResponseRecord } from '../../src/form/response.ts'
import { allResponses, type ResponseQuery, type Store } from '../../src/store/store.ts'

/** The texts of all records that a query selects: each is one or more records, joined by commas. */
export const storedTexts = (store: Store, query: ResponseQuery): AsyncIterable<string> =>
  textsOf(allResponses(store, query))

async function* textsOf(bodies: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  for await (const body of bodies) yield Buffer.from(body).toString()
}

export const storedRecords = async (store: Store, query: ResponseQuery): Promise<readonly ResponseRecord[]> =>
  JSON.parse(`[${(await Array.fromAsync(storedTexts(store, query))).join()}]`)
