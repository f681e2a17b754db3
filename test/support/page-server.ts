import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { randomBytesSource } from '../../src/cli/host/node-host.ts'
import type { PublishedComponent, PublishedForm, PublishedStep, Style } from '../../src/form/form.ts'
import type { ResponseRecord } from '../../src/form/response.ts'
import { newId } from '../../src/server/keys.ts'
import { buildApp, lineOf } from '../../src/server/server.ts'
import { defaultStyle } from '../../src/server/style.ts'
import type { ServerDeps } from '../../src/server/deps.ts'
import { openSqliteStore } from '../../src/store/open-store.ts'
import { memoryLimits } from '../../src/store/rate-limits.ts'
import { storedRecords } from './stored-records.ts'
import { deterministicBytes, epoch, temporaryFolder } from './test-host.ts'

/** A component as its type, its content and what stands beside them. */
export type ShortComponent = readonly [
  type: string,
  content?: object,
  beside?: Pick<PublishedComponent, 'required' | 'description' | 'visibleIf'>,
]

/** A step, written short. Question ids are `q0`, `q1`, … through the form. */
export type ShortStep = readonly [name: string, ...components: readonly ShortComponent[]]

export type PageServer = {
  readonly app: FastifyInstance
  readonly world: ServerDeps
  /** Where its data are. */
  readonly folder: string
  /** What was logged. */
  readonly logged: readonly string[]
  /** Moves the clock on. */
  readonly wait: (seconds: number) => void
  readonly publish: (
    steps: readonly ShortStep[],
    rest?: { name?: string; style?: Style } & Partial<
      Pick<PublishedForm, 'settings' | 'language' | 'translations'>
    >,
  ) => Promise<PublishedForm>
  /** Every response of a form, newest first. */
  readonly responses: (form: PublishedForm) => Promise<readonly ResponseRecord[]>
  readonly close: () => Promise<void>
}

/** The pages over a real store in a folder of the test's own, or in that of an earlier server. */
export async function pageServer(earlier?: string): Promise<PageServer> {
  // A second run of the same bytes would give ids that are there.
  const randomBytes = earlier === undefined ? deterministicBytes() : randomBytesSource()
  const folder = earlier ?? temporaryFolder()
  const logged: string[] = []
  const { store, secret, blobs } = await openSqliteStore(folder, randomBytes)
  let time = epoch
  const world: ServerDeps = {
    store,
    secret,
    randomBytes,
    now: () => new Date((time += 1000)).toISOString(),
    blobs,
    log: (entry) => void logged.push(lineOf(entry)),
    // Asks for the time without moving it on.
    limits: memoryLimits(() => time),
    sessionKeys: new Map(),
  }
  if (earlier === undefined)
    await store.environments.create({ id: 'environment-1', name: 'Test', createdAt: world.now() })
  const app = buildApp(world)
  return {
    app,
    world,
    folder,
    logged,
    wait: (seconds) => void (time += seconds * 1000),
    async publish(steps, { name = 'Survey', style = defaultStyle, settings, language, translations } = {}) {
      const form = {
        id: newId(randomBytes),
        environmentId: 'environment-1',
        name,
        createdAt: world.now(),
        steps: published(steps),
        style,
        ...(settings && { settings }),
        ...(language !== undefined && { language }),
        ...(translations && { translations }),
      }
      await store.forms.create(form)
      return form
    },
    async responses(form) {
      const query = { environmentId: 'environment-1', formId: form.id, withPartials: true }
      return storedRecords(store, query)
    },
    async close() {
      await app.close()
      await store.close()
    },
  }
}

function published(steps: readonly ShortStep[]): readonly PublishedStep[] {
  let question = 0
  return steps.map(([name, ...components]) => ({
    name,
    components: components.map(([type, content, beside]) => ({
      questionId: `q${question++}`,
      type,
      ...beside,
      content: { ...content },
    })),
  }))
}

export type SentText = Readonly<Record<string, string | readonly string[]>>
export type FilePart = {
  readonly field: string
  readonly name: string
  readonly bytes: string | Buffer
  readonly type?: string
}

/** A browser without JavaScript, as far as a form needs one: keeps its cookie and the hidden fields of its page. */
export class Visitor {
  readonly app: FastifyInstance
  readonly url: string
  readonly takesCookies: boolean
  /** The languages that its person reads, as a browser says them. */
  accepts = ''
  cookie = ''
  page = ''
  status = 0

  constructor(
    app: FastifyInstance,
    form: Pick<PublishedForm, 'id'>,
    options: { takesCookies?: boolean } = {},
  ) {
    this.app = app
    this.url = `/s/${form.id}`
    this.takesCookies = options.takesCookies ?? true
  }

  /** Opens an address of the form; follows where it leads. */
  async open(path = ''): Promise<LightMyRequestResponse> {
    const reply = this.take(
      await this.app.inject({ method: 'GET', url: this.url + path, headers: this.headers() }),
    )
    return reply.statusCode === 303 ? this.open(String(reply.headers.location).slice(this.url.length)) : reply
  }

  /** Sends the form that is shown, with these fields; follows where it leads. */
  async send(fields: SentText, files?: readonly FilePart[]): Promise<LightMyRequestResponse> {
    const reply = this.take(await this.post({ ...this.hidden(), ...fields }, files))
    if (reply.statusCode !== 303) return reply
    return this.open(String(reply.headers.location).slice(this.url.length))
  }

  /** Sends just that, and follows nothing. */
  async post(fields: SentText, files?: readonly FilePart[], url = this.url): Promise<LightMyRequestResponse> {
    const body = files ? multipart(fields, files) : urlencoded(fields)
    const headers = { ...this.headers(), 'content-type': body.type }
    return this.keepCookie(await this.app.inject({ method: 'POST', url, headers, payload: body.payload }))
  }

  /** Whether the page names answers that need correcting. */
  get hasProblems(): boolean {
    return this.page.includes('role="alert"')
  }

  /** What a person reads, without the markup. */
  get text(): string {
    return decode(
      this.page
        .replace(/<style>.*<\/style>/s, '')
        .replace(/<script>.*<\/script>/s, '')
        .replaceAll(/<[^>]*>/g, ' '),
    )
      .replaceAll(/\s+/g, ' ')
      .trim()
  }

  /** The hidden fields of the page. */
  hidden(): Record<string, string> {
    const found = this.page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
    return Object.fromEntries(Array.from(found, ([, name = '', value = '']) => [name, decode(value)]))
  }

  private headers(): Record<string, string> {
    return {
      ...(this.takesCookies && this.cookie !== '' && { cookie: this.cookie }),
      ...(this.accepts !== '' && { 'accept-language': this.accepts }),
    }
  }

  private keepCookie(reply: LightMyRequestResponse): LightMyRequestResponse {
    const set = reply.headers['set-cookie']
    if (typeof set === 'string') this.cookie = set.includes('Max-Age=0') ? '' : (set.split(';')[0] ?? '')
    return reply
  }

  private take(reply: LightMyRequestResponse): LightMyRequestResponse {
    this.keepCookie(reply)
    if (reply.statusCode !== 303) this.page = reply.payload
    this.status = reply.statusCode
    return reply
  }
}

const pairsOf = (fields: SentText): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((one): [string, string] => [name, one]),
  )

const urlencoded = (fields: SentText): { type: string; payload: string } => ({
  type: 'application/x-www-form-urlencoded',
  payload: new URLSearchParams(pairsOf(fields)).toString(),
})

function multipart(fields: SentText, files: readonly FilePart[]): { type: string; payload: Buffer } {
  const boundary = 'boundary-of-the-test'
  const texts = pairsOf(fields).map(([name, value]) => ({ head: `name="${name}"`, body: Buffer.from(value) }))
  const parts = files.map(({ field, name, bytes, type = 'application/octet-stream' }) => ({
    head: `name="${field}"; filename="${name}"\r\nContent-Type: ${type}`,
    body: Buffer.from(bytes),
  }))
  const chunks = [...texts, ...parts].flatMap(({ head, body }) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    body,
    Buffer.from('\r\n'),
  ])
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

export const decode = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
