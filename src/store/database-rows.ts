import type { PublishedForm, Style } from '../form/form.ts'
import type { ResponseRecord } from '../form/response.ts'
import { resolveStyle } from '../form/style-tokens.ts'
import type { ErasureKey, EventType, ResponseQuery, Scope, StoredKey } from './store.ts'

/** The states of a response, as the column `state` holds them. */
export const states = { partial: 0, finished: 1, erased: 2 } as const

/** The states of the responses that a query selects. */
export const statesOf = ({ withPartials }: Pick<ResponseQuery, 'withPartials'>): readonly number[] => [
  ...(withPartials === 'only' ? [] : [states.finished]),
  ...(withPartials === false ? [] : [states.partial]),
]

/** A row of the table `keys`, which both databases have with the same columns. */
export type KeyRow = Pick<StoredKey, 'id' | 'environmentId' | 'name' | 'hash' | 'prefix' | 'createdAt'> & {
  readonly scopes: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  readonly usedAt: string | null
}

export const keyOf = ({ scopes, expiresAt, revokedAt, usedAt, ...key }: KeyRow): StoredKey => ({
  ...key,
  // Written by `valuesOfKey`.
  scopes: scopes.split(' ') as Scope[],
  ...(expiresAt !== null && { expiresAt }),
  ...(revokedAt !== null && { revokedAt }),
  ...(usedAt !== null && { usedAt }),
})

/** The values of a key, in the order of `keyColumns`. */
export const valuesOfKey = (key: StoredKey): (string | null)[] => [
  key.environmentId,
  key.id,
  key.name,
  key.hash,
  key.prefix,
  key.scopes.join(' '),
  key.createdAt,
  key.expiresAt ?? null,
  key.revokedAt ?? null,
  key.usedAt ?? null,
]

export const keyColumns =
  'environment_id, id, name, hash, prefix, scopes, created_at, expires_at, revoked_at, used_at'

/** What a row of the table `forms` says of a form: its JSON text as published, and its ends. */
export type FormRow = {
  readonly form: string
  readonly closedAt: string | null
  readonly deletedAt: string | null
}

export function formOf({ form, closedAt, deletedAt }: FormRow): PublishedForm {
  // Written by `createForm`; its style may be that of an older version.
  const kept = JSON.parse(form) as PublishedForm
  return {
    ...kept,
    style: resolveStyle(kept.style),
    ...(closedAt !== null && { closedAt }),
    ...(deletedAt !== null && { deletedAt }),
  }
}

/** The bytes of a row of the table `style_files`. */
export const bytesOf = (row: { readonly base64: string } | undefined): Uint8Array | undefined =>
  row && Buffer.from(row.base64, 'base64')

/** The JSON text of a form with another look. */
export const restyled = (form: string, style: Style): string =>
  // Written by `createForm`.
  JSON.stringify({ ...(JSON.parse(form) as PublishedForm), style })

/** The most forms that a store keeps parsed. */
export const mostForms = 500

/** The error of a save that took over an hour, so that its upload was swept. */
export const lostUpload = (): Error => new Error('the save names an upload that is not there any more')

/** What a save did to a response. */
export const eventOf = (before: ResponseRecord | undefined, after: ResponseRecord): EventType =>
  after.finished && !before?.finished ? 'response.finished' : before ? 'response.updated' : 'response.started'

/** Whether a stored response is erased with this key. */
export const isErasable = (
  { state, record }: { readonly state: number; readonly record: string },
  { updatedAt }: ErasureKey,
): boolean =>
  state !== states.erased &&
  (updatedAt === undefined || (JSON.parse(record) as ResponseRecord).updatedAt === updatedAt)
