import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'

const gzipped = promisify(gzip)

/** Smaller replies gain nothing. */
const least = 1024

/** Replies whose text is there as gzip, too: it is sent in place of the text. */
export const packedReplies = new WeakMap<FastifyReply, () => Buffer>()

/** Compresses replies of text for clients that ask for gzip. */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type'))
    if (!/^(text\/html|application\/(json|x-ndjson))\b/.test(type) || reply.hasHeader('content-encoding'))
      return payload
    reply.header('vary', 'accept-encoding')
    if (!takesGzip(request.headers['accept-encoding'])) return payload
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (isWhole && payload.length < least) return payload
    if (!isWhole && !(payload instanceof Readable)) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    if (isWhole) return packedReplies.get(reply)?.() ?? gzipped(payload)
    // What breaks off must not look whole, and a reader who leaves closes what is read.
    return pipeline(payload, createGzip(), () => undefined)
  })
}

/** Whether a header accepts gzip: named, and not with a weight of 0 (RFC 9110, section 12.5.3). */
const takesGzip = (header: string | readonly string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .some((coding) => /^\s*(gzip|\*)\s*(;|$)/.test(coding) && !/;\s*q=0(\.0*)?\s*$/.test(coding))
