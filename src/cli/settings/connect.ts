import type { Service } from '../../wire/service.ts'

/** A service ready to be called, with what a call needs. */
export type Connection = {
  readonly service: Service
  /** Base URL for people and for absolute form URLs. */
  readonly baseUrl: string
  readonly apiKey: string
  /** Where the key came from, in words, for messages. */
  readonly keySource: string
  readonly environmentId: string | undefined
  readonly sourceFormId: string | undefined
  readonly close: () => Promise<void>
}
