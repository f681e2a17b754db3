import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { siteOrigin } from '../../../src/form/types/texts.ts'
import { sharedPageServer, type ShortStep } from '../../support/page-server.ts'

const server = await sharedPageServer()

const oneStep: readonly ShortStep[] = [['A', ['ShortInput']]]

test.each([
  ['https://www.example.com', true],
  ['https://www.example.com:8443', true],
  ['http://localhost', true],
  ['http://localhost:3000', true],
  ['http://www.example.com', false],
  ['https://www.example.com/', false],
  ['https://www.example.com/path', false],
  ['https://*.example.com', false],
  ["https://a.example;script-src'", false],
  ['www.example.com', false],
  ['*', false],
  ['', false],
])('%j is a site that may show a form: %s', (text, isOne) => {
  expect(siteOrigin(text)).toBe(isOne ? text : undefined)
})

test('only the sites that a form names may show its pages in a frame: the steps, the end and refusals', async () => {
  const embedOn = ['https://www.example.com', 'http://evil.example', 'http://localhost:3000']
  const form = await server.publish(oneStep, { settings: { embedOn, responseLimit: 1 } })
  const visitor = server.visitor(form)
  const ancestors = "frame-ancestors 'self' https://www.example.com http://localhost:3000"
  const policies = [await visitor.open(), await visitor.send({ 'q.q0': 'Ada' })]
  expect(visitor.page).toMatch(/<main [^>]*data-done/)
  policies.push(await visitor.open())
  expect(visitor.status).toBe(410)
  for (const { headers } of policies)
    expect(String(headers['content-security-policy']).split('; ')).toContain(ancestors)

  const other = server.visitor(await server.publish(oneStep))
  const { headers } = await other.open()
  expect(String(headers['content-security-policy']).split('; ')).toContain("frame-ancestors 'self'")
  expect(other.page).not.toContain('data-sites')
})

test('a form is filled in without cookies, as in a frame of another site, by posts of its own origin only', async () => {
  const form = await server.publish([...oneStep, ['B', ['ShortInput']]], {
    settings: { embedOn: ['https://www.example.com'] },
  })
  const visitor = server.visitor(form, { takesCookies: false })
  await visitor.open()
  await visitor.send({ 'q.q0': 'Ada' })
  await visitor.send({ 'q.q1': 'Lovelace' })
  expect(visitor.text).toContain('Thank you')
  expect((await server.responses(form)).map(({ finished, data }) => [finished, data.length])).toEqual([
    [true, 2],
  ])
  const { statusCode } = await visitor.post({ 'q.q0': 'x' }, undefined, '', {
    origin: 'https://www.example.com',
  })
  expect(statusCode).toBe(403)
})

test('the script for sites is small and may be kept for an hour', async () => {
  const { statusCode, headers, body } = await server.app.inject('/embed.js')
  expect([statusCode, headers['cache-control'], headers['content-type']]).toEqual([
    200,
    'public, max-age=3600',
    'text/javascript; charset=utf-8',
  ])
  expect(gzipSync(body).length).toBeLessThan(1536)
})

test('a page says to programs that show its link what the form is, and stays out of search engines', async () => {
  const { visitor, form } = await server.visit(oneStep, {
    name: 'Survey "1"',
    settings: { description: 'Five <questions>.' },
  })
  for (const text of [
    '<meta property="og:title" content="Survey &quot;1&quot;"',
    '<meta property="og:description" content="Five &lt;questions&gt;."',
    '<meta property="og:type" content="website"',
    '<meta name="twitter:card" content="summary"',
    '<meta name="robots" content="noindex"',
    `<meta name="theme-color" content="${form.style.colors.background}"`,
  ])
    expect(visitor.page).toContain(text)
  await visitor.send({ 'q.q0': 'Ada' })
  expect(visitor.page).toContain('og:title')
  const plain = server.visitor(await server.publish(oneStep))
  await plain.open()
  expect(plain.page).not.toContain('og:description')
})

test('a booking that a calendar tells of is kept with its address and start, if they are such', async () => {
  const scheduler: readonly ShortStep[] = [
    ['A', ['SchedulerScreen', { dataUrl: 'https://calendly.com/ada/intro' }]],
  ]
  for (const [sent, answer] of [
    [{}, { booked: true }],
    [
      { eventUrl: 'https://api.calendly.com/e/1', startTime: '2027-01-31T18:00:00+01:00' },
      { booked: true, eventUrl: 'https://api.calendly.com/e/1', startTime: '2027-01-31T17:00:00.000Z' },
    ],
    [{ eventUrl: 'javascript:alert(1)', startTime: 'soon' }, { booked: true }],
    [{ eventUrl: 'http://calendly.com', startTime: '1' }, { booked: true }],
  ] as const) {
    const { visitor, form } = await server.visit(scheduler)
    const fields = Object.entries({ booked: 'yes', ...sent }).map(([name, value]) => [`q.q0.${name}`, value])
    await visitor.send(Object.fromEntries(fields))
    const [record] = await server.responses(form)
    const { type, headline, componentShapeVersion, ...members } = record?.data[0]?.response ?? {}
    expect([type, headline, componentShapeVersion, members]).toEqual(['SchedulerScreen', '', '2.0', answer])
  }
})
