import { request, type IncomingMessage } from 'node:http'
import { httpServer, type Running } from './proxies.ts'

/** What becomes of a request: `cut` breaks off while it is sent, `lost` is answered, but nobody hears it. */
type Fate = 'passed' | 'cut' | 'lost'

/** A bad line between a browser and a server. */
export type UnluckyProxy = Running & {
  /** Where the server is; a proxy whose server is away breaks connections off. */
  target: number
  fateOf: (request: IncomingMessage) => Fate
}

export async function startUnluckyProxy(target = 0): Promise<UnluckyProxy> {
  const line: Pick<UnluckyProxy, 'target' | 'fateOf'> = { target, fateOf: () => 'passed' }
  const running = await httpServer((incoming, answer) => {
    const { method, url, headers, socket } = incoming
    const fate = line.fateOf(incoming)
    incoming.on('error', () => undefined)
    if (fate === 'cut') return void incoming.once('data', () => socket.destroy())
    const onward = request({ port: line.target, method, path: url, headers }, (reply) => {
      reply.on('error', () => socket.destroy())
      if (fate === 'lost') return reply.resume().on('end', () => socket.destroy())
      answer.writeHead(reply.statusCode ?? 500, reply.headers)
      return reply.pipe(answer)
    })
    onward.on('error', () => socket.destroy())
    return void incoming.pipe(onward)
  })
  return Object.assign(line, running)
}
