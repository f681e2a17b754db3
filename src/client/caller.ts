import { Failure } from '../failure/failure.ts'
import type { Service } from '../wire/wire.ts'
import type { Patience } from './retry.ts'

/** Where calls go and as whom; a `Connection` of the command line is one. */
export type Access = {
  readonly service: Service
  readonly baseUrl: string
  readonly apiKey: string
  /** Where the key came from, in words. */
  readonly keySource: string
  readonly environmentId: string | undefined
}

/** Who calls, and how patiently. */
export type Caller = { readonly access: Access; readonly patience: Patience }

/** Seconds for a call with all its attempts, where nothing else is asked for. */
export const usualSeconds = 60

/** The key, fit for a header. */
export function keyOf({ apiKey, keySource }: Access): string {
  if (!isFit(apiKey)) throw Failure.of('key-unusable', { source: keySource })
  return apiKey
}

/** Whether a text can be a key at all: printable ASCII, as a header needs it. */
export const isFit = (apiKey: string): boolean => /^[\x21-\x7e]+$/.test(apiKey)

/** The environment, for the calls whose path names it. */
export function environmentOf({ environmentId }: Pick<Access, 'environmentId'>): string {
  if (environmentId !== undefined) return environmentId
  throw Failure.of('setting-missing', {
    setting: 'environment',
    flag: '--environment',
    variable: 'FORMCTL_ENVIRONMENT_ID',
  })
}

/** Whose reply it is, to follow "The reply" in sentences. */
export const replyOf = ({ baseUrl }: Access, path: string): string => ` of ${urlOf(baseUrl, path)}`

/** The address of a path under a base URL, for people. */
export const urlOf = (baseUrl: string, path: string): string => `${baseUrl.replace(/\/+$/, '')}${path}`
