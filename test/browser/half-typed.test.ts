import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { PublishedForm } from '../../src/form/form.ts'
import { describePages, press } from '../support/in-browser.ts'
import type { ShortStep } from '../support/page-server.ts'

const steps: readonly ShortStep[] = [
  ['When', ['Date', { question: 'Which day?' }], ['Time', { question: 'What time?' }]],
  ['Who', ['ShortInput', { question: 'Name?' }]],
]

/** What is typed into fields by their labels, and what the page says to it. */
const rows: readonly (readonly [typed: Readonly<Record<string, string>>, said: string])[] = [
  [{ Month: '05', Day: '31' }, 'Which day? Year: Fill in “Year”.'],
  [{ Day: '31' }, 'Which day? Month: Fill in “Month”.'],
  [
    { Day: '31', Month: '02', Year: '2026' },
    'Which day? Day: This date does not exist. Check the day and the month.',
  ],
  [{ Day: '31', Month: '05', Year: '26' }, 'Which day? Year: Write the year with four digits.'],
  [{ 'What time?': '02' }, 'What time? Write the time as hours and minutes, like 14:30.'],
]

describePages('What is half typed', (site) => {
  const next = (page: Page) => press(page, 'Next')
  const type = async (page: Page, typed: Readonly<Record<string, string>>): Promise<void> => {
    for (const [label, text] of Object.entries(typed))
      await page.getByLabel(label, { exact: true }).fill(text)
  }
  const stored = async (form: PublishedForm): Promise<readonly unknown[]> =>
    (await site.server.responses(form)).flatMap(({ data }) => data.map(({ response }) => response['value']))

  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? 'with script' : 'without script'

    test(`is said and stays, ${how}`, async () => {
      const form = await site.server.publish(steps)
      const page = await site.open(form, { javaScriptEnabled })
      for (const [typed, said] of rows) {
        const all = { Day: '', Month: '', Year: '', 'What time?': '', ...typed }
        await type(page, all)
        await next(page)
        const links = page.locator('.summary a')
        await expect.poll(() => links.allTextContents()).toEqual([said])
        for (const [label, text] of Object.entries(all))
          expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(text)
        await links.first().click()
        expect(await page.locator('input:focus').getAttribute('aria-invalid')).toBe('true')
      }
      expect(await stored(form)).toEqual([])
    })

    test(`leaves the stored answer, and an emptied date removes it, ${how}`, async () => {
      const form = await site.server.publish(steps)
      const page = await site.open(form, { javaScriptEnabled })
      await type(page, { Day: '31', Month: '5', Year: '2026', 'What time?': '2:30 pm' })
      await next(page)
      await page.getByLabel('Name?').waitFor()
      expect(await stored(form)).toEqual(['2026-05-31', '14:30'])
      await press(page, 'Back')
      await page.getByLabel('Month', { exact: true }).fill('')
      await next(page)
      await page.getByRole('link', { name: 'Which day? Month: Fill in “Month”.' }).waitFor()
      expect(await stored(form)).toEqual(['2026-05-31', '14:30'])
      await type(page, { Day: '', Year: '' })
      await next(page)
      await page.getByLabel('Name?').waitFor()
      expect(await stored(form)).toEqual(['14:30'])
    })
  }

  test('is not a time where anything in it is not known, saved by itself or prefilled', async () => {
    const form = await site.server.publish([['When', ['Time', { question: 'What time?' }]]])
    for (const [text, time] of [
      ['hello', undefined],
      ['noch nicht', undefined],
      ['14 Uhr', '14:00'],
      ['午後2時30分', '14:30'],
    ] as const) {
      const page = await site.open(form)
      await page.getByLabel('What time?').fill(text)
      await page.getByText('Saved', { exact: true }).waitFor()
      expect((await site.server.responses(form))[0]?.data.map(({ response }) => response['value'])).toEqual(
        time === undefined ? [] : [time],
      )
      const linked = await site.open(form, { path: `?q0=${encodeURIComponent(text)}` })
      expect(await linked.getByLabel('What time?').inputValue()).toBe(time === undefined ? '' : text)
    }
  })
})
