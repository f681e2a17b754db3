import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { PublishedForm, Style } from '../../src/form/form.ts'
import { starterStyles } from '../../src/server/starter-forms.ts'
import { arrive, describePages, press } from '../support/in-browser.ts'
import type { ShortComponent } from '../support/page-server.ts'

describePages('Answering in Chromium', (site) => {
  /** A form whose first step has these components; a second step follows. */
  const publish = (components: readonly ShortComponent[], style: Style = starterStyles.plain) =>
    site.server.publish(
      [
        ['First', ...components],
        ['Second', ['ShortInput', { question: 'Why?' }]],
      ],
      { style },
    )
  const answers = async (form: PublishedForm) => Object.values((await site.server.answers(form))[0] ?? {})

  /** The tops of elements, a number for each row. */
  const rowsOf = (page: Page, selector: string): Promise<readonly number[]> =>
    page.locator(selector).evaluateAll((all) => {
      const tops = all.map((one) => Math.round((one as unknown as Boxed).getBoundingClientRect().top))
      return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length)
    })

  describe('an optional answer is taken back', () => {
    const optional: readonly ShortComponent[] = [
      ['MultipleOptionsQuestion', { question: 'Which?', choices: ['Red', 'Green'] }],
      ['GraphicOptions', { question: 'Where?', choices: ['Hills', 'Sea'] }],
      ['OpinionScale', { question: 'How likely?', min: 0 }],
      ['Rating', { question: 'How good?', look: 'numbers', lowLabel: 'Bad', max: 3 }],
      ['Matrix', { question: 'How?', rows: ['Food'], columns: ['Good', 'Bad'] }],
    ]

    test.each([true, false])(
      'of every kind that has radio buttons; with a script: %s',
      async (javaScriptEnabled) => {
        const form = await publish(optional)
        const page = await site.open(form, { javaScriptEnabled })
        const none = page.getByRole('radio', { name: 'No answer' })
        expect(await none.count()).toBe(0)
        for (const name of ['Red', 'Sea', '10', '1, Bad', 'Food Good'])
          await page.getByRole('radio', { name, exact: true }).check()
        expect(await none.count()).toBe(optional.length)
        // A row keeps its name, and its button says it.
        expect(await page.getByRole('radio', { name: 'Food No answer', exact: true }).count()).toBe(1)
        expect(await page.getByRole('rowheader', { name: 'Food', exact: true }).count()).toBe(1)
        await press(page, 'Next')
        expect(await answers(form)).toHaveLength(optional.length)
        await press(page, 'Back')
        for (const one of await none.all()) await one.check()
        await press(page, 'Next')
        expect(await answers(form)).toEqual([])
        await press(page, 'Back')
        expect(await page.locator(':checked').count()).toBe(0)
        expect(await none.count()).toBe(0)
      },
    )

    test('not one that is required', async () => {
      const page = await site.open(await publish([['Rating', { question: 'How?' }, { required: true }]]))
      await page.getByRole('radio', { name: '4' }).check()
      expect(await page.getByRole('radio').count()).toBe(5)
    })

    test('with the text that was typed at “Other”', async () => {
      const form = await publish([
        ['MultipleOptionsQuestion', { question: 'Which?', choices: ['Red'], other: true }],
      ])
      const page = await site.open(form)
      await page.getByRole('radio', { name: 'Other' }).check()
      await page.getByLabel('Please specify').fill('Blue')
      await page.getByRole('radio', { name: 'No answer' }).check()
      await press(page, 'Next')
      expect(await answers(form)).toEqual([])
    })
  })

  describe.each(['plain', 'editorial', 'meadow'] as const)('in the style %s', (look) => {
    const style: Style = {
      ...starterStyles[look],
      layout: { ...starterStyles[look].layout, questions: 'step' },
    }

    test('a scale has one row, or two that differ by one point at most', async () => {
      const scales = [2, 5, 6, 7, 9, 10].map((max): ShortComponent => [
        'OpinionScale',
        { question: `To ${max}`, max },
      ])
      const stars = [5, 7, 10].map((max): ShortComponent => ['Rating', { question: `${max} stars`, max }])
      const page = await site.open(
        await publish([...scales, ['OpinionScale', { preset: 'nps' }], ...stars], style),
      )
      for (const width of [320, 375, 600, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        for (let i = 0; i < scales.length + 1 + stars.length; i += 1) {
          const rows = await rowsOf(page, `form > div:nth-of-type(${i + 1}) .point`)
          expect(rows.length).toBeLessThanOrEqual(2)
          expect(Math.max(...rows) - Math.min(...rows)).toBeLessThanOrEqual(1)
        }
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      }
    })

    test('the columns of a table are equal, with whole words above the middle of their buttons', async () => {
      const columns = ['Strongly disagree', 'Disagree', 'Neither', 'Agree', 'Strongly agree']
      const page = await site.open(
        await publish([['Matrix', { question: 'What?', rows: ['The food', 'Talks'], columns }]], style),
      )
      for (const width of [320, 600, 700, 800, 1000, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        const heads = await page.locator('thead th').evaluateAll(measured)
        const buttons = await page.locator('tbody tr:first-child input:not([value=""])').evaluateAll(measured)
        // Without room for a table, each button has its words beside it.
        if (heads.every(({ width: own }) => own === 0)) continue
        expect(new Set(heads.map(({ width: own }) => Math.round(own))).size).toBe(1)
        for (const [i, { middle, isCut }] of heads.entries()) {
          expect(isCut).toBe(false)
          expect(Math.abs(middle - (buttons[i]?.middle ?? 0))).toBeLessThan(2)
        }
      }
    })

    test('a problem of a row has the width of the table', async () => {
      const [rows, columns] = [
        ['Welcome', 'The service at the tables'],
        ['Poor', 'Fair', 'Good'],
      ]
      const page = await site.open(
        await publish([['Matrix', { question: 'What?', rows, columns }, { required: true }]], style),
      )
      await page.setViewportSize({ width: 375, height: 900 })
      await press(page, 'Next')
      const table = await page.locator('table').boundingBox()
      for (const problem of await page.locator('th .problem').all()) {
        const box = await problem.boundingBox()
        expect(box?.height).toBeLessThan(60)
        expect(box?.width).toBeGreaterThan((table?.width ?? 0) * 0.75)
      }
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375)
    })
  })

  test('the unit of a number stays whole on a narrow phone', async () => {
    const page = await site.open(await publish([['Number', { question: 'How many?', unit: 'people' }]]))
    await page.setViewportSize({ width: 320, height: 700 })
    const { height = 0 } = (await page.locator('.measured span').boundingBox()) ?? {}
    expect(height).toBeLessThan(35)
  })

  test('the progress begins above zero, ends full, and is seen in forced colours', async () => {
    const form = await publish([['ShortInput', { question: 'What?' }]])
    const page = await site.open(form, { forcedColors: 'active', bypassCSP: true })
    /** How many colours the first and the third quarter of the bar have. */
    const colours = async (): Promise<unknown> => {
      const picture = (await page.locator('progress').screenshot()).toString('base64')
      return page.evaluate(`(async () => {
        const image = new Image()
        image.src = 'data:image/png;base64,${picture}'
        await image.decode()
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
        context.drawImage(image, 0, 0)
        const at = (part) => context.getImageData(image.width * part, image.height / 2, 1, 1).data.join()
        return new Set([at(0.25), at(0.75)]).size
      })()`)
    }
    expect(await colours()).toBe(2)
    expect(await page.locator('progress').getAttribute('value')).toBe('1')
    await press(page, 'Next')
    expect(await colours()).toBe(1)
    expect(await page.locator('progress').getAttribute('value')).toBe('2')
  })

  test('a long list finds names by letters without accents, in any case and width', async () => {
    const options = ['İstanbul', 'Österreich', 'Côte d’Ivoire', 'Straße', 'Łódź', 'Işık', 'Oslo']
    const page = await site.open(
      await publish([['Dropdown', { question: 'Where?', options, searchable: true }]]),
    )
    const found: Record<string, readonly string[]> = {}
    for (const typed of [
      'istanbul',
      'osterreich',
      'ISTANBUL',
      'cote',
      'strasse',
      'lodz',
      'isik',
      'Ｏｓｌｏ',
    ]) {
      await page.getByRole('searchbox').fill(typed)
      const texts = await page.locator('option:not([value=""])').allTextContents()
      found[typed] = texts.map((text) => text.trim())
    }
    expect(found).toEqual({
      istanbul: ['İstanbul'],
      ISTANBUL: ['İstanbul'],
      osterreich: ['Österreich'],
      cote: ['Côte d’Ivoire'],
      strasse: ['Straße'],
      lodz: ['Łódź'],
      isik: ['Işık'],
      Ｏｓｌｏ: ['Oslo'],
    })
  })

  test('a list in which nothing is found says so, and keeps “Other”’s own field', async () => {
    const options = ['Oslo', 'Bergen']
    const content = { question: 'Where?', options, searchable: true, isMulti: true, other: true }
    const page = await site.open(await publish([['Dropdown', content]]))
    await page.getByRole('checkbox', { name: 'Other' }).check()
    await page.getByRole('searchbox').fill('zzz')
    expect(await page.getByText('Nothing found').isVisible()).toBe(true)
    expect(await page.getByLabel('Please specify').isVisible()).toBe(true)
  })

  describe('a page with one question', () => {
    const style: Style = starterStyles.dawn
    const focused = (page: Page): Promise<unknown> => page.evaluate('document.activeElement.localName')

    test('has the focus in its field, and Enter leads on', async () => {
      const form = await publish([['ShortInput', { question: 'What?' }]], style)
      const page = await site.open(form)
      expect(await focused(page)).toBe('input')
      expect(await page.getByText('or press Enter').isVisible()).toBe(true)
      await page.keyboard.type('Tea')
      await page.keyboard.press('Enter')
      await arrive(page, 'Why?')
      expect(await answers(form)).toEqual(['Tea'])
    })

    test('has the focus in the first place of a ranking', async () => {
      const page = await site.open(await publish([['Ranking', { options: ['Price', 'Place'] }]], style))
      const focusedOne = page.locator(':focus')
      await focusedOne.waitFor()
      expect(await focusedOne.getAttribute('name')).toBe('q.q0.o0')
    })

    test('has the focus in the field to correct', async () => {
      const page = await site.open(await publish([['Date', { question: 'When?' }]], style))
      await page.keyboard.type('3')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
      const focusedOne = page.locator('input:focus')
      await focusedOne.waitFor()
      expect(await focusedOne.getAttribute('name')).toBe('q.q0.month')
    })

    test('takes letters for its choices and digits for its points, which it shows', async () => {
      const choices = ['Red', 'Green', 'Blue']
      const form = await publish(
        [
          ['MultipleOptionsQuestion', { question: 'Which?', choices }],
          ['OpinionScale', { question: 'How?', max: 5 }],
        ],
        style,
      )
      const page = await site.open(form)
      expect(await page.locator('kbd').allTextContents()).toEqual(['A', 'B', 'C'])
      expect(await page.locator(':checked').count()).toBe(0)
      await page.keyboard.press('b')
      await page.keyboard.press('Enter')
      await arrive(page, 'How?')
      await page.keyboard.press('4')
      await page.keyboard.press('Enter')
      await arrive(page, 'Why?')
      expect(await answers(form)).toMatchObject([
        { choices: [{ value: false }, { value: true }, { value: false }] },
        4,
      ])
    })

    test('leaves letters that are typed in a text alone', async () => {
      const form = await publish(
        [['MultipleOptionsQuestion', { question: 'Which?', choices: ['Red'], other: true }]],
        style,
      )
      const page = await site.open(form)
      await page.keyboard.press('b')
      await page.getByLabel('Please specify').fill('')
      await page.getByLabel('Please specify').pressSequentially('abba')
      await press(page, 'Next')
      expect(await answers(form)).toMatchObject([{ other: 'abba' }])
    })

    test('has none of the hints on a phone', async () => {
      const form = await publish(
        [['MultipleOptionsQuestion', { question: 'Which?', choices: ['Red'] }]],
        style,
      )
      const page = await site.open(form, {
        hasTouch: true,
        isMobile: true,
        viewport: { width: 375, height: 700 },
      })
      expect(await page.getByText('or press Enter').isVisible()).toBe(false)
      expect(await page.locator('kbd').isVisible()).toBe(false)
    })
  })

  describe('chosen files', () => {
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPhfDwAChAGAZ+rN0QAAAABJRU5ErkJggg==',
      'base64',
    )
    const files = [
      { name: 'view.png', mimeType: 'image/png', buffer: picture },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
    ] as const

    test('are listed with their pictures, more are added, and each can be taken out', async () => {
      const form = await publish([['FileUploader', { question: 'What?', maxFiles: 3 }]])
      const page = await site.open(form)
      const refused: string[] = []
      page.on('console', (message) => refused.push(message.text()))
      const input = page.getByLabel('What?')
      await input.setInputFiles([files[0]])
      await input.setInputFiles([files[1]])
      expect(await page.locator('.files bdi').allTextContents()).toEqual(['view.png', 'notes.txt'])
      expect(
        await page.locator('.files img').evaluate((image) => (image as unknown as Picture).naturalWidth),
      ).toBe(1)
      await page.getByRole('button', { name: 'Remove notes.txt' }).click()
      await press(page, 'Next')
      await arrive(page, 'Second')
      expect(
        (await site.server.responses(form))[0]?.data.map(({ response }) => response['files']),
      ).toMatchObject([[{ name: 'view.png' }]])
      expect(refused).toEqual([])
    })

    test('have a bar each while they are sent', async () => {
      const page = await site.open(await publish([['FileUploader', { question: 'What?', maxFiles: 3 }]]))
      await page.getByLabel('What?').setInputFiles([...files])
      // The save before them goes through.
      await page.route(/[?]sent=/, () => undefined)
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('progressbar', { name: 'Sending the files: notes.txt' }).waitFor()
      expect(await page.locator('.files progress').count()).toBe(2)
      expect(await page.getByRole('button', { name: 'Next' }).getAttribute('aria-busy')).toBe('true')
    })
  })

  test('a link for another device is copied by a button, and drawn as a QR code', async () => {
    const page = await site.open(await publish([['ShortInput', { question: 'What?' }]]))
    await page.getByLabel('What?').fill('Tea')
    await press(page, 'Continue on another device')
    const address = await page.getByLabel('Address of your answers').inputValue()
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    await page.setContent('<textarea></textarea>')
    await page.locator('textarea').focus()
    await page.keyboard.press('ControlOrMeta+v')
    expect(await page.locator('textarea').inputValue()).toBe(address)
  })
})

type Boxed = {
  readonly scrollWidth: number
  readonly clientWidth: number
  readonly getBoundingClientRect: () => {
    readonly top: number
    readonly left: number
    readonly width: number
  }
}
type Picture = { readonly naturalWidth: number }

const measured = (all: readonly unknown[]) =>
  (all as readonly Boxed[]).map((one) => {
    const { left, width } = one.getBoundingClientRect()
    return { width, middle: left + width / 2, isCut: one.scrollWidth > one.clientWidth }
  })
