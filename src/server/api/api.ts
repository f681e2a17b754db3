import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import manifest from '../../../package.json' with { type: 'json' }
import { extensions, keyHeader, routes, type WellKnown } from '../../wire/wire.ts'
import { logFailure, refuse } from '../refusal.ts'
import type { World } from '../world.ts'
import { generate } from './generate.ts'
import { environmentOfKey } from '../keys.ts'
import { type Answer, type ApiRequest, type Operation, refused, json } from './operation.ts'
import { openApi } from './openapi.ts'
import { changes } from './changes.ts'
import { formOperations } from './forms.ts'
import { response, responses } from './responses.ts'
import { typeNames } from '../../form/schema.ts'

/** The largest body of an API call, in bytes; above it: 413. */
export const largestBody = 1024 * 1024

/** Adds the API to the app, in a scope of its own: its bodies are JSON and nothing else. */
export function registerApi(app: FastifyInstance, world: World): void {
  app.register(async (api) => {
    api.removeAllContentTypeParsers()
    api.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: largestBody }, readAsIs)
    api.decorateRequest('environmentId', '')
    api.addHook('onRequest', async (_request, reply) => void reply.headers(apiHeaders))
    for (const operation of operations) register(api, operation, world)
    for (const route of new Set(operations.map((operation) => operation.route))) registerOthers(api, route)
  })
}

// Replies hold what people answered: no cache may keep them, and no page may show them as its own.
const apiHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

const readAsIs = async (_request: FastifyRequest, body: Buffer): Promise<Buffer> => body

function register(api: FastifyInstance, operation: Operation, world: World): void {
  api.route({
    method: operation.method,
    url: operation.route,
    // Before the body is read: whoever has no key can't make the server hold a body.
    onRequest: async (request, reply) => admit(operation, world, { request, reply }),
    handler: async (request, reply) => send(reply, await operation.answer(askedOf(request, world)), world),
  })
}

async function admit(
  { needsKey, elsewhere }: Operation,
  world: World,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply | undefined> {
  if (!needsKey) return undefined
  const environmentId = await environmentOfKey(world, request.headers[keyHeader])
  if (environmentId === undefined) return refuse(reply, 'key-refused')
  const named = paramsOf(request)['environmentId']
  if (named !== undefined && named !== environmentId) return refuse(reply, elsewhere)
  request.setDecorator('environmentId', environmentId)
  return undefined
}

// Fastify types what it parsed as unknown; a route's parameters are texts by name.
const paramsOf = (request: FastifyRequest): ApiRequest['params'] => request.params as ApiRequest['params']

const askedOf = (request: FastifyRequest, world: World): ApiRequest => ({
  world,
  environmentId: request.getDecorator('environmentId'),
  params: paramsOf(request),
  // Node's parser of queries gives texts and lists of texts.
  query: request.query as ApiRequest['query'],
  // Set by `readAsIs`; absent when there was no body.
  body: (request.body as Buffer | undefined) ?? new Uint8Array(),
  headers: request.headers,
})

function send(reply: FastifyReply, answer: Answer, world: World): FastifyReply {
  if (answer.kind === 'json') return reply.send(answer.value)
  if (answer.kind === 'chunks') {
    const chunks = Readable.from(answer.chunks, { objectMode: false }).on('error', (error) =>
      logBreak(reply, error, world),
    )
    return reply.headers(answer.headers).send(chunks)
  }
  if (answer.kind === 'bytes') return reply.headers(answer.headers).send(answer.bytes)
  return refuse(reply, answer.code, answer.errors)
}

/** A reply that has begun can only break off; before that, the error is answered, and logged then. */
function logBreak({ request, raw, statusCode }: FastifyReply, error: Error, world: World): void {
  if (raw.headersSent) logFailure(world, { request, status: statusCode, error })
}

/** Answers 405 to the methods that a route does not take. */
function registerOthers(api: FastifyInstance, route: string): void {
  const taken = operations.filter((operation) => operation.route === route).map(({ method }) => method)
  // Fastify answers HEAD wherever it answers GET.
  const allowed: HTTPMethods[] = [...taken, ...(taken.includes('GET') ? (['HEAD'] as const) : [])]
  api.route({
    method: methods.filter((method) => !allowed.includes(method)),
    url: route,
    onRequest: async (_request, reply) => refuse(reply.header('allow', allowed.join(', ')), 'method-unknown'),
    handler: async () => undefined,
  })
}

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Extension `files`: a file that a person uploaded, as it came. */
const file: Operation = {
  method: 'GET',
  route: routes.file,
  needsKey: true,
  scope: 'read',
  elsewhere: 'file-unknown',
  description: {
    id: 'readFile',
    summary: 'Read a file that a person uploaded.',
    success: { summary: 'The bytes of the file.', mediaType: '*/*' },
    refusals: ['file-unknown'],
  },
  answer: async ({ world, environmentId, params }) => {
    const upload = await world.store.uploads.get(environmentId, params['fileId'] ?? '')
    if (upload === undefined) return refused('file-unknown')
    return {
      kind: 'bytes',
      bytes: upload.bytes,
      headers: {
        'content-type': mediaType.test(upload.contentType) ? upload.contentType : 'application/octet-stream',
        // Never shown in place: a stranger chose both the bytes and their type.
        'content-disposition': `attachment; filename*=UTF-8''${encoded(upload.name)}`,
      },
    }
  },
}

const mediaType = /^[\w.+-]{1,127}\/[\w.+-]{1,127}$/

/** As RFC 8187 writes a file name; a lone surrogate has no UTF-8 and becomes U+FFFD. */
const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Extension: what this server can do beyond the contract; needs no key. With one, also its environment and oldest form. */
const wellKnown: Operation = {
  method: 'GET',
  route: routes.wellKnown,
  needsKey: false,
  scope: 'read',
  elsewhere: 'environment-unknown',
  description: {
    id: 'readCapabilities',
    summary: 'Tell what this service can do beyond the contract.',
    success: {
      summary:
        'The names of its extensions and component types; with a key, its environment and oldest form.',
      schema: 'WellKnown',
    },
    refusals: [],
  },
  answer: async ({ world, headers }) => {
    const environmentId = await environmentOfKey(world, headers[keyHeader])
    if (environmentId === undefined) return json(announcement)
    const [oldest] = await world.store.forms.list(environmentId)
    return json({ ...announcement, environmentId, ...(oldest && { sourceFormId: oldest.id }) })
  },
}

const announcement: WellKnown = {
  name: 'formctl',
  version: manifest.version,
  extensions,
  componentTypes: typeNames,
}

export const operations: readonly Operation[] = [
  generate,
  responses,
  response,
  changes,
  ...formOperations,
  file,
  wellKnown,
  openApi(() => operations),
]
