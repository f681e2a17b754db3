import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { PublishedForm } from '../../src/form/form.ts'
import { everyComponent } from '../support/every-component.ts'
import { arrive, describePages, press } from '../support/in-browser.ts'
import type { ShortStep } from '../support/page-server.ts'
import { temporaryFolder } from '../support/test-host.ts'

describePages('The pages in Chromium', (site) => {
  type Opened = { readonly page: Page; readonly form: PublishedForm; readonly complaints: readonly string[] }

  /** A page at the first step of the form with every component; nothing but our own server is reached. */
  async function open(options: BrowserContextOptions = {}): Promise<Opened> {
    const form = await site.server.publish(everyComponent, { name: 'Customer survey' })
    const context = await site.newContext({ ...options, elsewhere: '<p>Calendar of Ada</p>' })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) complaints.push(message.text())
    })
    await page.goto(`${site.base}/s/${form.id}`)
    return { page, form, complaints }
  }

  describe.each([
    ['without JavaScript', false],
    ['with JavaScript', true],
  ])('%s', (_name, javaScriptEnabled) => {
    test('a form of every component type is filled in, and every answer is stored', async () => {
      const { page, form, complaints } = await open({ javaScriptEnabled })
      await page.getByLabel('Full name').fill('Ada Lovelace')
      expect(await page.getByLabel('Company').isVisible()).toBe(false)
      await page.getByLabel('Work e-mail').fill('ada@lovelace.example')
      expect(await page.getByLabel('Company').isVisible()).toBe(true)
      await page.getByLabel('Company').fill('Engines')
      await page.getByLabel('Country code').selectOption('DE')
      await page.getByLabel('Phone', { exact: true }).fill('030 901820')
      await page.getByLabel('Where should we write to?').fill('ada@example.com')
      await press(page, 'Continue')

      await arrive(page, 'Your work')
      await page.getByLabel('What do you do?').fill('I count')
      await page.getByLabel('What should be better?').fill('\nFirst line\nsecond <line>')
      await page.getByLabel('Where do you work?').selectOption('Elsewhere')
      await page.getByRole('group', { name: 'Which tools' }).getByLabel('Paper').check()
      await page.getByRole('group', { name: 'Which tools' }).getByLabel('Something else').check()
      await page.getByRole('radiogroup', { name: 'How large' }).getByLabel('Just me').check()
      await page.getByLabel('Speed').check()
      await press(page, 'Continue')

      await page.getByLabel('Choose a password').fill('hunter2')
      await page
        .getByLabel('Attach your brief')
        .setInputFiles([
          { name: 'brief – ünïcode.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
        ])
      await press(page, 'Next')

      expect(await page.frameLocator('iframe').locator('p').textContent()).toBe('Calendar of Ada')
      expect(await page.locator('iframe').getAttribute('src')).toContain('email=ada%40lovelace.example')
      await page.getByLabel('I have booked a time').first().check()
      await press(page, 'Send')

      await arrive(page, 'In figures')
      await page.getByLabel('How many are you?').fill('7')
      await page.getByRole('radiogroup', { name: 'How was it?' }).getByLabel('4').check()
      await page.getByRole('radiogroup', { name: 'How fast' }).getByLabel('2').check()
      await page.getByRole('radiogroup', { name: 'recommend' }).getByLabel('9').check()
      await page.getByLabel('Day', { exact: true }).fill('28')
      await page.getByLabel('Month', { exact: true }).fill('2')
      await page.getByLabel('Year', { exact: true }).fill('2026')
      await page.getByLabel('At what time?').fill('14:30')
      await page.getByLabel('Which number?', { exact: true }).fill('020 7946 0958')
      await press(page, 'Next')

      await arrive(page, 'Your choices')
      await page.getByLabel('In one line?').fill('Engines')
      await page.getByLabel('In full?').fill('They count.')
      await page.getByLabel('Which country?', { exact: true }).selectOption('Other')
      await page.getByLabel('Which country? Other').fill('Peru')
      await page.locator('select', { hasText: 'Welsh' }).selectOption('Welsh')
      await page.getByRole('group', { name: 'Which languages?' }).getByLabel('Greek').check()
      await page.getByRole('radiogroup', { name: 'Which day?' }).getByLabel('Friday').check()
      await page.getByRole('group', { name: 'Which meals?' }).getByLabel('Lunch').check()
      await page.getByRole('radio', { name: 'Sea' }).check()
      await page.getByRole('radio', { name: 'Food Good' }).check()
      await page.getByRole('radio', { name: 'Talks Bad' }).check()
      for (const [option, place] of Object.entries({ Planes: '1', Trains: '2', Ships: '3' }))
        await page.getByRole('combobox', { name: option }).selectOption(place)
      await press(page, 'Next')

      await arrive(page, 'The rest')
      await page.getByLabel('First name').fill('Ada')
      for (const [label, text] of Object.entries({
        Street: '12 St James’s Square',
        City: 'London',
        Postal: 'SW1Y',
      }))
        await page.getByRole('group', { name: 'Where do you live?' }).getByLabel(label).fill(text)
      await page.getByRole('group', { name: 'Where do you live?' }).getByLabel('Country').fill('Britain')
      await page.getByLabel('I agree').check()
      await press(page, 'Submit')
      await arrive(page, 'That is all')
      expect(new URL(page.url()).pathname).toBe(`/s/${form.id}/done`)

      const [record, ...others] = await site.server.responses(form)
      expect(others).toEqual([])
      expect(record?.finished).toBe(true)
      expect(record?.data.map(({ response }) => response)).toEqual(expectedAnswers)
      expect(complaints).toEqual([])
    })

    test('what needs mending is shown first, has the focus, and leads to its field', async () => {
      const { page } = await open({ javaScriptEnabled })
      await page.getByLabel('Work e-mail').fill('ada@gmail.com')
      await press(page, 'Continue')
      expect(await page.title()).toBe('Error: About you – Customer survey')
      expect(await page.locator(':focus').getAttribute('role')).toBe('alert')
      const field = page.getByLabel('Work e-mail')
      expect(await field.inputValue()).toBe('ada@gmail.com')
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      await page.getByRole('alert').getByRole('link').click()
      await page.keyboard.press('Control+A')
      await page.keyboard.type('ada@lovelace.example')
      await page.keyboard.press('Enter')
      await arrive(page, 'Your work')
    })

    test('the way back shows what was answered; a reload sends nothing again', async () => {
      const { page, form } = await open({ javaScriptEnabled })
      await page.getByLabel('Full name').fill('Ada')
      await press(page, 'Continue')
      await page.getByLabel('2 to 10').check()
      await press(page, 'Back')
      expect(await page.getByLabel('Full name').inputValue()).toBe('Ada')
      await page.reload()
      await page.goto(`${site.base}/s/${form.id}?step=2`)
      expect(await page.getByLabel('2 to 10').isChecked()).toBe(true)
      expect(await site.server.responses(form)).toHaveLength(1)
    })
  })

  test('the keyboard alone is enough', async () => {
    const { page, form } = await open({ javaScriptEnabled: false })
    const keys = async (...pressed: readonly string[]) => {
      for (const key of pressed) await page.keyboard.press(key)
    }
    await keys('Tab')
    await page.keyboard.type('Ada')
    expect(await page.getByLabel('Full name').evaluate(outlineWidth)).toBe('3px')
    await keys('Enter')
    await arrive(page, 'Your work')
    await keys('Tab', 'Tab', 'Tab', 'ArrowDown', 'Tab', 'Space', 'Tab')
    // Six boxes, then the radio buttons as one stop, then three boxes.
    await keys(
      'Tab',
      'Tab',
      'Tab',
      'Tab',
      'Tab',
      'Space',
      'ArrowDown',
      'Tab',
      'Tab',
      'Space',
      'Tab',
      'Tab',
      'Enter',
    )
    await arrive(page, 'Your account')
    const [record] = await site.server.responses(form)
    expect(
      record?.data.map(({ response: { headline, ...rest } }) => [headline, rest['selected'] ?? ticked(rest)]),
    ).toEqual([
      ['', []],
      ['Where do you work?', 'London'],
      ['Which tools do you use?', ['Paper']],
      ['How large is your team?', ['2 to 10']],
      ['What matters to you?', ['Price']],
    ])
  })

  test('a file that is far too large is refused with a sentence, not a broken connection', async () => {
    const { page } = await open()
    await press(page, 'Continue')
    await press(page, 'Continue')
    const film = join(temporaryFolder(), 'film.mov')
    writeFileSync(film, '')
    truncateSync(film, 110 * 1024 * 1024)
    await page.getByLabel('Attach your brief').setInputFiles(film)
    await press(page, 'Next')
    const sentence = page.getByText('These files are larger than 100 MB together.')
    await sentence.waitFor()
    expect(await sentence.isVisible()).toBe(true)
  })

  test('a browser that knows neither color-mix nor :has shows the button that is pointed at, and the focus', async () => {
    const { page } = await open({ bypassCSP: true })
    const old = (await page.content())
      .replaceAll('color-mix(', 'unknown-mix(')
      .replaceAll(':has(', ':unknown(')
    const group = '<div class="boxed"><label class="choice"><input type="radio" /></label></div>'
    await page.setContent(old.replace('<main>', `<main>${group}`))
    const styleOf = (selector: string, name: string): Promise<unknown> =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}'))['${name}']`)
    const background = await styleOf('button', 'backgroundColor')
    await page.locator('button').first().hover()
    expect(await styleOf('button', 'backgroundColor')).toBe(background)
    await page.keyboard.press('Tab')
    expect(await styleOf('.boxed input', 'outlineStyle')).toBe('solid')
  })

  test('a browser without :has shows which point of a scale is chosen', async () => {
    const scales: ShortStep = ['You', ['OpinionScale', { max: 5 }], ['Rating']]
    const form = await site.server.publish([scales, ['End', ['ShortInput']]])
    const page = await site.open(form, { bypassCSP: true })
    const seen = (): Promise<unknown> =>
      page.evaluate(
        `[...document.querySelectorAll('.point')].map((point) => getComputedStyle(point.firstElementChild).opacity + getComputedStyle(point, '::before').content)`,
      )
    expect(await seen()).toEqual([...Array(5).fill('0none'), ...Array(5).fill('0""')])
    await page.setContent((await page.content()).replaceAll(':has(', ':unknown('))
    expect(await seen()).toEqual(Array(10).fill('1none'))
  })

  test('no page is wider than a small phone', async () => {
    const { page } = await open({ viewport: { width: 320, height: 600 } })
    const steps = {
      'Tell us about you': 'Continue',
      'Your work': 'Continue',
      'Your account': 'Next',
      'A time to talk': 'Send',
      'In figures': 'Next',
      'Your choices': 'Next',
      'The rest': 'Submit',
      'That is all': undefined,
    }
    for (const [title, button] of Object.entries(steps)) {
      await arrive(page, title)
      expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(320)
      if (title === 'The rest') await page.getByLabel('First name').fill('Ada')
      if (button !== undefined) await press(page, button)
    }
  })

  test('an opinion scale takes two rows on a small phone', async () => {
    const steps: ShortStep[] = [['You', ['OpinionScale', { question: 'How likely?', preset: 'nps' }]]]
    const form = await site.server.publish(steps)
    const page = await site.open(form, { viewport: { width: 320, height: 600 } })
    const boxes = await Promise.all((await page.locator('.point').all()).map((point) => point.boundingBox()))
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(2)
    expect(Math.min(...boxes.map((box) => box?.width ?? 0))).toBeGreaterThanOrEqual(44)
  })
})

// Runs in the page, where the window's names are; this file's types are those of Node.
const outlineWidth = (element: unknown): unknown =>
  (globalThis as unknown as { getComputedStyle: (of: unknown) => { outlineWidth: string } }).getComputedStyle(
    element,
  ).outlineWidth

const ticked = (answer: Readonly<Record<string, unknown>>): readonly string[] =>
  ((answer['choices'] ?? []) as readonly { key: string; value: boolean }[])
    .filter(({ value }) => value)
    .map(({ key }) => key)

const shape = { componentShapeVersion: '2.0' }
const chosen = (type: string, headline: string, choices: Readonly<Record<string, boolean>>) => ({
  type,
  headline,
  ...shape,
  choices: Object.entries(choices).map(([key, value], index) => ({ key, value, index })),
  selectedOther: false,
})
const expectedAnswers = [
  {
    type: 'IdentityInfo',
    headline: '',
    ...shape,
    fullName: 'Ada Lovelace',
    workEmailAddress: 'ada@lovelace.example',
    companyName: 'Engines',
    phoneNumber: '+4930901820',
  },
  { type: 'EmailForm', headline: 'Where should we write to?', ...shape, value: 'ada@example.com' },
  { type: 'ShortInput', headline: 'What do you do?', ...shape, value: 'I count' },
  { type: 'LongInput', headline: 'What should be better?', ...shape, value: 'First line\nsecond <line>' },
  { type: 'Dropdown', headline: 'Where do you work?', ...shape, selected: 'Elsewhere' },
  { type: 'Dropdown', headline: 'Which tools do you use?', ...shape, selected: ['Paper', 'Something else'] },
  chosen('MultipleOptionsQuestion', 'How large is your team?', {
    'Just me': true,
    '2 to 10': false,
    'More than 10': false,
  }),
  chosen('GraphicOptions', 'What matters to you?', { Speed: true, Price: false, Support: false }),
  { type: 'PasswordInput', headline: 'Choose a password', ...shape, provided: true },
  {
    type: 'FileUploader',
    headline: 'Attach your brief',
    ...shape,
    files: [
      {
        name: 'brief – ünïcode.pdf',
        size: 4,
        contentType: 'application/pdf',
        url: expect.stringMatching(/^\/api\/v1\/files\/cl\w+$/),
      },
    ],
  },
  { type: 'SchedulerScreen', headline: 'Pick a time that suits you.', ...shape, booked: true },
  { type: 'Number', headline: 'How many are you?', ...shape, value: 7 },
  { type: 'Rating', headline: 'How was it?', ...shape, value: 4 },
  { type: 'Rating', headline: 'How fast was it?', ...shape, value: 2 },
  { type: 'OpinionScale', headline: 'How likely are you to recommend us?', ...shape, value: 9 },
  { type: 'Date', headline: 'When was it?', ...shape, value: '2026-02-28' },
  { type: 'Time', headline: 'At what time?', ...shape, value: '14:30' },
  { type: 'Phone', headline: 'Which number?', ...shape, value: '+442079460958', input: '020 7946 0958' },
  { type: 'ShortInput', headline: 'In one line?', ...shape, value: 'Engines' },
  { type: 'LongInput', headline: 'In full?', ...shape, value: 'They count.' },
  { type: 'Dropdown', headline: 'Which country?', ...shape, selectedOther: true, other: 'Peru' },
  { type: 'Dropdown', headline: 'Which mother tongue?', ...shape, selected: 'Welsh' },
  { type: 'Dropdown', headline: 'Which languages?', ...shape, selected: ['Greek'] },
  chosen('MultipleOptionsQuestion', 'Which day?', { Monday: false, Friday: true }),
  chosen('MultipleOptionsQuestion', 'Which meals?', { Breakfast: false, Lunch: true, Dinner: false }),
  chosen('GraphicOptions', 'Which view?', { Hills: false, Sea: true }),
  {
    type: 'Matrix',
    headline: 'What of these?',
    ...shape,
    rows: [
      { row: 'Food', value: 'Good' },
      { row: 'Talks', value: 'Bad' },
    ],
  },
  { type: 'Ranking', headline: 'Which first?', ...shape, ranking: ['Planes', 'Trains', 'Ships'] },
  { type: 'IdentityInfo', headline: '', ...shape, firstName: 'Ada' },
  {
    type: 'Address',
    headline: 'Where do you live?',
    ...shape,
    streetAddress: '12 St James’s Square',
    city: 'London',
    zipCode: 'SW1Y',
    country: 'Britain',
  },
  {
    type: 'Consent',
    headline: 'Terms',
    ...shape,
    text: 'I agree to the terms (https://terms.invalid/).',
    value: true,
  },
]
