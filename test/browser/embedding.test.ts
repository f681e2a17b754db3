import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BrowserContextOptions } from 'playwright-core'
import type { Style } from '../../src/form/form.ts'
import { starterStyles } from '../../src/server/starter-forms.ts'
import { describePages } from '../support/in-browser.ts'
import { isLong } from '../support/is-long.ts'
import type { ShortStep } from '../support/page-server.ts'

describePages('A form in a frame of another site', (pages) => {
  let site: Server
  let page = ''
  const address = (): string => `http://localhost:${(site.address() as AddressInfo).port}`
  beforeAll(async () => {
    site = createServer((_request, reply) => {
      reply.writeHead(200, { 'content-type': 'text/html' }).end(page)
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => void site?.close())

  const twoSteps: readonly ShortStep[] = [
    ['You', ['ShortInput', { question: 'Who?' }]],
    ['Us', ['LongInput', { question: 'Why?' }], ['LongInput', { question: 'And?' }]],
  ]
  const embedded = async (
    sites: readonly string[],
    steps = twoSteps,
    rest: object = {},
    { css, ...options }: { css?: string } & BrowserContextOptions = {},
  ) => {
    const form = await pages.server.publish(steps, { settings: { embedOn: [...sites] }, ...rest })
    const place = `<div data-formctl="${pages.base}/s/${form.id}"></div>`
    const spaced = `<style>header{height:900px}footer{height:1500px}${css}</style><div id="around"><header></header>${place}<footer></footer></div>`
    page = `<!doctype html>${css === undefined ? place : spaced}
      <script>
        window.seen = []
        for (const name of ['step', 'done'])
          addEventListener('formctl:' + name, ({ detail }) => seen.push(name + (detail ?? '')))
        addEventListener('message', ({ data, origin }) => seen.push(data.formctl === 'height' ? 'height from ' + origin : ''))
      </script>
      <script src="${pages.base}/embed.js" async></script>`
    const tab = await (await pages.newContext(options)).newPage()
    await tab.clock.install()
    await tab.goto(address())
    const seen = (): Promise<string[]> => tab.evaluate('[...new Set(seen)].filter(Boolean)')
    const height = (): Promise<number> => tab.evaluate("document.querySelector('iframe').clientHeight")
    /** Lets the pause pass that comes before a save, and waits until the form says that it has saved. */
    const saved = async (text = 'Saved'): Promise<void> => {
      await tab.clock.fastForward(2000)
      await tab.frameLocator('iframe').getByText(text, { exact: false }).waitFor()
    }
    return { form, tab, seen, height, saved }
  }

  test('is filled in to its end, sized to its content, and the site hears of each step', async () => {
    const { form, tab, seen, height } = await embedded([address()])
    const frame = tab.frameLocator('iframe')
    await frame.getByLabel('Who?').fill('Ada')
    await expect.poll(seen).toEqual(expect.arrayContaining([`height from ${pages.base}`, 'step1']))
    const before = await height()
    await frame.getByRole('button', { name: 'Next', exact: true }).click()
    await frame.getByLabel('Why?').fill('Because')
    await expect.poll(height).toBeGreaterThan(before)
    await frame.getByRole('button', { name: 'Submit', exact: true }).click()
    await frame.getByRole('heading', { name: 'Thank you' }).waitFor()
    await expect.poll(seen).toEqual(expect.arrayContaining(['step1', 'step2', 'done']))
    expect((await pages.server.responses(form)).map(({ finished }) => finished)).toEqual([true])
  })

  test('takes the focus into its field only once a person is in it', async () => {
    const style: Style = starterStyles.dawn
    const { tab } = await embedded([address()], twoSteps, { style })
    const frame = tab.frameLocator('iframe')
    await frame.getByText('or press Enter').waitFor()
    expect(await tab.evaluate('document.activeElement.localName')).toBe('body')
    await frame.getByLabel('Who?').fill('Ada')
    await frame.getByRole('button', { name: 'Next', exact: true }).click()
    await expect.poll(() => frame.locator(':focus').getAttribute('name')).toBe('q.q1')
  })

  test('tells the site of the end also where the last step takes a file and the browser no cookies', async () => {
    const { form, tab, seen } = await embedded(
      [address()],
      [['You', ['FileUploader', { question: 'What?' }]]],
    )
    const frame = tab.frameLocator('iframe')
    await frame
      .getByLabel('What?')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('abc') })
    await frame.getByRole('button', { name: 'Submit', exact: true }).click()
    await frame.getByRole('heading', { name: 'Thank you' }).waitFor()
    await expect.poll(seen).toEqual(expect.arrayContaining(['step1', 'done']))
    expect((await pages.server.responses(form)).map(({ finished }) => finished)).toEqual([true])
  })

  test('keeps what was typed, its step and its response where the person changes the language', async () => {
    const translations = { de: { 'Who?': 'Wer?', 'Why?': 'Warum?' } }
    const { form, tab, saved } = await embedded([address()], twoSteps, { translations })
    const frame = tab.frameLocator('iframe')
    const loaded = async (label: string): Promise<void> => {
      const field = frame.getByLabel(label)
      await field.waitFor()
      await expect.poll(() => field.evaluate('document.readyState')).toBe('complete')
    }
    /** Types into a field once its page is loaded: until then, no script saves what is typed. */
    const type = async (label: string, text: string): Promise<void> => {
      await loaded(label)
      await frame.getByLabel(label).fill(text)
    }
    await type('Who?', 'Ada')
    await saved()
    await frame.getByRole('button', { name: 'Deutsch' }).click()
    await expect.poll(() => frame.getByLabel('Wer?').inputValue()).toBe('Ada')
    await frame.getByRole('button', { name: 'Weiter', exact: true }).click()
    await type('Warum?', 'Darum')
    await saved('Gespeichert')
    await frame.getByRole('button', { name: 'English' }).focus()
    await tab.keyboard.press('Enter')
    await expect.poll(() => frame.getByLabel('Why?').inputValue()).toBe('Darum')
    await loaded('Why?')
    // The site may still scroll to the top of the new page, under the mouse: the press would miss.
    await frame.getByRole('button', { name: 'Submit', exact: true }).dispatchEvent('click')
    await frame.getByRole('heading', { name: 'Thank you' }).waitFor()
    expect((await pages.server.responses(form)).map(({ finished, data }) => [finished, data.length])).toEqual(
      [[true, 2]],
    )
  })

  const longSteps: readonly ShortStep[] = [
    [
      'You',
      ...Array.from({ length: 12 }, (): ShortStep[1] => ['LongInput', { question: 'Who?' }]),
      ['EmailForm', { question: 'Mail?' }],
    ],
    ['Us', ['LongInput', { question: 'Why?' }]],
  ]

  const hosts: readonly (readonly [css: string, top: number])[] = [
    ['', 0],
    ['html,body{height:100%;margin:0;overflow:hidden}#around{height:100%;overflow:auto}', 0],
    ['html{scroll-padding-top:80px}', 80],
    ['[data-formctl]{scroll-margin-top:60px}', 60],
    ['html{scroll-behavior:smooth}', 0],
  ]

  describe.each([
    ['a wide window', { width: 1280, height: 800 }],
    ['a phone', { width: 375, height: 667 }],
  ])('%s', (name, viewport) => {
    // Each site at one width, by turns; the long run crosses them.
    test.each(hosts.filter((_, i) => isLong || (i % 2 === 0) === (name === 'a wide window')))(
      'shows the top of each new page, and else leaves the site where it is: %s',
      async (css, top) => {
        const { form, tab, height, saved } = await embedded([address()], longSteps, {}, { css, viewport })
        const frame = tab.frameLocator('iframe')
        const place = (): Promise<number> =>
          tab.evaluate("Math.round(document.querySelector('iframe').getBoundingClientRect().top) + 0")
        /** Scrolls the site down to the last field; a site that scrolls smoothly may still do that. */
        const scrollDown = async (): Promise<void> => {
          await expect
            .poll(async () => {
              await frame.getByLabel('Mail?').scrollIntoViewIfNeeded()
              return place()
            })
            .toBeLessThan(0)
        }
        await frame.getByLabel('Mail?').waitFor()
        expect(await place()).toBeGreaterThanOrEqual(900)
        // A frame that nobody sees is not laid out.
        await frame.getByLabel('Mail?').focus()
        await expect.poll(height).toBeGreaterThan(1500)
        await frame.getByLabel('Mail?').fill('ada@')
        await saved()
        await scrollDown()
        // A key or a mouse that leads a frame elsewhere while its site scrolls is at times never acknowledged.
        await frame.getByRole('button', { name: 'Next', exact: true }).dispatchEvent('click')
        await frame.getByRole('alert').waitFor()
        await expect.poll(place).toBe(top)
        await frame.locator('[role=alert]:focus').waitFor()
        await frame.getByLabel('Mail?').fill('ada@example.org')
        await saved()
        await scrollDown()
        await frame.getByRole('button', { name: 'Next', exact: true }).dispatchEvent('click')
        await frame.getByLabel('Why?').waitFor()
        await expect.poll(place).toBe(top)
        await tab.evaluate(
          `for (const part of [window, document.getElementById('around')]) part.scrollBy({ top: -40, behavior: 'instant' })`,
        )
        const before = await place()
        await frame.getByRole('button', { name: 'Submit', exact: true }).click()
        await frame.getByRole('heading', { name: 'Thank you' }).waitFor()
        expect(await place()).toBe(before)
        expect((await pages.server.responses(form)).map(({ finished }) => finished)).toEqual([true])
      },
    )
  })

  test('is not shown by a site that the form does not name, and tells it nothing', async () => {
    const { tab, seen } = await embedded(['https://www.example.com'])
    await expect.poll(() => tab.frames()[1]?.url()).toMatch(/^chrome-error:/)
    expect(await seen()).toEqual([])
  })

  describe.each([
    ['with script', true],
    ['without script', false],
  ])('%s', (_how, javaScriptEnabled) => {
    test.each([
      ['in the frame', true],
      ['beside it', false],
    ])('the ways back and forward show each page again, %s', async (_where, isFramed) => {
      const form = await pages.server.publish(
        [
          [
            'You',
            ['EmailForm', { question: 'Mail?' }],
            ['FileUploader', { question: 'What?', accept: ['.txt'] }],
          ],
          ['Us', ['LongInput', { question: 'Why?' }]],
        ],
        { settings: { embedOn: [address()] } },
      )
      const url = `${pages.base}/s/${form.id}`
      page = `<!doctype html><iframe src="${url}"></iframe>`
      const context = await pages.newContext({ javaScriptEnabled })
      const tab = await context.newPage()
      await tab.goto(isFramed ? address() : url)
      const shown = isFramed ? tab.frameLocator('iframe') : tab
      const next = () => shown.getByRole('button', { name: 'Next', exact: true }).click()
      // Where it leads may be there before the browser says that it went.
      const go = (where: string) => tab.evaluate(`history.${where}()`).catch(() => undefined)
      await shown.getByLabel('Mail?').fill('ada@')
      await shown
        .getByLabel('What?')
        .setInputFiles({ name: 'a.exe', mimeType: 'a/b', buffer: Buffer.from('MZ') })
      await next()
      const alert = shown.getByRole('alert')
      await alert.waitFor()
      await shown.getByLabel('Mail?').fill('ada@example.org')
      await next()
      await shown.getByLabel('Why?').waitFor()
      await go('back')
      await shown.getByLabel('Mail?').waitFor()
      await go('forward')
      await shown.getByLabel('Why?').fill('Because')
      for (const mail of ['second@example.org', 'third@example.org']) {
        await go('back')
        await shown.getByLabel('Mail?').fill(mail)
        // A browser may put the file back, too.
        await shown.getByLabel('What?').setInputFiles([])
        await next()
        await shown.getByLabel('Why?').waitFor()
      }
      await shown.getByLabel('Why?').fill('Because')
      await shown.getByRole('button', { name: 'Submit', exact: true }).click()
      await shown.getByRole('heading', { name: 'Thank you' }).waitFor()
      const records = await pages.server.responses(form)
      expect(
        records.map(({ finished, data }) => [finished, data.map(({ response }) => response['value'])]),
      ).toEqual([[true, ['third@example.org', 'Because']]])
    })
  })

  test('leads to another device and back to where it was, and to another language with what was just typed', async () => {
    const translations = { de: { 'Who?': 'Wer?' } }
    const { form, tab } = await embedded([address()], twoSteps, { translations })
    const frame = tab.frameLocator('iframe')
    const press = (name: string) => frame.getByRole('button', { name, exact: true }).click()
    await frame.getByLabel('Who?').fill('Ada')
    await press('Deutsch')
    await expect.poll(() => frame.getByLabel('Wer?').inputValue()).toBe('Ada')
    await press('English')
    await frame.getByLabel('Who?').fill('Ada L.')
    await press('Continue on another device')
    await frame.getByLabel('Address of your answers').waitFor()
    await press('Go on here')
    await expect.poll(() => frame.getByLabel('Who?').inputValue()).toBe('Ada L.')
    await press('Next')
    await frame.getByLabel('Why?').waitFor()
    expect(
      (await pages.server.responses(form)).map(({ data }) => data.map(({ response }) => response['value'])),
    ).toEqual([['Ada L.']])
  })
})
