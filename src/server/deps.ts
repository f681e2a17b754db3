import type { FastifyRequest } from 'fastify'
import type { Blobs } from '../store/blobs.ts'
import type { Store } from '../store/store.ts'
import type { LogEntry } from './log.ts'
import type { Limits } from '../store/rate-limits.ts'

/** What the server needs from outside. */
export type ServerDeps = {
  readonly store: Store
  /** The time, ISO 8601 with milliseconds, UTC. */
  readonly now: () => string
  readonly randomBytes: (count: number) => Uint8Array
  /** The bytes of uploaded files. */
  readonly blobs: Blobs
  /** Writes to the operator's log. */
  readonly log: (entry: LogEntry) => void
  /** Secret of this data folder that signs resume tokens; at least 32 bytes. */
  readonly secret: Uint8Array
  /** The public address of the service, without a trailing slash; the addresses of uploaded files begin with it. Absent: they are paths. */
  readonly publicUrl?: string | undefined
  readonly limits: Limits
  /** Keys of this process, besides the stored ones: hash (SHA-256, hex) to environment. */
  readonly sessionKeys: ReadonlyMap<string, string>
}

/** The part of it that the pages of forms need. */
export type PageDeps = Omit<ServerDeps, 'store' | 'blobs' | 'sessionKeys'> & {
  readonly blobs: Pick<Blobs, 'create'>
  readonly store: {
    readonly forms: Pick<Store['forms'], 'get' | 'list' | 'atAddress'>
    readonly responses: Pick<Store['responses'], 'getBegun' | 'save'>
    readonly uploads: Pick<Store['uploads'], 'create'>
    readonly styleFiles: Store['styleFiles']
  }
  /** The country of a visitor, two letters, or ''. Absent: it is never known. */
  readonly countryOf?: (request: FastifyRequest) => string
  /** Admits a request, or throws a refusal. A request for a page has no session, a post to a response has one. */
  readonly admit?: (
    request: FastifyRequest,
    session?: { readonly responseId: string; readonly isNew: boolean },
  ) => Promise<void>
  /** Whether any step and the end may be opened at any time, as in a preview. */
  readonly showsEverything?: true
}
