import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainText } from '../../src/form/typed-values.ts'
import { buildApp } from '../../src/server/server.ts'
import { pathOf, routes } from '../../src/wire/wire.ts'
import { everyComponent } from '../support/every-component.ts'
import { fasterThanLength, longRunsFor, type LongRun } from '../support/growth.ts'
import { pageServer, type PageServer, type ShortComponent } from '../support/page-server.ts'
import { ours, startTestService, type TestService } from '../support/test-service.ts'

let pages: PageServer
let api: TestService
beforeAll(async () => {
  ;[pages, api] = [await pageServer(), await startTestService()]
})
afterAll(async () => {
  await pages.close()
  await api.close()
})

/** Node refuses more than 16 KiB of headers, the address among them. */
const headLength = 7000
/** A short text of a form takes 10,000 characters; a longer one is refused as a whole. */
const lengths = [4990, 14_000]

const [bodyLength, partLength] = [20_000, 40_000]

/** Headers take no line ends and no characters beyond one byte. */
const headerOf = (text: string): string => text.replaceAll(/[^\t\x20-\x7e\xa0-\xff]/g, '~').trim()

describe('the time for a header grows with its length', () => {
  const headers = [
    ['accept-language', 'cookie', 'host', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
    [
      'if-none-match',
      'if-modified-since',
      'accept-encoding',
      'authorization',
      'x-api-key',
      'origin',
      'referer',
    ],
    [
      'user-agent',
      'sec-fetch-site',
      'range',
      'accept',
      'content-type',
      'idempotency-key',
      'x-request-id',
      'x-country',
    ],
  ].flat()
  const paths = [
    ['POST', '/s/none/save'],
    ['GET', '/s/none'],
    ['GET', '/nowhere'],
  ] as const

  test.each(headers.map((header, i) => [header, i] as const))('%s', async (header, i) => {
    const app = buildApp(pages.deps, {
      trustedProxy: '127.0.0.1',
      countryHeader: 'x-country',
      ratePerAddress: 1e9,
    })
    const form = await pages.publish([['Start', ['ShortInput', { question: 'What?' }]], ['Thanks']])
    for (const [n, [method, url]] of [['GET', `/s/${form.id}`] as const, ...paths].entries())
      expect(
        await fasterThanLength(
          (text) =>
            app.inject({
              method,
              url,
              headers: { [header]: headerOf(text) },
              ...(method === 'POST' && { payload: 'a=b' }),
            }),
          longRunsFor(4 * i + n, 4),
          headLength,
        ),
      ).toEqual([])
    await app.close()
  })

  test('a language of 15,000 blanks', async () => {
    const blanks: LongRun = { name: 'blanks', of: (length) => `a${' '.repeat(length)}!` }
    const work = (text: string): unknown =>
      pages.app.inject({ url: '/s/none', headers: { 'accept-language': text } })
    expect(await fasterThanLength(work, [blanks], 30_000)).toEqual([])
  })
})

describe('the time for an address grows with its length', () => {
  const addresses: Readonly<Record<string, (text: string) => string>> = {
    'a path': (text) => `/${text}`,
    'the id of a form': (text) => `/s/${text}`,
    'what stands behind a form': (text) => `/s/none/${text}`,
    'a call': (text) => `/api/v1/${text}`,
    'a style file': (text) => `/style/${text}`,
    'a language': (text) => `/s/none?lang=${text}`,
    'an answer': (text) => `/s/none?q=${text}`,
    'the name of a parameter': (text) => `/s/none?${text}=1`,
    'a token': (text) => `/s/none?resume=${text}`,
  }
  test.each(Object.entries(addresses).map(([name, of], i) => [name, of, i] as const))(
    '%s',
    async (_, of, i) => {
      for (const [n, encode] of [encodeURIComponent, encodeURI].entries())
        expect(
          await fasterThanLength(
            // An encoded character takes up to twelve.
            (text) => pages.app.inject({ url: of(encode(text.toWellFormed())).slice(0, 15_000) }),
            longRunsFor(2 * i + n, 8),
            headLength,
          ),
        ).toEqual([])
    },
  )
})

describe('the time for an answer grows with its length', () => {
  const components = everyComponent.flatMap(([, ...inStep]) => inStep)
  const titles = components.map((component, i) => [`${component[0]}, number ${i}`, component, i] as const)

  test.each(titles)('of a %s', async (_, component: ShortComponent, i) => {
    const form = await pages.publish([
      ['Start', component, ['ShortInput', { question: 'What?' }]],
      ['Thanks'],
    ])
    const page = (await pages.app.inject({ url: `/s/${form.id}` })).body
    const names = [...new Set(Array.from(page.matchAll(/ name="([^"]+)"/g), ([, name = '']) => name))]
    const hidden = new Map(
      Array.from(
        page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g),
        ([, name = '', value = '']) => [name, value],
      ),
    )
    const fieldsOf = (text: string): [string, string][] =>
      names.map((name) => [name, hidden.get(name) ?? text.toWellFormed()])
    const post = (path: string, text: string): unknown =>
      pages.app.inject({
        method: 'POST',
        url: `/s/${form.id}${path}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams([...fieldsOf(text), ['go', 'next']]).toString(),
      })
    for (const [n, length] of lengths.entries())
      for (const [m, path] of ['', '/save'].entries())
        expect(
          await fasterThanLength((text) => post(path, text), longRunsFor(4 * i + 2 * n + m, 2), length),
        ).toEqual([])
  })

  test('of marks that Unicode puts in order', async () => {
    const marks: LongRun = { name: 'marks', of: (length) => `a${'\u0301\u0316'.repeat(length / 2)}` }
    expect(await fasterThanLength(plainText, [marks], 80_000)).toEqual([])
  })

  test('of parts, in their headers, names and contents', async () => {
    const form = await pages.publish([['Start', ['FileUploader', { question: 'What?' }]], ['Thanks']])
    const bodies: readonly ((text: string) => string)[] = [
      (text) => `--b\r\ncontent-disposition: form-data; name="${text}"\r\n\r\nx\r\n--b--`,
      (text) => `--b\r\ncontent-disposition: form-data; name="q0"; filename="${text}"\r\n\r\nx\r\n--b--`,
      (text) =>
        `--b\r\ncontent-disposition: form-data; name="q0"; filename*=utf-8''${text}\r\n\r\nx\r\n--b--`,
      (text) =>
        `--b\r\ncontent-disposition: form-data; name="q0"; filename="a"\r\ncontent-type: ${text}\r\n\r\nx\r\n--b--`,
      (text) => `--b\r\ncontent-disposition: ${text}\r\n\r\nx\r\n--b--`,
      (text) => `--b\r\ncontent-disposition: form-data; name="q0"; filename="a"\r\n\r\n${text}\r\n--b--`,
      (text) => text,
    ]
    for (const [i, bodyOf] of bodies.entries())
      expect(
        await fasterThanLength(
          (text) =>
            pages.app.inject({
              method: 'POST',
              url: `/s/${form.id}`,
              headers: { 'content-type': 'multipart/form-data; boundary=b' },
              payload: bodyOf(text),
            }),
          longRunsFor(i, 8),
          partLength,
        ),
      ).toEqual([])
  })
})

test('the time for a body of the API grows with its length', async () => {
  const bodies: readonly ((text: string) => string)[] = [
    (text) => text,
    (text) => `{"name":${text}`,
    (text) => JSON.stringify({ name: text, steps: [] }),
    (text) => JSON.stringify({ name: 'a', steps: text }),
    ...everyComponent.flatMap(([, ...inStep]) =>
      inStep.map(([type, content]) => (text: string) => {
        const filled: unknown = JSON.parse(JSON.stringify({ type, content }), (key, value: unknown) =>
          typeof value === 'string' && key !== 'type' ? text : value,
        )
        return JSON.stringify({
          sourceFormId: ours.sourceFormId,
          form: { name: 'a', steps: [{ name: 'b', components: [filled] }] },
          name: 'a',
          steps: [{ name: 'b', components: [filled] }],
        })
      }),
    ),
  ]
  const url = pathOf(routes.generate, { environmentId: ours.environmentId })
  for (const [i, bodyOf] of bodies.entries())
    expect(
      await fasterThanLength(
        (text) =>
          api.app.inject({
            method: 'POST',
            url,
            headers: { 'x-api-key': ours.apiKey, 'content-type': 'application/json' },
            payload: bodyOf(text),
          }),
        longRunsFor(i, 3),
        bodyLength,
      ),
    ).toEqual([])
})
