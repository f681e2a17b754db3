import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PublishedForm } from '../../src/form/form.ts'
import { arrive, describePages, press } from '../support/in-browser.ts'
import { Visitor, type ShortStep } from '../support/page-server.ts'

const twoSteps: readonly ShortStep[] = [
  ['You', ['ShortInput', { question: 'Who?' }], ['LongInput', { question: 'Why?' }]],
  ['Us', ['ShortInput', { question: 'Where?' }]],
]

describePages('Answers in Chromium', (site) => {
  let port: number
  let form: PublishedForm
  let context: BrowserContext
  let attacker: { server: Server; port: number; page: string }
  beforeAll(async () => {
    port = Number(new URL(site.base).port)
    const attacking = createServer((_request, reply) => {
      reply.writeHead(200, { 'content-type': 'text/html' }).end(attacker.page)
    })
    await new Promise<void>((resolve) => attacking.listen(0, '127.0.0.1', resolve))
    attacker = { server: attacking, port: (attacking.address() as AddressInfo).port, page: '' }
  })
  afterAll(() => void attacker?.server.close())
  beforeEach(async () => {
    form = await site.server.publish(twoSteps)
    context = await site.newContext()
  })

  const answers = async () =>
    (await site.server.responses(form)).map(({ data, finished }) => ({
      finished,
      values: data.map(({ response }) => response['value']),
    }))

  /** A page at a step of the form, in the one browser of a person without JavaScript. */
  async function tab(query = '', host = '127.0.0.1'): Promise<Page> {
    const page = await context.newPage()
    await page.goto(`http://${host}:${port}/s/${form.id}${query}`)
    return page
  }

  describe.each([
    ['another port', '127.0.0.1', '127.0.0.1', ''],
    ['another name', '127.0.0.1', 'localhost', ''],
    ['another name over plain http, where the browser sends an Origin only', 'forms.test', 'evil.test', ''],
    [
      'a page that hides its origin',
      'forms.test',
      'evil.test',
      '<meta name="referrer" content="no-referrer">',
    ],
  ])('an attacker on %s', (_place, host, attackerHost, head) => {
    test('cannot make a person fill in a response that the attacker reads', async () => {
      const attackerVisit = new Visitor(site.server.app, form)
      await attackerVisit.open()
      const fields = { ...attackerVisit.hidden(), step: '1', go: 'back' }
      const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`)
      attacker.page = `${head}<form method="post" action="http://${host}:${port}/s/${form.id}">${inputs.join('')}
        </form><script>document.forms[0].submit()</script>`
      const page = await context.newPage()
      await page.goto(`http://${attackerHost}:${attacker.port}/`)
      await page.waitForURL(`http://${host}:${port}/s/**`)
      const reply = await page.textContent('main')

      await page.goto(`http://${host}:${port}/s/${form.id}`)
      await page.getByLabel('Who?').fill('Victim')
      await press(page, 'Next')
      await arrive(page, 'Us')
      await attackerVisit.open('?step=1')
      expect(attackerVisit.page).not.toContain('Victim')
      expect(reply).toContain('nothing was kept')
    })
  })

  test('a form is sent over plain http, where the browser sends an Origin only', async () => {
    const page = await tab('', 'forms.test')
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByLabel('Who?').fill('Ada')
    await press(page, 'Next')
    const headers = await (await sent).allHeaders()
    expect([headers['sec-fetch-site'], headers['origin']]).toEqual([undefined, `http://forms.test:${port}`])
    await arrive(page, 'Us')
    await press(page, 'Submit')
    await arrive(page, 'Thank you')
    expect(await answers()).toEqual([{ finished: true, values: ['Ada'] }])
  })

  describe.each([
    ['without JavaScript', false],
    ['with JavaScript', true],
  ])('%s', (_name, javaScriptEnabled) => {
    beforeEach(async () => {
      context = await site.newContext({ javaScriptEnabled })
    })

    test('an old tab never overwrites a newer answer unasked', async () => {
      const first = await tab()
      await first.getByLabel('Who?').fill('old')
      await press(first, 'Next')
      await arrive(first, 'Us')
      const second = await tab('?step=1')
      await first.bringToFront()
      await press(first, 'Back')
      await first.getByLabel('Who?').fill('NEW')
      await press(first, 'Next')
      await arrive(first, 'Us')
      await second.bringToFront()
      await press(second, 'Next')
      await arrive(second, 'Us')
      expect(await answers()).toEqual([{ finished: false, values: ['NEW'] }])
    })

    test('two changes of one answer are shown, and the keyboard chooses', async () => {
      const first = await tab()
      const second = await tab()
      await first.bringToFront()
      await first.getByLabel('Who?').fill('Ada')
      await press(first, 'Next')
      await arrive(first, 'Us')
      await second.bringToFront()
      await second.getByLabel('Who?').fill('Grace')
      await second.getByLabel('Why?').fill('Because')
      await press(second, 'Next')
      await second.getByRole('alert').waitFor()
      expect(await second.title()).toBe('Error: You – Survey')
      expect(await second.locator(':focus').getAttribute('role')).toBe('alert')
      const group = second.getByRole('radiogroup', { name: 'Who?' })
      expect(await group.getAttribute('aria-describedby')).toBe('c0-problem')
      expect(await group.getByRole('radio', { name: 'What you sent now Grace' }).isChecked()).toBe(false)
      expect(await group.getByRole('radio', { name: 'What was saved before Ada' }).isChecked()).toBe(false)
      expect(await second.getByLabel('Why?').inputValue()).toBe('Because')
      await second.keyboard.press('Tab')
      await second.keyboard.press('Enter')
      expect(await second.locator(':focus').getAttribute('id')).toBe('c0')
      await second.keyboard.press('Space')
      await second.keyboard.press('Enter')
      await arrive(second, 'Us')
      expect(await answers()).toEqual([{ finished: false, values: ['Grace', 'Because'] }])
    })

    test('after the end the way back shows that all was submitted, and makes no second response', async () => {
      const page = await tab()
      await page.getByLabel('Who?').fill('Ada')
      await press(page, 'Next')
      await arrive(page, 'Us')
      await press(page, 'Submit')
      await arrive(page, 'Thank you')
      await page.goBack()
      await arrive(page, 'Already submitted')
      await page.goBack()
      await arrive(page, 'Already submitted')
      expect(await answers()).toEqual([{ finished: true, values: ['Ada'] }])

      await page.getByRole('link', { name: 'Fill in the form again' }).click()
      await arrive(page, 'You')
      await page.getByLabel('Who?').fill('Grace')
      await press(page, 'Next')
      await arrive(page, 'Us')
      await press(page, 'Submit')
      await arrive(page, 'Thank you')
      await page.goBack()
      await page.goBack()
      await arrive(page, 'Already submitted')
      expect(await answers()).toEqual([
        { finished: true, values: ['Grace'] },
        { finished: true, values: ['Ada'] },
      ])
    })
  })
})
