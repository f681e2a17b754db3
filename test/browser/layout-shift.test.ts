import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PublishedForm, Style } from '../../src/form/form.ts'
import { starterStyles } from '../../src/server/starter-forms.ts'
import { everyTypeAtOnce } from '../support/every-component.ts'
import { describePages } from '../support/in-browser.ts'
import { isLong } from '../support/is-long.ts'
import type { ShortStep } from '../support/page-server.ts'

const end: ShortStep = ['End', ['Header', { title: 'Thanks' }]]
const conditional: ShortStep = [
  'Pets',
  ['MultipleOptionsQuestion', { question: 'Which pet?', choices: ['Dog', 'Cat'] }],
  ['ShortInput', { question: 'Its name?' }, { visibleIf: { question: 'q0', is: 'Dog' } }],
  ['EmailForm', { question: 'Your e-mail address?' }],
]

describePages(
  'Nothing moves',
  (site) => {
    let front: Server
    let base: string
    beforeAll(async () => {
      front = createServer((request, reply) => void sendSlowly(request, reply)).listen(0, '127.0.0.1')
      await new Promise((done) => front.once('listening', done))
      base = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
    })
    afterAll(() => void front?.close())

    let painted = (): void => undefined
    let isPainted = Promise.resolve()
    /** Sends what stands before the script, and the script only after the browser has painted that. */
    async function sendSlowly(request: IncomingMessage, reply: ServerResponse): Promise<void> {
      const answer = await site.server.app.inject({
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
      isPainted = new Promise<void>((resolve) => (painted = resolve))
      reply.write(answer.payload.slice(0, at))
      if (at >= 0) await isPainted
      reply.end(answer.payload.slice(Math.max(0, at)))
    }

    async function newPage(): Promise<Page> {
      const context = await site.newContext()
      await context.exposeFunction('painted', () => painted())
      await context.addInitScript(watchShifts)
      const page = await context.newPage()
      await page.route('https://**', (route) => route.abort())
      await page.route('**/style/*', async (route) => {
        await isPainted
        await route.fulfill({ contentType: 'font/woff2', body: readFileSync(systemFont()) })
      })
      return page
    }
    async function open(page: Page, form: PublishedForm, width: number, height = 800): Promise<void> {
      await page.setViewportSize({ width, height })
      await page.goto(`${base}/s/${form.id}`)
    }
    const moved = async (page: Page): Promise<unknown> => {
      await page.evaluate('document.fonts.ready.then(() => new Promise(window.quiet))')
      return page.evaluate('window.moved')
    }
    const publish = (steps: readonly ShortStep[], style: Style) =>
      site.server.publish([...steps, end], { style })

    const styles = {
      ...starterStyles,
      'with a font of its own': {
        ...starterStyles.plain,
        font: { file: 'a'.repeat(64), fallback: 'system' },
      },
    } as const satisfies Record<string, Style>

    const widths = [320, 1280]
    /** Each style at one width, by turns; the long run crosses them. */
    const crossed = (named: Readonly<Record<string, Style>>) =>
      Object.entries(named).flatMap(([name, style], i) =>
        widths.filter((_, j) => isLong || i % 2 === j).map((width) => [name, width, style] as const),
      )

    test.each(crossed(styles))(
      'when a page with every component in the style %s is loaded on %i px, though its script comes late',
      async (_name, width, style) => {
        const layout = { ...style.layout, questions: 'step' } as const
        const page = await newPage()
        await open(page, await publish([everyTypeAtOnce], { ...style, layout }), width, 9000)
        expect(await moved(page)).toEqual([])
      },
    )

    test.each(
      crossed({ plain: starterStyles.plain, dawn: starterStyles.dawn, signal: starterStyles.signal }),
    )('when answers are saved, or cannot be, in the style %s on %i px', async (_name, width, style) => {
      const page = await newPage()
      await open(page, await publish([['A', ['ShortInput', { question: 'Who?' }]]], style), width)
      expect(await moved(page)).toEqual([])
      await page.clock.install()
      const type = async (text: string, sign: string): Promise<void> => {
        await page.getByLabel('Who?').fill(text)
        await page.clock.fastForward(2000)
        await page.locator('#saving').filter({ hasText: sign }).waitFor()
        expect(await moved(page)).toEqual([])
      }
      await type('Ada', 'Saved')
      await page.route('**/save', (route) => route.abort())
      await type('Ada Lovelace', 'Not saved')
    })

    test.each(widths)(
      'on %i px when a question is revealed, but for what stands below it; nor when problems are shown',
      async (width) => {
        const page = await newPage()
        await open(page, await publish([conditional], starterStyles.plain), width)
        expect(await moved(page)).toEqual([])
        await page.getByLabel('Dog').check()
        await page.getByLabel('Its name?').waitFor()
        await page.getByLabel('Your e-mail address?').fill('nobody')
        await page.locator('button[value=next]').click()
        await page.locator('.summary').waitFor()
        expect(await moved(page)).toEqual([])
      },
    )
  },
  // The headless shell at times never gets the end of a page that stops on the way.
  { isFullChromium: true },
)

const systemFont = (): string => execFileSync('fc-match', ['--format=%{file}', 'serif'], { encoding: 'utf8' })

/** Notes what moves, unless within half a second after something was typed or pressed. An entry of Chromium may name nothing. */
const watchShifts = `
  window.moved = []
  /** Calls back when all that has come is painted. */
  window.quiet = (done) =>
    requestIdleCallback(() => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) window.quiet(window.painted)
  }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      // Below that it is a part of a pixel, as where the columns of a table settle while its rows arrive.
      if (!hadRecentInput && sources.length > 0 && value >= 0.00005)
        window.moved.push(value.toFixed(4) + ' ' + sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 80)).join(' | '))
  }).observe({ type: 'layout-shift', buffered: true })`
