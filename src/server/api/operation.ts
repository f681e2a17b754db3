import type { Readable } from 'node:stream'
import type { BodyFault, Extension, Headers } from '../../wire/wire.ts'
import type { RefusalCode } from '../refusal.ts'
import type { Scope } from '../../store/store.ts'
import type { ServerDeps } from '../deps.ts'
import type { EventStreams } from './event-streams.ts'

/** One operation of the API. */
export type Operation = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** One of `routes` of the wire. */
  readonly route: string
  /** A key needs one of these scopes; absent where no key is needed. */
  readonly scopes?: readonly [Scope, ...Scope[]]
  /** The refusal when the path names an environment other than the key's, existing or not. Default: `environment-unknown`. */
  readonly elsewhere?: RefusalCode
  readonly description: Description
  readonly answer: (request: ApiRequest) => Promise<ApiReply>
}

/** An operation in the OpenAPI description. */
export type Description = {
  readonly id: string
  readonly summary: string
  /** The clause of the contract; absent for extensions. */
  readonly clause?: string
  readonly query?: readonly QueryParameter[]
  /** Headers that the contract does not have. */
  readonly headers?: readonly HeaderParameter[]
  /** The name of a schema in `openapi.ts`. */
  readonly body?: string
  /** A schema, or a media type where the reply is not JSON. */
  readonly success: {
    readonly summary: string
    readonly schema?: string
    readonly mediaType?: string
    /** Whether it also comes as lines (NDJSON) to clients that prefer them. */
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
  /** The smallest and the largest number. */
  readonly range?: readonly [number, number]
  /** Absent where the contract has the parameter. */
  readonly extension?: Extension
}

export type HeaderParameter = {
  readonly name: string
  readonly summary: string
  readonly schema: Readonly<Record<string, unknown>>
}

/** A request. Its parameters are decoded, but not checked. */
export type ApiRequest = {
  readonly deps: ServerDeps
  readonly eventStreams: EventStreams
  /** The environment of the key; '' where the operation needs no key and none came, or a wrong one. */
  readonly environmentId: string
  /** Those of the key; none without one. */
  readonly scopes: readonly Scope[]
  readonly params: Readonly<Record<string, string>>
  /** A list where a parameter was given more than once. */
  readonly query: Readonly<Record<string, string | readonly string[]>>
  readonly body: Uint8Array
  /** Names are lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

export type ApiReply =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'body'; readonly body: string | Uint8Array; readonly headers: Headers }
  | { readonly kind: 'stream'; readonly stream: Readable; readonly headers: Headers }
  | { readonly kind: 'refusal'; readonly code: RefusalCode; readonly errors?: readonly BodyFault[] }

export const json = (value: unknown): ApiReply => ({ kind: 'json', value })

export const refused = (code: RefusalCode, errors?: readonly BodyFault[]): ApiReply => ({
  kind: 'refusal',
  code,
  errors,
})

/** Reads query parameters by name, and collects what is wrong with them in `faults`. */
export type QueryReader = {
  readonly faults: BodyFault[]
  readonly text: (name: string) => string | undefined
  /** `true` or `false`; false when omitted. */
  readonly flag: (name: string) => boolean
  /** A whole number in a range; undefined when omitted. */
  readonly integer: (name: string, min: number, max: number) => number | undefined
  /** Adds a fault of a parameter. */
  readonly fault: (name: string, message: string) => undefined
}

export function queryReader(query: ApiRequest['query']): QueryReader {
  const faults: BodyFault[] = []
  const fault = (name: string, message: string): undefined => void faults.push({ message, path: [name] })
  const text = (name: string): string | undefined => {
    const value = query[name]
    return typeof value === 'object' ? fault(name, `${name} is given more than once.`) : value
  }
  return {
    faults,
    fault,
    text,
    flag: (name) => {
      const value = text(name)
      if (value !== undefined && value !== 'true' && value !== 'false')
        fault(name, `${name} is true or false, in these letters.`)
      return value === 'true'
    },
    integer: (name, min, max) => {
      const value = text(name)
      if (value === undefined) return undefined
      const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN
      return number >= min && number <= max
        ? number
        : fault(name, `${name} is a whole number from ${min} to ${max}.`)
    },
  }
}
