/** What it costs to draw a page: the CPU time of a GET from our server, as a multiple of sending the same bytes from node:http. */
import { once } from 'node:events'
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { load, requestOf } from '../service/load.ts'

/** What a browser asks for. */
const asked = {
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en',
  'sec-fetch-site': 'none',
}

type Order = { readonly port: number; readonly path: string; readonly count: number }

/** Microseconds of CPU of one request. */
export type Cost = { readonly ours: number; readonly bare: number; readonly ratio: number }

/** Compares in rounds; each figure is the median of all rounds. The client has a thread of its own, whose time does not count. */
export async function pageCost(url: string, rounds: number): Promise<Cost> {
  const { port, pathname } = new URL(url)
  const sent = await replyOf(url)
  const bare = createServer(sends(sent)).listen(0, '127.0.0.1')
  await once(bare, 'listening')
  const client = new Worker(new URL(import.meta.url))
  const measure = async (order: Order): Promise<number> => {
    const before = process.cpuUsage()
    client.postMessage(order, [])
    const [ofClient] = (await once(client, 'message')) as [number]
    const { user, system } = process.cpuUsage(before)
    return (user + system - ofClient) / order.count
  }
  const order = { path: pathname, count: 500 }
  const barePort = (bare.address() as AddressInfo).port
  const all: Cost[] = []
  for (let round = -8; round < rounds; round += 1) {
    const one = await measure({ ...order, port: Number(port) })
    const other = await measure({ ...order, port: barePort })
    if (round >= 0) all.push({ ours: one, bare: other, ratio: one / other })
  }
  await client.terminate()
  bare.close()
  bare.closeAllConnections()
  const middle = (figures: readonly number[]): number =>
    figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? NaN
  return {
    ours: middle(all.map(({ ours }) => ours)),
    bare: middle(all.map((cost) => cost.bare)),
    ratio: middle(all.map(({ ratio }) => ratio)),
  }
}

type Sent = { readonly headers: IncomingHttpHeaders; readonly body: Buffer }

async function replyOf(url: string): Promise<Sent> {
  const asking = request(url, { headers: asked }).end()
  const [reply] = (await once(asking, 'response')) as [IncomingMessage]
  const body = Buffer.concat(await reply.toArray())
  return { headers: reply.headers, body }
}

/** Answers every request with the same head and body. */
function sends({ headers, body }: Sent): RequestListener {
  const own = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])
  const all = Object.entries(headers).filter(([name]) => !own.has(name))
  const head = Object.fromEntries([...all, ['content-length', body.length]]) as Record<string, string>
  return (_request, reply) => void reply.writeHead(200, head).end(body)
}

async function sendAll({ port, path, count }: Order): Promise<void> {
  const before = process.threadCpuUsage()
  const bytes = requestOf('GET', path, { headers: asked })
  await load({ port, visitor: () => () => bytes, connections: 16, seconds: 60, most: count })
  const { user, system } = process.threadCpuUsage(before)
  parentPort?.postMessage(user + system, [])
}

if (!isMainThread) parentPort?.on('message', (order: Order) => void sendAll(order))
