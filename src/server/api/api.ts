import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import manifest from '../../../package.json' with { type: 'json' }
import { extensions, routes, type WellKnown, keyHeader } from '../../wire/wire.ts'
import { logFailure } from '../log.ts'
import { refuse, refuseMethods } from '../refusal.ts'
import type { ServerDeps } from '../deps.ts'
import { erasure, changes, response, responses } from './responses.ts'
import { generate, formOperations } from './forms.ts'
import { type ApiReply, type ApiRequest, type Operation, refused, json } from './operation.ts'
import { events } from './events.ts'
import { makeEventStreams, type StreamTimes } from './event-streams.ts'
import { openApi } from './openapi.ts'
import { typeNames } from '../../form/schema.ts'
import type { Limit } from '../../store/rate-limits.ts'
import type { StoredKey } from '../../store/store.ts'
import { hashKey, keyHolder, type KeyHolder } from '../keys.ts'
import { addressOf, networkOf } from '../visitor.ts'

/** The largest body of an API call, in bytes; above it: 413. */
export const maxApiBody = 1024 * 1024

export type ApiOptions = {
  /** The most calls of one key in a minute; absent: any number. */
  readonly ratePerKey?: number | undefined
  readonly streamTimes?: StreamTimes
}

/** Adds the API to the app, in a scope of its own: its bodies are JSON and nothing else. */
export function registerApi(app: FastifyInstance, deps: ServerDeps, options: ApiOptions = {}): void {
  const admit = admission(deps, options)
  const eventStreams = makeEventStreams(deps, options.streamTimes)
  app.addHook('preClose', async () => eventStreams.close())
  app.register(async (api) => {
    api.removeAllContentTypeParsers()
    const parser = { parseAs: 'buffer', bodyLimit: maxApiBody } as const
    api.addContentTypeParser('application/json', parser, async (_: unknown, body: Buffer) => body)
    api.decorateRequest('holder')
    api.addHook('onRequest', async (_request, reply) => void reply.headers(apiHeaders))
    for (const operation of operations)
      api.route({
        method: operation.method,
        url: operation.route,
        // Before the body is read, so that a client without a key cannot make the server hold a body.
        onRequest: (request, reply) => admit(operation, request, reply),
        handler: async (request, reply) =>
          send(reply, await operation.answer({ ...apiRequest(request, deps), eventStreams }), deps),
      })
    for (const [route, ofRoute] of Map.groupBy(operations, (operation) => operation.route)) {
      const taken = ofRoute.map(({ method }) => method)
      // Fastify answers HEAD wherever it answers GET.
      const allowed: readonly HTTPMethods[] = taken.includes('GET') ? [...taken, 'HEAD'] : taken
      refuseMethods(api, route, { method: methods.filter((method) => !allowed.includes(method)), allowed })
    }
  })
}

// Replies contain people's answers: no cache may keep them, and no page may embed them.
const apiHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

const apiRequest = (request: FastifyRequest, deps: ServerDeps): Omit<ApiRequest, 'eventStreams'> => ({
  deps,
  ...(request.getDecorator<KeyHolder | undefined>('holder') ?? { environmentId: '', scopes: [] }),
  // Fastify types what it parsed as unknown; a route's parameters are texts by name.
  params: request.params as ApiRequest['params'],
  // Node's parser of queries gives texts and lists of texts.
  query: request.query as ApiRequest['query'],
  // Set by the parser above; absent when there was no body.
  body: (request.body as Buffer | undefined) ?? new Uint8Array(),
  headers: request.headers,
})

function send(reply: FastifyReply, answer: ApiReply, deps: ServerDeps): FastifyReply {
  if (answer.kind === 'json') return reply.send(answer.value)
  if (answer.kind === 'stream') {
    // The answer to HEAD has no body, and leaves the stream open.
    reply.raw.once('close', () => answer.stream.destroy())
    return reply.headers(answer.headers).send(
      answer.stream.on('error', (error) => {
        // Before the headers are sent, the error handler answers and logs the error. A reply that has begun just breaks off.
        if (reply.raw.headersSent) logFailure(deps, reply, { status: reply.statusCode, error })
      }),
    )
  }
  if (answer.kind === 'body') return reply.headers(answer.headers).send(answer.body)
  return refuse(reply, answer.code, { errors: answer.errors })
}

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Extension `files`: an uploaded file, unchanged. */
const file: Operation = {
  method: 'GET',
  route: routes.file,
  scopes: ['read'],
  elsewhere: 'file-unknown',
  description: {
    id: 'readFile',
    summary: 'Read a file that a person uploaded.',
    success: { summary: 'The bytes of the file.', mediaType: '*/*' },
    refusals: ['file-unknown'],
  },
  answer: async ({ deps, environmentId, params }) => {
    const upload = await deps.store.uploads.get(environmentId, params['fileId'] ?? '')
    const stream = upload && (await deps.blobs.read(upload.id))
    if (upload === undefined || stream === undefined) return refused('file-unknown')
    return {
      kind: 'stream',
      stream,
      headers: {
        'content-length': String(upload.size),
        'content-type': mediaType.test(upload.contentType) ? upload.contentType : 'application/octet-stream',
        // Never shown inline: a stranger chose both the bytes and their type.
        'content-disposition': `attachment; filename*=UTF-8''${encoded(upload.name)}`,
      },
    }
  },
}

const mediaType = /^[\w.+-]{1,127}\/[\w.+-]{1,127}$/

/** A file name in the encoding of RFC 8187; a lone surrogate becomes U+FFFD. */
const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Extension: the capabilities of this server; needs no key. With one, also its environment and oldest form. */
const wellKnown: Operation = {
  method: 'GET',
  route: routes.wellKnown,
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
  answer: async ({ deps, environmentId }) => {
    if (environmentId === '') return json(announcement)
    const [oldest] = await deps.store.forms.list(environmentId, { limit: 1 })
    return json({ ...announcement, environmentId, sourceFormId: oldest?.id })
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
  events,
  ...formOperations,
  file,
  wellKnown,
  openApi(() => operations),
]

/** The failed attempts that one address has. */
const failedAttempts: Limit = { most: 20, seconds: 60 }

/** Admits a call and sets its environment, or answers with a refusal. */
function admission(
  deps: ServerDeps,
  { ratePerKey }: ApiOptions,
): (operation: Operation, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  const recordUse = useRecorder(deps)
  return async ({ scopes, elsewhere = 'environment-unknown' }, request, reply) => {
    const key = request.headers[keyHeader]
    if (!scopes && key === undefined) return undefined
    const holder = await keyHolder(deps, hashKey(typeof key === 'string' ? key : ''))
    if (!holder) {
      // Only failed attempts are counted: others of the same address may have valid keys.
      const name = `failed ${networkOf(addressOf(request))}`
      const { retryAfter } = await deps.limits.take(name, 1, failedAttempts)
      if (retryAfter !== undefined) return refuse(reply, 'keys-refused', { retryAfter })
      return scopes ? refuse(reply, 'key-refused') : undefined
    }
    const { stored } = holder
    if (stored && ratePerKey !== undefined) {
      const { retryAfter } = await deps.limits.take(`key ${stored.id}`, 1, { most: ratePerKey, seconds: 60 })
      if (retryAfter !== undefined) return refuse(reply, 'rate-exceeded', { retryAfter })
    }
    if (stored) recordUse(stored)
    if (scopes && !scopes.some((scope) => holder.scopes.includes(scope)))
      return refuse(reply, `scope-${scopes[0]}`)
    // Fastify types what it parsed as unknown; a route's parameters are texts by name.
    const { environmentId } = request.params as { readonly environmentId?: string }
    if (environmentId !== undefined && environmentId !== holder.environmentId) return refuse(reply, elsewhere)
    request.setDecorator('holder', holder)
    return undefined
  }
}

/** Records the minute of a key's last use, at most once a minute. */
function useRecorder({ store, now }: ServerDeps): (key: StoredKey) => void {
  const recorded = new Map<string, string>()
  return ({ id, usedAt }) => {
    const minute = `${now().slice(0, 16)}:00.000Z`
    if (recorded.get(id) === minute || usedAt === minute) return
    recorded.set(id, minute)
    // Not awaited, and a call must not fail for it: the writes that matter report a store that cannot write.
    store.keys.use(id, minute).catch(() => undefined)
  }
}
