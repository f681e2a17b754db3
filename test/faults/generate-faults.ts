import type { Socket } from 'node:net'
import { fine, jsonReply, type Fault, type Turn } from './form-service.ts'

/** In [0, 1). */
export type Random = () => number

/** The numbers of a seed, the same in every run (xorshift). */
export function randomOf(seed: number): Random {
  let state = seed | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

const below = (random: Random, limit: number): number => Math.floor(random() * limit)

/** Sends a reply; with or without having done what was asked. */
const says =
  (isApplied: boolean, reply: Buffer) =>
  ({ socket, apply }: Turn): void => {
    if (isApplied) apply()
    socket.end(reply)
  }

const end = (socket: Socket): void => void socket.end()
const reset = (socket: Socket): void => void socket.resetAndDestroy()
const stall = (): void => undefined

type Make = (random: Random) => Fault

const fault = (name: string, kind: Fault['class'], play: Fault['play']): Fault => ({
  name,
  class: kind,
  play,
})

const silence = (name: string, play: Fault['play']): Fault => ({
  ...fault(name, 'open', play),
  isSilent: true,
})

const made = { success: true, result: { form: { id: 'x', url: '/s/x' } } }

/** The faults that a call can meet, each with its own numbers. `refused-port` is played by the caller. */
export const kinds: Readonly<Record<string, Make>> = {
  'reset at the first byte': () => ({ ...fault('reset', 'open', stall), early: reset }),
  'closed at the first byte': () => ({ ...fault('closed', 'open', stall), early: end }),
  'request cut': () => ({
    ...fault('request cut', 'open', stall),
    early: (socket) => void setImmediate(() => reset(socket.pause())),
  }),
  'read, then reset': (random) => {
    const isApplied = random() < 0.5
    return fault('read, then reset', 'open', ({ socket, apply }) => {
      if (isApplied) apply()
      reset(socket)
    })
  },
  'reply cut': (random) => {
    const share = random()
    const leave = random() < 0.5 ? end : reset
    const framing = (['length', 'chunked', 'closed'] as const)[below(random, 3)] ?? 'length'
    return fault('reply cut', 'open', ({ socket, apply }) => {
      const whole = reframed(apply(), framing)
      // At least one byte is missing, but for the line break that ends a chunked body: that one counts, too.
      socket.write(whole.subarray(0, Math.floor(share * whole.length)), () => leave(socket))
    })
  },
  'error after applying': (random) => errorReply(random, true),
  'error before applying': (random) => errorReply(random, false),
  'no JSON': (random) => {
    const texts = [
      '<html>Welcome',
      '',
      'null',
      '{"success":true}',
      '{"success":true,"result":{"form":{}}}',
      '[]',
    ]
    const text = texts[below(random, texts.length)] ?? ''
    return fault('no JSON', 'open', says(random() < 0.5, jsonReply(200, text)))
  },
  'too fast': (random) => {
    const after = ['', 'retry-after: 2\r\n', 'retry-after: Sun, 01 Mar 2026 09:00:09 GMT\r\n'][
      below(random, 3)
    ]
    return fault(
      'too fast',
      'limited',
      says(false, jsonReply(429, { message: 'Slow down' }, 'length', after)),
    )
  },
  'too busy': () =>
    fault(
      'too busy',
      'refused',
      says(false, jsonReply(503, { message: 'Later' }, 'length', 'retry-after: 3\r\n')),
    ),
  redirect: (random) => {
    const status = [301, 302, 303, 307, 308][below(random, 5)] ?? 307
    return fault(
      'redirect',
      'refused',
      says(false, jsonReply(status, '', 'length', 'location: http://127.0.0.1:9/\r\n')),
    )
  },
  'refused by the service': (random) => {
    const replies = [
      jsonReply(400, { message: 'Invalid request body', errors: [{ message: 'No', path: ['name'] }] }),
      jsonReply(400, { message: 'No' }),
      jsonReply(404, { message: 'Source form not found' }),
      jsonReply(413, { message: 'Large' }),
      jsonReply(200, { ...made, success: false }),
    ]
    const reply = replies[below(random, replies.length)] ?? Buffer.alloc(0)
    return fault('refused by the service', 'refused', (turn) =>
      turn.isKept ? fine.play(turn) : says(false, reply)(turn),
    )
  },
  'refused at the door': (random) => {
    const status = random() < 0.5 ? 401 : 403
    return fault('refused at the door', 'refused', says(false, jsonReply(status, { message: 'You?' })))
  },
  'reply twice': () =>
    fault('reply twice', 'fine', ({ socket, apply }) => {
      const reply = apply()
      socket.end(Buffer.concat([reply, reply]))
    }),
  none: () => fine,
}

/** Those that end only by a wait that is cut short, so they are played less often. */
export const silentKinds: Readonly<Record<string, Make>> = {
  'silent at the first byte': () => ({ ...silence('silent', stall), early: stall }),
  'silent after applying': () => silence('silent after applying', ({ apply }) => void apply()),
  'applied late': (random) => {
    const times = below(random, 6)
    return silence('applied late', ({ hold }) => hold(times))
  },
  'reply stops': (random) => {
    const share = random()
    return silence('reply stops', ({ socket, apply }) => {
      const whole = apply()
      socket.write(whole.subarray(0, Math.floor(share * whole.length)))
    })
  },
}

function errorReply(random: Random, isApplied: boolean): Fault {
  const status = [500, 502, 503, 504, 408, 599][below(random, 6)] ?? 500
  const body = random() < 0.5 ? { message: 'Oops' } : '<h1>Bad gateway</h1>'
  return fault(`${status}`, 'open', says(isApplied, jsonReply(status, body)))
}

/** The same reply, its body framed otherwise. */
function reframed(reply: Buffer, framing: 'length' | 'chunked' | 'closed'): Buffer {
  const text = reply.toString()
  return jsonReply(200, text.slice(text.indexOf('\r\n\r\n') + 4), framing)
}
