import fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify'
import { largestBody, registerApi } from './api/index.ts'
import { answerClientError } from './client-error.ts'
import { registerPages } from './pages/index.ts'
import { refuse, type RefusalCode } from './refusal.ts'
import type { World } from './world.ts'

/** The service: the API of the contract and the forms' pages, over one store. */
export function buildApp(world: World): FastifyInstance {
  const app = fastify({
    bodyLimit: largestBody,
    // Node's own 300 s and 60 s let a few slow clients hold every connection; it looks every 30 s, so look oftener.
    requestTimeout: 30_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    // A longer segment names nothing that we made; the router would answer it with a text of its own.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: (error, _request, reply) => void answerError(error, reply),
    clientErrorHandler: answerClientError,
  })
  app.addHook('onRequest', async (_request, reply) => void reply.headers(everyReply))
  app.setErrorHandler<FastifyError>((error, _request, reply) => answerError(error, reply))
  app.setNotFoundHandler((_request, reply) => refuse(reply, 'route-unknown'))
  registerApi(app, world)
  registerPages(app, world)
  return app
}

const everyReply = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }

/** No error's own text goes out: it may hold what nobody outside should read. */
function answerError(error: FastifyError, reply: FastifyReply): FastifyReply {
  return refuse(reply, codes[error.statusCode ?? 500] ?? codeOfOther(error))
}

const codes: Readonly<Record<number, RefusalCode>> = {
  413: 'body-too-large',
  415: 'type-unknown',
  503: 'stopping',
}

const codeOfOther = ({ statusCode = 500 }: FastifyError): RefusalCode =>
  statusCode < 500 ? 'request-unreadable' : 'defect'
