import type { FormSummary, PublishedForm } from '../form/form.ts'
import type { Save, SaveResult, ResponseRecord } from '../form/response.ts'

export type Environment = { readonly id: string; readonly name: string; readonly createdAt: string }

/** A stored API key: its hash, never the key itself. */
export type StoredKey = {
  readonly id: string
  readonly environmentId: string
  readonly name: string
  /** SHA-256 of the key, hex. */
  readonly hash: string
  /** The key's first characters, so that a person can tell keys apart. */
  readonly prefix: string
  readonly createdAt: string
  readonly revokedAt?: string
}

/** What a new environment starts with. */
export type EnvironmentContents = {
  readonly keys: readonly StoredKey[]
  readonly forms: readonly PublishedForm[]
}

/** A file that a person uploaded; at most 10 MiB. */
export type StoredUpload = {
  readonly id: string
  readonly formId: string
  readonly responseId: string
  readonly questionId: string
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** The reply to a request that created a form, stored under the request's idempotency key. */
export type KeptReply = {
  readonly environmentId: string
  readonly key: string
  /** SHA-256 of the body of the request, hex. */
  readonly requestHash: string
  readonly body: string
  readonly at: string
}

/** A reply to store. Replies from before `since` are deleted. */
export type Keeping = { readonly reply: KeptReply; readonly since: string }

/** Selects responses of one form or of a whole environment. */
export type ResponseQuery = {
  readonly environmentId: string
  readonly formId?: string
  readonly withPartials: boolean
  /** Only this many, the newest; by default all. */
  readonly limit?: number
}

/**
 * Keeps environments, keys, forms and responses. Every write is durable when its promise resolves, and is one
 * transaction, so writes may be grouped and a store may live in a worker or behind a network. The caller makes ids.
 */
export type Store = {
  readonly environments: {
    /** Together with its contents, all or nothing. */
    readonly create: (environment: Environment, contents?: EnvironmentContents) => Promise<void>
    /** The same, unless there is an environment; then it does nothing and gives false. */
    readonly createFirst: (environment: Environment, contents: EnvironmentContents) => Promise<boolean>
    /** Oldest first. */
    readonly list: () => Promise<readonly Environment[]>
  }
  readonly keys: {
    readonly create: (key: StoredKey) => Promise<void>
    /** Also a revoked key. */
    readonly byHash: (hash: string) => Promise<StoredKey | undefined>
    /** Oldest first, also revoked ones. */
    readonly list: (environmentId: string) => Promise<readonly StoredKey[]>
    /** False when there is no such key, or it was revoked before. */
    readonly revoke: (id: string, at: string) => Promise<boolean>
  }
  readonly forms: {
    /**
     * With a reply to store, both or neither. If a reply is stored under the same key, gives that one and creates
     * nothing. Deletes replies that are too old.
     */
    readonly create: (form: PublishedForm, keeping?: Keeping) => Promise<KeptReply | undefined>
    /** Also a deleted form. */
    readonly get: (id: string) => Promise<PublishedForm | undefined>
    /** Oldest first; without deleted ones. */
    readonly list: (environmentId: string) => Promise<readonly FormSummary[]>
    /** False when there is no such form, or it was deleted before. Responses stay. */
    readonly delete: (id: string, at: string) => Promise<boolean>
  }
  readonly replies: {
    /** Only a reply that is not older than `since`. */
    readonly get: (environmentId: string, key: string, since: string) => Promise<KeptReply | undefined>
  }
  readonly responses: {
    /** `applySave` decides inside the transaction, so of two saves at once one sees the other. */
    readonly save: (save: Save) => Promise<SaveResult>
    readonly get: (formId: string, id: string) => Promise<ResponseRecord | undefined>
    /**
     * Newest first by `createdAt`, then by `id` downwards. Each run is the JSON text of one or more records joined by commas, so
     * a reply is streamed without parsing; constant memory whatever the number.
     */
    readonly runs: (query: ResponseQuery) => AsyncIterable<string>
  }
  readonly uploads: {
    /** Does nothing where the id is there already: an upload never changes. Deleted when no answer of its response holds it. */
    readonly create: (upload: StoredUpload) => Promise<void>
    readonly get: (id: string) => Promise<StoredUpload | undefined>
  }
  readonly close: () => Promise<void>
}

export const databaseName = 'formctl.db'
