import type { IncomingMessage } from 'node:http'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { PublishedForm } from '../../src/form/form.ts'
import type { AnswerEntry } from '../../src/form/response.ts'
import { defaultStyle } from '../../src/server/style.ts'
import { arrive, describePages, press } from '../support/in-browser.ts'
import type { ShortStep } from '../support/page-server.ts'

const day = 24 * 60 * 60

describePages('What happens meanwhile', (site) => {
  const valueOf = (page: Page, label: string) => page.getByLabel(label).inputValue()
  const answers = async (form: PublishedForm) =>
    (await site.server.responses(form)).map(({ finished, data }) =>
      [finished ? 'finished' : 'begun'].concat(data.map(textOf)),
    )

  describe.each([
    ['without JavaScript', false],
    ['with JavaScript', true],
  ])('%s', (_name, javaScriptEnabled) => {
    async function open(steps: readonly ShortStep[]): Promise<{ page: Page; form: PublishedForm }> {
      const form = await site.server.publish(steps)
      const page = await site.open(form, { javaScriptEnabled, viewport: { width: 320, height: 600 } })
      return { page, form }
    }
    const steps: readonly ShortStep[] = [
      ['One', ['ShortInput', { question: 'Who?' }], ['LongInput', { question: 'Why?' }]],
      ['Two', ['ShortInput', { question: 'Where?' }], ['EmailForm', { question: 'Mail?' }]],
      ['Three', ['ShortInput', { question: 'When?' }]],
    ]

    test('the form is closed: its page shows what was typed, to be copied', async () => {
      const { page, form } = await open(steps)
      await page.getByLabel('Who?').fill('Ada')
      await page.getByLabel('Why?').fill('A long\nstory')
      await site.server.deps.store.forms.close(form.id, site.server.deps.now())
      await press(page, 'Next')
      await page.getByText('A long').waitFor()
      expect(await page.locator('main').innerText()).toMatch(/closed[\s\S]*Ada[\s\S]*A long\nstory/)
    })

    test('the form is deleted: its page shows what was typed, and what saves it says that it is gone', async () => {
      const { page, form } = await open(steps)
      await site.server.deps.store.forms.delete(form.id, site.server.deps.now())
      await page.getByLabel('Who?').fill('Ada')
      if (javaScriptEnabled) await page.getByText('This form has been removed').waitFor()
      await press(page, 'Next')
      await arrive(page, 'Form not found')
      expect(await page.locator('main').innerText()).toMatch(/This form has been removed[\s\S]*Ada/)
    })

    test('the form shows one question at a time: what was typed is kept, and the next question comes', async () => {
      const { page, form } = await open(steps)
      await press(page, 'Next')
      await arrive(page, 'Two')
      await page.getByLabel('Where?').fill('London')
      await page.getByLabel('Mail?').fill('ada@example.com')
      const layout = { ...defaultStyle.layout, questions: 'one' } as const
      await site.server.deps.store.forms.restyle(form.id, { ...defaultStyle, layout }, [])
      await press(page, 'Next')
      await arrive(page, 'When?')
      await press(page, 'Back')
      await arrive(page, 'Mail?')
      expect(await valueOf(page, 'Mail?')).toBe('ada@example.com')
      await press(page, 'Next')
      await arrive(page, 'When?')
      await press(page, 'Submit')
      await arrive(page, 'Thank you')
      expect(await answers(form)).toEqual([['finished', 'q2: London', 'q3: ada@example.com']])
    })

    test('six days pass, and the answers are there; after eight, the form begins anew', async () => {
      const { page, form } = await open(steps)
      await page.getByLabel('Who?').fill('Ada')
      await press(page, 'Next')
      await arrive(page, 'Two')
      site.server.wait(6 * day)
      await page.goto(`${site.base}/s/${form.id}`)
      expect(await valueOf(page, 'Who?')).toBe('Ada')
      await page.getByRole('link', { name: 'Go on' }).click()
      await arrive(page, 'Two')
      site.server.wait(8 * day)
      await page.getByLabel('Where?').fill('London')
      await press(page, 'Next')
      await arrive(page, 'One')
      expect(await page.getByText('The answers that you just sent are kept').count()).toBe(1)
      expect(await valueOf(page, 'Who?')).toBe('')
      expect(await answers(form)).toEqual([
        ['begun', 'q2: London'],
        ['begun', 'q0: Ada'],
      ])
    })

    test('the deciding answer changes: answers to what is hidden wait until the end, and are dropped there', async () => {
      const { page, form } = await open([
        ['One', ['MultipleOptionsQuestion', { question: 'Pet?', choices: ['Dog', 'Cat'] }]],
        ['Two', ['ShortInput', { question: 'Its name?' }, { visibleIf: { question: 'q0', is: 'Dog' } }]],
        ['Three', ['ShortInput', { question: 'Leash?' }, { visibleIf: { question: 'q1', is: 'Rex' } }]],
        ['Four', ['ShortInput', { question: 'Else?' }]],
      ])
      /** The step and the number of steps that the bar shows. */
      const bar = async () => {
        const progress = page.locator('.top progress')
        return [await progress.getAttribute('value'), await progress.getAttribute('max')]
      }
      await page.getByLabel('Dog').check()
      await press(page, 'Next')
      await page.getByLabel('Its name?').fill('Rex')
      await press(page, 'Next')
      await page.getByLabel('Leash?').fill('Red')
      await press(page, 'Next')
      await arrive(page, 'Four')
      await page.goto(`${site.base}/s/${form.id}?step=1`)
      await page.getByLabel('Cat').check()
      await press(page, 'Next')
      await arrive(page, 'Four')
      expect(await bar()).toEqual(['2', '2'])
      await page.goBack()
      await page.getByLabel('Dog').check()
      await press(page, 'Next')
      expect(await valueOf(page, 'Its name?')).toBe('Rex')
      await press(page, 'Back')
      await page.getByLabel('Cat').check()
      await press(page, 'Next')
      await arrive(page, 'Four')
      expect(await answers(form)).toEqual([['begun', 'q0: ', 'q1: Rex', 'q2: Red']])
      await press(page, 'Submit')
      await arrive(page, 'Thank you')
      expect(await answers(form)).toEqual([['finished', 'q0: ']])
    })

    test('one field of a person is wrong: all of them are there again, as one answer', async () => {
      const fields = [
        { key: 'workEmailAddress', label: 'Work e-mail' },
        { key: 'city', label: 'City' },
      ]
      const { page, form } = await open([['One', ['IdentityInfo', { fields }]], steps[1] ?? ['Two']])
      await page.getByLabel('Work e-mail').fill('ada@')
      await page.getByLabel('City').fill('London')
      await press(page, 'Next')
      await page.getByRole('alert').waitFor()
      await page.goto(`${site.base}/s/${form.id}?step=1`)
      expect([await valueOf(page, 'Work e-mail'), await valueOf(page, 'City')]).toEqual(['ada@', 'London'])
      await page.getByLabel('Work e-mail').fill('ada@lovelace.example')
      await press(page, 'Next')
      await arrive(page, 'Two')
      expect(await answers(form)).toEqual([['begun', 'q0: London']])
    })
  })

  test('a page is reloaded before it saved: it saves first, so that the new page has what was typed', async () => {
    const form = await site.server.publish([['One', ['ShortInput', { question: 'Who?' }]]])
    const page = await site.open(form)
    await page.getByLabel('Who?').fill('Ada')
    const asked: (string | undefined)[] = []
    const note = ({ method }: IncomingMessage): void => void asked.push(method)
    site.server.app.server.on('request', note)
    const isLoaded = page.waitForEvent('load')
    // A call that a new page cuts off may never come back.
    await page.evaluate('void setTimeout(() => location.reload())')
    await expect.poll(() => asked.slice(0, 2)).toEqual(['POST', 'GET'])
    await expect.poll(() => answers(form)).toEqual([['begun', 'q0: Ada']])
    site.server.app.server.off('request', note)
    // A page that is closed while another one comes may never be gone.
    await isLoaded
  })
})

const textOf = ({ questionId, response }: AnswerEntry): string => {
  const text = response['value'] ?? response['city']
  return `${questionId}: ${typeof text === 'string' ? text : ''}`
}
