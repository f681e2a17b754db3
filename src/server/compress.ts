import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const gzipped = promisify(gzip)

/** Smaller replies gain nothing. */
const least = 1024

/** Compresses replies of text for clients that ask for gzip. */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.hasHeader('content-encoding') || !isText(reply)) return payload
    reply.header('vary', 'accept-encoding')
    const isLong = (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= least
    const isStream = payload instanceof Readable
    if (!takesGzip(request) || !(isLong || isStream)) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    if (isLong) return gzipped(payload)
    // What breaks off must not look whole, and a reader who leaves closes what is read.
    return pipeline(payload, createGzip(), () => undefined)
  })
}

const isText = (reply: FastifyReply): boolean =>
  /^(text\/|application\/(json|x-ndjson)\b)/.test(String(reply.getHeader('content-type')))

/** Sends a text that is there as gzip, too, in the coding that the client takes. */
export const sendPacked = (reply: FastifyReply, { text, gzip: packed }: Packed): FastifyReply =>
  takesGzip(reply.request)
    ? reply.headers({ vary: 'accept-encoding', 'content-encoding': 'gzip' }).send(packed())
    : reply.send(text())

type Packed = { readonly text: () => string; readonly gzip: () => Buffer }

/** Whether a client accepts gzip: named, and not with a weight of 0 (RFC 9110, section 12.5.3). */
const takesGzip = ({ headers }: FastifyRequest): boolean =>
  (headers['accept-encoding'] ?? '')
    .split(',')
    .some((coding) => /^\s*(gzip|\*)\s*(;|$)/.test(coding) && !/;\s*q=0(\.0*)?\s*$/.test(coding))
