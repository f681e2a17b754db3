import type { BodyFault } from '../../wire/bodies.ts'
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
}

/** What an operation answers: a value as JSON, a text in chunks, bytes; or a line of the table of refusals. */
export type Answer =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'json-chunks'; readonly chunks: AsyncIterable<string> }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'refusal'; readonly code: RefusalCode; readonly errors?: readonly BodyFault[] }

/** One operation of the API, in one file. */
export type Operation = {
  readonly method: 'GET' | 'POST'
  /** As in `wire/routes.ts`. */
  readonly route: string
  readonly needsKey: boolean
  /** The refusal when the path names another environment than the key's; it must not tell whether that exists. */
  readonly elsewhere: RefusalCode
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
