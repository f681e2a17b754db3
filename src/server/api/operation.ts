import type { BodyFault } from '../../wire/wire.ts'
import type { RefusalCode } from '../refusal.ts'
import type { World } from '../world.ts'

/** What an operation is asked. Parameters are decoded, and nothing more is known of them. */
export type Asked = {
  readonly world: World
  /** The environment of the key; '' where the operation needs no key. */
  readonly environmentId: string
  readonly params: Readonly<Record<string, string>>
  /** A list where a parameter was given more than once. */
  readonly query: Readonly<Record<string, string | readonly string[]>>
  readonly body: Uint8Array
  /** Of the request; names are lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** What an operation answers: a value as JSON, a text in chunks, bytes; or a line of the table of refusals. */
export type Answer =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'json-chunks'; readonly chunks: AsyncIterable<string> }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'refusal'; readonly code: RefusalCode; readonly errors?: readonly BodyFault[] }

/** What the description of the API says of an operation. */
export type Description = {
  readonly id: string
  readonly summary: string
  /** Where the contract has it; absent: it is an extension of ours. */
  readonly clause?: string
  readonly query?: readonly QueryParameter[]
  /** Headers that it looks at beyond the contract. */
  readonly headers?: readonly HeaderParameter[]
  /** The names of schemas in `openapi.ts`. */
  readonly body?: string
  /** A schema, or a media type where the answer is no JSON. */
  readonly success: { readonly summary: string; readonly schema?: string; readonly mediaType?: string }
  /** What we chose where the contract is silent. */
  readonly choices?: readonly string[]
  /** What it may be refused with, beyond what every operation may. */
  readonly refusals: readonly RefusalCode[]
}

/** A parameter of the query, as the description shows it. */
export type QueryParameter = {
  readonly name: string
  readonly type: 'string' | 'boolean'
  readonly summary: string
}

/** A header of the request, as the description shows it: our choice. */
export type HeaderParameter = {
  readonly name: string
  readonly summary: string
  readonly schema: Readonly<Record<string, unknown>>
}

/** One operation of the API, in one file. */
export type Operation = {
  readonly method: 'GET' | 'POST'
  /** As in `wire/routes.ts`. */
  readonly route: string
  readonly needsKey: boolean
  /** The refusal when the path names another environment than the key's; it must not tell whether that exists. */
  readonly elsewhere: RefusalCode
  readonly description: Description
  readonly answer: (asked: Asked) => Promise<Answer>
}

/** An answer that is one JSON value. */
export const json = (value: unknown): Answer => ({ kind: 'json', value })

/** An answer that is a refusal. */
export const refused = (code: RefusalCode, errors?: readonly BodyFault[]): Answer => ({
  kind: 'refusal',
  code,
  ...(errors === undefined ? {} : { errors }),
})
