import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch, noBrowser } from '../support/browser.ts'
import { pageServer, type PageServer } from '../support/page-server.ts'

const suite = noBrowser === undefined ? describe : describe.skip

suite(
  `What comes after a form in Chromium${noBrowser === undefined ? '' : ` (skipped: ${noBrowser})`}`,
  () => {
    let server: PageServer
    let browser: Browser
    beforeAll(async () => {
      server = await pageServer()
      await server.app.listen({ port: 0, host: '127.0.0.1' })
      browser = await launch()
    })
    afterAll(async () => {
      await browser?.close()
      await server.close()
    })

    test.each([true, false])(
      'a person prints the answers, and changes them by the link; with script: %s',
      async (javaScriptEnabled) => {
        const form = await server.publish([['You', ['ShortInput', { question: 'Who?' }]]], {
          settings: { editableDays: 3, offersCopy: true },
        })
        const base = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/s/${form.id}`
        const context = await browser.newContext({ javaScriptEnabled })
        const page = await context.newPage()
        const heard: string[] = []
        page.on('request', (request) => void heard.push(request.headers()['referer'] ?? ''))
        const send = async (text: string): Promise<void> => {
          await page.getByLabel('Who?').fill(text)
          await page.getByRole('button', { name: 'Submit', exact: true }).click()
          await page.waitForURL('**/done')
        }
        await page.goto(base)
        await send('Ada')
        await page.getByRole('link', { name: 'Change your answers' }).click()
        await page.waitForURL(base)
        expect(await page.getByLabel('Who?').inputValue()).toBe('Ada')
        await send('Grace')
        await page.getByRole('link', { name: /^See your answers/ }).click()
        await page.waitForURL('**/answers')
        await page.emulateMedia({ media: 'print' })
        expect(await page.locator('dl').innerText()).toContain('Grace')
        expect(await page.getByText('Print this page').isVisible()).toBe(false)
        expect(await page.locator('script').count()).toBe(0)
        expect(heard.filter((referrer) => referrer.includes('resume='))).toEqual([])
        expect(await server.responses(form)).toMatchObject([
          { finished: true, data: [{ response: { value: 'Grace' } }] },
        ])
        await context.close()
      },
    )

    test.each([true, false])(
      'an ending leads to another site, by a page of its own; with script: %s',
      async (javaScriptEnabled) => {
        const plain = await server.publish(
          [
            ['You', ['ShortInput', { question: 'Who?' }], ['NextButton']],
            ['End', ['Header', { title: 'Bye' }]],
          ],
          { settings: { redirectHosts: ['www.example.com'] } },
        )
        const steps = [...plain.steps]
        const end = {
          name: 'End',
          components: [],
          ...steps.pop(),
          redirect: 'https://www.example.com/thanks',
        }
        const form = { ...plain, id: `led-${javaScriptEnabled}`, steps: [...steps, end] }
        await server.world.store.forms.create(form)
        const base = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/s/${form.id}`
        const context = await browser.newContext({ javaScriptEnabled })
        const page = await context.newPage()
        await page.route('https://www.example.com/thanks', (route) =>
          route.fulfill({ contentType: 'text/html', body: '<h1>Elsewhere</h1>' }),
        )
        await page.goto(base)
        await page.getByLabel('Who?').fill('Ada')
        await page.getByRole('button', { name: 'Submit', exact: true }).click()
        await page.getByRole('heading', { name: 'Elsewhere' }).waitFor()
        expect(await server.responses(form)).toMatchObject([{ finished: true }])
        await context.close()
      },
    )
  },
)
