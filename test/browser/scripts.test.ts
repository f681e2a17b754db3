import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { PublishedForm } from '../../src/form/form.ts'
import { arrive, describePages, press } from '../support/in-browser.ts'
import type { ShortComponent } from '../support/page-server.ts'

const pdf = (name: string, size = 4) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.alloc(size, '%PDF'),
})
const tongues =
  'Arabic,Basque,Catalan,Danish,Dutch,English,Finnish,French,German,Greek,Hebrew,Hindi,Irish,Welsh'.split(',')

describePages('The small scripts in Chromium', (site) => {
  type Opened = { readonly page: Page; readonly form: PublishedForm; readonly context: BrowserContext }

  async function open(
    components: readonly ShortComponent[],
    options: BrowserContextOptions = {},
  ): Promise<Opened> {
    const form = await site.server.publish([['One', ...components]])
    const page = await site.open(form, options)
    return { page, form, context: page.context() }
  }

  const submit = async (page: Page): Promise<void> => {
    await press(page, 'Submit')
    await arrive(page, 'Thank you')
  }

  const shared = new Set(['type', 'headline', 'componentShapeVersion'])
  const answers = async (form: PublishedForm): Promise<readonly unknown[]> =>
    (await site.server.responses(form)).flatMap(({ data }) =>
      data.map(({ response }) =>
        Object.fromEntries(Object.entries(response).filter(([name]) => !shared.has(name))),
      ),
    )

  const keys = async (page: Page, ...pressed: readonly string[]): Promise<void> => {
    for (const key of pressed) await page.keyboard.press(key)
  }

  describe('a ranking', () => {
    const ranking: ShortComponent = [
      'Ranking',
      { question: 'Which first?', options: ['Trains', 'Ships', 'Planes'] },
    ]
    const order = (page: Page) => page.locator('.ranking label').allTextContents()
    const shipsFirst = [{ ranking: ['Ships', 'Trains', 'Planes'] }]

    test('moves by its buttons, with the focus staying on the one that was pressed, and says where it went', async () => {
      const { page, form } = await open([ranking])
      await page.getByRole('button', { name: 'Move down: Trains' }).focus()
      await keys(page, 'Enter')
      expect(await order(page)).toEqual(['Ships', 'Trains', 'Planes'])
      expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Move down: Trains')
      expect(await page.locator('.field [role=status]').textContent()).toBe('Trains: 2 / 3')
      await keys(page, 'Space', 'Shift+Tab', 'Enter')
      expect(await order(page)).toEqual(['Ships', 'Trains', 'Planes'])
      await submit(page)
      expect(await answers(form)).toEqual(shipsFirst)
    })

    test('moves by its lists of places, and keeps each place for one option', async () => {
      const { page, form } = await open([ranking])
      await page.getByRole('combobox', { name: 'Ships' }).selectOption('1')
      expect(await order(page)).toEqual(['Ships', 'Trains', 'Planes'])
      expect(await page.getByRole('combobox', { name: 'Planes' }).inputValue()).toBe('3')
      await submit(page)
      expect(await answers(form)).toEqual(shipsFirst)
    })

    test('moves by dragging', async () => {
      const { page, form } = await open([ranking])
      await page.locator('.ranking li').nth(1).dragTo(page.locator('.ranking li').nth(0))
      expect(await order(page)).toEqual(['Ships', 'Trains', 'Planes'])
      await submit(page)
      expect(await answers(form)).toEqual(shipsFirst)
    })

    test('is answered by its lists alone without a script', async () => {
      const { page, form } = await open([ranking], { javaScriptEnabled: false })
      expect(await page.locator('.ranking button').count()).toBe(0)
      for (const [option, place] of Object.entries({ Ships: '1', Trains: '2', Planes: '3' }))
        await page.getByRole('combobox', { name: option }).selectOption(place)
      await submit(page)
      expect(await answers(form)).toEqual(shipsFirst)
    })
  })

  describe('a long list', () => {
    const one: ShortComponent = [
      'Dropdown',
      { question: 'Mother tongue?', options: tongues, searchable: true },
    ]
    const several: ShortComponent = [
      'Dropdown',
      { question: 'Which?', options: tongues, searchable: true, isMulti: true },
    ]

    test('is narrowed by what is typed, says how many are left, and is chosen from by keys', async () => {
      const { page, form } = await open([one])
      await page.getByRole('searchbox', { name: 'Filter the list: Mother tongue?' }).focus()
      await page.keyboard.type('we')
      expect(await page.locator('select option').allTextContents()).toEqual([
        expect.stringContaining('Choose one'),
        expect.stringContaining('Welsh'),
      ])
      expect(await page.locator('.field [role=status]').textContent()).toBe('1 found')
      // Enter would send the form.
      await keys(page, 'Enter', 'Tab', 'End')
      expect(await page.getByRole('combobox').or(page.getByRole('listbox')).inputValue()).toBe('Welsh')
      await submit(page)
      expect(await answers(form)).toEqual([{ selected: 'Welsh' }])
    })

    test('keeps what is chosen, whatever is typed', async () => {
      const { page, form } = await open([several])
      await page.getByLabel('Greek').check()
      await page.getByRole('searchbox').fill('ba')
      expect(await page.locator('.choice:visible').allTextContents()).toEqual([
        expect.stringContaining('Basque'),
        expect.stringContaining('Greek'),
      ])
      await page.getByLabel('Basque').check()
      await submit(page)
      expect(await answers(form)).toEqual([{ selected: ['Basque', 'Greek'] }])
    })

    test('is a list without a script', async () => {
      const { page, form } = await open([one, several], { javaScriptEnabled: false })
      expect(await page.getByRole('searchbox').count()).toBe(0)
      await page.getByRole('combobox', { name: 'Mother tongue?' }).selectOption('Welsh')
      await page.getByRole('checkbox', { name: 'Greek' }).check()
      await submit(page)
      expect(await answers(form)).toEqual([{ selected: 'Welsh' }, { selected: ['Greek'] }])
    })
  })

  describe('files', () => {
    const files: ShortComponent = ['FileUploader', { question: 'Papers?', maxFiles: 2, accept: ['.pdf'] }]
    const name: ShortComponent = ['ShortInput', { question: 'Who?', maxLength: 9 }]

    test.each([true, false])(
      'arrive and can be removed again, with a script or without (%s)',
      async (javaScriptEnabled) => {
        const { page, form } = await open([files, name], { javaScriptEnabled })
        await page.getByLabel('Papers?').setInputFiles([pdf('a.pdf'), pdf('b.pdf')])
        await page.getByLabel('Who?').fill('Ada Lovelace')
        await press(page, 'Submit')
        await page.locator('.summary').waitFor()
        expect(await page.locator(':focus').getAttribute('role')).toBe('alert')
        await page.getByLabel('Who?').fill('Ada')
        await page.getByRole('checkbox', { name: 'Remove a.pdf' }).check()
        await submit(page)
        expect(await answers(form)).toEqual([
          { files: [expect.objectContaining({ name: 'b.pdf', size: 4 })] },
          { value: 'Ada' },
        ])
      },
    )

    test('show how far they are sent', async () => {
      const { page, form, context } = await open([files])
      const session = await context.newCDPSession(page)
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: 400_000,
      })
      await page.getByLabel('Papers?').setInputFiles([pdf('a.pdf', 500_000)])
      await press(page, 'Submit')
      await page.getByRole('progressbar', { name: 'Sending the files' }).waitFor()
      await arrive(page, 'Thank you')
      expect(await answers(form)).toEqual([{ files: [expect.objectContaining({ size: 500_000 })] }])
    })

    test('leave a page with problems that has its look and its scripts', async () => {
      const { page } = await open([files, name])
      await page.getByLabel('Papers?').setInputFiles([pdf('a.pdf')])
      await page.getByLabel('Who?').fill('Ada Lovelace')
      await press(page, 'Submit')
      await page.locator('.summary').waitFor()
      expect(
        await page.evaluate("getComputedStyle(document.querySelector('.summary')).borderTopWidth"),
      ).not.toBe('0px')
      expect(await page.locator('.count').textContent()).toBe('Characters left: -3')
      await page.getByLabel('Who?').fill('Ada')
      expect(await page.locator('.count').textContent()).toBe('Characters left: 6')
      await page.locator('#saving', { hasText: 'Saved' }).waitFor()
      await page.getByLabel('Papers?').setInputFiles([pdf('b.pdf')])
      await submit(page)
    })
  })

  test('a counter shows what is left at once, and says it once a person pauses', async () => {
    const { page } = await open([['ShortInput', { question: 'Who?', maxLength: 9 }]])
    await page.getByLabel('Who?').pressSequentially('Ada 😀')
    expect(await page.locator('.count').textContent()).toBe('Characters left: 4')
    const status = page.locator('.ShortInput [role=status]')
    expect(await status.textContent()).toBe('')
    await status.filter({ hasText: 'Characters left: 4' }).waitFor({ state: 'attached' })
  })

  describe('a calendar', () => {
    const calendar: ShortComponent = ['SchedulerScreen', { dataUrl: 'https://cal.example/ada' }]
    const booked = `parent.postMessage({ originator: 'CAL', type: 'bookingSuccessfulV2', data: { startTime: '2026-12-01T10:00Z' } }, '*')`

    /** A page with a calendar, which runs that script. */
    async function withCalendar(script: string, options: BrowserContextOptions = {}): Promise<Opened> {
      const form = await site.server.publish([['One', calendar]])
      const context = await site.newContext(options)
      await context.route('https://cal.example/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: `<script>${script}</script>` }),
      )
      const page = await context.newPage()
      await page.goto(`${site.base}/s/${form.id}`)
      return { page, form, context }
    }

    test('ticks the box when a time is booked in it', async () => {
      const { page, form } = await withCalendar(`setTimeout(() => ${booked}, 300)`)
      await page.locator('input:checked').waitFor()
      await submit(page)
      expect(await answers(form)).toEqual([{ booked: true, startTime: '2026-12-01T10:00:00.000Z' }])
    })

    test('is not believed when another page speaks for it', async () => {
      const { page } = await withCalendar('')
      await page.evaluate(`new Promise((isHeard) => {
        addEventListener('message', isHeard)
        ${booked.replace('parent', 'window')}
      })`)
      expect(await page.locator('input:checked').count()).toBe(0)
    })

    test('is booked by a box without a script', async () => {
      const { page, form } = await withCalendar('', { javaScriptEnabled: false })
      await page.getByLabel('I have booked a time').check()
      await submit(page)
      expect(await answers(form)).toEqual([{ booked: true }])
    })
  })
})
