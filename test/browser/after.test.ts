import { expect, test } from 'vitest'
import { describePages, press } from '../support/in-browser.ts'

describePages('What comes after a form in Chromium', (site) => {
  test.each([true, false])(
    'a person prints the answers, and changes them by the link; with script: %s',
    async (javaScriptEnabled) => {
      const form = await site.server.publish([['You', ['ShortInput', { question: 'Who?' }]]], {
        settings: { editableDays: 3, offersCopy: true },
      })
      const address = `${site.base}/s/${form.id}`
      const page = await (await site.newContext({ javaScriptEnabled })).newPage()
      const heard: string[] = []
      page.on('request', (request) => void heard.push(request.headers()['referer'] ?? ''))
      const send = async (text: string): Promise<void> => {
        await page.getByLabel('Who?').fill(text)
        await press(page, 'Submit')
        await page.waitForURL('**/done')
      }
      await page.goto(address)
      await send('Ada')
      await page.getByRole('link', { name: 'Change your answers' }).click()
      await page.waitForURL(address)
      expect(await page.getByLabel('Who?').inputValue()).toBe('Ada')
      await send('Grace')
      await page.getByRole('link', { name: /^See your answers/ }).click()
      await page.waitForURL('**/answers')
      await page.emulateMedia({ media: 'print' })
      expect(await page.locator('dl').innerText()).toContain('Grace')
      expect(await page.getByText('Print this page').isVisible()).toBe(false)
      expect(await page.locator('script').count()).toBe(0)
      expect(heard.filter((referrer) => referrer.includes('resume='))).toEqual([])
      expect(await site.server.responses(form)).toMatchObject([
        { finished: true, data: [{ response: { value: 'Grace' } }] },
      ])
    },
  )

  test.each([true, false])(
    'an ending leads to another site, by a page of its own; with script: %s',
    async (javaScriptEnabled) => {
      const plain = await site.server.publish(
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
      await site.server.deps.store.forms.create(form)
      const address = `${site.base}/s/${form.id}`
      const page = await (await site.newContext({ javaScriptEnabled })).newPage()
      await page.route('https://www.example.com/thanks', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<h1>Elsewhere</h1>' }),
      )
      await page.goto(address)
      await page.getByLabel('Who?').fill('Ada')
      await press(page, 'Submit')
      await page.getByRole('heading', { name: 'Elsewhere' }).waitFor()
      expect(await site.server.responses(form)).toMatchObject([{ finished: true }])
    },
  )
})
