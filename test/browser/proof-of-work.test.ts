import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch, noBrowser } from '../support/browser.ts'
import { pageServer, type PageServer, type ShortStep } from '../support/page-server.ts'

const suite = noBrowser === undefined ? describe : describe.skip

suite(`The task of a page in Chromium${noBrowser === undefined ? '' : ` (skipped: ${noBrowser})`}`, () => {
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

  const steps: readonly ShortStep[] = [
    ['You', ['ShortInput', { question: 'Who?' }]],
    ['Us', ['LongInput', { question: 'Why?' }]],
  ]

  test.each([
    [true, undefined],
    [false, ['no-proof']],
  ])(
    'a response that is sent as soon as it can be and changed later; with script: %s, flags: %s',
    async (javaScriptEnabled, flags) => {
      const form = await server.publish(steps, { settings: { proofOfWork: true, editableDays: 3 } })
      const base = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/s/${form.id}`
      const context = await browser.newContext({ javaScriptEnabled })
      const page = await context.newPage()
      const fill = async (who: string): Promise<void> => {
        await page.getByLabel('Who?').fill(who)
        server.wait(30)
        await page.getByRole('button', { name: 'Next', exact: true }).click()
        await page.getByLabel('Why?').fill('Because')
        await page.getByRole('button', { name: 'Submit', exact: true }).click()
        await page.waitForURL('**/done')
      }
      await page.goto(base)
      await fill('Ada')
      const [sent] = await server.responses(form)
      expect([sent?.finished, sent?.meta['flags']]).toEqual([true, flags])
      await page.getByRole('link', { name: 'Change your answers' }).click()
      await page.waitForURL(base)
      await fill('Grace')
      const [changed] = await server.responses(form)
      expect(changed?.data[0]?.response['value']).toBe('Grace')
      expect(changed?.meta['flags']).toEqual(flags)
      await context.close()
    },
  )
})
