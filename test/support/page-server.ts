import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll } from 'vitest'
import { randomBytes as nodeRandomBytes } from '../../src/cli/host/node-host.ts'
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

type FormOptions = { name?: string; style?: Style } & Partial<
  Pick<PublishedForm, 'settings' | 'language' | 'translations'>
>
type VisitorOptions = { takesCookies?: boolean; accepts?: string }
type FormId = Pick<PublishedForm, 'id'>

/** A step with these components, and one behind it. */
export const notLast = (...components: readonly ShortComponent[]): readonly ShortStep[] => [
  ['A', ...components],
  ['B', ['ShortInput']],
]
export const twoSteps = notLast(['ShortInput'])

export type PageServer = {
  readonly app: FastifyInstance
  readonly deps: ServerDeps
  /** Where its data are. */
  readonly folder: string
  /** What was logged. */
  readonly logged: readonly string[]
  /** Moves the clock on. */
  readonly wait: (seconds: number) => void
  readonly publish: (steps: readonly ShortStep[], rest?: FormOptions) => Promise<PublishedForm>
  /** Somebody who has opened a form with these steps. */
  readonly visit: (
    steps: readonly ShortStep[],
    options?: FormOptions & VisitorOptions & { path?: string },
  ) => Promise<{ readonly visitor: Visitor; readonly form: PublishedForm }>
  readonly visitor: (form: FormId, options?: VisitorOptions) => Visitor
  /** Every response of a form, newest first. */
  readonly responses: (form: FormId) => Promise<readonly ResponseRecord[]>
  /** The answers of each response by question: their value, or all of the answer. */
  readonly answers: (form: FormId) => Promise<readonly Readonly<Record<string, unknown>>[]>
  readonly closeForm: (form: FormId) => Promise<unknown>
  readonly deleteForm: (form: FormId) => Promise<unknown>
  readonly close: () => Promise<void>
}

/** The pages for all tests of a file. */
export async function sharedPageServer(): Promise<PageServer> {
  const server = await pageServer()
  afterAll(() => server.close())
  return server
}

/** The pages over a real store in a folder of the test's own, or in that of an earlier server. */
export async function pageServer(earlier?: string): Promise<PageServer> {
  // A second run of the same bytes would give ids that are there.
  const randomBytes = earlier === undefined ? deterministicBytes() : nodeRandomBytes
  const folder = earlier ?? temporaryFolder()
  const logged: string[] = []
  const { store, secret, blobs } = await openSqliteStore(folder, randomBytes)
  let time = epoch
  const deps: ServerDeps = {
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
    await store.environments.create({ id: 'environment-1', name: 'Test', createdAt: deps.now() })
  const app = buildApp(deps)
  const visitor: PageServer['visitor'] = (form, options) => new Visitor(app, form, options)
  const publish: PageServer['publish'] = async (steps, rest) => {
    const form = {
      id: newId(randomBytes),
      environmentId: 'environment-1',
      name: 'Survey',
      createdAt: deps.now(),
      steps: published(steps),
      style: defaultStyle,
      ...rest,
    }
    await store.forms.create(form)
    return form
  }
  const responses: PageServer['responses'] = async ({ id }) =>
    storedRecords(store, { environmentId: 'environment-1', formId: id, withPartials: true })
  return {
    app,
    deps,
    folder,
    logged,
    wait: (seconds) => void (time += seconds * 1000),
    publish,
    visitor,
    async visit(steps, { takesCookies = true, accepts = '', path, ...rest } = {}) {
      const form = await publish(steps, rest)
      const visiting = visitor(form, { takesCookies, accepts })
      await visiting.open(path)
      return { visitor: visiting, form }
    },
    responses,
    answers: async (form) =>
      (await responses(form)).map(({ data }) =>
        Object.fromEntries(
          data.map(({ questionId, response }) => [questionId, response['value'] ?? response]),
        ),
      ),
    closeForm: ({ id }) => store.forms.close(id, deps.now()),
    deleteForm: ({ id }) => store.forms.delete(id, deps.now()),
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
  readonly form: FormId
  readonly url: string
  readonly takesCookies: boolean
  /** The languages that its person reads, as a browser says them. */
  readonly accepts: string
  cookie = ''
  page = ''
  status = 0

  constructor(
    app: FastifyInstance,
    form: FormId,
    { takesCookies = true, accepts = '' }: VisitorOptions = {},
  ) {
    this.app = app
    this.form = form
    this.url = `/s/${form.id}`
    this.takesCookies = takesCookies
    this.accepts = accepts
  }

  /** Opens an address of the form; follows where it leads. */
  async open(path = ''): Promise<LightMyRequestResponse> {
    return this.follow(
      await this.app.inject({ method: 'GET', url: this.url + path, headers: this.headers() }),
    )
  }

  /** Sends the form that is shown, with these fields; follows where it leads. */
  async send(fields: SentText, files?: readonly FilePart[], to?: string): Promise<LightMyRequestResponse> {
    return this.follow(await this.post({ ...this.hidden(), ...fields }, files, to))
  }

  /** Sends just that to an address of the form, or to a whole one, and follows nothing. */
  async post(
    fields: SentText,
    files?: readonly FilePart[],
    to = '',
    more: Readonly<Record<string, string>> = {},
  ): Promise<LightMyRequestResponse> {
    const body = files ? multipart(fields, files) : urlencoded(fields)
    const headers = { ...this.headers(), 'content-type': body.type, ...more }
    const url = to.startsWith('/s/') ? to : this.url + to
    return this.keepCookie(await this.app.inject({ method: 'POST', url, headers, payload: body.payload }))
  }

  /** Where the page sends its fields. */
  get action(): string {
    return decode(/<form [^>]*action="([^"]*)"/.exec(this.page)?.[1] ?? '')
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

  private async follow(reply: LightMyRequestResponse): Promise<LightMyRequestResponse> {
    this.keepCookie(reply)
    this.status = reply.statusCode
    if (reply.statusCode === 303) return this.open(String(reply.headers.location).slice(this.url.length))
    this.page = reply.payload
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
