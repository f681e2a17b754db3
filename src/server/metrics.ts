/** What the service counts, for Prometheus. Loaded only when it is asked for. */
import fastify, { type FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { Failure } from '../failure/failure.ts'
import type { Observe, Store } from '../store/store.ts'
import { routeOf } from './log.ts'

export type Metrics = {
  /** Told of the writes of the store. */
  readonly observe: Observe
  /** Counts the requests of an app, and those that the store failed. */
  readonly countRequests: (app: FastifyInstance) => void
  /** The same store, whose saves are counted. */
  readonly countSaves: (store: Store) => Store
  /** Serves them at `/metrics`. */
  readonly app: FastifyInstance
}

export function makeMetrics(): Metrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const saves = new Counter({
    name: 'formctl_saves_total',
    help: 'Saves of answers, by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  const app = fastify()
  app.get('/metrics', async (_request, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  )
  return {
    observe: writeMetrics(registers),
    countRequests: requestMetrics(registers),
    countSaves: (store) => ({
      ...store,
      responses: {
        ...store.responses,
        save: async (save) => {
          const result = await store.responses.save(save)
          saves.inc({ outcome: result.outcome })
          return result
        },
      },
    }),
    app,
  }
}

type Registers = Registry[]

function requestMetrics(registers: Registers): Metrics['countRequests'] {
  const requests = new Histogram({
    name: 'formctl_request_seconds',
    help: 'Requests and how long they took, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers,
  })
  const failures = new Counter({
    name: 'formctl_store_errors_total',
    help: 'Requests that the store failed, by the code of the failure.',
    labelNames: ['code'],
    registers,
  })
  return (app) => {
    app.addHook('onResponse', async (request, reply) => {
      const labels = { method: request.method, route: routeOf(request), status: reply.statusCode }
      requests.observe(labels, reply.elapsedTime / 1000)
    })
    app.addHook('onError', async (_request, _reply, error) => {
      if (error instanceof Failure) failures.inc({ code: error.code })
    })
  }
}

function writeMetrics(registers: Registers): Observe {
  const waiting = new Gauge({
    name: 'formctl_writes_waiting',
    help: 'Writes that wait for a commit.',
    registers,
  })
  const seconds = new Histogram({
    name: 'formctl_commit_seconds',
    help: 'How long commits took, with the wait for the disk.',
    buckets: [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10],
    registers,
  })
  const writes = new Histogram({
    name: 'formctl_commit_writes',
    help: 'How many writes shared a commit.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  })
  let lag: Gauge | undefined
  return (report) => {
    if (report.waiting !== undefined) waiting.set(report.waiting)
    if (report.committed) {
      seconds.observe(report.committed.seconds)
      writes.observe(report.committed.writes)
    }
    if (report.lag === undefined) return
    lag ??= new Gauge({
      name: 'formctl_sequence_lag_seconds',
      help: 'How long the oldest change without a number has waited for it.',
      registers,
    })
    lag.set(report.lag)
  }
}
