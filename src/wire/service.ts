/** Query parameters; one value a name. */
export type Query = Readonly<Record<string, string>>

/** Header names are lower case. */
export type Headers = Readonly<Record<string, string>>

/** One HTTP call as a value. `path` starts with `/` and is relative to the base URL. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly query: Query
  readonly headers: Headers
  readonly body?: string
  /** Most seconds for the whole call, the body included; only a network needs it. */
  readonly seconds?: number
  /** Which attempt at the same call this is, from 1. */
  readonly attempt?: number
}

/**
 * The reply to a call. The body comes in chunks, each of which is good until the next one is asked for, and may fail while
 * it comes; whoever gets a reply reads it.
 */
export type Reply = {
  readonly status: number
  readonly headers: Headers
  readonly body: AsyncIterable<Uint8Array>
}

/** A service: `overHttp(baseUrl)` in client and `serviceOf(app)` in server are both one. */
export type Service = (call: Call) => Promise<Reply>
