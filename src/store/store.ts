import { Failure } from '../failure/failure.ts'
import { finishedAt } from '../form/draft.ts'
import { closureOf, type Closure, type FormSummary, type PublishedForm, type Style } from '../form/form.ts'
import type { Begun, Save, SaveResult, ResponseRecord } from '../form/response.ts'

export type Environment = { readonly id: string; readonly name: string; readonly createdAt: string }

/** What a key may do: read forms and responses, generate forms, or close and delete forms and erase responses. */
export type Scope = 'read' | 'generate' | 'manage'

export const allScopes: readonly Scope[] = ['read', 'generate', 'manage']

/** A stored API key: its hash, never the key itself. */
export type StoredKey = {
  readonly id: string
  readonly environmentId: string
  readonly name: string
  /** SHA-256 of the key, hex. */
  readonly hash: string
  /** The key's first characters, so that a person can tell keys apart. */
  readonly prefix: string
  readonly scopes: readonly Scope[]
  readonly createdAt: string
  readonly expiresAt?: string
  readonly revokedAt?: string
  /** To the minute. */
  readonly usedAt?: string
}

/** What a new environment starts with. */
export type EnvironmentContents = {
  readonly keys: readonly StoredKey[]
  readonly forms: readonly PublishedForm[]
}

/** A file that a person uploaded; at most 10 MiB. Its bytes are a blob of the same id. */
export type StoredUpload = {
  readonly environmentId: string
  readonly id: string
  readonly formId: string
  readonly responseId: string
  readonly questionId: string
  readonly name: string
  readonly contentType: string
  /** In bytes. */
  readonly size: number
  /** SHA-256 of its bytes, hex. */
  readonly sha256: string
}

export type UploadKey = Pick<StoredUpload, 'environmentId' | 'id'>

/** A file of a style: a font or a picture, at most 1 MB. Every form that names it shares it, and it stays. */
export type StyleFile = {
  /** SHA-256 of its bytes, hex. */
  readonly sha256: string
  readonly bytes: Uint8Array
}

/** The reply to a request that created a form, stored under the request's idempotency key. */
export type StoredReply = {
  readonly environmentId: string
  readonly key: string
  /** SHA-256 of what identifies the request, hex: of its body, or of the content of its label. */
  readonly requestHash: string
  readonly body: string
  readonly at: string
}

/** A reply to store. Replies from before `since` are deleted. */
export type ReplyToStore = { readonly reply: StoredReply; readonly since: string }

/** Selects responses of one form or of a whole environment. */
export type ResponseQuery = {
  readonly environmentId: string
  readonly formId?: string
  /** Partial responses too, or these only. */
  readonly withPartials: boolean | 'only'
}

/** Selects forms of an environment; without deleted ones unless they are asked for. */
export type FormsQuery = {
  readonly formId?: string
  readonly withDeleted?: boolean
  readonly limit?: number
}

/**
 * A page of responses. By creation: newest first, by `createdAt` and then by `id` downwards, below a place. By change: those whose
 * last change has a number above `after`, up to `until`, in the order of these numbers.
 */
export type PageQuery = ResponseQuery & {
  readonly order:
    | { readonly by: 'creation'; readonly below?: Place }
    | { readonly by: 'change'; readonly after: number; readonly until: number }
  readonly limit: number
  /** The page ends early when its records have so many bytes: the longest record has 1 MiB. Absent: any number. */
  readonly maxBytes?: number
  readonly separator: Separator
}

/** What stands between two records: their JSON has no line break. */
type Separator = ',' | '\n'

/** Selects the newest responses, as the first page by creation does. */
export type NewestQuery = ResponseQuery & { readonly limit: number; readonly separator: Separator }

export type Place = { readonly createdAt: string; readonly id: string }

/** Records as JSON text in UTF-8, so that a reply is sent without reading them. */
export type ResponsePage = {
  readonly body: Uint8Array
  readonly count: number
  /**
   * The last record, where more may follow: by creation its time and id, by change its number; the rest is empty.
   */
  readonly last?: Place & { readonly seq: number }
}

export type ResponseKey = { readonly formId: string; readonly id: string }

/** A response to erase. With `updatedAt` it is erased only if that is still the time of its last update. */
export type ErasureKey = ResponseKey & { readonly updatedAt?: string }

export const allEventTypes = [
  'response.started',
  'response.updated',
  'response.finished',
  'response.erased',
  'form.created',
  'form.closed',
  'form.deleted',
] as const

export type EventType = (typeof allEventTypes)[number]

/** A change of a form or response. Numbers of an environment are 1, 2, 3 and so on. */
export type StoredEvent = {
  readonly seq: number
  readonly environmentId: string
  readonly formId: string
  /** '' for an event of a form. */
  readonly responseId: string
  readonly type: EventType
  readonly at: string
  /** How often the form or response has changed: 1 for its first event. */
  readonly version: number
}

export type WebhookKey = { readonly environmentId: string; readonly id: string }

/** Where changes of an environment are sent. */
export type Webhook = WebhookKey & {
  readonly url: string
  /** Only changes of these forms; none: of all. */
  readonly formIds: readonly string[]
  /** Only these; none: all. */
  readonly types: readonly EventType[]
  /** Ids alone, or the record of the response, too. */
  readonly payload: 'thin' | 'full'
  /** `whsec_` and base64; signs what is sent. */
  readonly secret: string
  /** The secret before it, which signs as well until then. */
  readonly old?: { readonly secret: string; readonly until: string }
  readonly createdAt: string
  /** The number of the last event that its deliveries are written of. */
  readonly position: number
  /** Since when each attempt has failed. */
  readonly failingSince?: string
  readonly disabled?: { readonly at: string; readonly reason: string }
}

/** The right to send for a webhook, until it ends or another has it. `owner`: a new id for each claim, so an old lease never fits again. */
export type WebhookLease = WebhookKey & { readonly owner: string }

/** An event on its way to a webhook, or one that arrived or was given up. */
export type Delivery = StoredEvent & {
  readonly status: 'pending' | 'delivered' | 'failed'
  /** How many have ended. */
  readonly attempts: number
  /** When the next attempt is due. */
  readonly nextAt: string
  /** When the last attempt ended; '': there was none. */
  readonly triedAt: string
  /** How the last attempt ended: a status, or why there was none. */
  readonly outcome: string
}

export type EndedAttempt = Pick<Delivery, 'status' | 'nextAt' | 'outcome'> & { readonly delivery: Delivery }

/**
 * Keeps environments, keys, forms, responses and their changes. Every write is durable when its promise resolves, and is all or nothing;
 * writes that wait at the same time share a commit. The caller makes ids. Every change of a form or response appends one
 * event to the change sequence of its environment.
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
    /** Also a revoked or expired key. */
    readonly byHash: (hash: string) => Promise<StoredKey | undefined>
    /** Oldest first, also revoked ones. */
    readonly list: (environmentId: string) => Promise<readonly StoredKey[]>
    /** False when there is no such key, or it was revoked before. */
    readonly revoke: (id: string, at: string) => Promise<boolean>
    /** Sets when a key ends, if it would end later. False when there is no such key, or it was revoked. */
    readonly expire: (id: string, at: string) => Promise<boolean>
    /** Notes a use. */
    readonly use: (id: string, at: string) => Promise<void>
  }
  readonly forms: {
    /**
     * With a reply to store, both or neither. If a reply is stored under the same key, gives that one and creates
     * nothing. Deletes replies that are too old. A form of another spec at its address, open and not replaced by it, is given in its place.
     */
    readonly create: (
      form: PublishedForm,
      keeping?: ReplyToStore,
    ) => Promise<StoredReply | Pick<FormSummary, 'id' | 'label'> | undefined>
    /** Also a closed or deleted form. */
    readonly get: (id: string) => Promise<PublishedForm | undefined>
    /** Oldest first. */
    readonly list: (environmentId: string, query?: FormsQuery) => Promise<readonly FormSummary[]>
    /** The ids of the forms at an address of an environment, or of the one that had it first: the open ones first, then the newest. */
    readonly atAddress: (address: string, environmentId?: string) => Promise<readonly string[]>
    /** Gives a form another look, with the files that the look names and the store may lack. False when there is no such form. */
    readonly restyle: (id: string, style: Style, files: readonly StyleFile[]) => Promise<boolean>
    /** A closed form takes no answers. False when there is no such form, or it was closed or deleted before. */
    readonly close: (id: string, at: string) => Promise<boolean>
    /**
     * False when there is no such form, or it was deleted before. Responses stay; the stored reply that names the form goes, so that
     * its request makes another form.
     */
    readonly delete: (id: string, at: string) => Promise<boolean>
  }
  readonly replies: {
    /** Only a reply that is not older than `since`. */
    readonly get: (environmentId: string, key: string, since: string) => Promise<StoredReply | undefined>
  }
  readonly responses: {
    /**
     * `applySave` decides inside the transaction, so of two saves at once one sees the other. Saves to a form that is closed,
     * deleted or missing, and to an erased response, change nothing: their outcome is `closed`.
     */
    readonly save: (save: Save) => Promise<SaveResult>
    readonly get: (environmentId: string, key: ResponseKey) => Promise<ResponseRecord | undefined>
    /** The same, with what was typed and is no answer yet. */
    readonly getBegun: (environmentId: string, key: ResponseKey) => Promise<Begun | undefined>
    /** The responses with these ids, of any form of the environment. */
    readonly find: (environmentId: string, ids: readonly string[]) => Promise<readonly ResponseKey[]>
    readonly page: (query: PageQuery) => Promise<ResponsePage>
    /** The newest few as text, the most frequent read of the service; '' if there are none. */
    readonly newest: (query: NewestQuery) => Promise<string>
    /** Removes answers. Gives the responses that it erased, with their uploads, which are claimed (`uploads.claim`). */
    readonly erase: (
      environmentId: string,
      keys: readonly ErasureKey[],
      at: string,
    ) => Promise<readonly ErasedResponse[]>
  }
  readonly events: {
    /** At most `limit` events with a number above `after`, in order. */
    readonly after: (environmentId: string, after: number, limit: number) => Promise<readonly StoredEvent[]>
    /** The greatest number; 0: there are no events. */
    readonly last: (environmentId: string) => Promise<number>
  }
  /** What a holder of a lease writes does nothing and gives false when the lease is another's; each write renews it, to `until`. */
  readonly webhooks: {
    readonly create: (webhook: Webhook) => Promise<void>
    /** Of all environments, oldest first, also disabled ones. */
    readonly list: () => Promise<readonly Webhook[]>
    readonly get: (key: WebhookKey) => Promise<Webhook | undefined>
    /** Enabled ones that nobody has the lease of, with a delivery that is due or an event behind the position. */
    readonly ready: (at: string) => Promise<readonly Webhook[]>
    /** Gives it another secret; the present one signs as well until then. */
    readonly rotate: (key: WebhookKey, secret: string, oldUntil: string) => Promise<boolean>
    /** False when it is disabled. Its deliveries and its position stay. */
    readonly disable: (key: WebhookKey, at: string, reason: string) => Promise<boolean>
    /** False when it is enabled. What is pending is due at that time, with all its attempts. */
    readonly enable: (key: WebhookKey, at: string) => Promise<boolean>
    /** Takes the lease of an enabled webhook; false when another has it. */
    readonly claim: (
      lease: WebhookLease,
      time: { readonly at: string; readonly until: string },
    ) => Promise<boolean>
    readonly release: (lease: WebhookLease) => Promise<void>
    /** Moves the position on, and writes deliveries of these events, due at `at`. */
    readonly enqueue: (
      lease: WebhookLease,
      batch: {
        readonly until: string
        readonly position: number
        readonly events: readonly StoredEvent[]
        readonly at: string
      },
    ) => Promise<boolean>
    /** What is due, of each form and response only the earliest that is pending. */
    readonly due: (key: WebhookKey, at: string, limit: number) => Promise<readonly Delivery[]>
    /** How many are pending. */
    readonly pending: (key: WebhookKey) => Promise<number>
    /** Writes how attempts ended. `isAlive`: whether one of them arrived. */
    readonly settle: (
      lease: WebhookLease,
      result: {
        readonly until: string
        readonly isAlive: boolean
        readonly at: string
        readonly attempts: readonly EndedAttempt[]
      },
    ) => Promise<boolean>
    /** Makes deliveries of these events pending, due at that time, also those that were delivered. */
    readonly replay: (key: WebhookKey, events: readonly StoredEvent[], at: string) => Promise<void>
    /** The same for what was given up; gives how many. */
    readonly replayFailed: (key: WebhookKey, at: string) => Promise<number>
    /** The last ones that were tried, newest first, then those that were not. */
    readonly log: (key: WebhookKey, limit: number) => Promise<readonly Delivery[]>
    /** Deletes deliveries that ended before that time; gives their number. */
    readonly prune: (key: WebhookKey, before: string, limit: number) => Promise<number>
  }
  readonly uploads: {
    /**
     * Before their bytes are kept, and all or none. No answer holds them until a save names them; a save that names any other
     * upload fails.
     */
    readonly create: (uploads: readonly StoredUpload[], at: string) => Promise<void>
    /** Only one that an answer holds. */
    readonly get: (environmentId: string, id: string) => Promise<StoredUpload | undefined>
    /** At most `limit` uploads that no answer has held since before that time. Nothing can hold them again. */
    readonly claim: (before: string, limit: number) => Promise<readonly UploadKey[]>
    /** Deletes claimed uploads. Their bytes go first, or a crash would leave bytes that nobody knows. */
    readonly delete: (uploads: readonly UploadKey[]) => Promise<void>
  }
  readonly styleFiles: { readonly get: (sha256: string) => Promise<Uint8Array | undefined> }
  /** Resolves if the store answers. */
  readonly ping: () => Promise<void>
  readonly close: () => Promise<void>
}

export type ErasedResponse = ResponseKey & { readonly uploads: readonly string[] }

/** What a store reports of its work, each part when it changes. */
type WriteReport = {
  readonly waiting?: number
  /** How many writes shared a commit, and the seconds from its begin to its end. */
  readonly committed?: { readonly writes: number; readonly seconds: number }
  /** In a store that numbers events later: how many seconds the oldest one without a number has waited; 0: none waits. */
  readonly lag?: number
  /** Why they get no numbers at the moment: an error, once until it works again. */
  readonly unnumbered?: unknown
  /** Why nothing can be written any more until the process starts again. */
  readonly broken?: Error
}

export type Observe = (report: WriteReport) => void

export const databaseName = 'formctl.db'
/** The folder of uploaded files in a data folder. */
export const uploadsName = 'uploads'

/** Refuses a store of a newer layout than this program knows, and of an older one unless `mayBeOlder`. */
export function refuseLayout(
  layout: number,
  {
    known,
    path,
    mayBeOlder,
  }: { readonly known: number; readonly path: string; readonly mayBeOlder: boolean },
): void {
  if (layout === known || (layout < known && mayBeOlder)) return
  const reason =
    layout > known
      ? `a newer formctl has written to it (layout ${layout}; this one knows up to ${known}), so use that one`
      : `an older formctl made it (layout ${layout}; this one reads layout ${known}), and reading does not change it; use that formctl, or stop its servers and start formctl serve of this version on it`
  throw Failure.of('store-unusable', { path, reason })
}

/** The URL of a store as messages show it: without its password and its parameters, which may hold one. */
export function shownUrl(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return 'of PostgreSQL'
  const { protocol, username, host, pathname } = parsed
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`
}

/** The size of one read: more takes too much memory, less makes the overhead of a read dominate. */
const bulk = { limit: 1000, maxBytes: 512 * 1024 }

/**
 * All responses of a query as text, page by page: constant memory, and no transaction stays open for a slow reader. Newest
 * first, so what is added meanwhile is newer than all that follows. Each text is one or more records, joined by the separator.
 * The next page is read while one is sent.
 */
export async function* allResponses(
  store: Store,
  query: ResponseQuery,
  separator: Separator = ',',
): AsyncIterable<Uint8Array> {
  const read = (below?: Place): Promise<ResponsePage> => {
    const order = { by: 'creation', ...(below && { below }) } as const
    const page = store.responses.page({ ...query, ...bulk, separator, order })
    // A reader that leaves does not wait for it.
    page.catch(() => undefined)
    return page
  }
  for (let next: Promise<ResponsePage> | undefined = read(); next;) {
    const { body, count, last }: ResponsePage = await next
    next = last && read(last)
    if (count > 0) yield body
  }
}

/** The same records as values. */
export async function* allRecords(store: Store, query: ResponseQuery): AsyncIterable<ResponseRecord> {
  for await (const text of allResponses(store, query))
    // The store returns the JSON of records, joined by commas.
    yield* JSON.parse(`[${Buffer.from(text).toString()}]`) as readonly ResponseRecord[]
}

/** What closed a stored form, and since when; undefined while it takes answers. Reads all finished responses of a full form. */
export async function closingIn(
  form: PublishedForm,
  { store, now }: { readonly store: Store; readonly now: () => string },
): Promise<Closure | undefined> {
  const { environmentId, id: formId, settings } = form
  const limit = settings?.responseLimit
  const [summary] =
    limit === undefined ? [] : await store.forms.list(environmentId, { formId, withDeleted: true })
  const complete = summary?.complete ?? 0
  if (limit === undefined || complete < limit) return closureOf(form, now())
  let lastFinished = ''
  for await (const record of allRecords(store, { environmentId, formId, withPartials: false }))
    if (finishedAt(record) > lastFinished) lastFinished = finishedAt(record)
  return closureOf(form, now(), complete, lastFinished)
}
