import type { FastifyInstance, FastifyReply } from 'fastify'
import { logFailure } from './log.ts'
import type { World } from './world.ts'

/**
 * `/healthz` answers while the process does; `/readyz` while the store does, too. Both answer a word, without a key. A
 * service that is about to stop refuses every request with 503, and so these.
 */
export function registerHealth(app: FastifyInstance, world: Pick<World, 'store' | 'log' | 'now'>): void {
  app.get('/healthz', async (_request, reply) => answer(reply, 200))
  app.get('/readyz', async (_request, reply) => {
    try {
      await inTime(world.store.ping())
      return answer(reply, 200)
    } catch (error) {
      logFailure(world, reply, { status: 503, error })
      return answer(reply, 503)
    }
  })
}

const answer = (reply: FastifyReply, status: 200 | 503): FastifyReply =>
  reply
    .code(status)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(status === 200 ? 'ok\n' : 'unavailable\n')

/** Below the time limit of the usual probes. */
const longestPing = 800

async function inTime(ping: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const error = Object.assign(new Error('the store does not answer'), { refusal: 'store-gone' })
  AbortSignal.timeout(longestPing).addEventListener('abort', () => late.reject(error))
  await Promise.race([ping, late.promise])
}
