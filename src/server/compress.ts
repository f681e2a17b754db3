import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const gzipped = promisify(gzip)

/** Smaller replies gain nothing. */
const minBytes = 1024

/** Compresses replies of text for clients that ask for gzip. */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.hasHeader('content-encoding') || !isText(reply)) return payload
    reply.header('vary', 'accept-encoding')
    const isLong = (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= minBytes
    const isStream = payload instanceof Readable
    if (!acceptsGzip(request) || !(isLong || isStream)) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    if (isLong) return gzipped(payload)
    // `pipeline`, so that a broken stream does not look complete, and a reader who leaves closes the source.
    return pipeline(payload, createGzip(), () => undefined)
  })
}

// Events would wait in the buffer of gzip.
const isText = (reply: FastifyReply): boolean =>
  /^(text\/(?!event-stream)|application\/(json|x-ndjson)\b)/.test(String(reply.getHeader('content-type')))

/** Whether a client accepts gzip: named, and not with a weight of 0 (RFC 9110, section 12.5.3). */
const acceptsGzip = ({ headers }: FastifyRequest): boolean =>
  (headers['accept-encoding'] ?? '')
    .split(',')
    .some((coding) => /^\s*(gzip|\*)\s*(;|$)/.test(coding) && !/;\s*q=0(\.0*)?\s*$/.test(coding))
