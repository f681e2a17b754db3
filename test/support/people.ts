/** People who fill in a form while its servers come and go, and a ledger of what the servers acknowledged. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { formPath, idempotencyHeader, keyHeader, pathOf, routes } from '../../src/wire/wire.ts'
import type { Ready } from './server-process.ts'
import { times } from './random.ts'

/** What the servers acknowledged, and so may never lose. */
export type Ledger = {
  formId: string
  /** By the id of the response. */
  readonly responses: Map<string, KeptResponse>
  /** The ids of responses since they were looked at (`auditRecent`). */
  readonly recent: Set<string>
  /** Ids of forms by their idempotency key, which is also their name. */
  readonly forms: Map<string, string>
  /** Saves of a step. */
  saves: number
  /** The statuses from 500 on that people got; they ask again then. */
  readonly refusals: Set<number>
  /** Replies that nobody should get. */
  readonly surprises: string[]
}

type KeptResponse = {
  /** By the id of the question. */
  readonly answers: Record<string, string>
  /** SHA-256 in hex. */
  file?: string
  isFinished: boolean
}

/** Where the servers are. People go to one after the other. */
export type Site = Required<Omit<Ready, 'url'>> & { readonly urls: readonly string[] }

type Reply = {
  readonly status: number
  readonly text: string
  readonly location: string
  readonly cookie: string
}

export type People = AsyncDisposable & {
  readonly ledger: Ledger
  /** From now on no reply comes to anybody, and nobody asks for anything until what this gives is called; then all ask again. */
  readonly disconnect: () => () => void
  /** Everybody leaves, also those who wait for an answer. */
  readonly stop: () => Promise<void>
}

/** Publishes a form and lets people fill it in; another form is published now and then. `pause`: between visits, in ms. */
export async function startPeople(
  site: Site,
  { count = 12, pause = 0 }: { readonly count?: number; readonly pause?: number } = {},
): Promise<People> {
  const stopping = new AbortController()
  const refusals = new Set<number>()
  const { ask, disconnect } = asker(site, { stopped: stopping.signal, refusals })
  const ledger: Ledger = {
    formId: '',
    responses: new Map(),
    recent: new Set(),
    forms: new Map(),
    saves: 0,
    refusals,
    surprises: [],
  }
  ledger.formId = await publish('the survey', { site, ask, ledger })

  const publishing = async (): Promise<never> => {
    for (let n = 1; ; n++) {
      await Promise.all(times(2, () => publish(`form ${n}`, { site, ask, ledger })))
      await sleep(100, undefined, { signal: stopping.signal })
    }
  }
  const person = async (name: string): Promise<never> => {
    for (let visit = 1; ; visit++) {
      await visitForm({ who: `${name}, visit ${visit}`, visit, ask, ledger })
      await sleep(pause, undefined, { signal: stopping.signal })
    }
  }
  const working = Promise.allSettled([publishing(), ...times(count, (n) => person(`person ${n}`))])
  const stop = async (): Promise<void> => {
    stopping.abort()
    for (const ended of await working)
      if (ended.status === 'rejected' && !isAbort(ended.reason)) throw ended.reason
  }
  return { ledger, disconnect, stop, [Symbol.asyncDispose]: stop }
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

type Ask = (path: string, init?: RequestInit) => Promise<Reply>

/** `ask` sends a request to one server after the other until one of them answers it. */
function asker(
  { urls }: Site,
  { stopped, refusals }: { readonly stopped: AbortSignal; readonly refusals: Set<number> },
): { readonly ask: Ask } & Pick<People, 'disconnect'> {
  let turn = 0
  const line = { isConnected: true, cut: new AbortController() }
  const askOne = async (path: string, init: RequestInit): Promise<Reply | undefined> => {
    const signal = AbortSignal.any([stopped, line.cut.signal, AbortSignal.timeout(10_000)])
    try {
      const url = urls[turn++ % urls.length] ?? ''
      const reply = await fetch(url + path, { redirect: 'manual', signal, ...init })
      const { status, headers } = reply
      const text = await reply.text()
      const isBusy = status === 409 && text.includes('being answered')
      if (status >= 500) refusals.add(status)
      if (status >= 500 || isBusy) return undefined
      return {
        status,
        text,
        location: headers.get('location') ?? '',
        cookie: headers.get('set-cookie')?.split(';')[0] ?? '',
      }
    } catch {
      // It is away; another one may be there.
      return undefined
    }
  }
  return {
    ask: async (path, init = {}) => {
      for (;;) {
        while (!line.isConnected) await sleep(5, undefined, { signal: stopped })
        const reply = await askOne(path, init)
        if (reply) return reply
        await sleep(10, undefined, { signal: stopped })
      }
    },
    disconnect: () => {
      line.isConnected = false
      line.cut.abort()
      line.cut = new AbortController()
      return () => void (line.isConnected = true)
    },
  }
}

/** A `key` is the id of the question. */
const steps = [
  { name: 'One', components: [{ key: 'who', type: 'ShortInput', content: { question: 'Who?' } }] },
  {
    name: 'Two',
    components: [
      { key: 'file', type: 'FileUploader', content: { question: 'A file' } },
      { key: 'what', type: 'ShortInput', content: { question: 'What?' } },
    ],
  },
  { name: 'Three', components: [{ key: 'why', type: 'LongInput', content: { question: 'Why?' } }] },
  { name: 'Thanks', components: [{ type: 'Header', content: { title: 'Thank you' } }] },
].map(({ name, components }) => ({ name, components: [...components, { type: 'NextButton', content: {} }] }))
steps.at(-1)?.components.pop()

/** The request that publishes a form under an idempotency key. */
export const generateRequest = (key: string, { apiKey, sourceFormId }: Site): RequestInit => ({
  method: 'POST',
  headers: { [keyHeader]: apiKey, [idempotencyHeader]: key, 'content-type': 'application/json' },
  body: JSON.stringify({ name: key, sourceFormId, steps }),
})

export const idIn = (reply: string): string => /"id":"([^"]+)"/.exec(reply)?.[1] ?? ''

type Publishing = { readonly site: Site; readonly ask: Ask; readonly ledger: Ledger }

async function publish(key: string, { site, ask, ledger }: Publishing): Promise<string> {
  const { status, text } = await ask(
    pathOf(routes.generate, { environmentId: site.environmentId }),
    generateRequest(key, site),
  )
  const id = idIn(text)
  const before = ledger.forms.get(key) ?? id
  if (status !== 200 || before !== id) ledger.surprises.push(`${key}, ${before}: ${status} ${text}`)
  ledger.forms.set(key, id)
  return id
}

type Visit = {
  readonly who: string
  readonly visit: number
  readonly ask: Ask
  readonly ledger: Ledger
}

/** Fills the form in. Every fourth person leaves after the first step, and every third one sends a file. */
async function visitForm({ who, visit, ask, ledger }: Visit): Promise<void> {
  const path = formPath(ledger.formId)
  let { text: page, cookie } = await ask(path)
  const hidden = (): [string, string][] =>
    Array.from(
      page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g),
      ([, name = '', value = '']) => [name, value],
    )
  const responseId = /name="resume" value="([^".]+)\./.exec(page)?.[1] ?? ''
  const send = async (answers: Readonly<Record<string, string>>, file?: File): Promise<Reply> => {
    const body = new FormData()
    for (const [name, value] of [...hidden(), ['go', 'next'] as const]) body.append(name, value)
    for (const [name, value] of Object.entries(answers)) body.append(`q.${name}`, value)
    if (file) body.append('q.file', file)
    // As bytes: fetch throws elsewhere, too, when a FormData is broken off.
    const encoded = new Response(body)
    const headers = { cookie, 'content-type': encoded.headers.get('content-type') ?? '' }
    return ask(path, { method: 'POST', headers, body: await encoded.bytes() })
  }
  /** Whether the reply leads on. */
  const note = (reply: Reply, to: string, change: (kept: KeptResponse) => void): boolean => {
    if (reply.status !== 303 || !reply.location.endsWith(to)) {
      ledger.surprises.push(`${who}: ${reply.status} ${reply.location} ${reply.text}`)
      return false
    }
    const kept = ledger.responses.get(responseId) ?? { answers: {}, isFinished: false }
    change(kept)
    ledger.responses.set(responseId, kept)
    ledger.recent.add(responseId)
    ledger.saves += 1
    return true
  }
  const next = async (reply: Reply): Promise<void> => {
    cookie = reply.cookie
    page = (await ask(reply.location, { headers: { cookie } })).text
  }

  const first = await send({ who })
  if (!note(first, '?step=2', ({ answers }) => void (answers['who'] = who)) || visit % 4 === 0) return
  await next(first)
  const bytes = visit % 3 === 0 ? Buffer.from(`${who}\n`.repeat(500)) : undefined
  const what = `what ${who} says`
  const second = await send({ what }, bytes && new File([bytes], 'a.txt', { type: 'text/plain' }))
  const goesOn = note(second, '?step=3', (kept) => {
    kept.answers['what'] = what
    if (bytes) kept.file = createHash('sha256').update(bytes).digest('hex')
  })
  if (!goesOn) return
  await next(second)
  const why = `because of ${who}. `.repeat(20).trim()
  // The button is pressed twice, and another answer comes too late.
  for (const reply of await Promise.all([send({ why }), send({ why })]))
    note(reply, '/done', (kept) => {
      kept.answers['why'] = why
      kept.isFinished = true
    })
  const late = await send({ why: 'another answer' })
  if (late.status === 303) ledger.surprises.push(`${who}: a finished response was changed`)
}
