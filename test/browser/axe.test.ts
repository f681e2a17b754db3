import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { starterStyles } from '../../src/server/starter-styles.ts'
import { launch, noBrowser } from '../support/browser.ts'
import { everyComponent } from '../support/every-component.ts'
import { pageServer, type PageServer, type ShortStep } from '../support/page-server.ts'

const suite = noBrowser === undefined ? describe : describe.skip
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  // The frame of a calendar is its provider's.
  iframes: false,
}

suite(`axe${noBrowser === undefined ? '' : ` (skipped: ${noBrowser})`}`, () => {
  let server: PageServer
  let browser: Browser
  let base: string
  beforeAll(async () => {
    server = await pageServer()
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    base = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  /** What axe finds on the page: the rule and the elements. */
  async function violations(page: Page): Promise<readonly string[]> {
    await page.evaluate(axe)
    const { violations: found } = (await page.evaluate(
      `axe.run(document, ${JSON.stringify(options)})`,
    )) as AxeResults
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
  }

  // A style of each kind: a card, a dark one, and one question on the page itself.
  const { light, dark, dawn } = starterStyles
  describe.each(Object.entries({ light, dark, dawn }))('in the style %s', (_name, style) => {
    test.each(['light', 'dark'] as const)(
      'finds nothing on any step, empty or with problems, where the browser is %s',
      async (colorScheme) => {
        const form = await server.publish(everyComponent, { style })
        const context = await browser.newContext({ colorScheme, bypassCSP: true })
        await context.route(
          (url) => url.origin !== base,
          (route) => route.fulfill({ contentType: 'text/html', body: '<p>Calendar</p>' }),
        )
        const page = await context.newPage()
        await page.goto(`${base}/s/${form.id}`)
        const found: string[] = []
        const look = async (state: string): Promise<void> => {
          for (const violation of await violations(page)) found.push(`${state}: ${violation}`)
        }
        const next = page.locator('button[value=next]')
        for (let step = 1; (await next.count()) > 0; step += 1) {
          await look(`step ${step}`)
          const email = page.locator('input[type=email]:visible').first()
          if ((await email.count()) > 0) {
            await email.fill('nobody')
            await next.click()
            await page.locator('.summary').waitFor()
            await look(`step ${step} with problems`)
            await email.fill('')
          }
          await next.click()
          await page.waitForLoadState()
        }
        await look('the end')
        expect(found).toEqual([])
        expect(await page.locator('form').count()).toBe(0)
        await context.close()
      },
      60_000,
    )
  })

  describe.each(Object.entries(starterStyles))('in the style %s', (_name, style) => {
    test.each(['light', 'dark'] as const)(
      'finds nothing on required questions of every kind, empty or with problems, where the browser is %s',
      async (colorScheme) => {
        const layout = { ...style.layout, questions: 'step' } as const
        const form = await server.publish([['Questions', ...requiredQuestions], thanks], {
          style: { ...style, layout },
        })
        const context = await browser.newContext({ colorScheme, bypassCSP: true })
        const page = await context.newPage()
        await page.goto(`${base}/s/${form.id}`)
        const empty = await violations(page)
        await page.locator('button[value=next]').click()
        await page.locator('.summary').waitFor()
        expect(await page.locator('.problem').count()).toBe(requiredQuestions.length)
        expect([...empty, ...(await violations(page))]).toEqual([])
        await context.close()
      },
      60_000,
    )
  })
})

const beside = { required: true, description: 'Take your time.' }
const requiredQuestions: ShortStep[1][] = [
  ['ShortInput', { question: 'Who?', maxLength: 80 }, beside],
  ['Number', { question: 'How many?', min: 0, unit: 'people' }, beside],
  ['Rating', { question: 'How was it?', lowLabel: 'Poor', highLabel: 'Excellent' }, beside],
  ['Rating', { question: 'How was it?', look: 'numbers' }, beside],
  ['OpinionScale', { question: 'How likely are you to recommend us?', preset: 'nps' }, beside],
  ['Date', { question: 'When?', max: 'today' }, beside],
  ['Time', { question: 'When?', step: 15 }, beside],
  ['Phone', { question: 'Which number?', includeDialCode: true, defaultCountry: 'GB' }, beside],
  ['FileUploader', { question: 'Which files?' }, beside],
  ['MultipleOptionsQuestion', { question: 'Which?', choices: ['a', 'b'], isMulti: true }, beside],
  ['IdentityInfo', { fields: [{ key: 'city', label: 'City' }] }, beside],
  ['Address', { question: 'Where?', fields: ['city'] }, beside],
  ['Consent', { text: 'I agree.' }, beside],
]
const thanks: ShortStep = ['Thanks', ['Header', { title: 'Thank you' }]]
