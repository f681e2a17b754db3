import type { FormSummary, PublishedForm } from '../form/form.ts'
import type { Save, SaveResult, ResponseRecord } from '../form/response.ts'

export type Environment = { readonly id: string; readonly name: string; readonly createdAt: string }

/** An API key as it is kept: never the key, only what recognises it. */
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

/** The body of the reply to a request that created a form, kept under the key that the request carried. */
export type KeptReply = {
  readonly environmentId: string
  readonly key: string
  /** SHA-256 of the body of the request, hex. */
  readonly requestHash: string
  readonly body: string
  readonly at: string
}

/** A reply to keep, and the moment before which kept ones are forgotten. */
export type Keeping = { readonly reply: KeptReply; readonly since: string }

/** Which responses: of one form or of a whole environment. */
export type ResponseQuery = {
  readonly environmentId: string
  readonly formId?: string
  readonly withPartials: boolean
  /** The newest so many; absent: all. */
  readonly limit?: number
}

/**
 * Keeps environments, keys, forms and responses. Every write is durable when its promise resolves, and is one
 * transaction, so writes may be grouped and a store may live in a worker or behind a network. Ids are made outside.
 */
export type Store = {
  readonly environments: {
    /** With what it starts with, all or nothing. */
    readonly create: (environment: Environment, contents?: EnvironmentContents) => Promise<void>
    /** The same, where there is no environment yet; else false, and nothing is made. */
    readonly createFirst: (environment: Environment, contents: EnvironmentContents) => Promise<boolean>
    /** Oldest first. */
    readonly list: () => Promise<readonly Environment[]>
  }
  readonly keys: {
    readonly create: (key: StoredKey) => Promise<void>
    /** Also a revoked key: the caller decides. */
    readonly byHash: (hash: string) => Promise<StoredKey | undefined>
    /** Oldest first, also revoked ones. */
    readonly list: (environmentId: string) => Promise<readonly StoredKey[]>
    /** False when there is no such key, or it was revoked before. */
    readonly revoke: (id: string, at: string) => Promise<boolean>
  }
  readonly forms: {
    /**
     * With a reply to keep, both or neither; where one is kept under its key already, gives that one and makes nothing.
     * Forgets the replies that are too old.
     */
    readonly create: (form: PublishedForm, keeping?: Keeping) => Promise<KeptReply | undefined>
    /** Also a deleted form: the caller decides. */
    readonly get: (id: string) => Promise<PublishedForm | undefined>
    /** Oldest first; without deleted ones. */
    readonly list: (environmentId: string) => Promise<readonly FormSummary[]>
    /** False when there is no such form, or it was deleted before. Responses stay. */
    readonly delete: (id: string, at: string) => Promise<boolean>
  }
  readonly replies: {
    /** One that is not older than `since`. */
    readonly get: (environmentId: string, key: string, since: string) => Promise<KeptReply | undefined>
  }
  readonly responses: {
    /** Decided by `applySave` inside the transaction, so two saves at once can't both overlook each other. */
    readonly save: (save: Save) => Promise<SaveResult>
    readonly get: (formId: string, id: string) => Promise<ResponseRecord | undefined>
    /**
     * Newest first by `createdAt`, then by `id` downwards. Each run is the JSON text of one or more records joined by commas, so
     * a reply is streamed without parsing; constant memory whatever the number.
     */
    readonly runs: (query: ResponseQuery) => AsyncIterable<string>
  }
  readonly uploads: {
    readonly create: (upload: StoredUpload) => Promise<void>
    readonly get: (id: string) => Promise<StoredUpload | undefined>
  }
  readonly close: () => Promise<void>
}
