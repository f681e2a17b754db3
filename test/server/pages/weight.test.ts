/** What pages weigh as the service sends them: gzip, which every browser takes. */
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { PublishedForm, Style } from '../../../src/form/form.ts'
import { typeNames } from '../../../src/form/schema.ts'
import { pageScripts } from '../../../src/server/generated/page-scripts.ts'
import { starterStyles } from '../../../src/server/starter-forms.ts'
import { everyTypeAtOnce } from '../../support/every-component.ts'
import { sharedPageServer, type ShortStep } from '../../support/page-server.ts'

const server = await sharedPageServer()

const KB = 1024
const end: ShortStep = ['End', ['Header', { title: 'Thanks' }]]
const onOnePage = (style: Style): Style => ({ ...style, layout: { ...style.layout, questions: 'step' } })

/** A page of a form as a browser gets it. */
async function pageOf({ id }: Pick<PublishedForm, 'id'>, cookie = '') {
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd', ...(cookie !== '' && { cookie }) }
  const reply = await server.app.inject({ url: `/s/${id}`, headers })
  expect(reply.headers['content-encoding']).toBe('gzip')
  const text = gunzipSync(reply.rawPayload).toString()
  const inside = (tag: string): string => new RegExp(`<${tag}>(.*)</${tag}>`, 's').exec(text)?.[1] ?? ''
  return { sent: reply.rawPayload.length, text, css: inside('style'), script: inside('script'), reply }
}

/** As gzip and as brotli. A proxy may send the latter. */
const packed = (text: string): readonly number[] => [gzipSync(text).length, brotliCompressSync(text).length]

const usual: readonly ShortStep[] = [
  [
    'You',
    ['Header', { title: 'Apply to us', subheading: 'It takes two minutes.' }],
    ['ShortInput', { question: 'What is your name?' }],
    ['EmailForm', { question: 'Where do we write to?' }],
    ['Dropdown', { question: 'Which team?', options: ['Design', 'Sales'] }],
    ['MultipleOptionsQuestion', { question: 'When?', choices: ['Now', 'Later'] }],
    ['OpinionScale', { question: 'How likely?', preset: 'nps' }],
    ['FileUploader', { question: 'Your résumé' }],
    ['LongInput', { question: 'Why us?', maxLength: 500 }],
    ['Consent', { question: 'Terms', text: 'I agree.' }],
  ],
  end,
]

test('the form that is weighed has every component type', () => {
  const [, ...components] = everyTypeAtOnce
  expect(new Set(components.map(([type]) => type))).toEqual(new Set(typeNames))
})

test.each(Object.entries(starterStyles))(
  'in the style %s, the first page of a usual form is at most 14 KB; of one with everything, the CSS 5 KB and the script 8 KB',
  async (_name, style) => {
    expect((await pageOf(await server.publish(usual, { style }))).sent).toBeLessThanOrEqual(14 * KB)
    const settings = { embedOn: ['https://www.example.com'], proofOfWork: true }
    const form = await server.publish([everyTypeAtOnce, end], { style: onOnePage(style), settings })
    const { css, script } = await pageOf(form)
    for (const size of packed(css)) expect(size).toBeLessThanOrEqual(5 * KB)
    for (const size of packed(script)) expect(size).toBeLessThanOrEqual(8 * KB)
    // The others are for other pages: those of other sites, with a link, and with one question.
    const { 'embed-host': _embed, copy: _copy, 'choice-keys': _keys, ...scripts } = pageScripts
    for (const one of Object.values(scripts)) expect(script).toContain(one)
  },
)

test('a page with two lines to type in has the CSS and the script of no other component', async () => {
  const step: ShortStep = ['Two', ['ShortInput', { question: 'Name' }], ['ShortInput', { question: 'Place' }]]
  const { css, script } = await pageOf(await server.publish([step, end]))
  expect(css).not.toMatch(
    /\.matrix|\.ranking|\.cards|\.choice|\.point|\.files|\.phone|\.pair|[{}]select\{|[{}]textarea\{|iframe|\.summary \w|\.ending\{/,
  )
  expect(script).toBe(pageScripts.autosave)
})

test('a page asks no other host for anything', async () => {
  const { text, reply } = await pageOf(await server.publish(usual))
  expect(text).not.toMatch(/(?:src|href|action)="(?:https?:)?\/\/|url\(|@import/)
  const { 'content-security-policy': policy = '' } = reply.headers
  expect(policy).toContain("default-src 'none'")
  expect(policy.replace(/frame-ancestors[^;]*/, '')).not.toMatch(/https?:|\*/)
})

test('a page with problems, the next one and one with answers are compressed, too', async () => {
  const form = await server.publish([['A', ['EmailForm']], ['B', ['ShortInput']], end])
  const send = (payload: string) =>
    server.app.inject({
      method: 'POST',
      url: `/s/${form.id}`,
      headers: { 'accept-encoding': 'gzip', 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    })
  const bad = await send('step=1&q.q0=ada')
  expect([bad.statusCode, bad.headers['content-encoding']]).toEqual([422, 'gzip'])
  const good = await send('step=1&q.q0=ada%40example.com')
  expect([good.statusCode, good.headers['content-encoding']]).toEqual([200, 'gzip'])
  const [cookie = ''] = String(good.headers['set-cookie']).split(';')
  expect((await pageOf(form, cookie)).text).toContain('Start again')
})

test('the script for sites that show a form is at most 1.5 KB', async () => {
  const { rawPayload } = await server.app.inject('/embed.js')
  expect(rawPayload.length).toBeLessThanOrEqual(1.5 * KB)
})
