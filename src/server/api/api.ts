import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import manifest from '../../../package.json' with { type: 'json' }
import { extensions, routes, type WellKnown } from '../../wire/wire.ts'
import { logFailure } from '../log.ts'
import { refuse } from '../refusal.ts'
import type { World } from '../world.ts'
import { erasure } from './erasure.ts'
import { generate } from './generate.ts'
import { admissionTo, type Admission, type AdmissionOptions } from './admission.ts'
import { type ApiReply, type ApiRequest, type Operation, refused, json } from './operation.ts'
import { openApi } from './openapi.ts'
import { changes } from './changes.ts'
import { formOperations } from './forms.ts'
import { response, responses } from './responses.ts'
import { typeNames } from '../../form/schema.ts'

/** The largest body of an API call, in bytes; above it: 413. */
export const largestBody = 1024 * 1024

/** Adds the API to the app, in a scope of its own: its bodies are JSON and nothing else. */
export function registerApi(app: FastifyInstance, world: World, options: AdmissionOptions = {}): void {
  const admit = admissionTo(world, options)
  app.register(async (api) => {
    api.removeAllContentTypeParsers()
    api.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: largestBody }, readAsIs)
    api.decorateRequest('environmentId', '')
    api.addHook('onRequest', async (_request, reply) => void reply.headers(apiHeaders))
    for (const operation of operations) register(api, operation, { world, admit })
    for (const route of new Set(operations.map((operation) => operation.route))) registerOthers(api, route)
  })
}

// Replies hold what people answered: no cache may keep them, and no page may show them as its own.
const apiHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

const readAsIs = async (_request: FastifyRequest, body: Buffer): Promise<Buffer> => body

function register(
  api: FastifyInstance,
  operation: Operation,
  { world, admit }: { readonly world: World; readonly admit: Admission },
): void {
  api.route({
    method: operation.method,
    url: operation.route,
    // Before the body is read: whoever has no key can't make the server hold a body.
    onRequest: (request, reply) => admit(operation, request, reply),
    handler: async (request, reply) => send(reply, await operation.answer(askedOf(request, world)), world),
  })
}

const askedOf = (request: FastifyRequest, world: World): ApiRequest => ({
  world,
  environmentId: request.getDecorator('environmentId'),
  // Fastify types what it parsed as unknown; a route's parameters are texts by name.
  params: request.params as ApiRequest['params'],
  // Node's parser of queries gives texts and lists of texts.
  query: request.query as ApiRequest['query'],
  // Set by `readAsIs`; absent when there was no body.
  body: (request.body as Buffer | undefined) ?? new Uint8Array(),
  headers: request.headers,
})

function send(reply: FastifyReply, answer: ApiReply, world: World): FastifyReply {
  if (answer.kind === 'json') return reply.send(answer.value)
  if (answer.kind === 'stream')
    return reply
      .headers(answer.headers)
      .send(answer.stream.on('error', (error) => logBreak(reply, error, world)))
  if (answer.kind === 'body') return reply.headers(answer.headers).send(answer.body)
  return refuse(reply, answer.code, answer.errors)
}

/** A reply that has begun can only break off; before that, the error is answered, and logged then. */
function logBreak(reply: FastifyReply, error: Error, world: World): void {
  if (reply.raw.headersSent) logFailure(world, reply, { status: reply.statusCode, error })
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
    const stream = upload && (await world.blobs.read(upload.id))
    if (upload === undefined || stream === undefined) return refused('file-unknown')
    return {
      kind: 'stream',
      stream,
      headers: {
        'content-length': String(upload.size),
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
  answer: async ({ world, environmentId }) => {
    if (environmentId === '') return json(announcement)
    const [oldest] = await world.store.forms.list(environmentId, { limit: 1 })
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
  erasure,
  response,
  changes,
  ...formOperations,
  file,
  wellKnown,
  openApi(() => operations),
]
