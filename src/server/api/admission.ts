import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Limit } from '../../store/rate-limits.ts'
import type { StoredKey } from '../../store/store.ts'
import { keyHeader } from '../../wire/wire.ts'
import { hashKey, sessionHolder, storedHolder, type KeyHolder } from '../keys.ts'
import { refuse, type RefusalCode } from '../refusal.ts'
import { addressOf, networkOf } from '../visitor.ts'
import type { World } from '../world.ts'
import type { Operation } from './operation.ts'

/** Lets a call in and notes its environment, or answers with a refusal. */
export type Admission = (
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply | undefined>

export type AdmissionOptions = {
  /** The most calls of one key in a minute; absent: any number. */
  readonly ratePerKey?: number | undefined
}

/** The failed attempts that one address has. */
const failures: Limit = { most: 20, seconds: 60 }

type Refused = { readonly code: RefusalCode; readonly retryAfter?: number }

export function admissionTo(world: World, { ratePerKey }: AdmissionOptions): Admission {
  const noteUse = useNotes(world)
  return async ({ needsKey, scope, elsewhere }, request, reply) => {
    const key = request.headers[keyHeader]
    if (!needsKey && key === undefined) return undefined
    const held = await holderOf(world, key, request)
    if ('code' in held) return needsKey || held.code === 'keys-refused' ? refuseCall(reply, held) : undefined
    const { stored } = held
    if (stored && ratePerKey !== undefined) {
      const { retryAfter } = await world.limits.take(`key ${stored.id}`, 1, { most: ratePerKey, seconds: 60 })
      if (retryAfter !== undefined) return refuseCall(reply, { code: 'rate-exceeded', retryAfter })
    }
    if (stored) noteUse(stored)
    if (scope && !held.scopes.includes(scope)) return refuse(reply, `scope-${scope}`)
    // Fastify types what it parsed as unknown; a route's parameters are texts by name.
    const { environmentId } = request.params as { readonly environmentId?: string }
    if (environmentId !== undefined && environmentId !== held.environmentId) return refuse(reply, elsewhere)
    request.setDecorator('environmentId', held.environmentId)
    return undefined
  }
}

const refuseCall = (reply: FastifyReply, { code, retryAfter }: Refused): FastifyReply =>
  refuse(retryAfter === undefined ? reply : reply.header('retry-after', retryAfter), code)

/** What a key opens. Only failed attempts are counted: others of the same address may have keys that are valid. */
async function holderOf(world: World, key: unknown, request: FastifyRequest): Promise<KeyHolder | Refused> {
  const hash = hashKey(typeof key === 'string' ? key : '')
  const ofSession = sessionHolder(world, hash)
  if (ofSession) return ofSession
  const holder = await storedHolder(world, hash)
  if (holder) return holder
  const name = `failed ${networkOf(addressOf(request))}`
  const { retryAfter } = await world.limits.take(name, 1, failures)
  return retryAfter === undefined ? { code: 'key-refused' } : { code: 'keys-refused', retryAfter }
}

/** Notes the minute of a key's last use, at most once a minute. */
function useNotes({ store, now }: World): (key: StoredKey) => void {
  const noted = new Map<string, string>()
  return ({ id, usedAt }) => {
    const minute = `${now().slice(0, 16)}:00.000Z`
    if (noted.get(id) === minute || usedAt === minute) return
    noted.set(id, minute)
    // Nobody waits for it, and a call must not fail for it: a store that cannot write is reported by what has to be written.
    store.keys.use(id, minute).catch(() => undefined)
  }
}
