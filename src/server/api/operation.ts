import type { Readable } from 'node:stream'
import type { BodyFault, Extension, Headers } from '../../wire/wire.ts'
import type { RefusalCode } from '../refusal.ts'
import type { Scope } from '../../store/store.ts'
import type { World } from '../world.ts'

/** A request. Its parameters are decoded, but not checked. */
export type ApiRequest = {
  readonly world: World
  /** The environment of the key; '' where the operation needs no key and none came, or a wrong one. */
  readonly environmentId: string
  readonly params: Readonly<Record<string, string>>
  /** A list where a parameter was given more than once. */
  readonly query: Readonly<Record<string, string | readonly string[]>>
  readonly body: Uint8Array
  /** Of the request; names are lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** A reply: a JSON value, a body whole or as a stream, or a refusal. */
export type ApiReply =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'body'; readonly body: string | Uint8Array; readonly headers: Headers }
  | { readonly kind: 'stream'; readonly stream: Readable; readonly headers: Headers }
  | { readonly kind: 'refusal'; readonly code: RefusalCode; readonly errors?: readonly BodyFault[] }

/** An operation in the OpenAPI description. */
export type Description = {
  readonly id: string
  readonly summary: string
  /** The clause of the contract; absent for extensions. */
  readonly clause?: string
  readonly query?: readonly QueryParameter[]
  /** Headers that are no part of the contract. */
  readonly headers?: readonly HeaderParameter[]
  /** The names of schemas in `openapi.ts`. */
  readonly body?: string
  /** A schema, or a media type where the answer is no JSON. */
  readonly success: {
    readonly summary: string
    readonly schema?: string
    readonly mediaType?: string
    /** Whether it also comes as lines (NDJSON) to those who prefer them. */
    readonly asLines?: true
  }
  /** Choices where the contract is silent. */
  readonly choices?: readonly string[]
  /** Refusals besides those of every operation. */
  readonly refusals: readonly RefusalCode[]
}

export type QueryParameter = {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'integer'
  readonly summary: string
  /** The least and the greatest number. */
  readonly range?: readonly [number, number]
  /** The extension that it belongs to; absent: the contract has it. */
  readonly extension?: Extension
}

export type HeaderParameter = {
  readonly name: string
  readonly summary: string
  readonly schema: Readonly<Record<string, unknown>>
}

/** One operation of the API, in one file. */
export type Operation = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** One of `routes` of the wire. */
  readonly route: string
  readonly needsKey: boolean
  /** What a key must be allowed to do; absent where none is needed. */
  readonly scope?: Scope
  /** The refusal when the path names an environment other than the key's, existing or not. */
  readonly elsewhere: RefusalCode
  readonly description: Description
  readonly answer: (asked: ApiRequest) => Promise<ApiReply>
}

export const json = (value: unknown): ApiReply => ({ kind: 'json', value })

export const refused = (code: RefusalCode, errors?: readonly BodyFault[]): ApiReply =>
  errors === undefined ? { kind: 'refusal', code } : { kind: 'refusal', code, errors }
