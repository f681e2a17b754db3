import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PublishedForm, Style } from '../../src/form/form.ts'
import { starterStyles } from '../../src/server/starter-styles.ts'
import { launch, noBrowser } from '../support/browser.ts'
import { everyTypeAtOnce } from '../support/every-component.ts'
import { pageServer, type PageServer, type ShortStep } from '../support/page-server.ts'

const suite = noBrowser === undefined ? describe : describe.skip

const end: ShortStep = ['End', ['Header', { title: 'Thanks' }]]
const conditional: ShortStep = [
  'Pets',
  ['MultipleOptionsQuestion', { question: 'Which pet?', choices: ['Dog', 'Cat'] }],
  ['ShortInput', { question: 'Its name?' }, { visibleIf: { question: 'q0', is: 'Dog' } }],
  ['EmailForm', { question: 'Your e-mail address?' }],
]

suite(`Nothing moves${noBrowser === undefined ? '' : ` (skipped: ${noBrowser})`}`, () => {
  let server: PageServer
  let front: Server
  let browser: Browser
  let base: string
  beforeAll(async () => {
    server = await pageServer()
    front = createServer((request, reply) => void sendSlowly(request, reply)).listen(0, '127.0.0.1')
    await new Promise((done) => front.once('listening', done))
    base = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    front?.close()
    await server?.close()
  })

  /** Sends what stands before the script, and the script only after the browser had time to paint that. */
  async function sendSlowly(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const answer = await server.app.inject({
      method: request.method === 'POST' ? 'POST' : 'GET',
      url: request.url ?? '/',
      headers: Object.fromEntries(
        Object.entries(request.headers).flatMap(([name, value]) =>
          typeof value === 'string' && name !== 'accept-encoding' ? [[name, value]] : [],
        ),
      ),
      payload: Buffer.concat(await request.toArray()),
    })
    const headers = Object.entries(answer.headers).filter(([name]) => name !== 'content-length')
    reply.writeHead(answer.statusCode, Object.fromEntries(headers) as Record<string, string>)
    const at = answer.payload.indexOf('<script>')
    reply.write(answer.payload.slice(0, at))
    if (at >= 0) await delay(400)
    reply.end(answer.payload.slice(Math.max(0, at)))
  }

  async function open(form: PublishedForm, width: number, height = 800): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height } })
    await context.addInitScript(watchShifts)
    const page = await context.newPage()
    await page.route('https://**', (route) => route.abort())
    await page.route('**/style/*', async (route) => {
      await delay(200)
      await route.fulfill({ contentType: 'font/woff2', body: readFileSync(systemFont()) })
    })
    await page.goto(`${base}/s/${form.id}`)
    await page.waitForTimeout(300)
    return page
  }
  const moved = (page: Page): Promise<unknown> => page.evaluate('window.moved')
  const publish = (steps: readonly ShortStep[], style: Style) => server.publish([...steps, end], { style })

  const styles = {
    ...starterStyles,
    'with a font of its own': {
      ...starterStyles.light,
      font: { file: 'a'.repeat(64), fallback: 'system' },
    },
  } as const satisfies Record<string, Style>

  describe.each([320, 1280])('on a screen of %i px', (width) => {
    test.each(Object.entries(styles))(
      'when a page with every component in the style %s is loaded, though its script comes late',
      async (_name, style) => {
        const layout = { ...style.layout, questions: 'step' } as const
        const page = await open(await publish([everyTypeAtOnce], { ...style, layout }), width, 9000)
        expect(await moved(page)).toEqual([])
        await page.context().close()
      },
    )

    test.each(
      Object.entries({ light: starterStyles.light, dawn: starterStyles.dawn, signal: starterStyles.signal }),
    )(
      'when answers are saved, or cannot be, in the style %s',
      async (_name, style) => {
        const page = await open(await publish([['A', ['ShortInput', { question: 'Who?' }]]], style), width)
        await page.getByLabel('Who?').fill('Ada')
        await page.locator('#saving').filter({ hasText: 'Saved' }).waitFor({ timeout: 8000 })
        expect(await moved(page)).toEqual([])
        await page.route('**/save', (route) => route.abort())
        await page.getByLabel('Who?').fill('Ada Lovelace')
        await page.locator('#saving').filter({ hasText: 'Not saved' }).waitFor({ timeout: 8000 })
        expect(await moved(page)).toEqual([])
        await page.context().close()
      },
      20_000,
    )

    test('when a question is revealed, but for what stands below it; nor when problems are shown', async () => {
      const page = await open(await publish([conditional], starterStyles.light), width)
      expect(await moved(page)).toEqual([])
      await page.getByLabel('Dog').check()
      await page.getByLabel('Its name?').waitFor()
      await page.getByLabel('Your e-mail address?').fill('nobody')
      await page.locator('button[value=next]').click()
      await page.locator('.summary').waitFor()
      await page.waitForTimeout(600)
      expect(await moved(page)).toEqual([])
      await page.context().close()
    })
  })
})

const systemFont = (): string => execFileSync('fc-match', ['--format=%{file}', 'serif'], { encoding: 'utf8' })

/** Notes what moves, unless within half a second after something was typed or pressed. An entry of Chromium may name nothing. */
const watchShifts = `
  window.moved = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      // Below that it is a part of a pixel, as where the columns of a table settle while its rows arrive.
      if (!hadRecentInput && sources.length > 0 && value >= 0.00005)
        window.moved.push(value.toFixed(4) + ' ' + sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 80)).join(' | '))
  }).observe({ type: 'layout-shift', buffered: true })`
