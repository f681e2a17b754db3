import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import type { Form } from '../../../src/form/form.ts'
import { previewApp, previewForm } from '../../../src/server/preview/preview.ts'
import type { Preview, PreviewFinding, PreviewSource } from '../../../src/server/preview/preview-pages.ts'
import { Visitor } from '../../support/page-server.ts'
import { deterministicBytes } from '../../support/test-host.ts'

const survey = (question: string): Form => ({
  name: 'Survey',
  steps: [
    {
      name: 'First',
      components: [
        { type: 'ShortInput', content: { question } },
        { type: 'NextButton', content: { label: 'On' } },
      ],
    },
    { name: 'Second', components: [{ type: 'LongInput', content: { question: 'Why?' } }] },
    { name: 'Thanks', components: [{ type: 'Header', content: { title: 'Bye' } }] },
  ],
})

const finding: PreviewFinding = {
  severity: 'warning',
  code: 'some-code',
  message: 'This is <b>wrong</b>.',
  help: 'Mend "it".',
  place: 'a.yaml:2:3',
  excerpt: [
    { number: 1, before: 'name: x', marked: '', after: '' },
    { number: 2, before: '  ', marked: '<script>', after: ' # & more' },
  ],
}

const previewOf = (forms: readonly Form[], rest: Partial<Preview> = {}): Preview => ({
  version: 1,
  file: 'a.yaml',
  forms: forms.map((form, i) => previewForm(form, { place: i + 1, look: 'plain' })),
  findings: [],
  isBroken: false,
  ...rest,
})

const deps = {
  now: () => '2026-03-01T09:00:00.000Z',
  randomBytes: deterministicBytes(),
  secret: new Uint8Array(32),
  log: () => undefined,
}

const appOf = (preview: Preview, source: Partial<PreviewSource> = {}): FastifyInstance =>
  previewApp({ current: async () => preview, ...source }, deps)

const visit = (app: FastifyInstance): Visitor => new Visitor(app, { id: '1' })

const hashed = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('a preview', () => {
  test('of one form begins at its first step', async () => {
    const reply = await appOf(previewOf([survey('What?')])).inject('/')
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/s/1'])
  })

  test('shows the map of its steps', async () => {
    const app = appOf(previewOf([survey('What?')]))
    expect((await app.inject('/map/1')).body).toContain('Which steps people see')
    expect((await app.inject('/map/2')).statusCode).toBe(404)
  })

  test('of several forms begins with a list of them', async () => {
    const forms = [survey('What?'), { ...survey('Who?'), name: 'Other' }]
    const app = appOf(previewOf(forms))
    const { body } = await app.inject('/')
    expect(body).toContain('<a dir="auto" href="/s/2">Other</a>')
    expect((await app.inject('/s/2')).body).toContain('Who?')
  })

  test('takes answers through all steps, and keeps them until the end', async () => {
    const visitor = visit(appOf(previewOf([survey('What?')])))
    await visitor.open()
    await visitor.send({ 'q.ShortInput-1': 'Nothing' })
    expect(visitor.text).toContain('Why?')
    await visitor.open('?step=1')
    expect(visitor.page).toContain('value="Nothing"')
    await visitor.open('?step=2')
    await visitor.send({ 'q.LongInput-1': 'Because' })
    expect(visitor.text).toContain('Bye')
    expect(visitor.url).toBe('/s/1')
  })

  test('opens any step by its address, from the second look on', async () => {
    const visitor = visit(appOf(previewOf([survey('What?')])))
    await visitor.open()
    await visitor.open('?step=2')
    expect(visitor.text).toContain('Why?')
  })

  test('keeps an answer with its question when others come before it', async () => {
    const preview = { current: previewOf([survey('What?')]) }
    const visitor = visit(appOf(preview.current, { current: async () => preview.current }))
    await visitor.open()
    await visitor.send({ 'q.ShortInput-1': 'Nothing' })
    const changed = survey('What now?')
    changed.steps[0]?.components.unshift({ type: 'EmailForm', content: { question: 'Where?' } })
    preview.current = previewOf([changed], { version: 2 })
    await visitor.open('?step=1')
    expect(visitor.text).toContain('Where? What now?')
    expect(visitor.page).toContain('value="Nothing"')
  })

  test('leads with its bar to each step, and marks the one that is shown', async () => {
    const visitor = visit(appOf(previewOf([survey('What?')])))
    await visitor.open()
    await visitor.open('?step=2')
    const links = Array.from(visitor.page.matchAll(/<a dir="auto" href="([^"]*)"( aria-current="page")?>/g))
    expect(links.map(([, href, mark]) => [href, mark !== undefined])).toEqual([
      ['/s/1?step=1', false],
      ['/s/1?step=2', true],
      ['/s/1/done', false],
      ['/map/1', false],
    ])
  })

  test('shows warnings beside the form, escaped', async () => {
    const visitor = visit(appOf(previewOf([survey('What?')], { findings: [finding] })))
    await visitor.open()
    expect(visitor.text).toContain('1 warning')
    expect(visitor.page).toContain('This is &lt;b&gt;wrong&lt;/b&gt;.')
    expect(visitor.page).toContain('<mark>&lt;script&gt;</mark> # &amp; more')
    // Its own, which saves what is typed.
    expect(visitor.page.match(/<script/g)).toHaveLength(1)
  })

  test.each(['/', '/s/1', '/s/1?step=2', '/s/1/done'])(
    'of a broken spec shows at %s what is wrong',
    async (url) => {
      const findings = [{ ...finding, severity: 'error' as const }, finding]
      const reply = await appOf(previewOf([], { isBroken: true, findings })).inject(url)
      expect(reply.statusCode).toBe(422)
      expect(reply.body).toContain('<h1>1 error, 1 warning</h1>')
      expect(reply.body).toContain('<mark>&lt;script&gt;</mark> # &amp; more')
      expect(reply.body).toContain('Mend &quot;it&quot;.')
      expect(reply.body).not.toContain('<script')
    },
  )

  test('of a broken spec takes no answers, and shows fifty findings at most', async () => {
    const findings = Array.from({ length: 53 }, () => finding)
    const app = appOf(previewOf([], { isBroken: true, findings }))
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/s/1' })
    expect(statusCode).toBe(422)
    expect(body.split('<section')).toHaveLength(51)
    expect(body).toContain('<p>3 more findings.</p>')
  })

  test('has a page for what it does not have', async () => {
    const app = appOf(previewOf([survey('What?')]))
    for (const url of ['/s/2', '/elsewhere']) {
      const { statusCode, body } = await app.inject(url)
      expect([statusCode, body.includes('Form not found')]).toEqual([404, true])
    }
  })
})

test.each([
  ['127.0.0.1:4000', 200],
  ['localhost', 200],
  ['forms.localhost:80', 200],
  ['rebound.example.com', 403],
  ['localhost.example.com', 403],
])('a preview asked for at %s answers with %i', async (host, status) => {
  const app = appOf(previewOf([survey('What?')]), { onChange: () => () => undefined })
  const { statusCode, body } = await app.inject({ url: '/s/1', headers: { host } })
  expect([statusCode, body.includes('What?')]).toEqual([status, status === 200])
})

describe('what a page of a preview is allowed', () => {
  test('is its own styles, and only the form’s own script where nobody watches', async () => {
    const app = appOf(previewOf([survey('What?')]))
    const { headers, body } = await app.inject('/s/1')
    const policy = String(headers['content-security-policy'])
    const styles = Array.from(body.matchAll(/<style>(.*?)<\/style>/gs), ([, css = '']) => hashed(css))
    expect(policy).toContain(`style-src ${styles.join(' ')};`)
    const scripts = Array.from(body.matchAll(/<script>(.*?)<\/script>/gs), ([, script = '']) =>
      hashed(script),
    )
    expect(scripts).toHaveLength(1)
    expect(policy).toContain(`script-src ${scripts.join(' ')};`)
    expect(body.match(/<script/g)).toHaveLength(1)
    expect((await app.inject('/changes')).statusCode).toBe(404)
  })

  test('is one more script, which follows the spec, where it is watched', async () => {
    const app = appOf(previewOf([survey('What?')], { version: 7 }), { onChange: () => () => undefined })
    const { headers, body } = await app.inject('/s/1')
    const script = /<script data-version="7">(.*?)<\/script>/s.exec(body)?.[1] ?? ''
    const policy = String(headers['content-security-policy'])
    const [, scripts = ''] = /script-src ([^;]*); connect-src 'self'/.exec(policy) ?? []
    expect(scripts.split(' ')).toEqual([expect.stringMatching(/^'sha256-/), hashed(script)])
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })
})

test('a watched preview tells each version as it comes, and stops with the app', async () => {
  const listeners = new Set<(preview: Preview) => void>()
  const app = appOf(previewOf([survey('What?')]), {
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const reply = await fetch(`${app.listeningOrigin}/changes`)
  expect(reply.headers.get('content-type')).toBe('text/event-stream')
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toBe('data: 1\n\n')
  for (const listener of listeners) listener(previewOf([], { version: 2 }))
  expect((await reader?.read())?.value).toBe('data: 2\n\n')
  await app.close()
  expect((await reader?.read())?.done).toBe(true)
  expect(listeners.size).toBe(0)
})
