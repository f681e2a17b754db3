import type { FastifyRequest } from 'fastify'
import type { Store } from '../store/store.ts'
import type { Limits } from './rate-limits.ts'
import type { TemporaryFile } from '../store/temporary-file.ts'

export type World = {
  readonly store: Store
  /** The time, ISO 8601 with milliseconds, UTC. */
  readonly now: () => string
  readonly randomBytes: (count: number) => Uint8Array
  /** Opens a file for an upload that is being received; fails with `disk-full` while little space is left. */
  readonly openTemporaryFile: () => Promise<TemporaryFile>
  /** Writes a line for the operator. */
  readonly log: (line: string) => void
  /** Secret of this data folder that signs resume tokens; at least 32 bytes. */
  readonly secret: Uint8Array
  /** Where people reach the service, without a slash at its end: the addresses of uploaded files begin with it. Absent: they are paths. */
  readonly publicUrl?: string | undefined
  readonly limits: Limits
  /** Keys of this process, besides the stored ones: hash (SHA-256, hex) to environment. */
  readonly sessionKeys: ReadonlyMap<string, string>
}

/** The part of the world that the pages of forms need. */
export type PageWorld = Omit<World, 'store' | 'sessionKeys' | 'limits'> & {
  readonly store: {
    readonly forms: Pick<Store['forms'], 'get'>
    readonly responses: Pick<Store['responses'], 'get' | 'save'>
    readonly uploads: Pick<Store['uploads'], 'create'>
  }
  /** The country of a visitor, two letters, or ''. Absent: it is never known. */
  readonly countryOf?: (request: FastifyRequest) => string
  /** Whether any step and the end may be opened at any time, as in a preview. */
  readonly showsEverything?: true
}
