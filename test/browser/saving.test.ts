import type { BrowserContext, Page, Response } from 'playwright-core'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { PublishedForm } from '../../src/form/form.ts'
import { arrive, describePages, press } from '../support/in-browser.ts'
import { pageServer, type PageServer, type ShortStep } from '../support/page-server.ts'

/** How many milliseconds a page waits after the last change before it saves. */
const pause = 2000

const twoSteps: readonly ShortStep[] = [
  ['You', ['ShortInput', { question: 'Who?' }], ['EmailForm', { question: 'Where?' }]],
  ['Us', ['LongInput', { question: 'Why?' }], ['PasswordInput', { question: 'Secret?' }]],
]

describePages('What a person types in Chromium', (site) => {
  let server: PageServer
  let context: BrowserContext
  let base = ''
  let form: PublishedForm
  beforeEach(async () => {
    server = site.server
    base = site.base
    form = await server.publish(twoSteps)
    context = await site.newContext()
  })
  /** Starts a server that a test may end: a new one, or on the folder and port of one that has ended. */
  const startOwn = async (ended?: PageServer): Promise<void> => {
    server = await pageServer(ended?.folder)
    if (!ended) onTestFinished(() => server.close())
    const port = ended ? Number(new URL(base).port) : 0
    base = await server.app.listen({ port, host: '127.0.0.1' })
    if (!ended) form = await server.publish(twoSteps)
  }

  const tab = async (path = ''): Promise<Page> => {
    const page = await context.newPage()
    await page.clock.install()
    await page.goto(`${base}/s/${form.id}${path}`)
    return page
  }
  /** Waits until the page says how far it has saved; its own pauses pass at once. */
  const sign = async (page: Page, text: string): Promise<void> => {
    const read = async () => {
      await page.clock.fastForward(pause)
      return page.locator('#saving').textContent()
    }
    await expect.poll(read).toMatch(new RegExp(`^${text}`))
  }
  /** Waits for the next save, which comes once the person pauses. */
  const saved = async (page: Page): Promise<Response> => {
    const [reply] = await Promise.all([
      page.waitForResponse((one) => one.url().endsWith('/save')),
      page.clock.fastForward(pause),
    ])
    return reply
  }
  const answers = async () =>
    (await server.responses(form)).map(({ finished, data }) => ({
      finished,
      values: data.map(({ response }) => response['value'] ?? response['provided']),
    }))
  /** Hides the page, as another tab does that covers it. */
  const hide = (page: Page) =>
    page.evaluate(`
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))`)

  test('is there again after a reload, valid or not, and a password never leaves the page', async () => {
    const page = await tab()
    await page.getByLabel('Who?').fill('Ada')
    await page.getByLabel('Where?').fill('ada@')
    await sign(page, 'Saved')
    await page.reload()
    expect(await page.getByLabel('Who?').inputValue()).toBe('Ada')
    expect(await page.getByLabel('Where?').inputValue()).toBe('ada@')
    expect(await page.getByText('You began to fill in this form').isVisible()).toBe(true)
    await page.getByLabel('Where?').fill('ada@example.com')
    await press(page, 'Next')
    await arrive(page, 'Us')
    await page.getByLabel('Secret?').fill('hunter2')
    await page.getByLabel('Why?').fill('Because')
    const reply = await saved(page)
    expect(reply.request().postData()).not.toContain('hunter2')
    await sign(page, 'Saved')
    expect(await answers()).toEqual([{ finished: false, values: ['Ada', 'ada@example.com', 'Because'] }])
    await press(page, 'Submit')
    await arrive(page, 'Thank you')
    expect(await answers()).toEqual([{ finished: true, values: ['Ada', 'ada@example.com', 'Because', true] }])
  })

  test('is saved when the page is left', async () => {
    const page = await tab()
    await page.getByLabel('Who?').fill('Ada')
    await Promise.all([page.waitForResponse('**/save'), hide(page)])
    await page.getByLabel('Who?').fill('Ada Lovelace')
    await page.goto('about:blank')
    await expect.poll(answers).toEqual([{ finished: false, values: ['Ada Lovelace'] }])
  })

  test('waits for the connection, and Next does, too', async () => {
    const page = await tab()
    await context.setOffline(true)
    await page.getByLabel('Who?').fill('Ada')
    await sign(page, 'Not saved yet: no connection. Go on typing; it is tried again.')
    await page.getByLabel('Who?').fill('Ada Lovelace')
    await press(page, 'Next')
    await sign(page, 'Not saved yet')
    expect(await page.getByLabel('Who?').inputValue()).toBe('Ada Lovelace')
    await context.setOffline(false)
    await arrive(page, 'Us')
    expect(await answers()).toEqual([{ finished: false, values: ['Ada Lovelace'] }])
  })

  test('outlives a server that is killed and comes back on the same folder', async () => {
    await startOwn()
    const page = await tab()
    await page.getByLabel('Who?').fill('Ada')
    await press(page, 'Next')
    await arrive(page, 'Us')
    await server.close()
    await page.getByLabel('Why?').fill('Because')
    await sign(page, 'Not saved yet')
    await startOwn(server)
    await sign(page, 'Saved')
    await page.reload()
    expect(await page.getByLabel('Why?').inputValue()).toBe('Because')
    await press(page, 'Submit')
    await arrive(page, 'Thank you')
    expect(await answers()).toEqual([{ finished: true, values: ['Ada', 'Because'] }])
  })

  test('stays in the page when Next is pressed while the server is away', async () => {
    await startOwn()
    const page = await tab()
    await server.close()
    await page.getByLabel('Who?').fill('Ada')
    await sign(page, 'Not saved yet')
    await press(page, 'Next')
    await page.getByLabel('Who?').waitFor()
    expect(await page.getByLabel('Who?').inputValue()).toBe('Ada')
    await startOwn(server)
    await arrive(page, 'Us')
    expect(await answers()).toEqual([{ finished: false, values: ['Ada'] }])
  })

  test('is not harmed by a reply that is lost', async () => {
    const page = await tab()
    // Every reply is, until the page has said so: a single one could be made up for before the sign is read.
    let isLost = true
    await page.route('**/save', async (route) => {
      if (!isLost) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await page.getByLabel('Who?').fill('Ada')
    await sign(page, 'Not saved yet')
    isLost = false
    await page.getByLabel('Who?').fill('Ada Lovelace')
    await sign(page, 'Saved')
    await press(page, 'Next')
    await arrive(page, 'Us')
    expect(await answers()).toEqual([{ finished: false, values: ['Ada Lovelace'] }])
  })

  test('is never overwritten by a save that comes late, nor brought back after the end', async () => {
    const page = await tab('?step=1')
    let letGo: (() => void) | undefined
    const held = new Promise<void>((resolve) => (letGo = resolve))
    let body = ''
    await page.route('**/save', async (route) => {
      body = route.request().postData() ?? ''
      await held
      await route.continue().catch(() => undefined)
    })
    await page.getByLabel('Who?').fill('Ad')
    await Promise.all([page.waitForRequest('**/save'), page.clock.fastForward(pause)])
    await page.getByLabel('Who?').fill('Ada')
    await press(page, 'Next')
    await arrive(page, 'Us')
    letGo?.()
    const late = async (): Promise<unknown> => {
      const reply = await context.request.post(`${base}/s/${form.id}/save`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        data: body,
      })
      return ((await reply.json()) as { state: string }).state
    }
    expect(await late()).toBe('saved')
    expect(await answers()).toEqual([{ finished: false, values: ['Ada'] }])
    await press(page, 'Submit')
    await arrive(page, 'Thank you')
    expect(await late()).toBe('final')
    expect(await answers()).toEqual([{ finished: true, values: ['Ada'] }])
  })

  test('is saved while a file is sent, which may take minutes', async () => {
    form = await server.publish([
      ['You', ['ShortInput', { question: 'Who?' }], ['FileUploader', { question: 'What?' }]],
    ])
    const page = await tab('?step=1')
    await page.route('**/s/*?sent=1', () => undefined)
    await page.getByLabel('What?').setInputFiles({ name: 'a.txt', mimeType: 'a/b', buffer: Buffer.from('a') })
    await page.getByLabel('Who?').fill('Ada')
    await Promise.all([
      page.waitForResponse('**/save'),
      page.getByRole('button', { name: 'Submit', exact: true }).click(),
    ])
    expect(await answers()).toEqual([{ finished: false, values: ['Ada'] }])
  })

  test('is there after a reload where what the button sent never arrived, and is stored once where it did', async () => {
    const page = await tab('?step=1')
    await page.route('**/s/*?sent=1', () => undefined)
    await page.getByLabel('Who?').fill('Ada')
    await page.getByLabel('Where?').fill('ada@')
    await Promise.all([
      page.waitForRequest('**/s/*?sent=1'),
      page.getByRole('button', { name: 'Next', exact: true }).dispatchEvent('click'),
    ])
    await (await context.newCDPSession(page)).send('Page.stopLoading')
    await page.unroute('**/s/*?sent=1')
    await page.reload()
    expect([
      await page.getByLabel('Who?').inputValue(),
      await page.getByLabel('Where?').inputValue(),
    ]).toEqual(['Ada', 'ada@'])
    await sign(page, 'Saved')
    await page.getByLabel('Who?').fill('Ada L.')
    await press(page, 'Next')
    await page.getByRole('alert').waitFor()
    // What is stored is not copied over, and needs no second save.
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    expect(await page.evaluate(`document.querySelector('[name=writer]').value`)).not.toContain('.')
    expect(await page.getByLabel('Who?').inputValue()).toBe('Ada L.')
  })

  test.each([
    ['its save arrives late', true, 0],
    ['its save arrives after the person went on', false, 0],
    ['the clock is set back an hour meanwhile', true, 3_600_000],
  ])(
    'is there after a reload right after the last key, whatever its field, and is no second version where %s',
    async (_name, arrives, setBack) => {
      const choices = ['Red', 'Green']
      form = await server.publish([
        [
          'You',
          ['ShortInput', { question: 'Who?' }],
          ['EmailForm', { question: 'Where?' }],
          ['LongInput', { question: 'Why?' }],
          ['Dropdown', { question: 'Which?', options: choices }],
          ['MultipleOptionsQuestion', { question: 'Also?', choices, isMulti: true }],
          ['PasswordInput', { question: 'Secret?' }],
        ],
        ['Us', ['LongInput', { question: 'And?' }]],
      ])
      const page = await tab('?step=1')
      await page.getByLabel('Green').check()
      await sign(page, 'Saved')
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      const bodies: string[] = []
      await page.route('**/save', async (route) => {
        bodies.push(route.request().postData() ?? '')
        await held
        await route.abort().catch(() => undefined)
      })
      await page.getByLabel('Who?').fill('Ada')
      await page.getByLabel('Where?').fill('ada@')
      await page.getByLabel('Why?').fill('a\nb')
      await page.getByLabel('Which?').selectOption('Red')
      await page.getByLabel('Green').uncheck()
      await page.getByLabel('Red').check()
      await page.getByLabel('Secret?').fill('hunter2')
      if (setBack > 0) await page.clock.setSystemTime(Date.now() - setBack)
      const isLoaded = page.waitForEvent('load')
      await page.evaluate('void setTimeout(() => location.reload())')
      await isLoaded
      await page.unroute('**/save')
      expect(await page.getByLabel('Who?').inputValue()).toBe('Ada')
      expect(await page.getByLabel('Where?').inputValue()).toBe('ada@')
      expect(await page.getByLabel('Why?').inputValue()).toBe('a\nb')
      expect(await page.getByLabel('Which?').inputValue()).toBe('Red')
      expect([await page.getByLabel('Red').isChecked(), await page.getByLabel('Green').isChecked()]).toEqual([
        true,
        false,
      ])
      expect(await page.getByLabel('Secret?').inputValue()).toBe('')
      expect(await page.evaluate('sessionStorage.length')).toBe(0)
      const late = async (): Promise<void> => {
        for (const data of bodies)
          await context.request.post(`${base}/s/${form.id}/save`, {
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            data,
          })
      }
      if (arrives) await late()
      await page.getByLabel('Who?').fill('Ada L.')
      await page.getByLabel('Where?').fill('ada@example.org')
      await press(page, 'Next')
      await arrive(page, 'Us')
      await late()
      letGo()
      expect((await answers())[0]?.values.slice(0, 3)).toEqual(['Ada L.', 'ada@example.org', 'a\nb'])
      await press(page, 'Submit')
      await arrive(page, 'Thank you')
      expect(await page.evaluate('sessionStorage.length')).toBe(0)
    },
  )

  test('is not left in the tab for the next person, nor for another step or response', async () => {
    const page = await tab('?step=1')
    await page.getByLabel('Who?').fill('Ada')
    await page.goto('about:blank')
    await page.goto(`${base}/s/${form.id}`)
    await press(page, 'Start again')
    await arrive(page, 'You')
    expect(await page.getByLabel('Who?').inputValue()).toBe('')
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    await page.getByLabel('Who?').fill('Bob')
    await press(page, 'Next')
    await arrive(page, 'Us')
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
  })

  test('in two tabs does not fight', async () => {
    const [one, two] = [await tab('?step=1'), await tab('?step=1')]
    const type = async (page: Page, label: string, text: string): Promise<void> => {
      // What is done in a tab behind another one takes seconds.
      await page.bringToFront()
      await page.getByLabel(label).fill(text)
    }
    await type(one, 'Who?', 'Ada')
    await saved(one)
    await type(two, 'Where?', 'ada@example.com')
    await saved(two)
    await type(one, 'Who?', 'Ada L.')
    await saved(one)
    expect(await answers()).toEqual([{ finished: false, values: ['Ada L.', 'ada@example.com'] }])
    await type(two, 'Who?', 'Grace')
    await sign(two, 'An answer was changed in another tab')
    await press(two, 'Next')
    await two.getByRole('radio', { name: 'What was saved before Ada L.' }).check()
    await press(two, 'Next')
    await arrive(two, 'Us')
    expect(await answers()).toEqual([{ finished: false, values: ['Ada L.', 'ada@example.com'] }])
  })

  describe.each([
    ['without JavaScript', false],
    ['with JavaScript', true],
  ])('%s', (_name, javaScriptEnabled) => {
    beforeEach(async () => {
      context = await site.newContext({ javaScriptEnabled })
    })

    test('stays when a step fails: the way back leads to the form, with what was typed', async () => {
      const page = await tab()
      await page.getByLabel('Who?').fill('Ada')
      await page.getByLabel('Where?').fill('ada@')
      await press(page, 'Next')
      await page.getByRole('alert').waitFor()
      await page.goBack()
      await arrive(page, 'You')
      expect(await page.getByRole('alert').count()).toBe(0)
      expect(await page.getByLabel('Who?').inputValue()).toBe('Ada')
      expect(await page.getByLabel('Where?').inputValue()).toBe('ada@')
      await page.getByLabel('Where?').fill('ada@example.com')
      await press(page, 'Next')
      await arrive(page, 'Us')
    })

    test('is on the page that the way back leads to once the mistake is corrected, and a reload shows the mistake', async () => {
      const page = await tab()
      await page.getByLabel('Who?').fill('Ada')
      await page.getByLabel('Where?').fill('ada@')
      await press(page, 'Next')
      await page.reload()
      await page.getByRole('alert').waitFor()
      expect(await page.getByLabel('Where?').inputValue()).toBe('ada@')
      await page.getByLabel('Where?').fill('ada@example.com')
      await press(page, 'Next')
      await arrive(page, 'Us')
      await page.goBack()
      await arrive(page, 'You')
      expect(await page.getByRole('alert').count()).toBe(0)
      expect(await page.getByLabel('Where?').inputValue()).toBe('ada@example.com')
      expect(await answers()).toEqual([{ finished: false, values: ['Ada', 'ada@example.com'] }])
    })

    test('goes on on another device, and is not shown to the next person who begins anew', async () => {
      const page = await tab()
      await page.getByLabel('Who?').fill('Ada')
      await page.getByLabel('Where?').fill('ada@')
      await press(page, 'Continue on another device')
      const link = await page.getByLabel('Address of your answers').inputValue()
      const other = await (await site.newContext({ javaScriptEnabled })).newPage()
      await other.goto(link)
      await press(other, 'Go on')
      expect(await other.getByLabel('Where?').inputValue()).toBe('ada@')

      await page.goto(`${base}/s/${form.id}`)
      await press(page, 'Start again')
      await arrive(page, 'You')
      expect(await page.getByLabel('Who?').inputValue()).toBe('')
      expect(await answers()).toEqual([{ finished: false, values: ['Ada'] }])
    })
  })

  test.each([
    [
      'a link that opens a program',
      "const a = document.createElement('a'); a.href = 'mailto:a@example.org'; document.body.append(a); a.click()",
    ],
    ['a page that asked whether to leave', "dispatchEvent(new Event('beforeunload'))"],
  ])('is not covered by what was there before %s, answer or not', async (_how, leave) => {
    const page = await tab('?step=1')
    for (const text of ['first', 'second']) {
      await page.getByLabel('Who?').fill(text)
      await page.getByLabel('Where?').fill(text)
      if (text === 'first') await Promise.all([page.waitForResponse('**/save'), page.evaluate(leave)])
      await sign(page, 'Saved')
      expect(await page.evaluate('sessionStorage.length')).toBe(0)
    }
    await page.reload()
    expect([
      await page.getByLabel('Who?').inputValue(),
      await page.getByLabel('Where?').inputValue(),
    ]).toEqual(['second', 'second'])
    await press(page, 'Next')
    await page.getByRole('alert').waitFor()
    expect(await answers()).toEqual([{ finished: false, values: ['second'] }])
  })

  test.each([
    ['at once', true, 0],
    ['while it is saved', true, pause],
    ['without script', false, 0],
  ])(
    'is there in another language that is chosen %s, and is nobody else’s',
    async (_when, javaScriptEnabled, ms) => {
      form = await server.publish(
        [
          ['You', ['ShortInput', { question: 'Who?' }], ['Number', { question: 'How many?' }]],
          ['Us', ['LongInput', { question: 'Why?' }]],
        ],
        { language: 'en', translations: { de: { 'Who?': 'Wer?', 'How many?': 'Wie viele?' } } },
      )
      context = await site.newContext({ javaScriptEnabled })
      const page = await tab()
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      await page.route('**/save*', async (route) => {
        await held
        await route.continue().catch(() => undefined)
      })
      await page.getByLabel('Who?').fill('Ada')
      await page.getByLabel('How many?').fill('1,234.5')
      if (javaScriptEnabled) await page.clock.fastForward(ms)
      await press(page, 'Deutsch')
      await expect.poll(() => page.getByLabel('Wer?').inputValue()).toBe('Ada')
      expect(await page.getByLabel('Wie viele?').inputValue()).toBe('1234,5')
      letGo()
      await page.getByLabel('Wer?').fill('Ada L.')
      await press(page, 'English')
      await expect.poll(() => page.getByLabel('Who?').inputValue()).toBe('Ada L.')
      await page.getByLabel('Who?').fill('Ada Lovelace')
      await page.getByLabel('Who?').press('Enter')
      await page.getByLabel('Why?').waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
      expect(await answers()).toEqual([{ finished: false, values: ['Ada Lovelace', 1234.5] }])
    },
  )
})
