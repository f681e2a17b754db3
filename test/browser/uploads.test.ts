import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PublishedForm } from '../../src/form/form.ts'
import { filesOf } from '../../src/form/response.ts'
import { arrive, describePages, press } from '../support/in-browser.ts'
import { startUnluckyProxy, type UnluckyProxy } from '../support/unlucky-proxy.ts'

describePages('A file in Chromium', (site) => {
  let line: UnluckyProxy
  let form: PublishedForm
  beforeAll(async () => {
    line = await startUnluckyProxy(Number(new URL(site.base).port))
  })
  afterEach(() => {
    line.fateOf = () => 'passed'
  })
  afterAll(() => line?.close())

  /** The page of a form that takes a file and another answer. */
  async function open(): Promise<Page> {
    form = await site.server.publish([
      ['One', ['EmailForm', { question: 'Where?' }], ['FileUploader', { question: 'What?' }], ['NextButton']],
      ['Two', ['ShortInput', { question: 'Why?' }]],
    ])
    const page = await (await site.newContext()).newPage()
    await page.goto(`http://127.0.0.1:${line.port}/s/${form.id}`)
    return page
  }
  const choose = (page: Page, name: string, bytes: Buffer) =>
    page.getByLabel('What?').setInputFiles([{ name, mimeType: 'text/plain', buffer: bytes }])
  const sign = (page: Page, text: string) =>
    page
      .getByRole('status')
      .filter({ hasText: new RegExp(`^${text}`) })
      .waitFor()
  const answers = async () =>
    (await site.server.responses(form)).map(({ data }) =>
      data.flatMap(({ response }) => response['value'] ?? filesOf(response).map(({ name }) => name)),
    )

  test('stays when another answer of its step is wrong: that page looks and saves like any other', async () => {
    const page = await open()
    const problems = page.getByRole('alert')
    const look = async (): Promise<unknown> => {
      await problems.waitFor()
      return problems.evaluate((element) => {
        const { getComputedStyle } = globalThis as unknown as Styling
        const { backgroundColor, borderInlineStartWidth, padding } = getComputedStyle(element)
        return { backgroundColor, borderInlineStartWidth, padding }
      })
    }
    const complaints: string[] = []
    page.on('console', (message) => void complaints.push(message.text()))
    await page.getByLabel('Where?').fill('ada@')
    await press(page, 'Next')
    const usual = await look()
    await page.goto(`http://127.0.0.1:${line.port}/s/${form.id}?step=1`)
    await choose(page, 'a.txt', Buffer.from('abc'))
    await press(page, 'Next')
    expect(await look()).toEqual(usual)
    expect(complaints.filter((text) => text.includes('Content Security Policy'))).toEqual([])
    expect(await page.locator(':focus').getAttribute('role')).toBe('alert')
    await page.getByLabel('Where?').fill('ada@example.com')
    await sign(page, 'Saved')
    expect(await answers()).toEqual([['ada@example.com', 'a.txt']])
    await choose(page, 'b.txt', Buffer.from('abcd'))
    await press(page, 'Next')
    await arrive(page, 'Two')
    expect(await answers()).toEqual([['ada@example.com', 'a.txt', 'b.txt']])
  })

  test('that is taken away leaves the focus at its field', async () => {
    const page = await open()
    for (const files of [['a.txt'], ['a.txt', 'b.txt']]) {
      for (const name of files) await choose(page, name, Buffer.from('abc'))
      await page.getByRole('button', { name: 'Remove a.txt' }).press('Enter')
      expect(await page.locator(':focus').getAttribute('type')).toBe('file')
      expect(await page.getByText('a.txt').count()).toBe(0)
    }
  })

  test('waits for the connection in the page, and is sent once', async () => {
    const page = await open()
    await page.getByLabel('Where?').fill('ada@example.com')
    await choose(page, 'a.txt', Buffer.from('abc'))
    await page.context().setOffline(true)
    await press(page, 'Next')
    await sign(page, 'Not saved yet')
    await page.getByLabel('Where?').fill('ada@example.org')
    await press(page, 'Next')
    await page.context().setOffline(false)
    await arrive(page, 'Two')
    expect(await answers()).toEqual([['ada@example.org', 'a.txt']])
  })

  test.each([
    ['breaks off while it is sent', 'cut'],
    ['breaks off before the reply', 'lost'],
  ] as const)('is there once after a connection that %s', async (_how, fate) => {
    const page = await open()
    await page.getByLabel('Where?').fill('ada@example.com')
    await choose(page, 'a.txt', Buffer.alloc(2 ** 20, 'a'))
    line.fateOf = ({ headers }) => (headers['content-type']?.startsWith('multipart/') ? fate : 'passed')
    await press(page, 'Next')
    await sign(page, 'Not saved yet')
    expect(await page.getByLabel('Where?').inputValue()).toBe('ada@example.com')
    expect(await page.getByRole('progressbar').count()).toBe(0)
    line.fateOf = () => 'passed'
    await arrive(page, 'Two')
    expect(await answers()).toEqual([['ada@example.com', 'a.txt']])
  })
})

// What runs in the page has the names of its window; this file's types are those of Node.
type Styling = { readonly getComputedStyle: (of: unknown) => Readonly<Record<string, string>> }
