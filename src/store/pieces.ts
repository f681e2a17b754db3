import type { PageQuery, ResponsePage } from './store.ts'

/**
 * Reads a page in pieces of at most `records` records. Where bytes are limited it ends after the first piece that reaches them, so it
 * may be longer by that piece.
 */
export async function pageInPieces(
  { limit, mostBytes = Infinity, ...query }: PageQuery,
  records: number,
  read: (piece: PageQuery) => ResponsePage | Promise<ResponsePage>,
): Promise<ResponsePage> {
  const bodies: Uint8Array[] = []
  let [count, bytes, order] = [0, 0, query.order]
  let last: ResponsePage['last']
  do {
    const piece = await read({ ...query, order, limit: Math.min(limit - count, records) })
    if (piece.count > 0) bodies.push(...(count > 0 ? [Buffer.from(query.separator)] : []), piece.body)
    count += piece.count
    bytes += piece.body.length
    last = piece.last
    if (last) order = order.by === 'creation' ? { ...order, below: last } : { ...order, after: last.seq }
  } while (last && count < limit && bytes < mostBytes)
  const [body = new Uint8Array()] = bodies
  return { body: bodies.length > 1 ? Buffer.concat(bodies) : body, count, last }
}
