import { expect, test } from 'vitest'
import { describePages, press } from '../support/in-browser.ts'
import type { ShortStep } from '../support/page-server.ts'

describePages('The task of a page in Chromium', (site) => {
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
      const form = await site.server.publish(steps, { settings: { proofOfWork: true, editableDays: 3 } })
      const address = `${site.base}/s/${form.id}`
      const page = await site.open(form, { javaScriptEnabled })
      const fill = async (who: string): Promise<void> => {
        await page.getByLabel('Who?').fill(who)
        site.server.wait(30)
        await press(page, 'Next')
        await page.getByLabel('Why?').fill('Because')
        await press(page, 'Submit')
        await page.waitForURL('**/done')
      }
      await fill('Ada')
      const [sent] = await site.server.responses(form)
      expect([sent?.finished, sent?.meta['flags']]).toEqual([true, flags])
      await page.getByRole('link', { name: 'Change your answers' }).click()
      await page.waitForURL(address)
      await fill('Grace')
      const [changed] = await site.server.responses(form)
      expect(changed?.data[0]?.response['value']).toBe('Grace')
      expect(changed?.meta['flags']).toEqual(flags)
    },
  )
})
