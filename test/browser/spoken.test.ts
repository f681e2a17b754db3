import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch, noBrowser } from '../support/browser.ts'
import { everyComponent, everyQuestion, everyRequired } from '../support/every-component.ts'
import { pageServer, type PageServer, type ShortStep } from '../support/page-server.ts'
import { spokenIn } from '../support/spoken.ts'

const suite = noBrowser === undefined ? describe : describe.skip
const end: ShortStep = ['End', ['Header', { title: 'Thanks' }]]

suite(`What a screen reader is given${noBrowser === undefined ? '' : ` (skipped: ${noBrowser})`}`, () => {
  let server: PageServer
  let browser: Browser
  let base: string
  beforeAll(async () => {
    server = await pageServer()
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    base = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  async function open(steps: readonly ShortStep[], path = ''): Promise<Page> {
    const form = await server.publish(steps)
    const context = await browser.newContext()
    await context.route(
      (url) => url.origin !== base,
      (route) => route.fulfill({ contentType: 'text/html', body: '<p>Calendar</p>' }),
    )
    const page = await context.newPage()
    await page.goto(`${base}/s/${form.id}${path}`)
    return page
  }

  const golden = (name: string): string => `../../fixtures/spoken/${name}.txt`

  test('names each question, what it takes and what belongs to it', async () => {
    const page = await open([everyQuestion, end])
    await expect(await spokenIn(page)).toMatchFileSnapshot(golden('questions'))
  })

  test('says of each question that it is required, what is wrong and how to mend it, after a summary that has the focus', async () => {
    const page = await open([everyRequired, end])
    await page.locator('button[value=next]').click()
    await page.locator('.summary').waitFor()
    await expect(await spokenIn(page)).toMatchFileSnapshot(golden('problems'))
  })

  test('leads from the first step to the last, with a calendar, and thanks', async () => {
    const [first, , , calendar, , , , last] = everyComponent
    const page = await open([first, calendar, last].filter((step) => step !== undefined))
    const steps: string[] = []
    for (let i = 0; i < 3; i += 1) {
      steps.push(await spokenIn(page))
      if (i < 2) await Promise.all([page.waitForNavigation(), page.locator('button[value=next]').click()])
    }
    await expect(steps.join('\n')).toMatchFileSnapshot(golden('steps'))
  })

  test('says which answer has two versions', async () => {
    const form = await server.publish([
      ['One', ['ShortInput', { question: 'Who?' }]],
      ['Two', ['LongInput', { question: 'Why?' }]],
    ])
    const context = await browser.newContext()
    const [page, other] = [await context.newPage(), await context.newPage()]
    for (const one of [page, other]) await one.goto(`${base}/s/${form.id}`)
    for (const [one, text] of [
      [page, 'Ada'],
      [other, 'Grace'],
    ] as const) {
      await one.getByLabel('Who?').fill(text)
      await Promise.all([one.waitForNavigation(), one.locator('button[value=next]').click()])
    }
    await expect(await spokenIn(other)).toMatchFileSnapshot(golden('two-versions'))
  })
})
