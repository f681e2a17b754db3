import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  checkSpec,
  checkSpecFile,
  connect,
  FormctlError,
  openSavedReply,
  startServer,
  submitResponse,
  type CheckOptions,
  type Client,
  type ExportOptions,
  type Form,
  type Server,
} from '../../src/library/library.ts'
import { runInProcess, temporaryFolder } from '../support/test-host.ts'

const saved = join(import.meta.dirname, '../../fixtures/responses/every-type.json')

const spec = `name: Feedback for \${customer}
steps:
  - name: Your visit
    components:
      - type: ShortInput
        key: dish
        required: true
        content: { question: What did you order? }
      - type: MultipleOptionsQuestion
        key: liked
        content: { question: What did you like?, choices: [Food, Staff], isMulti: true }
      - type: NextButton
        content: { buttonText: Next }
  - name: About you
    components:
      - type: IdentityInfo
        key: person
        content: { fields: [{ key: fullName, label: Your name }] }
      - type: NextButton
        content: { buttonText: Send }
  - name: The end
    components:
      - type: Header
        content: { title: Thank you }
`

async function formOf(text: string): Promise<Form> {
  const { forms, findings } = await checkSpec(text, { variables: { customer: 'Acme' } })
  expect(findings).toEqual([])
  const [form] = forms
  if (!form) throw new Error('the spec has no form')
  return form
}

/** What a promise is rejected with. */
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.unreachable('it succeeded'),
    (error: unknown) => error,
  )

/** The whole of what an export writes into a stream. */
async function exported(options: Omit<ExportOptions, 'out'>): Promise<string> {
  const out = new PassThrough()
  const bytes = buffer(out)
  await (await openSavedReply(saved)).exportResponses({ ...options, out })
  out.end()
  return (await bytes).toString()
}

describe('checkSpec', () => {
  test('gives every fault of a text with its line and column, and no forms', async () => {
    const { isValid, forms, findings } = await checkSpec('name: x\nsteps:\n  - nam: 3\n')
    expect({ isValid, forms }).toEqual({ isValid: false, forms: [] })
    expect(findings).toContainEqual({
      code: 'misspelt-key',
      severity: 'error',
      path: ['steps', 0, 'nam'],
      message: expect.stringContaining('"nam" is not a key'),
      help: 'Rename "nam" to "name".',
      line: 3,
      column: 5,
      endLine: 3,
      endColumn: 8,
    })
  })

  test.each([
    ['a missing variable is an error', {}, ['missing-variable']],
    ['a variable fills in a text', { variables: { customer: 'Acme' } }, []],
    ['a number does so, too', { variables: { customer: 7 } }, []],
    ['a list is no text', { variables: { customer: ['a', 'b'] } }, ['variable-value']],
  ])('%s', async (_, options, codes) => {
    const { findings } = await checkSpec(spec, options)
    expect(findings.map(({ code }) => code)).toEqual(codes)
  })

  test('rules and strict set severities, but what the service refuses stays an error', async () => {
    const shout = spec
      .replace('Thank you', 'Ada’s key is fctl_example-0123456789')
      .replace('${customer}', 'x')
    const severities = async (options: Parameters<typeof checkSpec>[1]): Promise<readonly string[]> =>
      (await checkSpec(shout, options)).findings.map(({ severity }) => severity)
    expect(await severities({})).toEqual(['warning'])
    expect(await severities({ strict: true })).toEqual(['error'])
    expect(await severities({ rules: { 'api-key-in-text': 'off' } })).toEqual([])
    expect(await checkSpec('name: x', { rules: { 'missing-key': 'off' } })).toMatchObject({ isValid: false })
  })

  test.each([
    [{ stirct: true }, 'There is no option "stirct". Did you mean strict?'],
    [
      { rules: { 'api-key-in-txt': 'off' } },
      'In rules, there is no code "api-key-in-txt". Did you mean api-key-in-text?',
    ],
  ] as const)('refuses what it does not know: %j', async (options, message) => {
    expect(await errorOf(checkSpec(spec, options as CheckOptions))).toMatchObject({ code: 'usage', message })
  })

  test('reads a file', async () => {
    const path = join(temporaryFolder(), 'spec.yaml')
    writeFileSync(path, spec)
    const { forms } = await checkSpecFile(path, { variables: { customer: 'Acme' } })
    expect(forms).toMatchObject([{ name: 'Feedback for Acme' }])
  })
})

/** What a program in JavaScript may give. */
const wrong = (value: unknown): never => value as never

describe('what a function does not take is a FormctlError that names it and says what it takes', () => {
  const address = { baseUrl: 'http://127.0.0.1:1', apiKey: 'x', environmentId: 'e', sourceFormId: 'f' }
  const client = (): Promise<Client> => connect(address)
  const write = async (options: unknown): Promise<unknown> =>
    (await openSavedReply(saved)).exportResponses(wrong(options))
  const read = async (options: unknown): Promise<unknown> =>
    Array.fromAsync((await openSavedReply(saved)).responses(wrong(options)))
  const connected = (options: object): Promise<unknown> => connect(wrong({ ...address, ...options }))

  test.each<[string, () => Promise<unknown>]>([
    ['spec cannot be undefined: give a text or bytes.', () => checkSpec(wrong(undefined))],
    ['spec cannot be 5: give', () => checkSpec(wrong(5))],
    ['spec cannot be an object: give', () => checkSpec(wrong({}))],
    ['options cannot be 5: give an object.', () => checkSpec(spec, wrong(5))],
    ['options cannot be "null": give an object.', () => checkSpec(spec, wrong(null))],
    ['strict cannot be "no": give true or false.', () => checkSpec(spec, wrong({ strict: 'no' }))],
    [
      'rules.no-way-forward cannot be "fatal": give one of error, warning, note, off.',
      () => checkSpec(spec, wrong({ rules: { 'no-way-forward': 'fatal' } })),
    ],
    [
      'rules.no-way-forward cannot be an array',
      () => checkSpec(spec, wrong({ rules: { 'no-way-forward': ['off'] } })),
    ],
    ['rules cannot be an array: give an object.', () => checkSpec(spec, wrong({ rules: ['off'] }))],
    ['variables.x cannot be an object: give', () => checkSpec(spec, wrong({ variables: { x: { y: 1 } } }))],
    ['variables.x cannot be an array: give', () => checkSpec(spec, wrong({ variables: { x: [[]] } }))],
    ['path cannot be undefined: give the path of a file.', () => checkSpecFile(wrong(undefined))],
    ['path cannot be', () => checkSpecFile(wrong(new URL('file:///spec.yaml')))],
    ['path cannot be undefined: give the path of a file.', () => openSavedReply(wrong(undefined))],
    ['options cannot be undefined: give an object.', () => connect(wrong(undefined))],
    ['baseUrl cannot be undefined: give a text.', () => connect(wrong(Promise.resolve()))],
    ['apiKey cannot be "": give a text.', () => connected({ apiKey: '' })],
    ['There is no option "url". There are baseUrl, apiKey,', () => connected({ url: 1 })],
    ['There is no option "timeuot". Did you mean timeout?', () => connected({ timeuot: 1 })],
    ['timeout cannot be "30s": give a number from 0.001 to 2000000.', () => connected({ timeout: '30s' })],
    ['timeout cannot be NaN: give', () => connected({ timeout: NaN })],
    ['timeout cannot be -1: give', () => connected({ timeout: -1 })],
    ['attempts cannot be 0: give a number from 1 on.', () => connected({ attempts: 0 })],
    ['signal cannot be an object: give an AbortSignal.', () => connected({ signal: new AbortController() })],
    ['sourceFormId cannot be 5: give a text.', () => connected({ sourceFormId: 5 })],
    [
      'form cannot be undefined: give one of the forms of checkSpec, which has none where the spec has an error.',
      async () => (await client()).generateForm(wrong((await checkSpec('name: x')).forms[0])),
    ],
    ['form cannot be an object: give', async () => (await client()).generateForm(wrong({}))],
    ['form cannot be "name: x": give', async () => (await client()).generateForm(wrong('name: x'))],
    ['options cannot be 5: give', async () => Array.fromAsync((await client()).changes(wrong(5)))],
    [
      'after cannot be "7": give',
      async () => Array.fromAsync((await client()).changes(wrong({ after: '7' }))),
    ],
    ['steps cannot be undefined: give', () => submitResponse('http://127.0.0.1:1/s/x', wrong(undefined))],
    ['steps cannot be an array: give', () => submitResponse('http://127.0.0.1:1/s/x', wrong([5]))],
    ['options cannot be 5: give an object.', () => startServer(wrong(5))],
    ['port cannot be "x": give a number from 0 to 65535.', () => startServer(wrong({ port: 'x' }))],
    ['port cannot be 99999: give', () => startServer({ port: 99_999 })],
    ['log cannot be true: give a function.', () => startServer(wrong({ log: true }))],
    ['options cannot be undefined: give an object.', () => write(undefined)],
    ['out cannot be undefined: give the path of a file, or a stream of Node.', () => write({})],
    ['out cannot be 5: give', () => write({ out: 5 })],
    ['out cannot be "-": give', () => write({ out: '-' })],
    ['There is no option "from".', () => write({ out: 'x.csv', from: 'x.json' })],
    ['There is no option "all".', () => write({ out: 'x.csv', all: true })],
    ['There is no option "split".', () => write({ out: 'x.csv', split: 'form' })],
    ['force cannot be "false": give true or false.', () => write({ out: 'x.csv', force: 'false' })],
    [
      'layout cannot be "tall": give one of wide, long, relational.',
      () => write({ out: 'x.csv', layout: 'tall' }),
    ],
    ['since cannot be an object: give a text.', () => read({ since: new Date(Date.UTC(2026, 2)) })],
    ['form cannot be an array: give a text, or a list of texts.', () => read({ form: [5] })],
    ['There is no option "form5". Did you mean form?', () => read({ form5: 'x' })],
    ['There is no option "layout".', () => read({ layout: 'long' })],
    ['There is no option "merge".', () => read({ merge: 'headline' })],
    ['partials and requireComplete are for a service: a saved reply', () => read({ partials: true })],
  ])('%s', async (message, work) => {
    const error = await errorOf(work())
    expect(error).toBeInstanceOf(FormctlError)
    expect(error).toMatchObject({ code: 'usage', message: expect.stringContaining(message) })
  })
})

describe('a server and its client', () => {
  let server: Server
  let client: Client
  beforeAll(async () => {
    server = await startServer({ data: join(temporaryFolder(), 'data') })
    client = await connect(server)
  })
  afterAll(() => server.close())

  test('a form is generated, filled in, listed, read, exported and closed', async () => {
    const form = await client.generateForm(await formOf(spec))
    expect(form.absoluteUrl).toBe(`${server.baseUrl}/s/${form.id}`)
    await submitResponse(form.absoluteUrl, [
      { dish: 'Soup', liked: ['Food', 'Staff'] },
      { 'person.fullName': 'Ada Okafor' },
    ])
    await submitResponse(form.absoluteUrl, [{ dish: 'Bread' }])

    const finished = await Array.fromAsync(client.responses({ form: form.id }))
    expect(finished).toMatchObject([{ formId: form.id, finished: true }])
    expect(finished[0]?.data.map(({ questionId }) => questionId)).toEqual(['dish', 'liked', 'person'])
    expect(await Array.fromAsync(client.responses({ form: [form.id], partials: true }))).toHaveLength(2)
    expect(await Array.fromAsync(client.responses({ where: 'dish = Bread', partials: true }))).toHaveLength(1)

    expect((await client.formSteps(form.id))[0]?.components[0]).toMatchObject({ questionId: 'dish' })
    const out = join(temporaryFolder(), 'answers.csv')
    expect(await client.exportResponses({ form: form.id, out, headers: 'id', columns: 'id,dish' })).toEqual({
      responses: 1,
      tables: [{ name: 'responses', rows: 1, columns: ['id', 'dish'] }],
      files: [out],
      isComplete: true,
      doubts: [],
    })
    expect(readFileSync(out, 'utf8')).toBe(`id,dish\n${finished[0]?.id},Soup\n`)

    await client.closeForm(form.id)
    const listed = await client.listForms()
    expect(listed.find(({ id }) => id === form.id)).toMatchObject({ complete: 1, partial: 1 })
    expect(await errorOf(submitResponse(form.absoluteUrl, [{ dish: 'Late' }]))).toMatchObject({
      code: 'service-refused',
    })
  })

  test('changes come from the one that was named, and end when the loop is left', async () => {
    const form = await client.generateForm(await formOf(spec))
    const types: string[] = []
    const watching = (async () => {
      for await (const { type, formId } of client.changes({ after: 0 })) {
        if (formId !== form.id) continue
        types.push(type)
        if (type === 'response.started') break
      }
    })()
    await submitResponse(form.absoluteUrl, [{ dish: 'Soup' }])
    await watching
    expect(types).toEqual(['form.created', 'response.started'])
  })

  test('a reader may stop after the first response', async () => {
    const form = await client.generateForm(await formOf(spec))
    for (const dish of ['Soup', 'Bread']) await submitResponse(form.absoluteUrl, [{ dish }])
    let read = 0
    for await (const _ of client.responses({ form: form.id, partials: true })) {
      read++
      break
    }
    expect(read).toBe(1)
  })

  test('the query of the address fills in hidden fields', async () => {
    const form = await client.generateForm({
      ...(await formOf(spec)),
      settings: { hiddenFields: ['campaign'] },
    })
    await submitResponse(`${form.absoluteUrl}?campaign=spring`, [{ dish: 'Soup' }])
    const [response] = await Array.fromAsync(client.responses({ form: form.id, partials: true }))
    expect(response?.meta).toMatchObject({ campaign: 'spring' })
  })

  test.each(['/s/abc', 'ftp://forms.example/s/abc', ''])('%j is not the address of a page', async (url) => {
    expect(await errorOf(submitResponse(url, []))).toMatchObject({ code: 'usage' })
  })

  test('what a page does not ask or take is said', async () => {
    const { absoluteUrl } = await client.generateForm(await formOf(spec))
    expect(await errorOf(submitResponse(absoluteUrl, [{ dsh: 'x' }]))).toMatchObject({
      code: 'usage',
      message: expect.stringContaining('has no field "dsh"'),
    })
    expect(await errorOf(submitResponse(absoluteUrl, [{ dish: '' }]))).toMatchObject({
      code: 'service-refused',
      message: expect.stringMatching(/says: What did you order\? \S/),
    })
    const answers = [{ dish: 'x' }, { 'person.fullName': 'Ada' }, { dish: 'x' }] as const
    expect(await errorOf(submitResponse(absoluteUrl, answers))).toMatchObject({ code: 'usage' })
  })

  test('a form that the service refuses is refused with each fault and its place', async () => {
    const form: Form = { ...(await formOf(spec)), steps: [] }
    expect(await errorOf(client.generateForm(form))).toMatchObject({
      code: 'service-refused',
      message: expect.stringContaining('status 400: steps: A form needs at least 2 steps'),
    })
  })

  test.each<[string, (server: Server) => Promise<unknown>]>([
    ['key-refused', async (it) => (await connect({ ...it, apiKey: 'other' })).listForms()],
    ['form-unknown', () => client.closeForm('none')],
    ['port-in-use', (it) => startServer({ port: Number(new URL(it.baseUrl).port) })],
    ['folder-served', () => twice()],
    ['usage', async ({ baseUrl, apiKey }) => (await connect({ baseUrl, apiKey })).listForms()],
    ['usage', ({ baseUrl }) => connect({ baseUrl, apiKey: '' })],
    ['usage', ({ apiKey }) => connect({ baseUrl: 'forms.example.com', apiKey })],
    ['file-not-found', () => checkSpecFile('missing.yaml')],
    ['file-exists', () => client.exportResponses({ out: saved, format: 'json' })],
    ['usage', () => client.exportResponses({ out: 'answers.doc' })],
    ['usage', () => client.exportResponses({ out: 'answers.csv', since: 'soon' })],
    ['redact-key', () => client.exportResponses({ out: 'answers.csv', redact: 'ip=hash' })],
  ])('%s is an error with help that names options, not flags', async (code, work) => {
    const error = await errorOf(work(server))
    expect(error).toBeInstanceOf(FormctlError)
    expect(error).toMatchObject({ name: 'FormctlError', code, help: expect.stringMatching(/\w{20}|\w+ \w+/) })
    const { help = '' } = error instanceof FormctlError ? error : {}
    for (const text of [String(error), help])
      expect(text).not.toMatch(/(^|[\s(`])-(-(?!help)\w|\w\b)|FORMCTL_/)
    expect(error).not.toHaveProperty('exit')
  })

  const twice = async (): Promise<unknown> => {
    const data = join(temporaryFolder(), 'data')
    const first = await startServer({ data })
    onTestFinished(() => first.close())
    return startServer({ data })
  }
})

test('servers run side by side, keep their data apart, and may be closed twice', async () => {
  const servers = await Promise.all([startServer(), startServer()])
  const ids = await Promise.all(
    servers.map(async (server) => (await (await connect(server)).generateForm(await formOf(spec))).id),
  )
  const lists = await Promise.all(servers.map(async (server) => (await connect(server)).listForms()))
  expect(lists.map((list) => list.filter(({ id }) => ids.includes(id)).length)).toEqual([1, 1])
  await Promise.all(servers.concat(servers).map(({ close }) => close()))
})

test('a folder is served again with the same forms', async () => {
  const data = join(temporaryFolder(), 'data')
  const first = await startServer({ data })
  const { id } = await (await connect(first)).generateForm(await formOf(spec))
  await first.close()
  const second = await startServer({ data })
  onTestFinished(() => second[Symbol.asyncDispose]())
  expect((await (await connect(second)).listForms()).map((form) => form.id)).toContain(id)
})

describe('exports of a saved reply', () => {
  test.each<[string, Omit<ExportOptions, 'out'>]>([
    ['', {}],
    ["--format ndjson --where 'finished = true'", { format: 'ndjson', where: 'finished = true' }],
    ['--layout long --headers both', { layout: 'long', headers: 'both' }],
    ['--for excel --delimiter ; --multi columns', { for: 'excel', delimiter: ';', multi: 'columns' }],
    [
      '--redact identity=drop --timezone Europe/Berlin',
      { redact: 'identity=drop', timezone: 'Europe/Berlin' },
    ],
    [
      '--since 2026-01-01 --by updatedAt --types text',
      { since: '2026-01-01', by: 'updatedAt', types: 'text' },
    ],
  ])('with %s have the bytes that the command writes', async (words, options) => {
    const { stdout } = await runInProcess({ argv: `responses export --from ${saved} ${words}` })
    expect(await exported(options)).toBe(stdout)
  })

  test('do not disturb each other', async () => {
    const options = [{}, { layout: 'long' }, { format: 'ndjson' }, { multi: 'columns' }] as const
    const one = await Array.fromAsync(options, exported)
    expect(await Promise.all(options.map(exported))).toEqual(one)
  })

  test('refuse a stream that breaks, with its error', async () => {
    const broken = new Error('the reader is gone')
    const out = { write: (_: Uint8Array, done: (error: Error) => void) => done(broken) }
    expect(await errorOf((await openSavedReply(saved)).exportResponses({ out }))).toBe(broken)
  })

  test('refuse an option that there is none of', async () => {
    const options = Object.assign({ partials: false }, { redcat: 'identity=drop' })
    const expected = { code: 'usage', message: 'There is no option "redcat". Did you mean redact?' }
    const source = await openSavedReply(saved)
    expect(await errorOf(source.exportResponses({ ...options, out: new PassThrough() }))).toMatchObject(
      expected,
    )
    expect(await errorOf(Array.fromAsync(source.responses(options)))).toMatchObject(expected)
  })

  test('name no variable as the place of a key', async () => {
    const source = await openSavedReply(saved)
    expect(await errorOf(Array.fromAsync(source.responses({ redact: 'identity=hash' })))).toMatchObject({
      code: 'redact-key',
      message: expect.stringMatching(/give redactKeyFile redact\.key\. (?!.*FORMCTL_)/),
    })
  })

  test('are streamed as records, too', async () => {
    const lines = (await exported({ format: 'ndjson' })).trimEnd().split('\n')
    const records = await Array.fromAsync((await openSavedReply(saved)).responses())
    expect(records).toEqual(lines.map((line) => JSON.parse(line)))
  })
})

describe('calls', () => {
  async function serviceWith(answer: RequestListener): Promise<string> {
    const server = createServer(answer).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  test.each([
    [{ attempts: 1 }, 1, 'service-busy'],
    [{ attempts: 2 }, 2, undefined],
  ])('are tried again with %j', async (limits, expected, code) => {
    let calls = 0
    const baseUrl = await serviceWith((request, reply) => {
      if (request.url?.startsWith('/api/v1/responses') !== true) return reply.writeHead(404).end()
      calls++
      if (calls === 1) return reply.writeHead(503, { 'retry-after': '0' }).end()
      return reply.end('{"data":[]}')
    })
    const client = await connect({ baseUrl, apiKey: 'x', ...limits })
    const failure = await Array.fromAsync(client.responses()).then(
      () => undefined,
      (error: unknown) => (error instanceof FormctlError ? error.code : error),
    )
    expect({ calls, failure }).toEqual({ calls: expected, failure: code })
  })

  test('end after the timeout, and with the reason of the signal', async () => {
    const asked = Promise.withResolvers<void>()
    const baseUrl = await serviceWith(() => asked.resolve())
    const hasty = await connect({ baseUrl, apiKey: 'x', environmentId: 'e', timeout: 0.05, attempts: 1 })
    expect(await errorOf(hasty.listForms())).toMatchObject({ code: 'too-late' })
    const abort = new AbortController()
    const client = await connect({ baseUrl, apiKey: 'x', environmentId: 'e', signal: abort.signal })
    const failed = [errorOf(client.listForms()), errorOf(Array.fromAsync(client.responses()))]
    await asked.promise
    const reason = new Error('not wanted any more')
    abort.abort(reason)
    expect(await Promise.all(failed)).toEqual([reason, reason])
  })
})
