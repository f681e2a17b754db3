import { expect, test } from 'vitest'
import type { Condition } from '../../src/form/form.ts'
import { describePages, press } from '../support/in-browser.ts'
import type { ShortComponent } from '../support/page-server.ts'

describePages('Conditions in Chromium', (site) => {
  const publish = () =>
    site.server.publish([
      [
        'Pets',
        ['MultipleOptionsQuestion', { question: 'Which pet?', choices: ['Dog', 'Cat'] }],
        [
          'ShortInput',
          { question: 'Its name?' },
          { required: true, visibleIf: { question: 'q0', is: 'Dog' } },
        ],
        ['NextButton'],
      ],
      ['End', ['Header', { title: 'Bye' }]],
    ])

  test.each([true, false])(
    'a question that depends on another of its step counts only where it is asked; JavaScript: %s',
    async (javaScriptEnabled) => {
      const form = await publish()
      const page = await site.open(form, { javaScriptEnabled })
      const name = page.getByLabel('Its name?')
      expect(await name.isVisible()).toBe(!javaScriptEnabled)
      await page.getByLabel('Dog').check()
      expect(await name.isVisible()).toBe(true)
      await name.fill('Rex')
      await page.getByLabel('Cat').check()
      expect(await name.isVisible()).toBe(!javaScriptEnabled)
      await press(page, 'Submit')
      await page.getByRole('heading', { name: 'Bye' }).waitFor()
      const [record] = await site.server.responses(form)
      expect(record?.data.map(({ questionId }) => questionId)).toEqual(['q0'])
    },
  )

  test('a question that depends on a row, or on one of several options, is shown as the server asks it', async () => {
    const rows = ['The food', 'The staff']
    const form = await site.server.publish([
      [
        'Visit',
        ['Matrix', { question: 'How was it?', rows, columns: ['Good', 'Bad'] }],
        ['ShortInput', { question: 'Who?' }, { visibleIf: { question: 'q0.The staff', is: 'Bad' } }],
        ['MultipleOptionsQuestion', { question: 'Tools?', choices: ['Java', 'JavaScript'], isMulti: true }],
        ['ShortInput', { question: 'How long?' }, { visibleIf: { question: 'q2', contains: 'Java' } }],
        ['NextButton'],
      ],
      ['End', ['Header', { title: 'Bye' }]],
    ])
    const page = await site.open(form)
    const shown = () => Promise.all(['Who?', 'How long?'].map((name) => page.getByLabel(name).isVisible()))
    await page.getByRole('row', { name: 'The food' }).getByRole('radio', { name: 'Bad' }).check()
    await page.getByLabel('JavaScript').check()
    expect(await shown()).toEqual([false, false])
    await page.getByRole('row', { name: 'The staff' }).getByRole('radio', { name: 'Bad' }).check()
    await page.getByLabel('Java', { exact: true }).check()
    expect(await shown()).toEqual([true, true])
  })

  test('a number counts as the server reads it, with separators, too', async () => {
    const form = await site.server.publish([
      [
        'Pay',
        ['Number', { question: 'How much?' }],
        ['ShortInput', { question: 'Why so much?' }, { visibleIf: { question: 'q0', over: 2000 } }],
        ['ShortInput', { question: 'Exactly?' }, { visibleIf: { question: 'q0', is: 2000 } }],
        ['NextButton'],
      ],
      ['End', ['Header', { title: 'Bye' }]],
    ])
    const page = await site.open(form)
    const shown = async (amount: string) => {
      await page.getByLabel('How much?').fill(amount)
      return Promise.all(['Why so much?', 'Exactly?'].map((name) => page.getByLabel(name).isVisible()))
    }
    expect(await shown('2,000.01')).toEqual([true, false])
    expect(await shown('2,000')).toEqual([false, true])
    expect(await shown('2.000,50')).toEqual([true, false])
    expect(await shown('two thousand')).toEqual([false, false])
  })

  test('a question of every kind counts as the server reads it', async () => {
    const follow = (question: string, condition: object): ShortComponent => [
      'ShortInput',
      { question },
      { visibleIf: condition as Condition },
    ]
    const form = await site.server.publish([
      [
        'All',
        ['Phone', { question: 'Number?', includeDialCode: true, defaultCountry: 'DE' }],
        follow('No number?', { question: 'q0', answered: false }),
        ['Ranking', { question: 'Order?', options: ['Air', 'Sea'] }],
        follow('Why air?', { question: 'q2', contains: 'Air' }),
        ['Consent', { text: 'I agree' }, { required: false }],
        follow('Why not?', { question: 'q4', isNot: true }),
        ['IdentityInfo', { fields: [{ key: 'phoneNumber', label: 'Tel', includeDialCode: true }] }],
        follow('No tel?', { question: 'q6', answered: false }),
        ['Scheduler', { message: 'Pick a time', dataUrl: 'https://calendar.example.com/ada' }],
        follow('Booked?', { question: 'q8.booked', is: true }),
        ['Date', { question: 'Until when?' }],
        follow('Why so late?', { question: 'q10', over: '2026-09-30' }),
        ['Time', { question: 'What time?' }],
        follow('Why so early?', { question: 'q12', under: '10:00' }),
        ['NextButton'],
      ],
      ['End', ['Header', { title: 'Bye' }]],
    ])
    const page = await site.open(form)
    const shown = () =>
      Promise.all(
        ['No number?', 'Why air?', 'Why not?', 'No tel?', 'Booked?', 'Why so late?', 'Why so early?'].map(
          (name) => page.getByLabel(name).isVisible(),
        ),
      )
    expect(await shown()).toEqual([true, false, true, true, false, false, false])
    await page.getByLabel('Number?', { exact: true }).fill('030 123456')
    await page.getByRole('button', { name: 'Move down: Air' }).click()
    await page.getByLabel('I agree').check()
    await page.getByLabel('Tel', { exact: true }).fill('030 123456')
    await page.getByLabel('I have booked a time').check()
    await page.getByLabel('Day', { exact: true }).fill('1')
    await page.getByLabel('Month', { exact: true }).fill('10')
    await page.getByLabel('Year', { exact: true }).fill('26')
    await page.getByLabel('What time?').fill('9')
    expect(await shown()).toEqual([false, true, false, false, true, false, false])
    await page.getByLabel('Year', { exact: true }).fill('2026')
    await page.getByLabel('What time?').fill('9:30')
    expect(await shown()).toEqual([false, true, false, false, true, true, true])
  })

  test('a file and a password that are stored count when their step is opened again', async () => {
    const follow = { visibleIf: { all: ['q0', 'q1'].map((question) => ({ question, answered: true })) } }
    const form = await site.server.publish([
      [
        'One',
        ['FileUploader', { question: 'CV?' }],
        ['PasswordInput', { question: 'Secret?' }],
        ['ShortInput', { question: 'Both?' }, follow],
        ['NextButton'],
      ],
      ['Two', ['ShortInput', { question: 'More?' }], ['NextButton']],
      ['End', ['Header', { title: 'Bye' }]],
    ])
    const page = await site.open(form)
    const both = page.getByLabel('Both?')
    await page.getByLabel('Secret?').fill('xyzzy')
    expect(await both.isVisible()).toBe(false)
    await page
      .getByLabel('CV?')
      .setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
    expect(await both.isVisible()).toBe(true)
    await both.fill('Yes')
    await press(page, 'Next')
    await press(page, 'Back')
    expect(await both.inputValue()).toBe('Yes')
    expect(await both.isVisible()).toBe(true)
    await page.getByLabel('Remove').check()
    expect(await both.isVisible()).toBe(false)
  })

  test('a field of a person is shown while all that it waits for are filled in', async () => {
    const waits = (key: string, revealAfter?: string) => ({
      key,
      label: key,
      ...(revealAfter && { revealAfter }),
    })
    const fields = [waits('companyName'), waits('title', 'companyName'), waits('city', 'title')]
    const form = await site.server.publish([
      ['You', ['IdentityInfo', { fields }], ['NextButton']],
      ['End', ['Header', { title: 'Bye' }]],
    ])
    const page = await site.open(form)
    const [company, title, city] = fields.map(({ key }) => page.getByLabel(key))
    await company?.fill('Engines')
    await title?.fill('Countess')
    await city?.fill('London')
    await company?.fill('')
    expect([await title?.isVisible(), await city?.isVisible()]).toEqual([false, false])
    await company?.fill('Engines')
    expect(await city?.inputValue()).toBe('London')
    expect(await city?.isVisible()).toBe(true)
  })
})
